import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Account } from '../channel.queries.ts'
import { nameOf } from './account-table.tsx'
import { EventLog } from './event-log.tsx'
import { LetterList } from './letter-list.tsx'

interface AccountSheetProps {
  spaceId: string
  account: Account
  onClose: () => void
}

/** One account: its state, the received messages, and the outgoing messages that are not yet delivered. */
export function AccountSheet({ spaceId, account, onClose }: AccountSheetProps) {
  const t = useT('channel')
  const [tab, setTab] = useState<'log' | 'letters'>('log')
  const isWell = account.state === 'serving' || account.state === 'ready'
  const params = { space_id: spaceId }
  return (
    <SideSheet
      kind="channel-account"
      title={nameOf(account)}
      caption={account.resource_name}
      width={520}
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-col gap-3 px-4 py-3">
          <Banner tone={account.is_paused ? 'warn' : isWell ? 'info' : 'err'} inset>
            {account.is_paused ? t('state.paused') : t(`state.${account.state}`)}
            {account.reason && ` – ${account.reason}`}
            {account.connection && ` · ${t(`connection.${account.connection}`)}`}
          </Banner>
          {account.can_manage &&
            (account.resource_kind === 'bot' ? (
              <Link
                to="/space/$space_id/bot/$bot_id/publish"
                params={{ ...params, bot_id: account.resource_id }}
                className={buttonStyle('quiet', 'sm')}
              >
                {t('setUpPage')}
              </Link>
            ) : (
              <Link
                to="/space/$space_id/project-ide/$project_id/publish"
                params={{ ...params, project_id: account.resource_id }}
                className={buttonStyle('quiet', 'sm')}
              >
                {t('setUpPage')}
              </Link>
            ))}
        </div>
        <Tabs
          size="sheet"
          items={[
            { value: 'log', label: t('log') },
            ...(account.can_manage ? [{ value: 'letters' as const, label: t('letters') }] : []),
          ]}
          value={tab}
          onChange={setTab}
        />
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
          {tab === 'log' ? <EventLog account={account} /> : <LetterList account={account} />}
        </div>
      </div>
    </SideSheet>
  )
}
