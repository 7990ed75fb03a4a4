import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { NoAccess } from '#ui/page-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { botHeadQuery } from '../../bot.queries.ts'
import { BotTitleBar, type BotView } from './bot-title-bar.tsx'
import { BotSkeleton } from './bot-skeleton.tsx'
import { useMissingBot } from './missing-bot.tsx'

interface BotViewPageProps {
  view: BotView
  /** Visible to everybody who can see the bot. */
  isOpen?: boolean
  children: (botId: string) => ReactNode
}
/**
 * A page of the bot beside the editor, with the same title bar. Data of other people is visible only to people who may
 * change or operate the bot.
 */
export function BotViewPage({ view, isOpen = false, children }: BotViewPageProps) {
  const t = useT('bot')
  const { space_id: spaceId = '', bot_id: botId = '' } = useParams({ strict: false })
  const query = useQuery(botHeadQuery(botId))
  const name = query.data?.bot_info.name
  usePageTitle(name === undefined ? t(`view.${view}`) : `${name} · ${t(`view.${view}`)}`)
  return (
    <QueryPage query={query} loading={<BotSkeleton />} {...useMissingBot(spaceId)}>
      {({
        bot_info: info,
        editable,
        collaborator_status: status,
        has_publish: isPublished,
        same_with_online: isSame,
      }) => (
        <div className="flex min-h-0 flex-1 flex-col">
          <BotTitleBar
            spaceId={spaceId}
            botId={botId}
            name={info.name}
            iconUrl={info.icon_url}
            view={view}
            state={{ isPublished, hasChanges: !isSame, isReadOnly: !editable }}
            note={t('saved.edited', { time: formatTime(fromSeconds(info.update_time)) })}
            actions={
              <>
                {editable && (
                  <IconButton
                    size="lg"
                    icon={History}
                    label={t('history.open')}
                    nativeButton={false}
                    render={
                      <Link
                        to="/space/$space_id/bot/$bot_id"
                        params={{ space_id: spaceId, bot_id: botId }}
                        hash="history"
                      />
                    }
                  />
                )}
                {status.operateable && (
                  <Link
                    to="/space/$space_id/bot/$bot_id/publish"
                    params={{ space_id: spaceId, bot_id: botId }}
                    className={buttonStyle('solid')}
                  >
                    {t('publish')}
                  </Link>
                )}
              </>
            }
          />
          <div className="flex min-h-0 flex-1 flex-col">
            {isOpen || editable || status.operateable ? (
              children(botId)
            ) : (
              <NoAccess title={t('view.closed')} text={t('view.closed.text')} />
            )}
          </div>
        </div>
      )}
    </QueryPage>
  )
}
