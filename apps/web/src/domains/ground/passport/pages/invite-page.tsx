import { ApiError } from '@orrery/contract/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { inviteLink } from '#lib/links.ts'
import { spacesQuery } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { describeError } from '#lib/describe-error.ts'
import { FormError } from '../components/form-error.tsx'
import { SignFrame } from '../components/sign-frame.tsx'

const linkStatus = { normal: 1 }

/** Landing page of an invitation: shows the space and lets the visitor join, with or without an account. */
export function InvitePage() {
  const { key } = useParams({ from: '/invite/$key' })
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invite', key],
    queryFn: ({ signal }) => api.space.inviteInfo({ space_id: key }, { signal }),
  })
  const t = useT('passport')
  return (
    <SignFrame>
      {isPending && <Loading />}
      {error && <Broken error={error} onRetry={() => void refetch()} />}
      {data && data.invite_link_status !== linkStatus.normal && (
        <>
          <h1 className="text-heading font-semibold">{t('invite.expiredTitle')}</h1>
          <p className="mt-1 text-title text-mute">{t('invite.expired', { name: data.owner_name })}</p>
          <HomeLink />
        </>
      )}
      {data && data.invite_link_status === linkStatus.normal && <Invitation linkKey={key} info={data} />}
    </SignFrame>
  )
}

type Info = Awaited<ReturnType<typeof api.space.inviteInfo>>

function Invitation({ linkKey, info }: { linkKey: string; info: Info }) {
  const t = useT('passport')
  const visitor = useVisitor()
  const by = info.operator_name || info.owner_name
  return (
    <>
      <div className="mb-5 flex items-center gap-3">
        <SpaceTile
          id={info.space_id}
          colour={info.colour}
          name={info.space_name}
          src={info.icon_url}
          size={48}
          className="rounded-lg"
        />
        <div className="min-w-0">
          <div className="truncate text-title font-semibold">{info.space_name}</div>
          <div className="truncate text-small text-mute">{t('invite.owner', { name: info.owner_name })}</div>
        </div>
      </div>
      <h1 className="text-heading font-semibold wrap-anywhere">{t('invite.title', { space: info.space_name })}</h1>
      <p className="mt-1 text-title text-mute wrap-anywhere">{info.description || t('invite.text', { name: by })}</p>
      <div className="mt-6 flex flex-col gap-2">
        {visitor ? (
          <Join linkKey={linkKey} info={info} name={visitor.name} />
        ) : (
          <>
            <Link to="/sign" search={signSearch(linkKey, 'register')} className={buttonStyle('solid', 'lg')}>
              {t('invite.register')}
            </Link>
            <Link to="/sign" search={signSearch(linkKey)} className={buttonStyle('plain', 'lg')}>
              {t('invite.signIn')}
            </Link>
          </>
        )}
      </div>
    </>
  )
}

function Join({ linkKey, info, name }: { linkKey: string; info: Info; name: string }) {
  const t = useT('passport')
  const navigate = useNavigate()
  const client = useQueryClient()
  const toSpace = (id: string) => navigate({ to: '/space/$space_id/develop', params: { space_id: id } })
  const join = useMutation({
    mutationFn: () => api.space.join({ space_id: linkKey }),
    onSuccess: async ({ Data }) => {
      await client.invalidateQueries({ queryKey: spacesQuery.queryKey })
      await toSpace(Data.space_id)
    },
  })
  if (info.is_joined) {
    return (
      <>
        <p className="mb-2 text-mute">{t('invite.already')}</p>
        <Button kind="solid" size="lg" onClick={() => void toSpace(info.space_id)}>
          {t('invite.open')}
        </Button>
      </>
    )
  }
  return (
    <>
      <FormError text={join.error ? describeError(join.error).message : undefined} />
      <Button kind="solid" size="lg" busy={join.isPending} onClick={() => join.mutate()}>
        {t('invite.join', { name })}
      </Button>
    </>
  )
}

const signSearch = (key: string, mode?: 'register') => ({ invite: key, mode, redirect: inviteLink(key) })

function Loading() {
  return (
    <div aria-hidden>
      <Skeleton className="h-12 w-48" />
      <Skeleton className="mt-6 h-7 w-full" />
      <Skeleton className="mt-8 h-10 w-full" />
    </div>
  )
}

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT('passport')
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <>
      <h1 className="text-heading font-semibold">{isGone ? t('invite.goneTitle') : t('invite.failedTitle')}</h1>
      <p className="mt-1 text-title text-mute">{isGone ? t('invite.gone') : t('invite.failed')}</p>
      {isGone ? (
        <HomeLink />
      ) : (
        <Button size="lg" className="mt-6" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </>
  )
}

function HomeLink() {
  const t = useT('passport')
  return (
    <Link to="/space" className={buttonStyle('plain', 'lg', 'mt-6')}>
      {t('invite.home')}
    </Link>
  )
}
