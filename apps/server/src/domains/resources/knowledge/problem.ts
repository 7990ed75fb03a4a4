import { AppError, type Locale } from '#kit/errors.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { Problem } from './knowledge.table.ts'

/** What to store of a failure, so that it can be told later in the language of whoever asks. */
export function toProblem(cause: unknown): Problem {
  const error = cause instanceof AppError ? cause : knowledgeErrors.internal()
  return { code: error.code, en: error.text('en'), zh: error.text('zh-CN') }
}
export const problemText = (problem: Problem | null | undefined, locale: Locale): string =>
  problem ? (locale === 'zh-CN' ? problem.zh : problem.en) : ''
