import { useId } from 'react'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { PasswordRules } from './password-rules.tsx'

interface NewPasswordFieldProps {
  label: string
  error: string | false
  /** A password must not be like it. */
  email: string
  value: string
  onChange: (password: string) => void
}

/** A password that is chosen now, with the rules that it has to keep. */
export function NewPasswordField({ label, error, email, value, onChange }: NewPasswordFieldProps) {
  const rulesId = useId()
  return (
    <Field label={label} error={error} className="mb-4">
      <PasswordInput
        size="lg"
        name="password"
        autoComplete="new-password"
        aria-describedby={rulesId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <PasswordRules id={rulesId} password={value} email={email} />
    </Field>
  )
}
