import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
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
    <Field
      label={t('token.expires')}
      error={error}
      help={duration === 'permanent' ? t('expiry.permanentHelp') : undefined}
    >
      <div className="flex gap-2">
        <Select
          items={durations.map((value) => ({ value, label: label(value) }))}
          value={duration}
          onChange={onDuration}
        />
        {duration === 'customize' && (
          <Input
            type="date"
            aria-label={t('expiry.date')}
            value={date}
            min={first}
            onChange={(event) => onDate(event.target.value)}
          />
        )}
      </div>
    </Field>
  )
}
