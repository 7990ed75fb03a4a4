import type { Locale } from '#kit/errors.ts'

/** What a language is called. Providers write what they like, such as “English (UK)”: that stays as it is. */
export function languageName(code: string, locale: Locale): string {
  try {
    return code && (new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code)
  } catch {
    return code
  }
}
