import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Table } from '#ui/table.tsx'
import { waitingQuery } from '../notice.queries.ts'
import { NoticeTextCell, useNoticeText } from './notice-text-cell.tsx'

/** What a person may decide or answer, with links to where this is done. */
export function WaitingTable() {
  const t = useT('notice')
  const router = useRouter()
  const words = useNoticeText()
  const { data, error, refetch } = useQuery(waitingQuery)
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return <EmptyState icon={ListChecks} title={t('noneWaits.title')} text={t('noneWaits.text')} />
  return (
    <Table
      label={t('tab.waiting')}
      columns={[
        { id: 'told', head: t('waits'), cell: (one) => <NoticeTextCell notice={one} /> },
        { id: 'kind', head: t('about'), width: 200, hideBelow: 'md', cell: (one) => t(`kind.${one.kind}`) },
        { id: 'at', head: t('since'), width: 140, cell: (one) => <DateTime at={one.at} className="text-mute" /> },
      ]}
      rows={data ?? []}
      rowKey={(one) => `${one.kind} ${one.id}`}
      rowName={(one) => words(one).title}
      onOpen={(one) => router.history.push(one.link)}
      loading={data ? 0 : 3}
    />
  )
}
