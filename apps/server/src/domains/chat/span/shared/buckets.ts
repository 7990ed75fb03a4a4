const BASE = Math.log(1.1)

/** Histogram buckets for durations. They are 10% wide, so percentiles are within 5% of the exact values. */
export const bucketOf = (us: number): number => Math.floor(Math.log(Math.max(us, 1)) / BASE)
/** The middle of a bucket, in microseconds. */
const bucketMiddle = (bucket: number): number => Math.exp((bucket + 0.5) * BASE)

/** The value below which a share of the counted values is; 0 without values. */
export function percentileOf(buckets: readonly { bucket: number; n: number }[], share: number): number {
  const total = buckets.reduce((sum, { n }) => sum + n, 0)
  if (!total) return 0
  let seen = 0
  for (const { bucket, n } of [...buckets].sort((a, b) => a.bucket - b.bucket)) {
    seen += n
    if (seen >= share * total) return bucketMiddle(bucket)
  }
  return 0
}
