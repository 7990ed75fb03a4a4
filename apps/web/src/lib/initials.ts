const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u

/** "Lena Moreau" is LM, "林薇" is 林, "lena@x.org" is L. */
export function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = firstLetter(words[0])
  if (!first || wide.test(first) || words.length === 1) return first
  return first + firstLetter(words.at(-1))
}

const firstLetter = (word = ''): string => word.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? ''
