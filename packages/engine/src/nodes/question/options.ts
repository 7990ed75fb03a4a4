/** The number of options that have a letter. */
export const mostOptions = 26

export const letterOf = (index: number): string =>
  index < mostOptions ? String.fromCharCode(65 + index) : String(index + 1)

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
/** `b`, `B.`, `(b)`, `2)`, `２、` … */
const sign = /^[([]?([a-z]|\d{1,4})[)\].:、。]?$/

/** The option that an answer names by text, letter or number from 1; -1 if only a model can decide. */
export function namedOption(options: readonly string[], answer: string): number {
  const exact = options.indexOf(answer.trim())
  if (exact >= 0) return exact
  const wanted = plain(answer)
  const alike = options.flatMap((option, i) => (plain(option) === wanted ? [i] : []))
  if (alike.length) return alike.length === 1 ? alike[0]! : -1
  const named = sign.exec(wanted)?.[1]
  if (!named) return -1
  const index = /\d/.test(named) ? Number(named) - 1 : named.charCodeAt(0) - 97
  return index < options.length ? index : -1
}
