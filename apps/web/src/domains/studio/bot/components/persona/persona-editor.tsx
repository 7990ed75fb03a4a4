import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Transaction } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder as placeholderText } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Mention } from '../../persona/use-mentions.ts'
import { editorTheme } from '#ui/editor-theme.ts'
import { markdownStyle } from './markdown-style.ts'
import { markdownLanguage } from './markdown-language.ts'
import { mentionChips } from './mention-chips.ts'
import { mentionSource } from './mention-source.ts'

interface PersonaEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  isReadOnly: boolean
  mentions: readonly Mention[]
  placeholder: string
}

/** A Markdown editor in which variables and tools stand as chips. */
export function PersonaEditor(props: PersonaEditorProps) {
  const { label, value, isReadOnly, mentions, placeholder } = props
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const parts = useRef({ mentions: new Compartment(), locked: new Compartment() })
  const changed = useEffectEvent((text: string) => props.onChange(text))
  const first = useRef({ label, value, isReadOnly, mentions, placeholder })

  useEffect(() => {
    const start = first.current
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: start.value,
        extensions: [
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          markdownLanguage,
          syntaxHighlighting(markdownStyle),
          placeholderText(start.placeholder),
          EditorView.contentAttributes.of({ 'aria-label': start.label, spellcheck: 'false' }),
          parts.current.mentions.of(mentioned(start.mentions)),
          parts.current.locked.of(locked(start.isReadOnly)),
          editorTheme(false, '4px 16px 24px'),
          EditorView.updateListener.of((update) => {
            const isTyped = update.transactions.some(
              (transaction) => transaction.annotation(Transaction.remote) !== true,
            )
            if (update.docChanged && isTyped) changed(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    const editor = view.current
    const now = editor?.state.doc.toString()
    if (!editor || now === value) return
    // Text that came from elsewhere: what the person typed since it was sent is not thrown away by an older echo.
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: [Transaction.remote.of(true)],
    })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.mentions.reconfigure(mentioned(mentions)) })
  }, [mentions])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.locked.reconfigure(locked(isReadOnly)) })
  }, [isReadOnly])

  return <div ref={frame} className="h-full overflow-hidden" />
}

const mentioned = (mentions: readonly Mention[]) => [
  mentionChips(mentions),
  autocompletion({ override: [mentionSource(mentions)], icons: false, activateOnTyping: true }),
]
const locked = (isReadOnly: boolean) => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]
