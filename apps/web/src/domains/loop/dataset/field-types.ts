import { FieldType } from '@orrery/contract/shared/bot-enums'
import { ContentType, FieldFormat, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { CellType } from '#domains/resources/database/index.ts'
import type { DatasetField } from './dataset.queries.ts'

/** The types of fields that people can choose. JSON is a text with a schema or with JSON as its format. */
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
  'image',
  'audio',
  'video',
  'parts',
] as const
export type FieldKind = (typeof fieldTypes)[number]

type OneOf<T> = T[keyof T]
interface Wire {
  schemaKey: OneOf<typeof SchemaKey>
  defaultFormat: OneOf<typeof FieldFormat>
  contentType?: OneOf<typeof ContentType>
}
const ofFiles = { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.plain }
const wire: Record<FieldKind, Wire> = {
  text: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.plain },
  markdown: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.markdown },
  json: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.json },
  code: { schemaKey: SchemaKey.string, defaultFormat: FieldFormat.code },
  integer: { schemaKey: SchemaKey.integer, defaultFormat: FieldFormat.plain },
  number: { schemaKey: SchemaKey.float, defaultFormat: FieldFormat.plain },
  boolean: { schemaKey: SchemaKey.bool, defaultFormat: FieldFormat.plain },
  message: { schemaKey: SchemaKey.message, defaultFormat: FieldFormat.json },
  choice: { schemaKey: SchemaKey.choice, defaultFormat: FieldFormat.option },
  image: { ...ofFiles, contentType: ContentType.image },
  audio: { ...ofFiles, contentType: ContentType.audio },
  video: { ...ofFiles, contentType: ContentType.video },
  parts: { ...ofFiles, contentType: ContentType.parts },
}
export const wireOf = (type: FieldKind) => ({
  contentType: ContentType.text as OneOf<typeof ContentType>,
  ...wire[type],
})

type Typed = Pick<DatasetField, 'schemaKey' | 'defaultFormat'> & { contentType?: number }
export function kindOf({ schemaKey, defaultFormat, contentType = ContentType.text }: Typed): FieldKind {
  const ofContent = fieldTypes.find((type) => wire[type].contentType === contentType)
  if (ofContent) return ofContent
  const exact = fieldTypes.find(
    (type) => wire[type].schemaKey === schemaKey && wire[type].defaultFormat === defaultFormat,
  )
  return exact ?? fieldTypes.find((type) => wire[type].schemaKey === schemaKey) ?? 'text'
}

/** The type by which a cell of the grid checks and shows its values. */
export function cellTypeOf({ schemaKey }: Pick<DatasetField, 'schemaKey'>): CellType {
  if (schemaKey === SchemaKey.integer) return FieldType.number
  if (schemaKey === SchemaKey.float) return FieldType.float
  return schemaKey === SchemaKey.bool ? FieldType.boolean : FieldType.text
}
