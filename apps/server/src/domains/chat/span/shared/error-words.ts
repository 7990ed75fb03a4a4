import type { Locale } from '#kit/errors.ts'

/** Why something failed, in the language of the reader where it is known. */
export const errorIn = (locale: Locale, { errorMsg, errorZh }: { errorMsg: string; errorZh: string }): string =>
  (locale === 'zh-CN' && errorZh) || errorMsg
