import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { accountsQuery } from '../channel.queries.ts'
import { AccountSheet } from '../components/account-sheet.tsx'
import { AccountTable } from '../components/account-table.tsx'
import { ChannelTabs } from '../components/channel-tabs.tsx'

/** The accounts of a space on platforms: their state, and their waiting and failed messages. */
export function ChannelsPage() {
  const t = useT('channel')
  const space = useSpace()
  const { data, error, refetch } = useQuery(accountsQuery(space.id))
  // Links from notices contain the account.
  const { account } = useSearch({ strict: false })
  const [openId, setOpenId] = useState(account ?? '')
  const opened = data?.find((item) => item.id === openId)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} note={t('note')} />
      <ChannelTabs value="accounts" />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-card">
          {error && !data ? (
            <FailedPage error={error} onRetry={() => void refetch()} />
          ) : data?.length === 0 ? (
            <EmptyState icon={Radio} title={t('none.title')} text={t('none.text')} guide />
          ) : (
            <AccountTable accounts={data} onOpen={(account) => setOpenId(account.id)} isBeside={opened !== undefined} />
          )}
        </div>
        {opened && <AccountSheet key={opened.id} spaceId={space.id} account={opened} onClose={() => setOpenId('')} />}
      </div>
    </div>
  )
}
