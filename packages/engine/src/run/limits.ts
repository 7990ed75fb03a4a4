export interface Limits {
  /** Maximum node executions of one run, including all loops, batches and sub-workflows. */
  steps: number
  /** Maximum nesting depth of workflows. */
  depth: number
  /** Working time of the run in ms; waiting for a person does not count. 0: no limit. */
  totalMs: number
  /** Maximum rounds of one loop. */
  iterations: number
  /** Maximum items of one batch. */
  batchItems: number
  concurrency: number
  /** Maximum characters of the output of one node. */
  outputSize: number
  /** Maximum characters of all outputs of a run together. */
  totalSize: number
  /** Maximum rounds of tool calls in one model node. */
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
