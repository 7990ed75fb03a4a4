import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import type { ChannelForm } from '../publish.queries.ts'

interface SetupFieldsProps {
  fields: ChannelForm['fields']
  values: Record<string, string>
  onChange: (name: string, value: string) => void
}

/** The settings form of a channel, as described by its adapter. */
export function SetupFields({ fields, values, onChange }: SetupFieldsProps) {
  const t = useT('channel')
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ name, label, hint, choices, is_secret: isSecret, is_optional: isOptional }) => {
        const value = values[name] ?? ''
        const shared = {
          name,
          value,
          maxLength: 4000,
          autoComplete: 'off',
          onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
        }
        return (
          <Field
            key={name}
            label={label}
            help={hint}
            required={!isOptional}
            aside={isOptional ? t('setup.optional') : undefined}
          >
            {choices.length > 0 ? (
              <Select items={choices} value={value || null} onChange={(next) => onChange(name, next)} />
            ) : isSecret ? (
              <PasswordInput {...shared} mono />
            ) : (
              <Input {...shared} mono spellCheck={false} />
            )}
          </Field>
        )
      })}
    </div>
  )
}
