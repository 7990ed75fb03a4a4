import { createStore } from './store.ts'

/** A value that can become a cell of a dataset. */
export interface OfferedValue {
  name: string
  text: string
}
export interface OfferedRow {
  spaceId: string
  /** The origin of the row. The choice of fields is remembered for each origin. */
  from: 'chat' | 'trace' | 'workflow' | 'recall' | 'experiment'
  /** The trace that the row names as its origin. */
  traceId?: string
  values: OfferedValue[]
}

/**
 * The row that someone wants to add to a dataset, or null. The datasets domain depends on those that offer rows, so it
 * watches this store and opens the dialog.
 */
export const addingToDataset = createStore<OfferedRow | null>(null)
