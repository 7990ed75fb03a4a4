import { indentRange } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'

/** Formats code: indents lines by the rules of the language, removes trailing blanks, and ends with one line break. */
export function formatCode(view: EditorView, language: 'javascript' | 'python'): void {
  const { state } = view
  // In languages where whitespace matters, only leading tabs are replaced.
  if (language === 'javascript') view.dispatch({ changes: indentRange(state, 0, state.doc.length) })
  const before = view.state.doc.toString()
  const lines = before.split('\n').map((line) => line.trimEnd().replace(/^\t+/, (tabs) => '    '.repeat(tabs.length)))
  const after = `${lines.join('\n').trimEnd()}\n`
  if (after !== before) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: after } })
}
