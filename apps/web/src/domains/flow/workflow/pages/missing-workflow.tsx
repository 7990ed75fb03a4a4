import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { MissingPage } from '#ui/query-page.tsx'

interface MissingWorkflowProps {
  error: unknown
  onRetry: () => void
}

/** Shown when a workflow does not exist or failed to load. */
export function MissingWorkflow({ error, onRetry }: MissingWorkflowProps) {
  const t = useT('workflow')
  return (
    <MissingPage
      error={error}
      onRetry={onRetry}
      failed={t('failed.title')}
      missing={t('missing.title')}
      back={
        <Link to="/space" className={buttonStyle('solid')}>
          {t('missing.back')}
        </Link>
      }
    />
  )
}
