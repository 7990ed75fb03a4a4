import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { NoAccess } from '#ui/page-state.tsx'
import { botHeadQuery } from '../../bot.queries.ts'
import { BotTitleBar, type BotView } from './bot-title-bar.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { MissingBot } from './missing-bot.tsx'

/** A page beside the editor, under the same head. What other people said is for those who may change the bot. */
export function BotViewPage({ view, children }: { view: BotView; children: (botId: string) => ReactNode }) {
  const t = useT('bot')
  const { space_id: spaceId = '', bot_id: botId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(botHeadQuery(botId))
  usePageTitle(data ? `${data.bot_info.name} · ${t(`view.${view}`)}` : t(`view.${view}`))
  if (error && !data) return <MissingBot spaceId={spaceId} error={error} onRetry={() => void refetch()} />
  if (!data) return <EditorSkeleton />
  const { bot_info: info } = data
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <BotTitleBar
        spaceId={spaceId}
        botId={botId}
        name={info.name}
        iconUrl={info.icon_url}
        view={view}
        state={{ isPublished: data.has_publish, hasChanges: !data.same_with_online, isReadOnly: !data.editable }}
        note={t('saved.edited', { time: formatTime(fromSeconds(info.update_time)) })}
      />
      <main className="flex min-h-0 flex-1 flex-col">
        {data.editable ? children(botId) : <NoAccess title={t('view.closed')} text={t('view.closed.text')} />}
      </main>
    </div>
  )
}
