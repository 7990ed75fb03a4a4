/** The columns of the list of traces, in their order. */
export const columnIds = [
  'time',
  'app',
  'name',
  'version',
  'input',
  'output',
  'status',
  'latency',
  'first',
  'spans',
  'models',
  'tokens',
  'cost',
  'rating',
  'thread',
  'user',
] as const
export type ColumnId = (typeof columnIds)[number]
/** These columns cannot be hidden, because they identify a row. */
export const requiredColumns: ReadonlySet<ColumnId> = new Set(['time', 'input'])
export const defaultColumns: readonly ColumnId[] = [
  'time',
  'app',
  'input',
  'status',
  'latency',
  'tokens',
  'cost',
  'rating',
  'user',
]

/** The selected columns in the order of the list, without obsolete names that an older version stored. */
export const shownColumns = (chosen: readonly string[]): ColumnId[] =>
  columnIds.filter((id) => requiredColumns.has(id) || chosen.includes(id))

/** Adds a column to the selection, or removes it. */
export const toggledColumns = (chosen: readonly string[], id: ColumnId): ColumnId[] =>
  shownColumns(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
