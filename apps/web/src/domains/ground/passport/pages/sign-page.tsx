import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { usePageTitle } from '#lib/title.ts'
import { Segmented } from '#ui/segmented.tsx'
import { ForgotForm } from '../components/forgot-form.tsx'
import { RegisterForm } from '../components/register-form.tsx'
import { SignFrame } from '../components/sign-frame.tsx'
import { SignInForm } from '../components/sign-in-form.tsx'
import { registrationOf } from '../registration.ts'

type Mode = 'sign-in' | 'register' | 'forgot'

export function SignPage() {
  const t = useT('passport')
  const navigate = useNavigate()
  const search = useSearch({ from: '/sign' })
  const { data: instance } = useQuery(instanceQuery)
  const [email, setEmail] = useState('')
  const registration = registrationOf(instance, search.invite)
  const isFirst = registration.is === 'first'
  // While there are no accounts, the page opens with registration.
  const mode: Mode = search.mode ?? (isFirst ? 'register' : 'sign-in')
  const go = (next: Mode) =>
    void navigate({
      to: '/sign',
      search: { ...search, mode: next === 'sign-in' ? undefined : next },
      replace: true,
    })
  const heading = isFirst && mode === 'register' ? t('first.title') : t(`${mode}.title`)
  usePageTitle(heading)
  return (
    <SignFrame>
      <h1 className="text-heading font-semibold">{heading}</h1>
      <p className="mt-1 text-title text-mute">{intro()}</p>
      {mode !== 'forgot' && !isFirst && (
        <Segmented
          wide
          size="lg"
          className="mt-6"
          label={t('modes')}
          items={[
            { value: 'sign-in', label: t('signIn') },
            { value: 'register', label: t('registerTab') },
          ]}
          value={mode}
          onChange={go}
        />
      )}
      <div className="mt-6">{form()}</div>
      <p className="mt-5 text-small text-mute">{after()}</p>
    </SignFrame>
  )

  function intro(): string {
    if (mode === 'forgot') return t('forgot.text')
    if (mode === 'sign-in') return search.invite ? t('sign-in.invited') : t('sign-in.text')
    if (isFirst) return t('first.text')
    return search.invite ? t('register.invited') : t('register.text')
  }

  function form() {
    const fields = { email, onEmail: setEmail }
    if (mode === 'forgot') return <ForgotForm {...fields} onDone={() => go('sign-in')} />
    if (mode === 'sign-in') return <SignInForm {...fields} onForgot={() => go('forgot')} />
    if (registration.is === 'closed') return <Refusal text={t('registration.closed')} />
    if (registration.is === 'needs-invitation') return <Refusal text={t('registration.invite')} />
    return <RegisterForm {...fields} registration={registration} />
  }

  function after() {
    const toSignIn = (
      <button type="button" onClick={() => go('sign-in')} className="link hit-area rounded-xs">
        {t('signIn')}
      </button>
    )
    if (mode === 'forgot')
      return (
        <>
          {t('remembered')} {toSignIn}
        </>
      )
    if (mode === 'sign-in') return t('trouble')
    return isFirst ? (
      t('first.note')
    ) : (
      <>
        {t('haveAccount')} {toSignIn}
      </>
    )
  }
}

function Refusal({ text }: { text: string }) {
  return (
    <p role="status" className="rounded-md bg-hover px-3 py-2.5">
      {text}
    </p>
  )
}
