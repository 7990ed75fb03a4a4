import { z } from 'zod'
import { FieldType, TableMode } from '#shared/bot-enums.ts'
import { id, int, text } from '#shared/fields.ts'
import { DATABASE_LIMITS, FilterOperation, nameRule, SortDirection, systemColumns, TableType } from './enums.ts'

export { DATABASE_LIMITS, FilterOperation, SortDirection, systemColumns, TableType } from './enums.ts'

const reserved = new Set<string>([...Object.keys(systemColumns), ...Object.values(systemColumns)])

const plainName = z
  .string()
  .trim()
  .regex(nameRule, 'lower-case letters, digits and _, beginning with a letter, at most 63 characters')
export const tableName = () => plainName
export const fieldName = () =>
  plainName.refine((value) => !reserved.has(value), 'is the name of a system column: choose another')

const fieldNumber = z.preprocess((value) => (value === '' || value === null ? 0 : value), int().min(0)).default(0)
const fieldInput = z.object({
  name: fieldName(),
  desc: text(300).default(''),
  type: z.enum(FieldType).default(FieldType.text),
  must_required: z.boolean().default(false),
  /** The id of an existing field, whose name or type can then be changed. */
  id: fieldNumber,
  alterId: fieldNumber,
  is_system_field: z.boolean().optional(),
})
export type FieldInput = z.output<typeof fieldInput>
/** System columns in the input are ignored. */
export const fieldList = () =>
  z.preprocess(
    (value) =>
      Array.isArray(value)
        ? value.filter(
            (value: unknown) =>
              !(typeof value === 'object' && value !== null && 'is_system_field' in value && value.is_system_field),
          )
        : value,
    z.array(fieldInput).min(1).max(DATABASE_LIMITS.fields),
  )

export const fieldSchema = z.object({
  name: z.string(),
  desc: z.string(),
  type: z.enum(FieldType),
  must_required: z.boolean(),
  id: z.number(),
  alterId: z.number(),
  is_system_field: z.boolean(),
})
export const tableMode = () => int().pipe(z.literal([TableMode.singleUser, TableMode.readOnly, TableMode.multiUser]))
export const tableType = () => int().pipe(z.enum(TableType))
export const extraInfo = z.record(z.string().max(100), z.string().max(2000)).optional()

export const databaseSchema = z.object({
  id: z.string(),
  space_id: z.string(),
  project_id: z.string(),
  datamodel_table_id: z.string(),
  icon_url: z.string(),
  icon_uri: z.string(),
  table_name: z.string(),
  table_desc: z.string(),
  status: z.number(),
  creator_id: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  field_list: z.array(fieldSchema),
  actual_table_name: z.string(),
  rw_mode: z.number(),
  prompt_disabled: z.boolean(),
  is_visible: z.boolean(),
  draft_id: z.string(),
  bot_id: z.string().optional(),
  extra_info: z.record(z.string(), z.string()),
  is_added_to_bot: z.boolean().optional(),
})
export type DatabaseInfo = z.infer<typeof databaseSchema>

export const row = z.record(z.string().max(100), z.string().max(200_000))
export const orderBy = z
  .array(
    z.object({
      field: z.string().max(100),
      direction: int().pipe(z.enum(SortDirection)).default(SortDirection.ascending),
    }),
  )
  .max(10)
const condition = z.object({
  left: z.string().max(100),
  operation: int().pipe(z.enum(FilterOperation)),
  right: z.string().max(20_000).default(''),
})
export interface Criterion {
  conditions?: z.output<typeof condition>[]
  nestedConditions?: Criterion
  logic?: string
  logic_expression?: string
}
const level = { conditions: z.array(condition).max(50).optional(), logic: z.string().max(10).optional() }
/** Nested conditions. People build only a few levels by hand; deeper ones are refused. */
export const criterion: z.ZodType<Criterion> = z.object({
  ...level,
  logic_expression: z.string().max(10).optional(),
  nestedConditions: z
    .object({ ...level, nestedConditions: z.object({ ...level, nestedConditions: z.undefined() }).optional() })
    .optional(),
})
export const sheet = z
  .object({
    sheet_id: z.preprocess((value) => (value === '' || value === null ? 0 : value), int().min(0).max(1000)).default(0),
    header_line_idx: int().min(0).max(1000).default(0),
    start_line_idx: int().min(0).max(1_000_000).default(1),
  })
  .prefault({})
export const sourceFile = z.object({ tos_uri: z.string().min(1).max(500), imagex_uri: z.string().max(500).optional() })
export const columnSchema = z.object({
  id: z.string(),
  column_name: z.string(),
  is_semantic: z.boolean(),
  sequence: z.string(),
  column_type: z.number(),
  contains_empty_value: z.boolean(),
  desc: z.string(),
})
export const sheetSchema = z.object({ id: z.number(), sheet_name: z.string(), total_row: z.number() })
export const ids = { database_id: id(), bot_id: id() }
