import { useMutation, useQuery } from '@tanstack/react-query'
import { BellRing, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type EventApp, eventAppsQuery, type EventType, refreshDeveloper } from '../developer.queries.ts'
import { EventAppDialog } from './event-app-dialog.tsx'

/** Programs that receive events about the person's bots. */
export function EventApps() {
  const t = useT('developer')
  const [language] = useLanguage()
  const [edited, setEdited] = useState<EventApp | 'new'>()
  const { data, error, refetch } = useQuery(eventAppsQuery(language))
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setEdited('new')}>
      {t('app.add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-line">
      {data?.length === 0 ? (
        <EmptyState icon={BellRing} title={t('app.none')} text={t('app.noneText')} action={add} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 px-5 py-2.5">
            <p className="min-w-0 flex-1 text-mute">{t('app.text')}</p>
            {data && add}
          </div>
          <ul className="flex flex-col px-5">
            {data?.map((app) => (
              <AppRow key={app.id} app={app} onEdit={() => setEdited(app)} />
            ))}
          </ul>
        </>
      )}
      {edited && <EventAppDialog app={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

function AppRow({ app, onEdit }: { app: EventApp; onEdit: () => void }) {
  const t = useT('developer')
  const subscribe = useMutation({
    mutationFn: ({ type, isOn }: { type: EventType; isOn: boolean }) => {
      const input = { id: app.id, event_type: type }
      return isOn ? api.apiApp.subscribe(input, { toast: true }) : api.apiApp.unsubscribe(input, { toast: true })
    },
    onSettled: () => refreshDeveloper('apps'),
  })
  const remove = () =>
    confirm({
      title: t('app.deleteTitle', { name: app.name }),
      text: t('app.deleteText'),
      action: t('app.delete'),
      danger: true,
      onConfirm: async () => {
        await api.apiApp.remove({ id: app.id })
        await refreshDeveloper('apps')
        toast.ok(t('app.deleted', { name: app.name }))
      },
    })
  return (
    <li aria-label={app.name} className="flex flex-col gap-2 border-b border-line py-4 last:border-b-0">
      <div className="flex items-center gap-2">
        <h2 data-user-text className="min-w-0 truncate font-semibold">
          {app.name}
        </h2>
        <Tag tone={app.callbackUrl ? 'ok' : 'warn'}>{app.callbackUrl ? t('app.ready') : t('app.noUrl')}</Tag>
        <Tag>{app.channelName || t('app.everyChannel')}</Tag>
        <span className="ml-auto flex">
          <IconButton icon={Pencil} label={t('app.editOf', { name: app.name })} onClick={onEdit} />
          <IconButton icon={Trash2} label={t('app.deleteOf', { name: app.name })} onClick={() => void remove()} />
        </span>
      </div>
      <p className="flex items-center gap-1 text-small text-mute">
        <code className="min-w-0 truncate">{app.callbackUrl || t('app.noUrlText')}</code>
        <CopyButton size="sm" text={app.verifyToken} label={t('app.copyToken')} />
      </p>
      <div className="grid grid-cols-2 gap-x-6 gap-y-2 max-md:grid-cols-1">
        {app.events.map((event) => (
          <div key={event.type} className="flex flex-col">
            <Switch
              checked={event.isOn}
              disabled={subscribe.isPending}
              onChange={(isOn) => subscribe.mutate({ type: event.type, isOn })}
            >
              {event.name}
            </Switch>
            <span className="text-small text-mute">{event.about}</span>
          </div>
        ))}
      </div>
    </li>
  )
}
