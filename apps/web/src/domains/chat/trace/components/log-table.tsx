import { useT } from '#lib/i18n.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import type { IconType } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import type { ListQuery } from '#ui/paged-table.tsx'
import { Table, type TableProps } from '#ui/table.tsx'
import { isFiltered, type LogAddress, type LogFilter } from '../log-filter.ts'

/** The input that the log tables get from their panel. */
export interface LogTableInput {
  botId: string
  filter: LogFilter
  address: LogAddress
  onOpen: (id: string) => void
  onClear: () => void
}
interface LogTableProps<Row> extends Omit<TableProps<Row>, 'loading' | 'after'> {
  query: ListQuery
  icon: IconType
  placeholderRows: number
  address: LogAddress
  onClear: () => void
}

/** Rows of the logs, or the failed, no-match or empty state. */
export function LogTable<Row>({ query, icon, placeholderRows, address, onClear, ...table }: LogTableProps<Row>) {
  const t = useT('trace')
  if (query.error && !query.data) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (query.data && table.rows.length === 0)
    return isFiltered(address) ? (
      <NoMatch onClear={onClear} />
    ) : (
      <EmptyState icon={icon} title={t('logs.empty')} text={t('logs.empty.text')} />
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Table {...table} loading={query.data ? 0 : placeholderRows} after={<InfiniteSentinel query={query} />} />
    </div>
  )
}
