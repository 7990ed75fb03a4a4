import { type DatabaseInfo, FieldType } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { FoundDatabase } from './database.repo.ts'
import type { Field } from './database.table.ts'
import type { FileColumn } from './file-columns.ts'
import type { Cell } from './sheet-worker.ts'
import { tableOf } from './tenant.ts'

const shownField = (field: Field, isSystem = false) => ({
  name: field.name,
  desc: field.desc,
  type: field.type,
  must_required: field.required,
  id: field.id,
  alterId: field.id,
  is_system_field: isSystem,
})
const systemFields: Field[] = [
  { id: 0, name: 'id', desc: '', type: FieldType.number, required: true },
  { id: 0, name: 'uuid', desc: '', type: FieldType.text, required: true },
  { id: 0, name: 'sys_platform', desc: '', type: FieldType.text, required: true },
  { id: 0, name: 'bstudio_create_time', desc: '', type: FieldType.date, required: true },
]
export const shownFields = (fields: Field[], withSystem = false) => [
  ...(withSystem ? systemFields.map((field) => shownField(field, true)) : []),
  ...fields.map((field) => shownField(field)),
]

export function toDatabaseInfo(
  { head, table }: FoundDatabase,
  links: FileLinks,
  more: { isDraft?: boolean; withSystem?: boolean; bot?: { id: string; isAdded: boolean } } = {},
): DatabaseInfo {
  return {
    id: head.id,
    space_id: head.spaceId,
    project_id: head.projectId ?? '0',
    datamodel_table_id: head.id,
    icon_url: links.make(head.iconUri),
    icon_uri: head.iconUri,
    table_name: head.name,
    table_desc: head.description,
    status: head.status,
    creator_id: head.ownerId,
    create_time: seconds(head.createdAt),
    update_time: seconds(head.updatedAt),
    field_list: shownFields(table.fields, more.withSystem),
    actual_table_name: tableOf(head.id, more.isDraft ?? false),
    rw_mode: table.rwMode,
    prompt_disabled: table.promptDisabled,
    is_visible: true,
    draft_id: head.id,
    extra_info: { ...table.extraInfo, version: String(table.version) },
    ...(more.bot && { bot_id: more.bot.id, is_added_to_bot: more.bot.isAdded }),
  }
}

export const toColumn = (column: FileColumn, index: number) => ({
  id: String(index),
  column_name: column.name,
  is_semantic: false,
  sequence: String(index),
  column_type: column.type,
  contains_empty_value: column.hasEmpty,
  desc: '',
})
/** Rows keyed by column index. */
export const toPreview = (rows: Cell[][]) =>
  rows.map((row) => Object.fromEntries(row.map((cell, index) => [String(index), cell === null ? '' : String(cell)])))
