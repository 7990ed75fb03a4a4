import { ApiError } from '@orrery/contract/client'
import type { ReactNode } from 'react'
import { FailedPage, NotFound } from './page-state.tsx'

export interface MissingTexts {
  /** The title when it did not load. */
  failed: string
  /** The title when there is no such thing. */
  missing: string
  missingText?: string
  /** A link to where the others are. */
  back?: ReactNode
}

interface MissingPageProps extends MissingTexts {
  /** Null: the answer was that there is no such thing. */
  error: unknown
  onRetry: () => void
}

/** In the place of something that is gone, or that did not load. */
export function MissingPage({ error, onRetry, failed, missing, missingText, back }: MissingPageProps) {
  if (error === null || isGone(error)) return <NotFound title={missing} text={missingText} action={back} />
  return <FailedPage title={failed} error={error} onRetry={onRetry} />
}

/** A malformed id (400) is treated like a missing thing. */
const isGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)

interface QueryPageProps<T> extends MissingTexts {
  query: { data: T | null | undefined; error: unknown; refetch: () => unknown }
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** A page about one thing, with its loading, missing and failed states. */
export function QueryPage<T>({ query, loading = null, children, ...texts }: QueryPageProps<T>) {
  const { data, error, refetch } = query
  if (data !== null && data !== undefined) return children(data)
  if (data === undefined && !error) return loading
  return <MissingPage error={error} onRetry={() => void refetch()} {...texts} />
}
