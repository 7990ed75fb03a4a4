import { Cron } from 'croner'
import { triggerErrors } from '../trigger.errors.ts'
import type { TriggerConfig } from '../trigger.table.ts'

/** Later than this a time counts as missed. */
const LATE_MS = 60_000

/** The first time of a schedule after a moment; undefined when there is none any more. */
export function nextTime(config: TriggerConfig, after: number): number | undefined {
  const { cron = '', timeZone = 'UTC' } = config
  try {
    if (typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5) throw new Error('five fields')
    return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime()
  } catch {
    throw triggerErrors.badCron({ cron: JSON.stringify(cron).slice(0, 100) })
  }
}

/** Whether a missed time still counts: missed times are made up once, or not at all. */
export const stillCounts = (config: TriggerConfig, dueAt: number, now: number): boolean =>
  config.missed !== 'skip' || now - dueAt <= LATE_MS
