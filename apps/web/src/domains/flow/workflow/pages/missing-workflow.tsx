import { ApiError } from '@orrery/contract/client'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { FailedPage, NotFound } from '#ui/page-state.tsx'

interface MissingWorkflowProps {
  error: unknown
  onRetry: () => void
}

/** In the place of a workflow that is not there, or did not come. */
export function MissingWorkflow({ error, onRetry }: MissingWorkflowProps) {
  const t = useT('workflow')
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!isGone) return <FailedPage title={t('failed.title')} error={error} onRetry={onRetry} />
  return (
    <NotFound
      title={t('missing.title')}
      action={
        <Link to="/space" className={buttonStyle('solid')}>
          {t('missing.back')}
        </Link>
      }
    />
  )
}
