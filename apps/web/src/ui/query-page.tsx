import { ApiError } from '@orrery/contract/client'
import type { ReactNode } from 'react'
import { FailedPage, NotFound } from './page-state.tsx'

export interface MissingTexts {
  /** The title if loading failed. */
  failed: string
  /** The title if the resource does not exist. */
  missing: string
  missingText?: string
  /** A link to the list. */
  back?: ReactNode
}

interface MissingPageProps extends MissingTexts {
  /** Null: the server answered that the resource does not exist. */
  error: unknown
  onRetry: () => void
}

/** Shown instead of a resource that no longer exists or failed to load. */
export function MissingPage({ error, onRetry, failed, missing, missingText, back }: MissingPageProps) {
  if (error === null || isGone(error)) return <NotFound title={missing} text={missingText} action={back} />
  return <FailedPage title={failed} error={error} onRetry={onRetry} />
}

/** A malformed id (400) is treated like a missing resource. */
const isGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)

interface QueryPageProps<T> extends MissingTexts {
  query: { data: T | null | undefined; error: unknown; refetch: () => unknown }
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** A page about one resource, with its loading, missing and failed states. */
export function QueryPage<T>({ query, loading = null, children, ...texts }: QueryPageProps<T>) {
  const { data, error, refetch } = query
  if (data !== null && data !== undefined) return children(data)
  if (data === undefined && !error) return loading
  return <MissingPage error={error} onRetry={() => void refetch()} {...texts} />
}
