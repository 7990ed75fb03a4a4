import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CheckCheck, Settings } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { useUnread } from '#lib/unread.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { NoticeTable } from '../components/notice-table.tsx'
import { WaitingTable } from '../components/waiting-table.tsx'
import { markAllRead } from '../notice.queries.ts'

/** The notices of a person, and what waits for them. */
export function InboxPage() {
  const t = useT('notice')
  const navigate = useNavigate()
  const { tab, unread: isOnlyUnread = false } = useSearch({ from: '/signed/inbox' })
  const unread = useUnread()
  const show = (onlyUnread: boolean) => void navigate({ to: '/inbox', search: onlyUnread ? { unread: true } : {} })
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('title')}
        note={t('note')}
        actions={
          <Link to="/account/$" params={{ _splat: 'notifications' }} className={buttonStyle('plain')}>
            <Icon of={Settings} />
            {t('settings')}
          </Link>
        }
      />
      <Tabs
        size="page"
        label={t('title')}
        value={tab ?? 'notices'}
        onChange={(next) => void navigate({ to: '/inbox', search: next === 'waiting' ? { tab: next } : {} })}
        items={[
          { value: 'notices', label: t('tab.notices'), count: unread },
          { value: 'waiting', label: t('tab.waiting') },
        ]}
      />
      {tab === 'waiting' ? (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <WaitingTable />
        </div>
      ) : (
        <>
          <div className="flex min-h-13 shrink-0 flex-wrap items-center justify-between gap-2 px-5 py-2">
            <Segmented
              label={t('shown')}
              items={[
                { value: 'all', label: t('shown.all') },
                { value: 'unread', label: t('shown.unread') },
              ]}
              value={isOnlyUnread ? 'unread' : 'all'}
              onChange={(next) => show(next === 'unread')}
            />
            <Button icon={CheckCheck} disabled={unread === 0} onClick={() => void markAllRead().catch(() => {})}>
              {t('readAll')}
            </Button>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <NoticeTable onlyUnread={isOnlyUnread} onAll={() => show(false)} />
          </div>
        </>
      )}
    </div>
  )
}
