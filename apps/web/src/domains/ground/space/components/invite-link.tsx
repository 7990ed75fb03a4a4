import type { Space } from '@orrery/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link2, RefreshCw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { inviteLink } from '#lib/links.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { useCopy } from '#ui/copy-button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { inviteQuery, membersQuery } from '../space.queries.ts'

/** The invitation link of a space, with its expiry. Turning it off invalidates it; turning it on creates another. */
export function InviteLink({ space }: { space: Space }) {
  const t = useT('space')
  const query = useQuery(inviteQuery(space.id))
  const change = useMutation({
    mutationFn: async (wanted: 'on' | 'off' | 'new') => {
      const set = (on: boolean) =>
        api.space.inviteLink({ space_id: space.id, team_invite_link_status: on }, { toast: true })
      if (wanted === 'new') await set(false)
      return set(wanted !== 'off')
    },
    onSuccess: (link) => {
      queryClient.setQueryData(inviteQuery(space.id).queryKey, link)
      return queryClient.invalidateQueries({ queryKey: membersQuery(space.id).queryKey })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: inviteQuery(space.id).queryKey }),
  })
  if (query.isError) return <ErrorPanel error={query.error} />
  if (!query.data) return <Skeleton className="h-8 w-full" />
  const link = query.data
  const isOn = link.team_invite_link_status
  const renew = () =>
    confirm({
      title: t('link.renewTitle'),
      text: t('link.renewText'),
      action: t('link.renew'),
      onConfirm: async () => void (await change.mutateAsync('new')),
    })
  return (
    <div className="flex flex-col gap-2">
      <Switch
        checked={isOn}
        disabled={change.isPending}
        onChange={(on) => change.mutate(on ? 'on' : 'off')}
        className="font-medium"
      >
        {t('link.switch')}
      </Switch>
      {isOn ? (
        <>
          <LinkField address={location.origin + inviteLink(link.key)} />
          <p className="flex flex-wrap items-center gap-x-2 text-small text-mute">
            {t('link.expires', { when: formatTime(fromSeconds(link.expire_time)) })}
            <Button size="xs" kind="quiet" icon={RefreshCw} disabled={change.isPending} onClick={() => void renew()}>
              {t('link.renew')}
            </Button>
          </p>
        </>
      ) : (
        <p className="text-small text-mute">{t('link.off')}</p>
      )}
    </div>
  )
}

function LinkField({ address }: { address: string }) {
  const t = useT('space')
  const [copied, copy] = useCopy(address)
  return (
    <div className="flex gap-2">
      <Input
        readOnly
        mono
        value={address}
        aria-label={t('link.label')}
        before={<Icon of={Link2} />}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>{copied ? t('link.copied') : t('link.copy')}</Button>
      <span role="status" className="sr-only">
        {copied ? t('link.copied') : ''}
      </span>
    </div>
  )
}
