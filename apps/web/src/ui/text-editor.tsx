import { autocompletion, closeBrackets, startCompletion } from '@codemirror/autocomplete'
import { indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useImperativeHandle } from 'react'
import { codeStyle } from './code-style.ts'
import { editorTheme } from './editor-theme.ts'
import { useEditorView } from './use-editor-view.ts'

export interface TextEditorHandle {
  /** Inserts the start of a placeholder and lists what it can refer to. */
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
  /** Uses the monospaced font. */
  isCode?: boolean
  /** Adds line numbers, closing brackets and indentation by Tab. */
  isProgram?: boolean
  /** Language, completions and chips; must be a stable array. */
  extensions: readonly Extension[]
  ref?: Ref<TextEditorHandle>
}

/** In ms: longer than the pause between two letters, shorter than the pause between two words. */
const typingPause = 120

/** A text field with placeholders as chips, or with code in its language. */
export function TextEditor({ ref, ...props }: TextEditorProps) {
  const { frame, view } = useEditorView({ ...props, setup: setupOf(props), delay: typingPause })
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
      // Esc closes a popup of the editor first, and only then the sheet around it.
      onKeyDown={(event) =>
        event.key === 'Escape' && event.currentTarget.querySelector('.cm-tooltip') && event.stopPropagation()
      }
    />
  )
}

const setupOf = ({ isProgram, isCode }: TextEditorProps): Extension[] => [
  ...(isProgram
    ? [lineNumbers(), bracketMatching(), closeBrackets(), indentOnInput(), keymap.of([indentWithTab])]
    : []),
  syntaxHighlighting(codeStyle),
  autocompletion({ icons: false, activateOnTyping: true }),
  editorTheme(isCode === true),
]
