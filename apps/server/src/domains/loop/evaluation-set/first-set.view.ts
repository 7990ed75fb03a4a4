import type { GivenFirstGroup, ShownFirstGroup, ShownFirstSet } from '@orrery/contract'
import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import { badInput } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import type { FoundDataset } from '#domains/loop/dataset/dataset.service.ts'
import { datasetItem, type ItemRow, type SchemaRow } from '#domains/loop/dataset/dataset.table.ts'

const Status = { normal: 1, locked: 2 } as const
const SECRET = 4
export const liveFields = ({ fields }: Pick<SchemaRow, 'fields'>) => fields.filter(({ status }) => status === 1)
/** Numeric column id. Generated keys contain a number already; other keys get a stable hash. */
export const columnId = (key: string): string =>
  /^f[1-9]\d{0,18}$/.test(key) ? key.slice(1) : String(Number.parseInt(sha256(key).slice(0, 12), 16) + 1)

export const columnsOf = (schema: SchemaRow) =>
  liveFields(schema).map(({ key, name, description }) => ({
    column_id: columnId(key),
    name,
    describe: description,
    buildin: false,
  }))
export const setInfo = ({ head, dataset, schema }: FoundDataset, now: number): ShownFirstSet => ({
  dataset_id: head.id,
  name: head.name,
  space_id: head.spaceId,
  creator_id: head.ownerId,
  desc: head.description,
  column_schema: columnsOf(schema),
  dataset_status: dataset.lockUntil > now ? Status.locked : Status.normal,
  create_time: String(head.createdAt),
  update_time: String(head.updatedAt),
  publish_option: dataset.listing,
  security_level: dataset.securityLevel,
  not_allow_export: dataset.securityLevel === SECRET,
  row_group_capacity: String(dataset.spec.maxItemCount ?? DATASET_LIMITS.evaluationItems),
})
export const groupOf = (row: ItemRow, schema: SchemaRow): ShownFirstGroup => ({
  row_group_id: row.itemId,
  group_name: row.itemKey,
  tags: row.tags,
  rows: row.turns.map((turn, at) => {
    const cells = liveFields(schema).map(({ key }) => turn[key]?.text ?? '')
    return { row_id: String(at + 1), cells, cells_v2: cells.map((text) => ({ text, data_type: 0 })) }
  }),
})
/** Converts a row group into an item. A row with too many cells is refused; missing cells are left empty. */
export function itemOf(group: GivenFirstGroup, schema: Pick<SchemaRow, 'fields'>, isMultiTurn: boolean, at: string) {
  const fields = liveFields(schema)
  const turns = group.rows.map((row, index) => {
    const texts = row.cells_v2?.map(({ text = '' }) => text) ?? row.cells ?? []
    if (texts.length > fields.length)
      throw badInput(
        `${at}.rows[${index}].cells`,
        `there are ${fields.length} columns. Leave out the cells after them`,
        `只有 ${fields.length} 列，请去掉多余的单元格`,
      )
    return { data: texts.map((content, column) => ({ key: fields[column]!.key, content })) }
  })
  return {
    ...(group.group_name && { itemKey: group.group_name }),
    ...(group.tags && { tags: group.tags }),
    ...(isMultiTurn || turns.length > 1 ? { repeatedData: turns } : { data: turns[0]!.data }),
  }
}

/** Columns without keys, because another dataset generates its own keys. */
export const plainFields = (schema: SchemaRow) =>
  liveFields(schema).map(({ name, description, textSchema, isRequired, hidden }) => ({
    name,
    description,
    textSchema,
    isRequired,
    hidden,
  }))
/** Copies a row to the keys of another dataset. */
export function copied(row: ItemRow, keyOf: ReadonlyMap<string, string>, isMultiTurn: boolean) {
  const turns = row.turns.map((turn) => ({
    data: Object.entries(turn).flatMap(([key, { text, format }]) => {
      const to = keyOf.get(key)
      return to ? [{ key: to, content: text, format }] : []
    }),
  }))
  return { tags: row.tags, ...(isMultiTurn ? { repeatedData: turns } : { data: turns[0]?.data ?? [] }) }
}
/** Filters rows by tags; a tag includes the tags below it. */
export const tagged = (tags: string[] | undefined) =>
  tags?.length
    ? sql`EXISTS (SELECT FROM jsonb_array_elements_text(${datasetItem.tags}) tag
        WHERE tag = ANY (${sql.param(tags)}::text[]) OR tag LIKE ANY (${sql.param(tags.map((tag) => `${tag.replaceAll(/[\\%_]/g, '\\$&')}/%`))}::text[]))`
    : undefined
