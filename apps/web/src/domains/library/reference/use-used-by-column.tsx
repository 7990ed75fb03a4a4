import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import type { Column } from '#ui/table.tsx'
import { UsedByCell } from './components/used-by-cell.tsx'
import { usedByQuery } from './reference.queries.ts'

/** The column with the users of each row, the same in all lists of the library. */
export function useUsedByColumn<Row>(
  spaceId: string,
  rows: readonly Row[],
  read: (row: Row) => { id: string; name: string },
): Column<Row> {
  const t = useT('bin')
  const ids = rows.map((row) => read(row).id)
  const { data } = useQuery({ ...usedByQuery(spaceId, ids), placeholderData: keepPreviousData })
  return {
    id: 'used',
    head: t('usedBy'),
    width: 150,
    hideBelow: 'lg',
    cell: (row) => <UsedByCell name={read(row).name} usedBy={data?.get(read(row).id)} />,
  }
}
