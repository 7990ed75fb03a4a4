import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { reportBoundary } from '../lib/errors.ts'
import { isChunkLoadError } from '../lib/error-kinds.ts'
import { useT } from '../lib/i18n.ts'
import { FailedPage } from '../ui/page-state.tsx'

/** In the place of a page that broke. A new version may have replaced the files it wanted: then only a reload helps. */
export function FailedRoute({ error, reset }: ErrorComponentProps): ReactElement {
  const t = useT('shell')
  const router = useRouter()
  const isOld = isChunkLoadError(error)
  useEffect(() => reportBoundary(error), [error])
  const retry = () => {
    if (isOld) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <FailedPage
      title={isOld ? t('failed.oldVersion') : undefined}
      error={isOld ? t('failed.reload') : error}
      onRetry={retry}
    />
  )
}
