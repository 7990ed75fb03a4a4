import { useInfiniteQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Report, reportsQuery } from '../review.queries.ts'

const OPEN = 1

/** Reports, newest first. */
export function ReportTable({ onOpen }: { onOpen: (productId: string) => void }) {
  const t = useT('seller')
  const query = useInfiniteQuery(reportsQuery)
  const rows = query.data?.pages.flatMap((page) => page.report_datas) ?? []
  const columns: Column<Report>[] = [
    {
      id: 'name',
      head: t('product'),
      cell: (row) => (
        <NameCell
          name={row.report_object_name}
          note={[row.reason_codes_str.join(' · '), row.description].filter(Boolean).join(' — ')}
        />
      ),
    },
    { id: 'by', head: t('report.by'), width: 180, hideBelow: 'md', cell: (row) => row.report_user_name },
    {
      id: 'state',
      head: t('state'),
      width: 140,
      cell: (row) => (
        <Tag tone={row.report_status === OPEN ? 'warn' : 'grey'}>
          {t(row.report_status === OPEN ? 'report.open' : 'report.done')}
        </Tag>
      ),
    },
    {
      id: 'at',
      head: t('report.at'),
      width: 140,
      cell: (row) => <DateTime at={fromSeconds(row.report_time)} className="text-mute" />,
    },
  ]
  return (
    <PagedTable
      label={t('review.reported')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.report_id}
      rowName={(row) => row.report_object_name}
      onOpen={(row) => onOpen(row.object_id)}
      query={query}
      failed={t('failed')}
      empty={<EmptyState icon={Flag} title={t('review.reportedNone')} text={t('review.noneText')} />}
    />
  )
}
