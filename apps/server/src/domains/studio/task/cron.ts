import { Cron } from 'croner'
import { taskErrors } from './task.errors.ts'

function open(line: string, timeZone: string): Cron {
  try {
    return new Cron(line, { timezone: timeZone, mode: '5-part', paused: true })
  } catch {
    throw taskErrors.badCron({ cron: line })
  }
}

function checkZone(timeZone: string) {
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw taskErrors.badZone({ zone: timeZone })
  }
}
/** Throws unless the line is valid and becomes due at some time. */
export function checkCron(line: string, timeZone: string, now: number) {
  checkZone(timeZone)
  if (nextDue(line, timeZone, now) === undefined) throw taskErrors.neverDue({ cron: line })
}
/**
 * The first due time after `after`, in local time of the zone. An hour skipped by daylight saving time is made up for,
 * a repeated one counts once.
 */
export function nextDue(line: string, timeZone: string, after: number): number | undefined {
  return open(line, timeZone).nextRun(new Date(after))?.getTime()
}
/** Due times after `from`, up to and including `to`, at most `max`. */
export function dueBetween(line: string, timeZone: string, from: number, to: number, max: number): number[] {
  const times: number[] = []
  for (
    let at = nextDue(line, timeZone, from);
    at !== undefined && at <= to && times.length < max;
    at = nextDue(line, timeZone, at)
  )
    times.push(at)
  return times
}
