import { formatDate } from '#lib/format.ts'

export const durations = ['1', '30', '90', '180', '365', 'customize', 'permanent'] as const
export type Duration = (typeof durations)[number]

const day = 24 * 3600_000
const soonBefore = 7 * day

/** The first day that can be chosen, as the value of a date field. */
export const firstDay = (now: number): string => formatDate(now + day)

/** The last second of a day in the local time zone: a token that expires on the 3rd works until its end. */
export function endOfDay(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const at = new Date(`${date}T23:59:59`).getTime()
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000)
}

export type ExpiryState = 'never' | 'expired' | 'soon' | 'later'

/** The state of an expiry time in seconds, where -1 means never. */
export function expiryState(expireAt: number, now: number): ExpiryState {
  if (expireAt < 0) return 'never'
  const left = expireAt * 1000 - now
  if (left <= 0) return 'expired'
  return left < soonBefore ? 'soon' : 'later'
}
