import { DATABASE_LIMITS } from '@orrery/contract/shared/database-enums'
import { api } from '#lib/api.ts'
import { refreshCounts, type Stage, tableTypeOf } from './database.queries.ts'
import type { Criterion, Sort } from './filters.ts'
import type { GridSource } from './grid/grid-source.ts'

export interface RowQuery {
  criterion: Criterion | undefined
  sort: Sort
}

/** The rows of one stage of a table that match a query. */
export function databaseSource(databaseId: string, stage: Stage, { criterion, sort }: RowQuery): GridSource {
  const table = { database_id: databaseId, table_type: tableTypeOf(stage) }
  return {
    maxRows: DATABASE_LIMITS.recordBatch,
    newRows: 'first',
    async read(offset, limit) {
      const answer = await api.database.records({
        ...table,
        offset,
        limit,
        filter_criterion: criterion,
        order_by_list: [{ field: sort.field, direction: sort.isAscending ? 1 : 2 }],
      })
      return { rows: answer.data, total: answer.TotalNum }
    },
    async send({ add, alter, remove }) {
      const answer = await api.database.updateRecords({
        ...table,
        record_data_add: add,
        record_data_alter: alter,
        record_data_delete: remove.map((id) => ({ bstudio_id: id })),
      })
      return answer.data
    },
    onCount: () => void refreshCounts(databaseId),
  }
}
