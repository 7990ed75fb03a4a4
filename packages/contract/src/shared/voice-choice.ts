const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** The language in which a text is spoken. */
export const languageOf = (text: string): 'zh-CN' | 'en-US' => (isHan(text) ? 'zh-CN' : 'en-US')

/** Stands for any voice that the server has for the language of a text. */
export const DEFAULT_VOICE = 'default'

/**
 * Returns the voice that was chosen for the language of a text, or else a chosen voice without a language. Without any
 * choice it returns the default voice; empty means that the reader's browser speaks.
 */
export function chooseVoice(chosen: Readonly<Record<string, string>>, text: string): string {
  const wanted = languageOf(text).slice(0, 2)
  const own = Object.entries(chosen).filter(([language]) => language.toLowerCase().startsWith(wanted))
  const named = own.find(([, voice]) => voice)?.[1] || chosen['']
  return named ?? (own.length > 0 ? '' : DEFAULT_VOICE)
}

/** Maximum number of characters that the server speaks at once. */
export const SPOKEN_CHARS = 4000

/** Strips Markdown from a text that is read aloud. */
export const spoken = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[#*_`>|~]/g, '')
    .trim()
