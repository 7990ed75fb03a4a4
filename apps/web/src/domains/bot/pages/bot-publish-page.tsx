import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useT } from '../../../lib/i18n.ts'
import { usePageTitle } from '../../../lib/title.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PictureTile } from '../../../ui/picture-tile.tsx'
import { TitleBar } from '../../../ui/title-bar.tsx'
import { botHeadQuery } from '../bot.queries.ts'

/** Publishing is a later part of the studio: the page says so, and leads back to what can be done with the bot. */
export function BotPublishPage() {
  const t = useT('bot')
  const { space_id: spaceId, bot_id: botId } = useParams({ from: '/signed/space/$space_id/bot/$bot_id/publish' })
  const { data } = useQuery(botHeadQuery(botId))
  const name = data?.bot_info.name ?? ''
  const target = { to: '/space/$space_id/bot/$bot_id', params: { space_id: spaceId, bot_id: botId } } as const
  usePageTitle(t('publish.title', { name }))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={<Link {...target} />}
        tile={<PictureTile id={botId} kind="bot" src={data?.bot_info.icon_url} size={36} />}
        title={t('publish.title', { name })}
      />
      <main className="flex min-h-0 flex-1 flex-col">
        <EmptyState
          icon={Send}
          title={t('publish.notYet')}
          text={t('publish.notYet.text')}
          action={
            <Link {...target} className={buttonStyle('solid')}>
              {t('publish.back')}
            </Link>
          }
        />
      </main>
    </div>
  )
}
