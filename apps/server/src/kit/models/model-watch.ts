import { AsyncLocalStorage } from 'node:async_hooks'

/** The part of the product that calls a model outside of the conversation itself. */
export type ModelPurpose = 'rewrite' | 'rerank' | 'nl2sql' | 'embed' | 'memory'

interface WatchedCall {
  purpose: ModelPurpose | undefined
  model: { id: string; name: string }
  input: unknown
}
/** Result and cost of a call; after a failure only `error`. */
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
  /** Called when a model call begins; the returned function is called with its result. */
  begin(call: WatchedCall): (end: WatchedResult | { error: unknown }) => void
}

const watchers = new AsyncLocalStorage<ModelWatcher>()

/**
 * Reports every model call within `work` to the watcher, at any depth of the code: retrieval and memory call models
 * without knowing whether a turn, a workflow or nobody observes them.
 */
export const watchModels = <T>(watcher: ModelWatcher, work: () => Promise<T>): Promise<T> => watchers.run(watcher, work)
export const currentWatcher = (): ModelWatcher | undefined => watchers.getStore()
