import { useCallback, useMemo } from 'react'
import { clockOf, readCron } from './cron-plan.ts'
import { useLanguage, useT } from './i18n.ts'

/** A Sunday: the names of weekdays are derived from it. */
const sunday = Date.UTC(2023, 0, 1)
const day = 86_400_000

export function useWeekdayName(): (weekday: number) => string {
  const [language] = useLanguage()
  return useMemo(() => {
    const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    return (weekday) => names.format(sunday + weekday * day)
  }, [language])
}

/** Describes a cron line as text; a custom line is unchanged. The function changes only with the language. */
export function usePlanText(): (cron: string) => string {
  const t = useT('ui')
  const weekday = useWeekdayName()
  return useCallback(
    (cron) => {
      const plan = readCron(cron)
      if (plan.every === 'custom') return plan.cron
      if (plan.every === 'minutes') return t('plan.minutesAt', { count: plan.step })
      if (plan.every === 'hour') return t('plan.hourAt', { minute: plan.minute })
      const clock = clockOf(plan)
      if (plan.every === 'day') return t('plan.dayAt', { clock })
      if (plan.every === 'weekdays') return t('plan.weekdaysAt', { clock })
      if (plan.every === 'week') return t('plan.weekAt', { day: weekday(plan.day), clock })
      return t('plan.monthAt', { day: plan.day, clock })
    },
    [t, weekday],
  )
}
