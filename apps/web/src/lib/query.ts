import { ApiError } from '@orrery/contract/client'
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { NetworkError } from './network-error.ts'

const maxRetries = 2

/** Errors that may resolve on their own: no connection, or a restarting server. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && (error.status === 502 || error.status === 503 || error.status === 504)
}

/**
 * A change that is saved during the first load of a list must show in the list. The library joins that load instead of
 * starting another one, and its answer may be older than the change, so such a query is loaded once more.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
    const firstLoads = first.map((query) => query.promise)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(firstLoads)
    await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options)
  }
}

export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < maxRetries && isTransient(error),
        // The connection banner decides when we are offline; the browser does not notice a stopped server.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export const queryClient = createQueryClient()
