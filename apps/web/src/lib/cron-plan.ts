/** A schedule that the form can describe. All others are custom cron lines. */
export type CronPlan =
  | { every: 'minutes'; step: number }
  | { every: 'hour'; minute: number }
  | { every: 'day'; hour: number; minute: number }
  | { every: 'weekdays'; hour: number; minute: number }
  | { every: 'week'; day: number; hour: number; minute: number }
  | { every: 'month'; day: number; hour: number; minute: number }
  | { every: 'custom'; cron: string }

export const planKinds = ['day', 'weekdays', 'week', 'month', 'hour', 'minutes', 'custom'] as const

export function writeCron(plan: CronPlan): string {
  if (plan.every === 'custom') return plan.cron.trim()
  if (plan.every === 'minutes') return plan.step === 1 ? '* * * * *' : `*/${plan.step} * * * *`
  if (plan.every === 'hour') return `${plan.minute} * * * *`
  const at = `${plan.minute} ${plan.hour}`
  if (plan.every === 'day') return `${at} * * *`
  if (plan.every === 'weekdays') return `${at} * * 1-5`
  return plan.every === 'week' ? `${at} * * ${plan.day}` : `${at} ${plan.day} * *`
}

const isNumber = (text: string | undefined): text is string => /^\d{1,2}$/.test(text ?? '')

export function readCron(cron: string): CronPlan {
  const [minute, hour, day, month, weekday, ...rest] = cron.trim().split(/\s+/)
  const custom: CronPlan = { every: 'custom', cron }
  const step = minute === '*' ? '1' : /^\*\/([1-5]?\d)$/.exec(minute ?? '')?.[1]
  if (step && Number(step) > 0 && rest.length === 0 && [hour, day, month, weekday].every((field) => field === '*'))
    return { every: 'minutes', step: Number(step) }
  if (rest.length > 0 || month !== '*' || !isNumber(minute)) return custom
  if (hour === '*' && day === '*' && weekday === '*') return { every: 'hour', minute: Number(minute) }
  if (!isNumber(hour)) return custom
  const at = { hour: Number(hour), minute: Number(minute) }
  if (day === '*' && weekday === '*') return { every: 'day', ...at }
  if (day === '*' && weekday === '1-5') return { every: 'weekdays', ...at }
  if (day === '*' && isNumber(weekday) && Number(weekday) < 7) return { every: 'week', day: Number(weekday), ...at }
  if (isNumber(day) && weekday === '*') return { every: 'month', day: Number(day), ...at }
  return custom
}

/** Converts a plan to another kind, with the same time of day. */
export function changeKind(plan: CronPlan, every: CronPlan['every']): CronPlan {
  const hour = 'hour' in plan ? plan.hour : 9
  const minute = 'minute' in plan ? plan.minute : 0
  if (every === 'custom') return { every, cron: writeCron(plan) }
  if (every === 'minutes') return { every, step: 15 }
  if (every === 'hour') return { every, minute }
  if (every === 'week' || every === 'month') return { every, day: 1, hour, minute }
  return { every, hour, minute }
}

const two = (value: number) => String(value).padStart(2, '0')
export const clockOf = (plan: { hour: number; minute: number }): string => `${two(plan.hour)}:${two(plan.minute)}`
export function readClock(text: string): { hour: number; minute: number } | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  return hour !== undefined && minute !== undefined ? { hour: Number(hour), minute: Number(minute) } : null
}
