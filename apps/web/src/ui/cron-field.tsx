import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { NumberInput } from './number-input.tsx'
import { Select } from './select.tsx'
import { changeKind, clockOf, type CronPlan, planKinds, readClock, readCron, writeCron } from '#lib/cron-plan.ts'
import { useWeekdayName } from '#lib/use-plan-text.ts'

interface CronFieldProps {
  cron: string
  timeZone: string
  /** What happens to missed times. */
  help?: ReactNode
  onChange: (cron: string, timeZone: string) => void
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  label: zone,
}))

/** A schedule: in words for common cases, as a cron line for others, always with a time zone. */
export function CronField({ cron, timeZone, help, onChange }: CronFieldProps) {
  const t = useT('ui')
  const weekday = useWeekdayName()
  const [plan, setPlan] = useState(() => readCron(cron))
  const change = (next: CronPlan) => {
    setPlan(next)
    onChange(writeCron(next), timeZone)
  }
  const kinds = planKinds.map((kind) => ({ value: kind, label: t(`plan.${kind}`) }))
  return (
    <>
      <Field label={t('plan.when')}>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label={t('plan.when')}
            items={kinds}
            value={plan.every}
            onChange={(kind) => change(changeKind(plan, kind))}
            className="w-40"
          />
          {plan.every === 'week' && (
            <Select
              label={t('plan.weekday')}
              items={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: weekday(day) }))}
              value={String(plan.day)}
              onChange={(day) => change({ ...plan, day: Number(day) })}
              className="w-32"
            />
          )}
          {plan.every === 'month' && (
            <NumberInput
              label={t('plan.monthday')}
              min={1}
              max={31}
              value={plan.day}
              onChange={(day) => day !== null && change({ ...plan, day })}
              className="w-16"
            />
          )}
          {plan.every === 'minutes' && (
            <NumberInput
              label={t('plan.step')}
              min={1}
              max={59}
              value={plan.step}
              unit={t('plan.stepUnit')}
              onChange={(step) => step !== null && change({ ...plan, step })}
              className="w-32"
            />
          )}
          {plan.every === 'hour' && (
            <NumberInput
              label={t('plan.minute')}
              min={0}
              max={59}
              value={plan.minute}
              unit={t('plan.past')}
              onChange={(minute) => minute !== null && change({ ...plan, minute })}
              className="w-32"
            />
          )}
          {'hour' in plan && (
            <Input
              type="time"
              aria-label={t('plan.clock')}
              value={clockOf(plan)}
              onChange={(event) => {
                const clock = readClock(event.target.value)
                if (clock) change({ ...plan, ...clock })
              }}
              className="w-28"
            />
          )}
          {plan.every === 'custom' && (
            <Input
              mono
              aria-label={t('plan.cron')}
              value={plan.cron}
              placeholder="*/15 8-18 * * 1-5"
              onChange={(event) => change({ every: 'custom', cron: event.target.value })}
              className="w-56"
            />
          )}
        </div>
      </Field>
      <Field label={t('plan.timeZone')} help={help}>
        <Combobox
          label={t('plan.timeZone')}
          items={zones}
          value={zones.find((zone) => zone.value === timeZone) ?? { value: timeZone, label: timeZone }}
          onChange={(zone) => zone && onChange(writeCron(plan), zone.value)}
        />
      </Field>
    </>
  )
}
