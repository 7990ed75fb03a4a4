import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Banner } from '#ui/banner.tsx'
import { draftCheckupQuery } from '../../bot.queries.ts'

/** The check-up result of exactly the draft that would be published, or a note that there is none. */
export function CheckupNote({ spaceId, botId }: { spaceId: string; botId: string }) {
  const t = useT('checkup')
  const { data } = useQuery(draftCheckupQuery(botId))
  if (!data?.is_enabled) return null
  const words =
    data.state === 'checked'
      ? t('publish.checked', { score: data.score?.toFixed(1) ?? '–', count: data.findings })
      : t(`publish.${data.state}`)
  return (
    <Banner
      inset
      tone={data.state === 'checked' && data.findings === 0 ? 'info' : 'warn'}
      action={
        <Link
          to="/space/$space_id/bot/$bot_id/evaluate"
          params={{ space_id: spaceId, bot_id: botId }}
          className={buttonStyle('plain', 'sm')}
        >
          {t('publish.open')}
        </Link>
      }
    >
      {t('publish.note', { words })}
    </Banner>
  )
}
