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
/** Without these a row could not be told from the next one. */
export const lastingColumns: ReadonlySet<ColumnId> = new Set(['time', 'input'])
export const usualColumns: readonly ColumnId[] = [
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

/** What was chosen, in the order of the list. What an older version stored under names that are gone is left out. */
export const shownColumns = (chosen: readonly string[]): ColumnId[] =>
  columnIds.filter((id) => lastingColumns.has(id) || chosen.includes(id))

/** The same with one more, or without it. */
export const toggledColumns = (chosen: readonly string[], id: ColumnId): ColumnId[] =>
  shownColumns(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
