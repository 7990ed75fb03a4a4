import { ApiError } from '@orrery/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from './network-error.ts'

const mostRetries = 2

/** Errors that may go away on their own: no connection, or a restarting server. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && (error.status === 502 || error.status === 503 || error.status === 504)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < mostRetries && isTransient(error),
        // The connection banner decides when we are offline; the browser's own idea of it misses a stopped server.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export const queryClient = createQueryClient()
