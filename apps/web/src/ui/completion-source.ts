import type { CompletionSource } from '@codemirror/autocomplete'
import { type Extension, Facet } from '@codemirror/state'

interface FollowingSource<T> {
  source: CompletionSource
  /** What the source offers from now on. */
  offer: (data: T) => Extension
}

/**
 * A completion source that stays the same function while what it offers changes. CodeMirror drops the choices of a
 * source that was replaced: a click in the open list would do nothing.
 */
export function followingSource<T>(complete: (data: T) => CompletionSource): FollowingSource<T> {
  const offered = Facet.define<T>()
  return {
    source: (context) => {
      const [data] = context.state.facet(offered)
      return data === undefined ? null : complete(data)(context)
    },
    offer: (data) => offered.of(data),
  }
}
