import { useQuery } from '@tanstack/react-query'
import { Cable, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { connectorsQuery, type OwnConnector, refreshConnectors } from '../connector.queries.ts'
import { CallbackList } from './callback-list.tsx'
import { ConnectorDialog } from './connector-dialog.tsx'
import { DomainList } from './domain-list.tsx'
import { OauthDialog } from './oauth-dialog.tsx'
import { ReviewList } from './review-list.tsx'

const forEveryone = 2

/** The person's own channels, and where they are installed. */
export function ConnectorsTab() {
  const t = useT('connector')
  const [edited, setEdited] = useState<OwnConnector | 'new'>()
  const { data, error, refetch } = useQuery(connectorsQuery)
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-line">
      {data?.length === 0 ? (
        <EmptyState icon={Cable} title={t('none')} text={t('none.text')} action={add} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 px-5 py-2.5">
            <p className="min-w-0 flex-1 text-mute">{t('text')}</p>
            {data && add}
          </div>
          <ul className="flex flex-col px-5">
            {data?.map((item) => (
              <ConnectorRow key={item.id} connector={item} onEdit={() => setEdited(item)} />
            ))}
          </ul>
        </>
      )}
      {data && <DomainList />}
      {edited && (
        <ConnectorDialog connector={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

function ConnectorRow({ connector, onEdit }: { connector: OwnConnector; onEdit: () => void }) {
  const t = useT('connector')
  const nameOf = useSpaceName()
  const installed = useSpaces().filter((space) => connector.space_id_list.includes(space.id))
  const { name } = connector
  const [isOauth, setOauth] = useState(false)
  const remove = () =>
    confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete'),
      danger: true,
      onConfirm: async () => {
        await api.connector.remove({ id: connector.id })
        await refreshConnectors()
        toast.ok(t('deleted', { name }))
      },
    })
  return (
    <li aria-label={name} className="flex flex-col gap-2 border-b border-line py-4 last:border-b-0">
      <div className="flex items-center gap-2">
        <h2 data-user-text className="min-w-0 truncate font-semibold">
          {name}
        </h2>
        <Tag>{connector.public_type === forEveryone ? t('public') : t('private')}</Tag>
        {connector.oauth_config && <Tag>{t('oauth.on')}</Tag>}
        {connector.waiting_count > 0 && <Tag tone="warn">{t('waiting', { count: connector.waiting_count })}</Tag>}
        <span className="ml-auto flex">
          <IconButton icon={KeyRound} label={t('oauth.of', { name })} onClick={() => setOauth(true)} />
          <IconButton icon={Pencil} label={t('editOf', { name })} onClick={onEdit} />
          <IconButton icon={Trash2} label={t('deleteOf', { name })} onClick={() => void remove()} />
        </span>
      </div>
      {connector.waiting_count > 0 && <ReviewList connectorId={connector.id} />}
      {connector.desc && (
        <p data-user-text className="text-mute">
          {connector.desc}
        </p>
      )}
      <p className="flex items-center gap-1 text-small text-mute">
        {connector.callback_url ? <code className="min-w-0 truncate">{connector.callback_url}</code> : t('noUrl')}
        <CopyButton size="sm" text={connector.callback_token} label={t('copyToken')} />
        <CopyButton size="sm" text={connector.id} label={t('copyId')} />
      </p>
      {connector.callback_url && <CallbackList connectorId={connector.id} />}
      {isOauth && <OauthDialog connector={connector} onClose={() => setOauth(false)} />}
      <div className="flex flex-wrap items-center gap-1 text-small text-mute">
        {installed.length ? t('installedIn') : t('installedNowhere')}
        {installed.map((space) => (
          <Tag key={space.id}>
            <span data-user-text>{nameOf(space)}</span>
          </Tag>
        ))}
      </div>
    </li>
  )
}
