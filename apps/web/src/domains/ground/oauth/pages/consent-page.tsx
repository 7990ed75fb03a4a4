import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SignFrame } from '#domains/ground/passport/index.ts'
import { Question } from '../components/question.tsx'

/** OAuth consent: shows what the app requests and sends the decision. */
export function ConsentPage() {
  const { authorize_key: key, error, device, user_code: userCode } = useSearch({ from: '/oauth/consent' })
  const [done, setDone] = useState<'allowed' | 'refused' | null>(null)
  return (
    <SignFrame>
      {error !== undefined ? (
        <Refused code={error} />
      ) : done ? (
        <Done what={done} />
      ) : key !== undefined ? (
        <Asked authorizeKey={key} onDone={setDone} />
      ) : (
        device !== undefined && <Device first={userCode ?? ''} />
      )}
      {error === undefined && key === undefined && device === undefined && <Refused code="" />}
    </SignFrame>
  )
}

function Asked({ authorizeKey, onDone }: { authorizeKey: string; onDone: (what: 'allowed' | 'refused') => void }) {
  const t = useT('oauth')
  const info = useQuery({
    queryKey: ['oauth-request', authorizeKey],
    queryFn: ({ signal }) => api.oauth.requestInfo({ authorize_key: authorizeKey }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (info.isPending) return <Skeleton className="h-64 w-full" />
  if (info.error) return <Heading title={t('error.title')} text={describeError(info.error).message} />
  return <Question authorizeKey={authorizeKey} info={info.data} onDone={onDone} />
}

function Device({ first }: { first: string }) {
  const t = useT('oauth')
  const navigate = useNavigate()
  const [code, setCode] = useState(first)
  const find = useMutation({
    mutationFn: () => api.oauth.verifyDevice({ user_code: code }),
    onSuccess: ({ redirect_uri }) => {
      const authorize_key = new URL(redirect_uri).searchParams.get('authorize_key') ?? ''
      void navigate({ to: '/oauth/consent', search: { authorize_key } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Heading title={t('device.title')} text={t('device.text')} />
      <Field label={t('device.code')} error={find.error && describeError(find.error).message} className="mt-6 mb-4">
        <Input
          size="lg"
          mono
          autoFocus
          spellCheck={false}
          autoCapitalize="characters"
          value={code}
          onChange={(event) => {
            find.reset()
            setCode(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" kind="solid" size="lg" className="w-full" disabled={!code.trim()} busy={find.isPending}>
        {t('device.continue')}
      </Button>
    </form>
  )
}

function Done({ what }: { what: 'allowed' | 'refused' }) {
  const t = useT('oauth')
  return (
    <div role="status">
      <Heading
        title={t(what === 'allowed' ? 'done.allowedTitle' : 'done.refusedTitle')}
        text={t(what === 'allowed' ? 'done.allowedText' : 'done.refusedText')}
      />
      <Home />
    </div>
  )
}

function Refused({ code }: { code: string }) {
  const t = useT('oauth')
  return (
    <>
      <Heading title={t('error.title')} text={code ? t('error.request', { code }) : t('error.gone')} />
      <Home />
    </>
  )
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="text-heading font-semibold wrap-anywhere">{title}</h1>
      <p className="mt-1 text-title text-mute wrap-anywhere">{text}</p>
    </>
  )
}

function Home() {
  const t = useT('oauth')
  return (
    <Link to="/space" className={buttonStyle('plain', 'lg', 'mt-6')}>
      {t('home')}
    </Link>
  )
}
