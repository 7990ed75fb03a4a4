import { AsyncLocalStorage } from 'node:async_hooks'
import type { MockFilter } from '../mock.table.ts'

/** A mock set as it was when a run was set up. */
export interface FrozenMockSet {
  name: string
  pluginId: string
  toolId: string
  rules: { filter: MockFilter; answer: string }[]
}
/**
 * What answers calls of tools in the run that is under way: these sets and nothing else, or the tools themselves. Where it is not
 * said, the sets that the person has chosen count.
 */
export const frozenMocks = new AsyncLocalStorage<FrozenMockSet[] | 'real'>()
