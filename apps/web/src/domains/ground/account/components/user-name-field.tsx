import { Check } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { NameCheck } from '../use-name-check.ts'

interface UserNameFieldProps {
  value: string
  onChange: (value: string) => void
  check: NameCheck
}

export function UserNameField({ value, onChange, check }: UserNameFieldProps) {
  const t = useT('account')
  const error = check.is === 'refused' ? check.text : check.is === 'malformed' ? t('userName.malformed') : undefined
  return (
    <Field
      label={t('userName')}
      required
      error={error}
      help={
        <span role="status">
          {check.is === 'free' ? (
            <span className="flex items-center gap-1 text-ok">
              <Icon of={Check} size={14} />
              {t('userName.free')}
            </span>
          ) : (
            t('userName.help')
          )}
        </span>
      }
    >
      <Input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        before="@"
        after={check.is === 'checking' && <Spinner className="mr-1 text-mute" />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}
