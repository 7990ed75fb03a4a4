import { ApiError } from '@orrery/contract/client'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { FailedPage, NotFound } from '#ui/page-state.tsx'

interface MissingBotProps {
  spaceId: string
  error: unknown
  onRetry: () => void
}

/** In the place of a bot that is not there, or did not come. */
export function MissingBot({ spaceId, error, onRetry }: MissingBotProps) {
  const t = useT('bot')
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!isGone) return <FailedPage title={t('BotDetailInitHooks')} error={error} onRetry={onRetry} />
  return (
    <NotFound
      title={t('missing.title')}
      action={
        <Link to="/space/$space_id/develop" params={{ space_id: spaceId }} className={buttonStyle('solid')}>
          {t('missing.back')}
        </Link>
      }
    />
  )
}
