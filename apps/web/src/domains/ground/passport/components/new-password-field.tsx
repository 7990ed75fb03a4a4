import { useId } from 'react'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { PasswordRules } from './password-rules.tsx'

interface NewPasswordFieldProps {
  label: string
  error: string | false
  /** The password must not be similar to it. */
  email: string
  value: string
  onChange: (password: string) => void
}

/** A field for a new password, with the password rules. */
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
