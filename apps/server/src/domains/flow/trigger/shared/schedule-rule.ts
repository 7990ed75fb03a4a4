import { Cron } from 'croner'
import { triggerErrors } from '../trigger.errors.ts'
import type { TriggerConfig } from '../trigger.table.ts'

type Schedule = Pick<TriggerConfig, 'cron' | 'timeZone' | 'missed'>
/** A time that is due for longer than this counts as missed. */
const LATE_MS = 60_000

function cronOf({ cron = '', timeZone = 'UTC' }: Schedule): Cron {
  try {
    if (typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5) throw new Error('five fields')
    const parsed = new Cron(cron, { timezone: timeZone, paused: true })
    // Croner checks the time zone only when it computes a time.
    parsed.nextRun()
    return parsed
  } catch {
    throw triggerErrors.badCron({ cron: JSON.stringify(cron).slice(0, 100) })
  }
}

/** The first time of a schedule after a moment; undefined if there is none. */
export const nextTime = (schedule: Schedule, after: number): number | undefined =>
  cronOf(schedule).nextRun(new Date(after))?.getTime()

/** The next times of a schedule. Throws for a schedule that never occurs. */
export function nextTimes(schedule: Schedule, after: number, count: number): number[] {
  const times = cronOf(schedule)
    .nextRuns(count, new Date(after))
    .map((time) => time.getTime())
  if (!times.length) throw triggerErrors.neverComes({ cron: schedule.cron ?? '' })
  return times
}

/** Whether a due time still fires. By default, missed times are made up by one run. */
export const isStillDue = (config: Schedule, dueAt: number, now: number): boolean =>
  config.missed !== 'skip' || now - dueAt <= LATE_MS
