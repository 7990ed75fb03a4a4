const number = String.raw`(?:0|[1-9]\d*)`
const label = String.raw`(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`
const pattern = new RegExp(
  String.raw`^(${number})\.(${number})\.(${number})(?:-(${label}(?:\.${label})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
)

export const isSemVer = (text: string): boolean => pattern.test(text)

/** Compares numbers of any length without rounding. */
const compareNumbers = (a: string, b: string) => a.length - b.length || (a < b ? -1 : Number(a > b))
const isNumber = (text: string) => /^\d+$/.test(text)

function compareLabels(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  // Numeric labels precede alphanumeric ones.
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return a < b ? -1 : Number(a > b)
}

/** Compares by SemVer 2.0: negative if `a` precedes `b`. Build metadata is ignored. */
export function compareSemVer(a: string, b: string): number {
  const [, ...left] = pattern.exec(a) ?? []
  const [, ...right] = pattern.exec(b) ?? []
  for (const at of [0, 1, 2]) {
    const order = compareNumbers(left[at] ?? '0', right[at] ?? '0')
    if (order) return order
  }
  const [early, late] = [left[3], right[3]]
  if (early === undefined || late === undefined) return Number(early === undefined) - Number(late === undefined)
  const [words, others] = [early.split('.'), late.split('.')]
  for (const [at, word] of words.entries()) {
    const other = others[at]
    if (other === undefined) return 1
    const order = compareLabels(word, other)
    if (order) return order
  }
  return words.length - others.length
}
