import { FieldType } from '@orrery/contract/shared/bot-enums'
import { FieldFormat, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { CellType } from '#domains/resources/database/index.ts'
import type { DatasetField } from './dataset.queries.ts'

/** What a person chooses as the type of a field. JSON is a text with a schema or shown as JSON. */
export const fieldTypes = [
  'text',
  'markdown',
  'json',
  'code',
  'integer',
  'number',
  'boolean',
  'message',
  'choice',
] as const
export type FieldKind = (typeof fieldTypes)[number]

type OneOf<T> = T[keyof T]
const wire: Record<FieldKind, { schemaKey: OneOf<typeof SchemaKey>; defaultFormat: OneOf<typeof FieldFormat> }> = {
  text: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.plain },
  markdown: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.markdown },
  json: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.json },
  code: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.code },
  integer: { schemaKey: SchemaKey.integer, defaultFormat: FieldFormat.plain },
  number: { schemaKey: SchemaKey.float, defaultFormat: FieldFormat.plain },
  boolean: { schemaKey: SchemaKey.bool, defaultFormat: FieldFormat.plain },
  message: { schemaKey: SchemaKey.message, defaultFormat: FieldFormat.json },
  choice: { schemaKey: SchemaKey.choice, defaultFormat: FieldFormat.option },
}
export const wireOf = (type: FieldKind) => wire[type]

export function kindOf({ schemaKey, defaultFormat }: Pick<DatasetField, 'schemaKey' | 'defaultFormat'>): FieldKind {
  const exact = fieldTypes.find(
    (type) => wire[type].schemaKey === schemaKey && wire[type].defaultFormat === defaultFormat,
  )
  return exact ?? fieldTypes.find((type) => wire[type].schemaKey === schemaKey) ?? 'text'
}

/** How a cell of the grid checks and shows its values. */
export function cellTypeOf({ schemaKey }: Pick<DatasetField, 'schemaKey'>): CellType {
  if (schemaKey === SchemaKey.integer) return FieldType.number
  if (schemaKey === SchemaKey.float) return FieldType.float
  return schemaKey === SchemaKey.bool ? FieldType.boolean : FieldType.text
}
