import type { BinnedResource } from '@orrery/contract'

const DAY = 24 * 3600
/** Days until the final deletion, rounded up; 0 when less than one day is left. */
export function daysLeft({ expire_time }: Pick<BinnedResource, 'expire_time'>, now = Date.now()): number {
  const left = expire_time - now / 1000
  return left < DAY ? 0 : Math.ceil(left / DAY)
}
