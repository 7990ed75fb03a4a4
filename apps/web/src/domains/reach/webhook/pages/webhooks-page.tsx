import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { ChannelTabs } from '#domains/reach/channel/index.ts'
import { DeliverySheet } from '../components/delivery-sheet.tsx'
import { HookDialog } from '../components/hook-dialog.tsx'
import { HookTable } from '../components/hook-table.tsx'
import { type Hook, hooksQuery } from '../webhook.queries.ts'

/** URLs that are notified about outside requests to the bots of a space. */
export function WebhooksPage() {
  const t = useT('webhook')
  const tChannel = useT('channel')
  const space = useSpace()
  const { data, error, refetch } = useQuery(hooksQuery(space.id))
  const [edited, setEdited] = useState<Hook | 'new' | null>(null)
  const [openId, setOpenId] = useState('')
  const [secret, setSecret] = useState('')
  const opened = data?.find((item) => item.id === openId)
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={tChannel('title')} note={t('note')} actions={data && data.length > 0 ? add : undefined} />
      <ChannelTabs value="webhooks" />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-card">
          {error && !data ? (
            <FailedPage error={error} onRetry={() => void refetch()} />
          ) : data?.length === 0 ? (
            <EmptyState icon={Webhook} title={t('none.title')} text={t('none.text')} action={add} guide />
          ) : (
            <HookTable hooks={data} onOpen={(hook) => setOpenId(hook.id)} onEdit={setEdited} />
          )}
        </div>
        {opened && <DeliverySheet key={opened.id} hook={opened} onClose={() => setOpenId('')} />}
      </div>
      {edited && (
        <HookDialog
          spaceId={space.id}
          hook={edited === 'new' ? undefined : edited}
          onCreated={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {secret && (
        <ShownOnce
          value={secret}
          title={t('secret.title')}
          warning={t('secret.warning')}
          label={t('secret.label')}
          how={t('secret.how')}
          copy={t('secret.copy')}
          copied={t('secret.copied')}
          done={t('secret.done')}
          onClose={() => setSecret('')}
        />
      )}
    </div>
  )
}
