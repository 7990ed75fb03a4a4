import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import type { MissingTexts } from '#ui/query-page.tsx'

/** Texts for a bot that does not exist or failed to load. */
export function useMissingBot(spaceId: string): MissingTexts {
  const t = useT('bot')
  return {
    failed: t('BotDetailInitHooks'),
    missing: t('missing.title'),
    back: (
      <Link to="/space/$space_id/develop" params={{ space_id: spaceId }} className={buttonStyle('solid')}>
        {t('missing.back')}
      </Link>
    ),
  }
}
