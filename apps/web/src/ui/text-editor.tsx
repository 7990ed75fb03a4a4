import { autocompletion, closeBrackets, completionKeymap, startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { editorTheme } from './editor-theme.ts'
import { codeStyle } from './code-style.ts'

export interface TextEditorHandle {
  /** Begins a placeholder and shows what can stand in it. */
  mention: () => void
  focus: () => void
  view: () => EditorView | null
}

export interface TextEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  isReadOnly: boolean
  placeholder?: string
  /** In the font of code. */
  isCode?: boolean
  /** A program: with numbered lines, brackets that close themselves, and the Tab key. */
  isProgram?: boolean
  /** Language, completions and chips; keep its identity while it means the same. */
  extensions: readonly Extension[]
  ref?: Ref<TextEditorHandle>
}

/** Shorter than a pause between words, longer than one between letters. */
const rest = 120

/** A text field that knows more than letters: placeholders as chips, code in its language. */
export function TextEditor({ ref, ...props }: TextEditorProps) {
  const { value, isReadOnly, extensions } = props
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const parts = useRef({ own: new Compartment(), locked: new Compartment() })
  const changed = useEffectEvent((text: string) => props.onChange(text))
  /** Letters are painted at once; the form and the canvas follow when the hand rests. */
  const late = useRef<{ timer: number; text: string }>(undefined)
  const first = useRef(props)

  useEffect(() => {
    const start = first.current
    const hand = () => {
      const waiting = late.current
      if (!waiting) return
      window.clearTimeout(waiting.timer)
      late.current = undefined
      changed(waiting.text)
    }
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: start.value,
        extensions: [
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          start.isProgram
            ? [lineNumbers(), bracketMatching(), closeBrackets(), indentOnInput(), keymap.of([indentWithTab])]
            : [],
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          syntaxHighlighting(codeStyle),
          start.placeholder ? placeholderText(start.placeholder) : [],
          EditorView.contentAttributes.of({ 'aria-label': start.label, spellcheck: 'false' }),
          parts.current.own.of([...start.extensions]),
          parts.current.locked.of(locked(start.isReadOnly)),
          autocompletion({ icons: false, activateOnTyping: true }),
          editorTheme(start.isCode === true),
          // Leaving the field or pressing a command key ends the typing.
          EditorView.domEventHandlers({
            blur: hand,
            keydown: (event) => {
              if (event.ctrlKey || event.metaKey) hand()
            },
          }),
          EditorView.updateListener.of((update) => {
            const isTyped = update.transactions.some(
              (transaction) => transaction.annotation(Transaction.remote) !== true,
            )
            if (!update.docChanged || !isTyped) return
            if (late.current) window.clearTimeout(late.current.timer)
            late.current = { text: update.state.doc.toString(), timer: window.setTimeout(hand, rest) }
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      hand()
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    // Keep what is being typed: it is newer than the value that comes back.
    if (!editor || late.current || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: [Transaction.remote.of(true)],
    })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.own.reconfigure([...extensions]) })
  }, [extensions])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.locked.reconfigure(locked(isReadOnly)) })
  }, [isReadOnly])

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    view: () => view.current,
    mention: () => {
      const editor = view.current
      if (!editor) return
      const { from, to } = editor.state.selection.main
      editor.dispatch({ changes: { from, to, insert: '{{' }, selection: { anchor: from + 2 } })
      editor.focus()
      startCompletion(editor)
    },
  }))

  return (
    <div
      ref={frame}
      className="h-full min-h-0 overflow-hidden"
      // Esc closes what the editor opened, and only then the sheet around it.
      onKeyDown={(event) =>
        event.key === 'Escape' && event.currentTarget.querySelector('.cm-tooltip') && event.stopPropagation()
      }
    />
  )
}

const locked = (isReadOnly: boolean) => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]
