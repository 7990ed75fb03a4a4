import { ApiError } from '@orrery/contract/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { SignFrame } from '#domains/ground/passport/index.ts'

/** The target of an invitation link of an enterprise: people apply, and an admin decides. */
export function JoinPage() {
  const { key } = useParams({ from: '/join/$key' })
  const t = useT('enterprise')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['join', key],
    queryFn: ({ signal }) => api.enterpriseJoin.linkInfo({ invite_key: key }, { signal }),
  })
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <SignFrame>
      {isPending && <Skeleton className="h-12 w-48" />}
      {error && (
        <>
          <h1 className="text-heading font-semibold">{isGone ? t('join.goneTitle') : t('join.failedTitle')}</h1>
          <p className="mt-1 text-title text-mute">{isGone ? t('join.gone') : describeError(error).message}</p>
          {isGone ? (
            <Link to="/space" className={buttonStyle('plain', 'lg', 'mt-6')}>
              {t('join.home')}
            </Link>
          ) : (
            <Button size="lg" className="mt-6" onClick={() => void refetch()}>
              {t('join.again')}
            </Button>
          )}
        </>
      )}
      {data && <Offer linkKey={key} info={data} onChanged={() => void refetch()} />}
    </SignFrame>
  )
}

type Info = Awaited<ReturnType<typeof api.enterpriseJoin.linkInfo>>

function Offer({ linkKey, info, onChanged }: { linkKey: string; info: Info; onChanged: () => void }) {
  const t = useT('enterprise')
  const visitor = useVisitor()
  const status = info.invite_link_status
  const text = {
    CanApply: t('join.text'),
    AlreadyApplied: t('join.applied'),
    Joined: t('join.joined'),
    Expired: t('join.gone'),
    Deny: info.deny_type === 'VisitorsProhibited' ? t('join.noGuests') : t('join.bound'),
  }[status]
  return (
    <>
      <div className="mb-5 flex items-center gap-3">
        <SpaceTile id={info.enterprise_id} name={info.name} src={info.icon_url} size={48} className="rounded-lg" />
        <div className="min-w-0">
          <div className="truncate text-title font-semibold">{info.name}</div>
          {info.link_creator && (
            <div className="truncate text-small text-mute">{t('join.by', { name: info.link_creator.nick_name })}</div>
          )}
        </div>
      </div>
      <h1 className="text-heading font-semibold wrap-anywhere">{t('join.title', { name: info.name })}</h1>
      <p className="mt-1 text-title text-mute">{text}</p>
      <div className="mt-6 flex flex-col gap-2">
        {status === 'Joined' ? (
          <Link
            to="/enterprise/$enterprise_id"
            params={{ enterprise_id: info.enterprise_id }}
            className={buttonStyle('solid', 'lg')}
          >
            {t('join.open')}
          </Link>
        ) : status !== 'CanApply' ? (
          <Link to="/space" className={buttonStyle('plain', 'lg')}>
            {t('join.home')}
          </Link>
        ) : visitor ? (
          <Apply linkKey={linkKey} onDone={onChanged} />
        ) : (
          <>
            <Link
              to="/sign"
              search={{ mode: 'register', redirect: `/join/${linkKey}` }}
              className={buttonStyle('solid', 'lg')}
            >
              {t('join.register')}
            </Link>
            <Link to="/sign" search={{ redirect: `/join/${linkKey}` }} className={buttonStyle('plain', 'lg')}>
              {t('join.signIn')}
            </Link>
          </>
        )}
      </div>
    </>
  )
}

function Apply({ linkKey, onDone }: { linkKey: string; onDone: () => void }) {
  const t = useT('enterprise')
  const [remark, setRemark] = useState('')
  const apply = useMutation({
    mutationFn: () => api.enterpriseJoin.apply({ key: linkKey, remark }),
    onSuccess: onDone,
  })
  return (
    <>
      <Field label={t('join.remark')} error={apply.error ? describeError(apply.error).message : undefined}>
        <Textarea value={remark} limit={200} onChange={(event) => setRemark(event.target.value)} />
      </Field>
      <Button kind="solid" size="lg" busy={apply.isPending} onClick={() => apply.mutate()}>
        {t('join.apply')}
      </Button>
    </>
  )
}
