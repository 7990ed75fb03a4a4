import { useEffect, useState } from 'react'

export interface Searched<T> {
  state: 'loading' | 'failed' | 'ready'
  items: readonly T[]
}

/** Search results for the typed text: requested when typing pauses. Outdated answers are dropped. */
export function useSearched<T>(
  search: ((query: string, signal: AbortSignal) => Promise<readonly T[]>) | undefined,
  query: string,
  open: boolean,
): Searched<T> {
  const [answer, setAnswer] = useState<Searched<T> & { query: string | null }>({
    query: null,
    state: 'loading',
    items: [],
  })
  useEffect(() => {
    if (!search || !open) return undefined
    const stop = new AbortController()
    const finish = (state: 'ready' | 'failed', items: readonly T[]) => {
      if (!stop.signal.aborted) setAnswer({ query, state, items })
    }
    const ask = () =>
      search(query, stop.signal).then(
        (items) => finish('ready', items),
        () => finish('failed', []),
      )
    const timer = setTimeout(ask, query ? 200 : 0)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [search, query, open])
  // Items of the previous query stay visible while the next one loads.
  return answer.query === query ? answer : { state: 'loading', items: answer.items }
}
