import type { Locale } from '#kit/errors.ts'

/** The name of a language. Providers may use free text such as “English (UK)”, which is returned unchanged. */
export function languageName(code: string, locale: Locale): string {
  try {
    return code && (new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code)
  } catch {
    return code
  }
}
