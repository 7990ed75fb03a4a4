import { AppError, type Locale } from '#kit/errors.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { Problem } from './knowledge.table.ts'

/** A failure in storable form, so that it can later be shown in the reader's language. */
export function toProblem(cause: unknown): Problem {
  const error = cause instanceof AppError ? cause : knowledgeErrors.internal()
  return { code: error.code, en: error.text('en'), zh: error.text('zh-CN') }
}
export const problemText = (problem: Problem | null | undefined, locale: Locale): string =>
  problem ? (locale === 'zh-CN' ? problem.zh : problem.en) : ''
