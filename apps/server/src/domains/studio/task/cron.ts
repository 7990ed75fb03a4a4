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
/** Throws unless the line can be understood and comes due some day. */
export function checkCron(line: string, timeZone: string, now: number) {
  checkZone(timeZone)
  if (nextDue(line, timeZone, now) === undefined) throw taskErrors.neverDue({ cron: line })
}
/** The first time after `after`, in the wall clock of the zone: an hour that a change of the clock skips is made up for, one that it repeats counts once. */
export function nextDue(line: string, timeZone: string, after: number): number | undefined {
  return open(line, timeZone).nextRun(new Date(after))?.getTime()
}
/** Number of due times after `from`, up to and including `to`; counting stops at `max`. */
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
