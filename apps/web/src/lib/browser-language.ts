import type { Language } from './i18n.ts'

const known: readonly (readonly [RegExp, Language])[] = [
  [/^zh\b/i, 'zh-CN'],
  [/^en\b/i, 'en'],
]

/** The first language requested by the browser that has texts, else English, which more people read. */
export function browserLanguage(requested: readonly string[] | undefined): Language {
  if (!requested?.length) return 'zh-CN'
  for (const tag of requested) {
    const match = known.find(([pattern]) => pattern.test(tag))
    if (match) return match[1]
  }
  return 'en'
}
