import { javascript, javascriptLanguage } from '@codemirror/lang-javascript'
import { python, pythonLanguage } from '@codemirror/lang-python'
import type { Extension } from '@codemirror/state'
import { followingSource, type PromptSource } from './completion-source.ts'

export type CodeLanguage = 'javascript' | 'python'

/** Language support for code of users, with additional completions. */
export function codeCompletion<T>(complete: (data: T) => PromptSource) {
  const { source, offer } = followingSource(complete)
  const languages: Record<CodeLanguage, Extension> = {
    javascript: [javascript(), javascriptLanguage.data.of({ autocomplete: source })],
    python: [python(), pythonLanguage.data.of({ autocomplete: source })],
  }
  return (language: CodeLanguage, data: T): readonly Extension[] => [languages[language], offer(data)]
}
