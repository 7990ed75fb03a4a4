const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** The language that a text is spoken in. */
export const languageOf = (text: string): 'zh-CN' | 'en-US' => (isHan(text) ? 'zh-CN' : 'en-US')

/** Any voice that the server has for the language of a text. */
export const DEFAULT_VOICE = 'default'

/**
 * The voice that was chosen for the language of a text: the same language first, then a voice whose provider names none; the default
 * one where nothing was chosen. Empty: the browser of the reader speaks.
 */
export function chooseVoice(chosen: Readonly<Record<string, string>>, text: string): string {
  const wanted = languageOf(text).slice(0, 2)
  const own = Object.entries(chosen).filter(([language]) => language.toLowerCase().startsWith(wanted))
  const named = own.find(([, voice]) => voice)?.[1] || chosen['']
  return named ?? (own.length > 0 ? '' : DEFAULT_VOICE)
}

/** The server takes so many letters at once. */
export const SPOKEN_CHARS = 4000

/** Strips Markdown for speech output. */
export const spoken = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[#*_`>|~]/g, '')
    .trim()
