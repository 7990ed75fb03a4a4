/** The number of durations in each bucket, with bounds in seconds, and their sum. */
export interface Histogram {
  /** One more than there are bounds: the last count is for durations above all bounds. */
  counts: number[]
  sum: number
}
/** From 10 ms to 10 minutes: covers first tokens, answers and long runs. */
export const TIME_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600] as const

export const emptyHistogram = (): Histogram => ({
  counts: Array.from({ length: TIME_BOUNDS.length + 1 }, () => 0),
  sum: 0,
})
export function observe(histogram: Histogram, micros: number): void {
  const seconds = micros / 1_000_000
  const at = TIME_BOUNDS.findIndex((bound) => seconds <= bound)
  histogram.counts[at < 0 ? TIME_BOUNDS.length : at]! += 1
  histogram.sum += seconds
}
export function addHistogram(to: Histogram, more: Histogram): void {
  more.counts.forEach((n, at) => void (to.counts[at]! += n))
  to.sum += more.sum
}
