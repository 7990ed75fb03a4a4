import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CornerDownLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { type CompanyConnection, useCompanyWays } from '../use-company-ways.ts'
import { useEnter } from '../use-enter.ts'
import { CompanyButtons } from './company-buttons.tsx'
import { DirectoryForm } from './directory-form.tsx'
import { FormError } from './form-error.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
}

export function SignInForm({ email, onEmail, onForgot }: SignInFormProps) {
  const t = useT('passport')
  const enter = useEnter()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'email' | 'password' | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const [challenge, setChallenge] = useState<string>()
  const [directory, setDirectory] = useState<CompanyConnection>()
  const [showsAll, setShowsAll] = useState(false)
  const { ways, isRequired } = useCompanyWays(email)
  const { sso_error: companyError } = useSearch({ from: '/sign' })
  const hidesPassword = isRequired && !showsAll
  const sign = useMutation({
    mutationFn: () => api.passport.login({ email: email.trim(), password }),
    onSuccess: enter,
    onError: (error) => {
      const next = challengeOf(error)
      if (next) setChallenge(next)
      else passwordField.current?.select()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sign.isPending) return
    const first = email.trim() === '' ? 'email' : password === '' ? 'password' : null
    setMissing(first)
    if (first === 'email') return emailField.current?.focus()
    if (first === 'password') return passwordField.current?.focus()
    sign.mutate()
  }
  if (directory) return <DirectoryForm connection={directory} onBack={() => setDirectory(undefined)} />
  if (challenge) {
    const back = () => {
      setChallenge(undefined)
      setPassword('')
      sign.reset()
    }
    return <SecondStepForm challenge={challenge} onBack={back} />
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col">
      {companyError && !sign.error && <FormError text={companyError} />}
      <Field label={t('email')} error={missing === 'email' && t('email.missing')} className="mb-4">
        <Input
          ref={emailField}
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Field>
      <CompanyButtons ways={ways} email={email.trim()} isRequired={isRequired} onDirectory={setDirectory} />
      {hidesPassword ? (
        <Button kind="quiet" size="lg" onClick={() => setShowsAll(true)} className="w-full">
          {t('company.other')}
        </Button>
      ) : (
        <>
          <Field
            label={t('password')}
            aside={
              <button type="button" onClick={onForgot} className="hit-area rounded-xs text-brand hover:underline">
                {t('forgot')}
              </button>
            }
            error={missing === 'password' && t('password.missing')}
            className="mb-4"
          >
            <PasswordInput
              ref={passwordField}
              size="lg"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <FormError text={sign.error ? errorText(sign.error, t('wrongPair')) : undefined} />
          <Button
            type="submit"
            kind="solid"
            size="lg"
            busy={sign.isPending}
            iconAfter={CornerDownLeft}
            className="w-full"
          >
            {t('signIn')}
          </Button>
          <PasskeyButton label={t('passkey.signIn')} />
        </>
      )}
    </form>
  )
}

/** The challenge if the password was right but the account has two-step verification. */
const challengeOf = (error: Error): string | undefined =>
  error instanceof ApiError && error.code === ErrorCode.factor.secondStep
    ? (error.data as { challenge: string }).challenge
    : undefined

/** The text does not reveal whether the address or the password is wrong. */
function errorText(error: Error, pair: string): string {
  return error instanceof ApiError && error.code === ErrorCode.passport.wrongPair ? pair : readFieldError(error).text
}
