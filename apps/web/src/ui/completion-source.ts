import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { type Extension, Facet } from '@codemirror/state'

/** A synchronous source of completions. */
export type PromptSource = (context: CompletionContext) => CompletionResult | null

interface FollowingSource<T> {
  source: CompletionSource
  /** Sets the data for the following completions. */
  offer: (data: T) => Extension
}

/**
 * A completion source that stays the same function while its data changes, and whose open list is updated at each
 * letter. CodeMirror drops the choices of a source that was replaced or is about to be queried again: a click in the
 * open list would do nothing.
 */
export function followingSource<T>(complete: (data: T) => PromptSource): FollowingSource<T> {
  const offered = Facet.define<T>()
  const source: PromptSource = (context) => {
    const [data] = context.state.facet(offered)
    const result = data === undefined ? null : complete(data)(context)
    return result && { ...result, update: (_current, _from, _to, next) => source(next) }
  }
  return { source, offer: (data) => offered.of(data) }
}
