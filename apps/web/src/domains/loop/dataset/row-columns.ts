import { FieldType } from '@orrery/contract/shared/bot-enums'
import type { GridColumn } from '#domains/resources/database/index.ts'
import type { DatasetField } from './dataset.queries.ts'
import { cellTypeOf } from './field-types.ts'

/** The prefix keeps the columns of fields apart from those of the item. */
export const columnOf = (key: string) => `field.${key}`
export const keyOf = (column: string) => column.slice('field.'.length)

const widths: Record<number, number> = { [FieldType.number]: 120, [FieldType.float]: 120, [FieldType.boolean]: 96 }
/** The columns of the grid, without hidden fields. `choices` are the values of tags, by the id of the tag. */
export const rowColumns = (
  fields: readonly DatasetField[],
  choices: Readonly<Record<string, readonly string[]>> = {},
): GridColumn[] =>
  fields
    .filter(({ status, hidden }) => status === 1 && !hidden)
    .map((field) => {
      const type = cellTypeOf(field)
      const offered = choices[field.tagFieldConfig?.tagInfo.tagKeyID ?? '']
      return {
        key: columnOf(field.key),
        label: field.name,
        type,
        isRequired: field.isRequired,
        isSystem: false,
        width: Math.max(widths[type] ?? 260, Math.min(320, field.name.length * 8 + 64)),
        note: field.description,
        ...(offered && { choices: offered }),
      }
    })
