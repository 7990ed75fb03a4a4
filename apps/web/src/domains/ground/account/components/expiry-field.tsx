import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { type Duration, durations } from '../token-expiry.ts'

interface ExpiryFieldProps {
  duration: Duration
  onDuration: (duration: Duration) => void
  /** The first day that can be chosen. */
  first: string
  date: string
  onDate: (date: string) => void
  error?: string
}

export function ExpiryField({ duration, onDuration, first, date, onDate, error }: ExpiryFieldProps) {
  const t = useT('account')
  const label = (value: Duration): string => {
    if (value === 'customize') return t('expiry.customize')
    if (value === 'permanent') return t('expiry.permanent')
    return t('expiry.days', { count: Number(value) })
  }
  return (
    <div className="flex items-start gap-2 max-sm:flex-col">
      <Field
        label={t('token.expires')}
        help={duration === 'permanent' ? t('expiry.permanentHelp') : undefined}
        className="w-full flex-1"
      >
        <Select
          items={durations.map((value) => ({ value, label: label(value) }))}
          value={duration}
          onChange={onDuration}
        />
      </Field>
      {duration === 'customize' && (
        <Field label={t('expiry.date')} error={error} className="w-full flex-1">
          <Input type="date" value={date} min={first} onChange={(event) => onDate(event.target.value)} />
        </Field>
      )}
    </div>
  )
}
