import { indentRange } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'

/** Brings code into form: lines begin where the language says, none ends in blanks, one line break at the end. */
export function formatCode(view: EditorView, language: 'javascript' | 'python'): void {
  const { state } = view
  // In languages where whitespace matters, only leading tabs are changed.
  if (language === 'javascript') view.dispatch({ changes: indentRange(state, 0, state.doc.length) })
  const before = view.state.doc.toString()
  const lines = before.split('\n').map((line) => line.trimEnd().replace(/^\t+/, (tabs) => '    '.repeat(tabs.length)))
  const after = `${lines.join('\n').trimEnd()}\n`
  if (after !== before) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: after } })
}
