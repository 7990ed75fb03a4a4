import type { Clock } from '#kit/clock.ts'

const HOUR = 3600
const DAY = 86_400
/** Roll-ups by minute are stored for a little longer than this. */
const MINUTES_REACH = 7 * DAY

/** The width of a bar in seconds, so that any range has a few dozen bars. */
function widthOf(seconds: number): number {
  if (seconds <= 6 * HOUR) return 300
  if (seconds <= 2 * DAY) return 1800
  return seconds <= 8 * DAY ? 2 * HOUR : DAY
}
export const stepOf = ({ from }: { from: number }, width: number, clock: Clock): 60 | 3600 =>
  width < HOUR && from > clock.now() / 1000 - MINUTES_REACH ? 60 : HOUR

/** The width of a bar, and the step of the roll-up that it is summed from. */
export function barsOf(range: { from: number; to: number }, clock: Clock) {
  const wanted = widthOf(range.to - range.from)
  const width = Math.max(wanted, stepOf(range, wanted, clock))
  return { width, step: stepOf(range, width, clock) }
}
