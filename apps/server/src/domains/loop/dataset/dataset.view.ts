import type { ShownItem } from '@orrery/contract'
import { DatasetStatus, SnapshotStatus } from '@orrery/contract/shared/dataset-enums'
import type { Field, Turn } from './dataset-content.ts'
import { shownField } from './field-wire.ts'
import { isMedia, shownMedia } from './shared/media.ts'
import { type FoundDataset, limitsOf } from './dataset.service.ts'
import type { ItemRow, SchemaRow, VersionRow } from './dataset.table.ts'

/** A dataset as it appears on the wire; for a version, its state at that time. */
export function shownDataset(
  { head, dataset }: Pick<FoundDataset, 'head' | 'dataset'>,
  schema: SchemaRow,
  facts: { latestVersion: string; itemCount: number; hasChanges: boolean },
) {
  const limits = limitsOf(dataset)
  return {
    id: head.id,
    spaceID: head.spaceId,
    schemaID: schema.id,
    name: head.name,
    description: head.description,
    status: DatasetStatus.available,
    category: dataset.category,
    bizCategory: dataset.bizCategory,
    schema: { id: schema.id, datasetID: head.id, fields: schema.fields.map(shownField), immutable: schema.isImmutable },
    visibility: dataset.visibility,
    securityLevel: dataset.securityLevel,
    spec: {
      maxItemCount: String(limits.items),
      maxFieldCount: limits.fields,
      maxItemSize: String(limits.bytes),
      maxItemDataNestedDepth: limits.depth,
    },
    features: dataset.features,
    latestVersion: facts.latestVersion,
    nextVersionNum: dataset.nextVn,
    itemCount: String(facts.itemCount),
    createdBy: head.ownerId,
    createdAt: String(head.createdAt),
    updatedBy: head.editedBy,
    updatedAt: String(head.updatedAt),
    changeUncommitted: facts.hasChanges,
  }
}

export const shownVersion = (row: VersionRow, spaceId: string) => ({
  id: row.id,
  spaceID: spaceId,
  datasetID: row.datasetId,
  schemaID: row.schemaId,
  version: row.version,
  versionNum: String(row.vn),
  description: row.note,
  itemCount: String(row.itemCount),
  snapshotStatus: SnapshotStatus.completed,
  createdBy: row.createdBy,
  createdAt: String(row.createdAt),
  updatedBy: row.editedBy,
  updatedAt: String(row.updatedAt),
})

const shownTurn = (turn: Turn, fields: Field[], linkOf: (key: string) => string) =>
  fields.flatMap((field) => {
    const value = Object.hasOwn(turn, field.key) ? turn[field.key] : undefined
    if (!value || field.status !== 1) return []
    const { key, name, contentType, defaultFormat } = field
    const shown = isMedia(field) ? shownMedia(value.text, contentType, linkOf) : { content: value.text }
    return [{ key, name, contentType, ...shown, format: value.format ?? defaultFormat }]
  })

/** The parts of a row that are shown; they also fit rows that are not stored. */
type ShownRow = Omit<
  ItemRow,
  'pos' | 'addVn' | 'delVn' | 'bytes' | 'hash' | 'jobId' | 'source' | 'originId' | 'traceId' | 'tags'
>
/** `linkOf` creates links to the files in cells. */
export function shownItem(
  row: ShownRow,
  spaceId: string,
  schema: SchemaRow,
  isMultiTurn: boolean,
  linkOf: (key: string) => string,
): ShownItem {
  const turns = row.turns.map((turn) => shownTurn(turn, schema.fields, linkOf))
  return {
    id: row.id,
    spaceID: spaceId,
    datasetID: row.datasetId,
    schemaID: schema.id,
    itemID: row.itemId,
    itemKey: row.itemKey,
    ...(isMultiTurn ? { repeatedData: turns.map((data, at) => ({ id: String(at), data })) } : { data: turns[0] ?? [] }),
    createdBy: row.createdBy,
    createdAt: String(row.createdAt),
    updatedBy: row.editedBy,
    updatedAt: String(row.updatedAt),
  }
}
