export interface Limits {
  /** Node executions of one run, over all loops, batches and sub-workflows. */
  steps: number
  /** Maximum nesting depth of workflows. */
  depth: number
  /** Working time of the run in ms; waiting for a person does not count. 0: no limit. */
  totalMs: number
  /** Rounds of one loop. */
  iterations: number
  /** Items of one batch. */
  batchItems: number
  concurrency: number
  /** Characters of one node's output. */
  outputSize: number
  /** Characters of all outputs of a run together. */
  totalSize: number
  /** Rounds of tool calls in one model node. */
  toolRounds: number
  /** Milliseconds of uninterrupted work before the run yields to others. */
  sliceMs: number
}

export const defaultLimits: Limits = {
  steps: 200_000,
  depth: 10,
  totalMs: 0,
  iterations: 100_000,
  batchItems: 10_000,
  concurrency: 50,
  outputSize: 20_000_000,
  totalSize: 200_000_000,
  toolRounds: 20,
  sliceMs: 12,
}
