import type { QuotaPeriod } from './usage.table.ts'

const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

/** Start of the current period and of the next one. Days and months are UTC. */
export function periodAt(period: QuotaPeriod, now: number): { startsAt: number; endsAt: number } {
  const date = new Date(now)
  switch (period) {
    case 'minute':
      return around(now, MINUTE)
    case 'day':
      return around(now, DAY)
    case 'month': {
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      return { startsAt: Date.UTC(year, month, 1), endsAt: Date.UTC(year, month + 1, 1) }
    }
    case 'total':
      return { startsAt: 0, endsAt: 0 }
  }
}
function around(now: number, length: number) {
  const startsAt = Math.floor(now / length) * length
  return { startsAt, endsAt: startsAt + length }
}
