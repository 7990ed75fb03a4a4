const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** The language that a text is spoken in. */
export const languageOf = (text: string): 'zh-CN' | 'en-US' => (isHan(text) ? 'zh-CN' : 'en-US')

/**
 * The voice that was chosen for the language of a text: the same language first, then a voice whose provider names none.
 * Empty: the browser of the reader speaks.
 */
export function chooseVoice(chosen: Readonly<Record<string, string>>, text: string): string {
  const wanted = languageOf(text).slice(0, 2)
  const own = Object.entries(chosen).find(([language, voice]) => voice && language.toLowerCase().startsWith(wanted))
  return own?.[1] ?? chosen[''] ?? ''
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
