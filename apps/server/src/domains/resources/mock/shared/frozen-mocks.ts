import { AsyncLocalStorage } from 'node:async_hooks'
import type { MockFilter } from '../mock.table.ts'

/** A snapshot of a mock set, taken when a run was set up. */
export interface FrozenMockSet {
  name: string
  pluginId: string
  toolId: string
  rules: { filter: MockFilter; answer: string }[]
}
/**
 * What answers tool calls in the current run: only these sets, or 'real' for the tools themselves. If unset, the sets
 * that the person has bound answer.
 */
export const frozenMocks = new AsyncLocalStorage<FrozenMockSet[] | 'real'>()
