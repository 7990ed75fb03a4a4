/** Answers of several people, or of a judge and people, about the same items; undefined where one did not answer. */
type Ratings<T> = readonly (readonly (T | undefined)[])[]

/** The share of pairs of answers that are the same, over all items with at least two. */
export function pairwiseShare<T>(ratings: Ratings<T>): number | undefined {
  let [same, all] = [0, 0]
  for (const row of ratings) {
    const given = row.filter((one) => one !== undefined)
    for (let i = 0; i < given.length; i += 1)
      for (let j = i + 1; j < given.length; j += 1) {
        all += 1
        same += Number(given[i] === given[j])
      }
  }
  return all ? same / all : undefined
}
/** Cohen's kappa: agreement of two people beyond chance. Undefined where chance alone would always agree. */
export function cohenKappa<T>(pairs: readonly (readonly [T, T])[]): number | undefined {
  const n = pairs.length
  if (!n) return undefined
  const count = (side: 0 | 1) => {
    const counts = new Map<T, number>()
    for (const pair of pairs) counts.set(pair[side], (counts.get(pair[side]) ?? 0) + 1)
    return counts
  }
  const [left, right] = [count(0), count(1)]
  const observed = pairs.filter(([a, b]) => a === b).length / n
  let expected = 0
  for (const [value, times] of left) expected += (times / n) * ((right.get(value) ?? 0) / n)
  return expected < 1 ? (observed - expected) / (1 - expected) : undefined
}
/**
 * Krippendorff's alpha: any number of people, gaps allowed. Options are equal or different (nominal); scores differ by
 * the square of their distance (interval). Undefined when all answers are the same, or nothing was answered twice.
 */
export function krippendorffAlpha<T extends string | number>(
  ratings: Ratings<T>,
  level: 'nominal' | 'interval',
): number | undefined {
  const distance = (a: T, b: T) => (level === 'nominal' ? Number(a !== b) : (Number(a) - Number(b)) ** 2)
  const units = ratings
    .map((row) => row.filter((one): one is Exclude<T, undefined> => one !== undefined))
    .filter((row) => row.length > 1)
  const values = units.flat()
  const n = values.length
  if (n < 2) return undefined
  let observed = 0
  for (const row of units) {
    let sum = 0
    for (const a of row) for (const b of row) sum += distance(a, b)
    observed += sum / (row.length - 1)
  }
  let expected = 0
  const counts = [...Map.groupBy(values, (one) => one)].map(([value, list]) => ({ value, times: list.length }))
  for (const a of counts) for (const b of counts) expected += a.times * b.times * distance(a.value, b.value)
  return expected ? 1 - observed / n / (expected / (n * (n - 1))) : undefined
}
