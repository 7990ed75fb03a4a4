import { FieldType } from '@orrery/contract/shared/bot-enums'
import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import type { GridSource, Row } from '#domains/resources/database/index.ts'
import { api } from '#lib/api.ts'
import type { DatasetField, DatasetItem } from './dataset.queries.ts'
import { cellTypeOf } from './field-types.ts'
import { cellText } from './media-value.ts'
import { type FilterGroup, filterOf } from './filter-tree.ts'
import { columnOf, keyOf } from './row-columns.ts'

const idColumn = 'bstudio_id'

export interface RowQuestion {
  word: string
  tree: FilterGroup
  /** The column by which rows are sorted; empty: in the order in which they were added. */
  sort: { field: string; isAscending: boolean }
  /** Empty: the draft. */
  versionId: string
}

const rowOf = (item: DatasetItem): Row => ({
  [idColumn]: item.itemID,
  ...Object.fromEntries((item.data ?? []).map((value) => [columnOf(value.key), cellText(value)])),
})

/** Converts cells as people write them to the stored form: 1,450 and yes become 1450 and true. */
function stored(text: string, type: number): string {
  const bare = text.trim()
  if (type === FieldType.number || type === FieldType.float) return bare.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  if (type !== FieldType.boolean || bare === '') return text
  return /^(true|1|yes|y|是)$/i.test(bare) ? 'true' : 'false'
}

/** The rows of a dataset, or of one of its versions, that match a query. */
export function rowSource(
  datasetId: string,
  fields: readonly DatasetField[],
  { word, tree, sort, versionId }: RowQuestion,
  onCount: () => void,
): GridSource {
  const types = new Map(fields.map((field) => [columnOf(field.key), cellTypeOf(field)]))
  const valuesOf = (row: Row) =>
    Object.entries(row)
      .filter(([column]) => column !== idColumn)
      .map(([column, text]) => ({ key: keyOf(column), content: stored(text, types.get(column) ?? FieldType.text) }))
  return {
    maxRows: DATASET_LIMITS.batchAdd,
    newRows: 'last',
    async read(offset, limit) {
      const asked = {
        datasetID: datasetId,
        page: Math.floor(offset / limit) + 1,
        pageSize: limit,
        word: word || undefined,
        filter: filterOf(tree),
        orderBy: sort.field ? { field: keyOf(sort.field), isAsc: sort.isAscending } : undefined,
      }
      const answer = versionId
        ? await api.datasetItem.searchOfVersion({ ...asked, versionID: versionId })
        : await api.datasetItem.search(asked)
      return { rows: answer.items.map(rowOf), total: Number(answer.filterTotal) }
    },
    async send({ add, alter, remove }) {
      const { addedItemIDs } = await api.datasetItem.change({
        datasetID: datasetId,
        add: add.map((row) => ({ data: valuesOf(row) })),
        change: alter.map((row) => ({ itemID: row[idColumn]!, data: valuesOf(row) })),
        remove,
      })
      const kept = (row: Row) => ({
        ...row,
        ...Object.fromEntries(valuesOf(row).map(({ key, content }) => [columnOf(key), content])),
      })
      onCount()
      return [...addedItemIDs.map((id) => ({ [idColumn]: id })), ...alter.map(kept)]
    },
    onCount,
  }
}
