/** The first and last bar of a marked part, in the direction in which it was dragged. */
export interface Brush {
  first: number
  last: number
}
interface Bar {
  at: number
  count: number
  failed: number
}

/** One bar for every interval of the period, including empty ones. */
export function barsOf(
  { bucket_ms: width, buckets }: { bucket_ms: number; buckets: readonly Bar[] },
  start: number,
  end: number,
): Bar[] {
  const counted = new Map(buckets.map((bucket) => [Math.round((bucket.at - start) / width), bucket]))
  return Array.from({ length: Math.max(1, Math.ceil((end - start) / width)) }, (_, index) => {
    const { count = 0, failed = 0 } = counted.get(index) ?? {}
    return { at: start + index * width, count, failed }
  })
}

interface Scale {
  start: number
  end: number
  width: number
  size: number
}
/** The times of the marked bars; undefined if all bars are marked. */
export function timesOfBrush({ first, last }: Brush, { start, end, width, size }: Scale) {
  const [low, high] = [Math.min(first, last), Math.max(first, last)]
  if (low <= 0 && high >= size - 1) return undefined
  return { from: Math.floor(start + low * width), to: Math.ceil(Math.min(end, start + (high + 1) * width)) }
}

/** The bars that a part of the period covers; undefined if it is outside the period. */
export function brushOf(part: { from: number; to: number }, start: number, width: number, size: number) {
  const first = Math.max(0, Math.floor((part.from - start) / width + 0.01))
  const last = Math.min(size - 1, Math.ceil((part.to - start) / width - 0.01) - 1)
  return first <= last ? { first, last } : undefined
}

export const countIn = (bars: readonly Bar[], { first, last }: Brush): { count: number; failed: number } =>
  bars
    .slice(Math.min(first, last), Math.max(first, last) + 1)
    .reduce((sum, bar) => ({ count: sum.count + bar.count, failed: sum.failed + bar.failed }), { count: 0, failed: 0 })
