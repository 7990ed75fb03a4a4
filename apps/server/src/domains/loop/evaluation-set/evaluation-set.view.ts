import type { Answer, contract, GivenSetTurn } from '@orrery/contract'
import { DATASET_LIMITS, DatasetStatus } from '@orrery/contract/shared/dataset-enums'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { FoundDataset } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemRow, SchemaRow, VersionRow } from '#domains/loop/dataset/dataset.table.ts'
import { contentTypeOf, givenContent, shownContent } from './shared/set-content.ts'

type InfoOf = Awaited<ReturnType<BaseInfos>>
type Shown = Answer<typeof contract.evaluationSet.get>['evaluation_set']
type ShownItem = Answer<typeof contract.evaluationSet.items>['items'][number]

/** Converts a row of the evaluation API into a row of a dataset. */
export const givenRow = (turns: GivenSetTurn[], isMultiTurn: boolean, itemKey?: string) => {
  const values = turns.map(({ field_data_list }) => ({
    data: field_data_list.map(({ key, name, content }) => ({ key, name, ...givenContent(content) })),
  }))
  return {
    ...(itemKey && { itemKey }),
    ...(isMultiTurn || values.length > 1 ? { repeatedData: values } : { data: values[0]?.data ?? [] }),
  }
}
const shownSchema = (schema: SchemaRow, spaceId: string) => ({
  id: schema.id,
  space_id: spaceId,
  evaluation_set_id: schema.datasetId,
  field_schemas: schema.fields
    .filter(({ status }) => status === 1)
    .map((field) => ({
      key: field.key,
      name: field.name,
      description: field.description,
      content_type: contentTypeOf(field),
      default_display_format: field.defaultFormat,
      status: field.status,
      text_schema: field.textSchema,
      hidden: field.hidden,
    })),
})
export const shownVersion = (row: VersionRow, schema: SchemaRow, spaceId: string, infoOf: InfoOf) => ({
  id: row.id,
  space_id: spaceId,
  evaluation_set_id: row.datasetId,
  version: row.version,
  version_num: String(row.vn),
  description: row.note,
  evaluation_set_schema: shownSchema(schema, spaceId),
  item_count: String(row.itemCount),
  base_info: infoOf(row),
})
export function shownSet(
  { head, dataset }: Pick<FoundDataset, 'head' | 'dataset'>,
  schema: SchemaRow,
  { latest, hasChanges }: { latest: string; hasChanges: boolean },
  infoOf: InfoOf,
): Shown {
  const info = infoOf({ ...head, createdBy: head.ownerId })
  return {
    id: head.id,
    space_id: head.spaceId,
    name: head.name,
    description: head.description,
    status: DatasetStatus.available,
    spec: {
      maxItemCount: String(dataset.spec.maxItemCount ?? DATASET_LIMITS.evaluationItems),
      maxFieldCount: dataset.spec.maxFieldCount ?? DATASET_LIMITS.fields,
      maxItemSize: String(dataset.spec.maxItemSize ?? DATASET_LIMITS.itemBytes),
    },
    features: dataset.features,
    item_count: String(dataset.itemCount),
    change_uncommitted: hasChanges,
    // Show the current rows as a version with id 0.
    evaluation_set_version: {
      id: '0',
      space_id: head.spaceId,
      evaluation_set_id: head.id,
      version: '',
      version_num: String(dataset.nextVn),
      description: '',
      evaluation_set_schema: shownSchema(schema, head.spaceId),
      item_count: String(dataset.itemCount),
      base_info: info,
    },
    latest_version: latest,
    next_version_num: String(dataset.nextVn),
    base_info: info,
  }
}
export const shownItem = (
  row: ItemRow,
  schema: SchemaRow,
  spaceId: string,
  infoOf: InfoOf,
  linkOf: (key: string) => string,
): ShownItem => ({
  id: row.id,
  space_id: spaceId,
  evaluation_set_id: row.datasetId,
  schema_id: schema.id,
  item_id: row.itemId,
  item_key: row.itemKey,
  turns: row.turns.map((turn, at) => ({
    id: String(at),
    field_data_list: schema.fields.flatMap((field) => {
      const { key, name, status } = field
      const value = turn[key]
      return status === 1 && value ? [{ key, name, content: shownContent(value.text, field, linkOf) }] : []
    }),
  })),
  base_info: infoOf(row),
})
