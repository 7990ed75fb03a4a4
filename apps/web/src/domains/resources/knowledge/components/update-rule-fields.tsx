import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

export interface UpdateRule {
  type: number
  interval: number
}
const intervals = ['never', 'daily', 'threeDays', 'sevenDays'] as const
const types = ['none', 'cover', 'append'] as const

/** Sets how often a web page is fetched again, and what happens to its old slices. */
export function UpdateRuleFields({ value, onChange }: { value: UpdateRule; onChange: (value: UpdateRule) => void }) {
  const t = useT('knowledge')
  const often = value.type === 0 ? 0 : value.interval
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('rule.interval')}>
        <Select
          value={intervals[often] ?? 'never'}
          onChange={(name) => {
            const interval = intervals.indexOf(name)
            onChange({ interval, type: interval === 0 ? 0 : value.type || 1 })
          }}
          items={intervals.map((name) => ({ value: name, label: t(`rule.${name}`) }))}
        />
      </Field>
      {often > 0 && (
        <Field label={t('rule.type')}>
          <Select
            value={types[value.type] ?? 'cover'}
            onChange={(name) => onChange({ ...value, type: types.indexOf(name) })}
            items={(['cover', 'append'] as const).map((name) => ({
              value: name,
              label: t(`rule.${name}`),
              description: t(`rule.${name}Text`),
            }))}
          />
        </Field>
      )}
    </div>
  )
}
