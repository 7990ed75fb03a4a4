import { FieldType } from '@orrery/contract/shared/bot-enums'
import { FilterOperation } from '@orrery/contract/shared/database-enums'
import type { CellType } from './grid/cell-rules.ts'

export interface Filter {
  field: string
  operation: (typeof FilterOperation)[keyof typeof FilterOperation]
  value: string
}
interface Condition {
  left: string
  operation: number
  right: string
}
export interface Criterion {
  conditions: Condition[]
  logic: 'and' | 'or'
  nestedConditions?: Criterion
}
export interface Sort {
  field: string
  isAscending: boolean
}
/** Newest first, so that new rows are visible. */
export const firstSort: Sort = { field: 'bstudio_id', isAscending: false }

const { EQUAL, NOT_EQUAL, GREATER_THAN, LESS_THAN, IS_NULL, IS_NOT_NULL, LIKE, NOT_LIKE } = FilterOperation
export const operationKeys = {
  [EQUAL]: 'is',
  [NOT_EQUAL]: 'isNot',
  [GREATER_THAN]: 'above',
  [LESS_THAN]: 'below',
  [LIKE]: 'contains',
  [NOT_LIKE]: 'containsNot',
  [IS_NULL]: 'empty',
  [IS_NOT_NULL]: 'notEmpty',
} as const
export type OfferedOperation = keyof typeof operationKeys

/** Filter operations for a column type. */
export function operationsOf(type: CellType): OfferedOperation[] {
  if (type === FieldType.boolean) return [EQUAL, IS_NULL, IS_NOT_NULL]
  if (type === FieldType.text) return [LIKE, NOT_LIKE, EQUAL, NOT_EQUAL, IS_NULL, IS_NOT_NULL]
  return [EQUAL, NOT_EQUAL, GREATER_THAN, LESS_THAN, IS_NULL, IS_NOT_NULL]
}
export const needsValue = (operation: number): boolean => operation !== IS_NULL && operation !== IS_NOT_NULL
export const isComplete = (filter: Filter): boolean => !needsValue(filter.operation) || filter.value.trim() !== ''

/** The criterion for the server: all filters have to hold, and any column has to contain the word. */
export function criterionOf(
  filters: readonly Filter[],
  word: string,
  fields: readonly string[],
): Criterion | undefined {
  const conditions = filters
    .filter(isComplete)
    .map(({ field, operation, value }) => ({ left: field, operation, right: value }))
  // The server treats % and _ as wildcards, so escape them in the word.
  const right = /[%_]/.test(word) ? `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : word
  const anywhere = fields.map((left) => ({ left, operation: LIKE, right }))
  if (conditions.length === 0 && !word) return undefined
  return {
    conditions,
    logic: 'and',
    ...(word && { nestedConditions: { conditions: anywhere, logic: 'or' } }),
  }
}

/** The filters as a search parameter. */
export const writeFilters = (filters: readonly Filter[]): string | undefined =>
  filters.length ? JSON.stringify(filters.map(({ field, operation, value }) => [field, operation, value])) : undefined
export function readFilters(text: string | undefined): Filter[] {
  try {
    const list = JSON.parse(text ?? '[]') as unknown
    if (!Array.isArray(list)) return []
    return list.flatMap((value: unknown) =>
      Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number' && value[1] in operationKeys
        ? [{ field: value[0], operation: value[1] as OfferedOperation, value: String(value[2] ?? '') }]
        : [],
    )
  } catch {
    return []
  }
}
export const writeSort = ({ field, isAscending }: Sort): string | undefined =>
  field === firstSort.field && !isAscending ? undefined : `${isAscending ? '' : '-'}${field}`
export const readSort = (text: string | undefined): Sort =>
  text ? { field: text.replace(/^-/, ''), isAscending: !text.startsWith('-') } : firstSort
