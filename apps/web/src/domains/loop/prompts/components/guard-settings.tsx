import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Switch } from '#ui/switch.tsx'
import type { ReleaseSettingsData } from '../prompts.queries.ts'

type Change = Partial<Pick<ReleaseSettingsData, 'gray_plan' | 'guard'>>
interface GuardSettingsProps {
  data: ReleaseSettingsData
  isDisabled: boolean
  onChange: (change: Change) => void
}
const metrics = ['error', 'latency', 'cost', 'score'] as const

/** The steps in which the share of users grows, and the limits that stop it. */
export function GuardSettings({ data, isDisabled, onChange }: GuardSettingsProps) {
  const t = useT('prompts')
  const { guard } = data
  // The plan is saved as a whole, because the server would refuse a partly entered number.
  const [plan, setPlan] = useState(data.gray_plan)
  const isChanged = JSON.stringify(plan) !== JSON.stringify(data.gray_plan)
  const put = (at: number, more: Partial<(typeof plan)[number]>) =>
    setPlan(plan.map((step, index) => (index === at ? { ...step, ...more } : step)))
  const last = plan.at(-1)
  return (
    <>
      <h3 className="pt-2 font-medium">{t('plan.title')}</h3>
      <p className="text-small text-mute">{t('plan.text')}</p>
      {plan.map((step, at) => (
        <div key={at} className="flex items-center gap-2">
          <NumberInput
            label={t('plan.share', { n: at + 1 })}
            value={step.share}
            min={1}
            max={99}
            unit="%"
            disabled={isDisabled}
            onChange={(share) => share !== null && put(at, { share })}
          />
          <NumberInput
            label={t('plan.minutes', { n: at + 1 })}
            value={step.minutes}
            min={1}
            max={43_200}
            unit={t('plan.unit')}
            disabled={isDisabled}
            onChange={(minutes) => minutes !== null && put(at, { minutes })}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={t('plan.remove', { n: at + 1 })}
            disabled={isDisabled}
            onClick={() => setPlan(plan.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {!isDisabled && (
        <div className="flex gap-2">
          {(last?.share ?? 0) < 99 && (
            <Button
              size="sm"
              icon={Plus}
              onClick={() => setPlan([...plan, { share: last ? Math.min(99, last.share * 2) : 5, minutes: 60 }])}
            >
              {t('plan.add')}
            </Button>
          )}
          {isChanged && (
            <Button size="sm" kind="solid" onClick={() => onChange({ gray_plan: plan })}>
              {t('plan.save')}
            </Button>
          )}
        </div>
      )}
      <h3 className="pt-2 font-medium">{t('guard.title')}</h3>
      <p className="text-small text-mute">{t('guard.text')}</p>
      {metrics.map((metric) => (
        <Switch
          key={metric}
          checked={guard[metric]}
          disabled={isDisabled}
          onChange={(isOn) => onChange({ guard: { ...guard, [metric]: isOn } })}
        >
          {t(`guard.${metric}`)}
        </Switch>
      ))}
    </>
  )
}
