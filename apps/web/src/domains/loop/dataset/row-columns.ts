import type { GivenFilter } from '@orrery/contract'
import { FieldType } from '@orrery/contract/shared/bot-enums'
import { FilterOperation } from '@orrery/contract/shared/database-enums'
import type { Filter, GridColumn } from '#domains/resources/database/index.ts'
import type { DatasetField } from './dataset.queries.ts'
import { cellTypeOf } from './field-types.ts'

/** The names of columns in a row: those of fields cannot meet those of the item. */
export const columnOf = (key: string) => `field.${key}`
export const keyOf = (column: string) => column.slice('field.'.length)

const widths: Record<number, number> = { [FieldType.number]: 120, [FieldType.float]: 120, [FieldType.boolean]: 96 }
/** Hidden fields have no column. `choices` are the values of tags, by the id of the tag. */
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

const { EQUAL, NOT_EQUAL, GREATER_THAN, LESS_THAN, IS_NULL, LIKE, NOT_LIKE } = FilterOperation
const questions: Record<number, NonNullable<GivenFilter['filterFields'][number]['query_type']>> = {
  [EQUAL]: 'eq',
  [NOT_EQUAL]: 'not_eq',
  [GREATER_THAN]: 'gt',
  [LESS_THAN]: 'lt',
  [LIKE]: 'match',
  [NOT_LIKE]: 'not_match',
  [IS_NULL]: 'not_exist',
}
/** All of them hold. */
export const filterOf = (filters: readonly Filter[]): GivenFilter | undefined =>
  filters.length
    ? {
        queryAndOr: 'and',
        filterFields: filters.map(({ field, operation, value }) => ({
          field_name: keyOf(field),
          query_type: questions[operation] ?? 'exist',
          // What asks whether there is a value has none.
          values: value === '' ? [] : [value],
        })),
      }
    : undefined
