export const TableType = { draft: 1, online: 2 } as const
export type TableType = (typeof TableType)[keyof typeof TableType]
export const SortDirection = { ascending: 1, descending: 2 } as const
export const FilterOperation = {
  EQUAL: 1,
  NOT_EQUAL: 2,
  GREATER_THAN: 3,
  LESS_THAN: 4,
  GREATER_EQUAL: 5,
  LESS_EQUAL: 6,
  IN: 7,
  NOT_IN: 8,
  IS_NULL: 9,
  IS_NOT_NULL: 10,
  LIKE: 11,
  NOT_LIKE: 12,
} as const
export const DATABASE_LIMITS = {
  tables: 100,
  fields: 50,
  description: 2000,
  rows: 1_000_000,
  recordPage: 1000,
  recordBatch: 1000,
} as const

/** Names of tables and fields. */
export const nameRule = /^[a-z][a-z0-9_]{0,62}$/
/** System columns of every table, by the names that SQL statements and clients use. */
export const systemColumns = {
  id: 'bstudio_id',
  uuid: 'bstudio_connector_uid',
  sys_platform: 'bstudio_connector_id',
  bstudio_create_time: 'bstudio_create_time',
} as const
