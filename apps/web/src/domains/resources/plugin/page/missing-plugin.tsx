import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { MissingPage, type MissingTexts } from '#ui/query-page.tsx'

/** The texts for a plugin, tool or mock set that does not exist or did not load. */
export function useMissingPlugin(spaceId: string): MissingTexts {
  const t = useT('plugin')
  return {
    failed: t('page.failed'),
    missing: t('page.missing'),
    back: (
      <Link to="/space/$space_id/library/plugin" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
        {t('page.back')}
      </Link>
    ),
  }
}

interface MissingPluginProps {
  error: unknown
  spaceId: string
  onRetry: () => void
}

export function MissingPlugin({ error, spaceId, onRetry }: MissingPluginProps) {
  return <MissingPage error={error} onRetry={onRetry} {...useMissingPlugin(spaceId)} />
}
