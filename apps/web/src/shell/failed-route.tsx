import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import { isChunkLoadError } from '#lib/error-kinds.ts'
import { reportBoundary } from '#lib/errors.ts'
import { ReloadPage } from './reload-page.tsx'

const FailedPage = lazy(() => import('#ui/page-state.tsx').then((module) => ({ default: module.FailedPage })))

/** Replaces a page that failed. If a new version has replaced the files of the page, only a reload helps. */
export function FailedRoute({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter()
  useEffect(() => reportBoundary(error), [error])
  if (isChunkLoadError(error)) return <ReloadPage />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Suspense>
      <FailedPage error={error} onRetry={retry} />
    </Suspense>
  )
}
