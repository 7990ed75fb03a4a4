import { AsyncLocalStorage } from 'node:async_hooks'

/** Why a model is asked by a part of the product that is not the conversation itself. */
export type ModelPurpose = 'rewrite' | 'rerank' | 'nl2sql' | 'embed' | 'memory'

interface WatchedCall {
  purpose: ModelPurpose | undefined
  model: { id: string; name: string }
  input: unknown
}
/** What a call gave and took; after a failure only `error`. */
export interface WatchedResult {
  output: unknown
  inputTokens: number
  outputTokens: number
  isEstimated: boolean
  costIn: number
  costOut: number
  firstTokenMs: number
}
export interface ModelWatcher {
  /** A call begins; what this returns is told how it ended. */
  begin(call: WatchedCall): (end: WatchedResult | { error: unknown }) => void
}

const watchers = new AsyncLocalStorage<ModelWatcher>()

/**
 * Tells of every model call that a piece of work makes, however far below it the call is made: retrieval and memory ask models
 * without knowing whether a turn, a workflow or nobody wants to hear of it.
 */
export const watchModels = <T>(watcher: ModelWatcher, work: () => Promise<T>): Promise<T> => watchers.run(watcher, work)
export const currentWatcher = (): ModelWatcher | undefined => watchers.getStore()
