const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const valueOf = (digit: string | undefined) => (digit === undefined ? -1 : DIGITS.indexOf(digit))

/** A text that sorts between two others, so that a move changes only the moved entry. Empty: no neighbour. */
export function between(before: string, after: string): string {
  let made = ''
  for (let at = 0; ; at += 1) {
    const low = Math.max(0, valueOf(before[at]))
    const high = after && made === after.slice(0, at) ? valueOf(after[at]) : DIGITS.length
    if (high < 0) return `${made}${DIGITS[0]}i`
    if (high - low > 1) return made + DIGITS[(low + high) >> 1]
    made += DIGITS[low]
    // The digits are neighbours: the rest only has to sort behind the rest of `before`.
    if (high > low) return made + afterOf(before.slice(at + 1))
  }
}
function afterOf(rest: string): string {
  let made = ''
  for (let at = 0; ; at += 1) {
    const low = Math.max(0, valueOf(rest[at]))
    if (DIGITS.length - low > 1) return made + DIGITS[(low + DIGITS.length) >> 1]
    made += DIGITS[low]
  }
}
export const byOrder = (a: { order: string }, b: { order: string }): number =>
  a.order < b.order ? -1 : a.order > b.order ? 1 : 0
