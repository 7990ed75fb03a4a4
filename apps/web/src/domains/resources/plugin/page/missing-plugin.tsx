import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { FailedPage, NotFound } from '#ui/page-state.tsx'

interface MissingPluginProps {
  error: unknown
  spaceId: string
  onRetry: () => void
}

/** In the place of a plugin, tool or mock set that is gone or did not load. */
export function MissingPlugin({ error, spaceId, onRetry }: MissingPluginProps) {
  const t = useT('plugin')
  if ((error as { status?: number }).status !== 404)
    return <FailedPage title={t('page.failed')} error={error} onRetry={onRetry} />
  return (
    <NotFound
      title={t('page.missing')}
      action={
        <Link to="/space/$space_id/library/plugin" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    />
  )
}
