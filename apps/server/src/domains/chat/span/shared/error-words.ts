import type { Locale } from '#kit/errors.ts'

/** The error message in the language of the reader, if available. */
export const errorIn = (locale: Locale, { errorMsg, errorZh }: { errorMsg: string; errorZh: string }): string =>
  (locale === 'zh-CN' && errorZh) || errorMsg
