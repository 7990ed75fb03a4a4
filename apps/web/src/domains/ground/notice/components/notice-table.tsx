import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Bell, Check } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Table } from '#ui/table.tsx'
import { markRead, type Notice, noticesQuery } from '../notice.queries.ts'
import { NoticeTextCell, useNoticeText } from './notice-text-cell.tsx'

/** The notices of a person, newest first. Opening a notice marks it as read. */
export function NoticeTable({ onlyUnread, onAll }: { onlyUnread: boolean; onAll: () => void }) {
  const t = useT('notice')
  const router = useRouter()
  const words = useNoticeText()
  const query = useInfiniteQuery(noticesQuery(onlyUnread))
  const notices = query.data?.pages.flatMap(({ items }) => items)
  if (query.error && !notices) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (notices?.length === 0)
    return onlyUnread ? (
      <NoMatch text={t('allRead')} onClear={onAll} />
    ) : (
      <EmptyState icon={Bell} title={t('none.title')} text={t('none.text')} guide />
    )
  const open = (notice: Notice) => {
    // If marking fails, a toast reports it, and the link opens anyway.
    if (!notice.is_read) void markRead([notice.id]).catch(() => {})
    router.history.push(notice.link)
  }
  return (
    <Table
      label={t('tab.notices')}
      columns={[
        { id: 'told', head: t('told'), cell: (notice) => <NoticeTextCell notice={notice} isNew={!notice.is_read} /> },
        {
          id: 'at',
          head: t('at'),
          width: 140,
          cell: (notice) => <DateTime at={notice.at} className="text-mute" />,
        },
      ]}
      rows={notices ?? []}
      rowKey={(notice) => notice.id}
      rowName={(notice) => words(notice).title}
      onOpen={open}
      actions={(notice) =>
        !notice.is_read && (
          <IconButton icon={Check} label={t('read')} onClick={() => void markRead([notice.id]).catch(() => {})} />
        )
      }
      loading={notices ? 0 : 4}
      after={<InfiniteSentinel query={query} />}
    />
  )
}
