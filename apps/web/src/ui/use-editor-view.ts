import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder as placeholderText } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'

interface EditorViewInput {
  label: string
  value: string
  onChange: (text: string) => void
  isReadOnly: boolean
  placeholder?: string
  /** May change; must be stable while their meaning is the same. */
  extensions: readonly Extension[]
  /** Read once, when the editor is created. */
  setup: readonly Extension[]
  /** How long typing must pause before `onChange` is called, in ms; without it every change is reported at once. */
  delay?: number
}

/** A CodeMirror view in `frame` that follows the value, the read-only state and the extensions in place. */
export function useEditorView(input: EditorViewInput) {
  const { value, isReadOnly, extensions } = input
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const parts = useRef({ own: new Compartment(), locked: new Compartment() })
  const changed = useEffectEvent((text: string) => input.onChange(text))
  const pending = useRef<{ timer: number; text: string }>(undefined)
  const first = useRef(input)

  useEffect(() => {
    const start = first.current
    const report = () => {
      if (!pending.current) return
      const { timer, text } = pending.current
      window.clearTimeout(timer)
      pending.current = undefined
      changed(text)
    }
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: start.value,
        extensions: [
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          start.placeholder ? placeholderText(start.placeholder) : [],
          EditorView.contentAttributes.of({ 'aria-label': start.label, spellcheck: 'false' }),
          parts.current.own.of([...start.extensions]),
          parts.current.locked.of(locked(start.isReadOnly)),
          ...start.setup,
          // Leaving the field or pressing a command key reports the text at once.
          EditorView.domEventHandlers({
            blur: report,
            keydown: (event) => {
              if (event.ctrlKey || event.metaKey) report()
            },
          }),
          EditorView.updateListener.of((update) => {
            const isTyped = update.transactions.some(
              (transaction) => transaction.annotation(Transaction.remote) !== true,
            )
            if (!update.docChanged || !isTyped) return
            const text = update.state.doc.toString()
            if (start.delay === undefined) return changed(text)
            if (pending.current) window.clearTimeout(pending.current.timer)
            pending.current = { text, timer: window.setTimeout(report, start.delay) }
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      report()
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    // Keep pending input: it is newer than the incoming value.
    if (!editor || pending.current || editor.state.doc.toString() === value) return
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
  return { frame, view }
}

const locked = (isReadOnly: boolean) => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]
