import { createStore } from './store.ts'

/** A value that can become a cell of a dataset. */
export interface OfferedValue {
  name: string
  text: string
}
export interface OfferedRow {
  spaceId: string
  /** Where it comes from: the choice of fields is remembered for each. */
  from: 'chat' | 'trace' | 'workflow' | 'recall' | 'experiment'
  /** The trace that the row then names as its origin. */
  traceId?: string
  values: OfferedValue[]
}

/** What somebody wants to add to a dataset, or null. Datasets stand above the parts that offer rows, and open the dialog. */
export const addingToDataset = createStore<OfferedRow | null>(null)
