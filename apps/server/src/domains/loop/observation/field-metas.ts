import type { Fields } from './shared/filter-fields.ts'

const ValueType = { whole: 4, text: 6 } as const
const textFilters = { old: [2, 5, 6, 7], all: [1, 2, 7, 8, 9, 10, 11, 13] }
const numberFilters = { old: [2, 3, 4, 6, 7], all: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11] }

/** Describes fields for clients that build their filters from it. */
export const fieldMetas = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const filters = field.type === 'number' ? numberFilters : textFilters
      return [
        name,
        {
          value_type: field.type === 'number' ? ValueType.whole : ValueType.text,
          filter_types: filters.old,
          filter_types_v2: filters.all,
          ...(field.values && { field_options: { string: Object.keys(field.values) } }),
          support_customizable_option: !field.values,
        },
      ]
    }),
  )
