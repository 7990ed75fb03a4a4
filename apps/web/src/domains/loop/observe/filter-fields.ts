import type { QueryType } from '@orrery/contract/shared/filter-tree'

/** The fields by which traces can be filtered, except those of the facets. Latency is in milliseconds. */
export const fieldsToFilter = {
  latency: 'number',
  latency_first_resp: 'number',
  tokens: 'number',
  cost: 'number',
  span_count: 'number',
  model_name: 'text',
  user_id: 'text',
  thread_id: 'text',
  log_id: 'text',
  bot_version: 'text',
  input: 'text',
  output: 'text',
  error_message: 'text',
} as const
export type FilterName = keyof typeof fieldsToFilter

const numberOperators = ['gte', 'gt', 'lte', 'lt', 'eq', 'not_eq'] as const satisfies QueryType[]
const textOperators = ['match', 'not_match', 'eq', 'not_eq', 'exist', 'not_exist'] as const satisfies QueryType[]
export const operatorsOf = (field: FilterName): readonly (typeof numberOperators | typeof textOperators)[number][] =>
  fieldsToFilter[field] === 'number' ? numberOperators : textOperators
export const isFilterName = (name: string): name is FilterName => name in fieldsToFilter
