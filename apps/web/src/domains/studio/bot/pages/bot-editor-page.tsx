import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { QueryPage } from '#ui/query-page.tsx'
import { draftQuery } from '../bot.queries.ts'
import { BotEditor } from '../components/frame/bot-editor.tsx'
import { BotSkeleton } from '../components/frame/bot-skeleton.tsx'
import { useMissingBot } from '../components/frame/missing-bot.tsx'

export function BotEditorPage() {
  const { space_id: spaceId, bot_id: botId } = useParams({ from: '/signed/space/$space_id/bot/$bot_id/' })
  const query = useQuery(draftQuery(botId))
  const { error } = query
  useEffect(() => {
    if (!error) return
    const { message } = describeError(error)
    log({ name: 'BotDetailInitHooks', level: 'error', message, extra: { botId } })
  }, [error, botId])
  return (
    <QueryPage query={query} loading={<BotSkeleton />} {...useMissingBot(spaceId)}>
      {(loaded) => <BotEditor key={botId} spaceId={spaceId} botId={botId} loaded={loaded} />}
    </QueryPage>
  )
}
