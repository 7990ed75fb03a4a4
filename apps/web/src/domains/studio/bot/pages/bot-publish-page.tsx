import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { publishNotes } from '#lib/publish-notes.ts'
import { usePageTitle } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { PublishPage } from '#domains/studio/publish/index.ts'
import { botHeadQuery, refreshBotHead, refreshBotLists } from '../bot.queries.ts'
import { BotSkeleton } from '../components/frame/bot-skeleton.tsx'
import { CheckupNote } from '../components/frame/checkup-note.tsx'
import { useMissingBot } from '../components/frame/missing-bot.tsx'
import { CollaborationBar } from '../components/versions/collaboration-bar.tsx'
import { CompareDialog } from '../components/versions/compare-dialog.tsx'
import { ServeDialog } from '../components/versions/serve-dialog.tsx'
import { createBotPublishPort } from '../publish-port.ts'
import { baseState, channelState } from '../versions/version.queries.ts'

export function BotPublishPage() {
  const t = useT('bot')
  const v = useT('version')
  const { space_id: spaceId, bot_id: botId } = useParams({ from: '/signed/space/$space_id/bot/$bot_id/publish' })
  const query = useQuery(botHeadQuery(botId))
  const port = useMemo(() => createBotPublishPort(botId), [botId])
  const name = query.data?.bot_info.name ?? ''
  const notes = publishNotes.use()
  const of = { space_id: spaceId, bot_id: botId }
  const [compared, setCompared] = useState<string | null>(null)
  const [isServing, setServing] = useState(false)
  usePageTitle(t('publish.title', { name }))
  return (
    <QueryPage query={query} loading={<BotSkeleton />} {...useMissingBot(spaceId)}>
      {({ bot_info: info, collaborator_status: { operateable: mayPublish } }) => (
        <>
          <PublishPage
            key={botId}
            notes={
              <>
                <CollaborationBar of={of} />
                <CheckupNote spaceId={spaceId} botId={botId} />
                {mayPublish && (
                  <Suspense>
                    {notes.map(({ id, Note }) => (
                      <Note key={id} spaceId={spaceId} botId={botId} />
                    ))}
                  </Suspense>
                )}
              </>
            }
            onCompare={setCompared}
            others={<Button onClick={() => setServing(true)}>{v('publish.beside')}</Button>}
            port={port}
            name={name}
            tile={<PictureTile id={botId} kind="bot" src={info.icon_url} size={36} />}
            back={<Link to="/space/$space_id/bot/$bot_id" params={{ space_id: spaceId, bot_id: botId }} />}
            onChanged={() => {
              void refreshBotHead(botId)
              void refreshBotLists()
            }}
          />
          {isServing && <ServeDialog of={of} onClose={() => setServing(false)} />}
          {compared && (
            <CompareDialog of={of} left={channelState(compared)} right={baseState} onClose={() => setCompared(null)} />
          )}
        </>
      )}
    </QueryPage>
  )
}
