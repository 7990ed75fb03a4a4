import type { Clock } from '#kit/clock.ts'

const HOUR = 3600
const DAY = 86_400
/** Roll-ups by minute are kept for a little longer. */
const MINUTES_REACH = 7 * DAY

/** How wide the bars are, in seconds: some dozens for any length of time. */
function widthOf(seconds: number): number {
  if (seconds <= 6 * HOUR) return 300
  if (seconds <= 2 * DAY) return 1800
  return seconds <= 8 * DAY ? 2 * HOUR : DAY
}
export const stepOf = ({ from }: { from: number }, width: number, clock: Clock): 60 | 3600 =>
  width < HOUR && from > clock.now() / 1000 - MINUTES_REACH ? 60 : HOUR

/** The width of a bar, and the roll-up that it is added up from. */
export function barsOf(range: { from: number; to: number }, clock: Clock) {
  const wanted = widthOf(range.to - range.from)
  const width = Math.max(wanted, stepOf(range, wanted, clock))
  return { width, step: stepOf(range, width, clock) }
}
