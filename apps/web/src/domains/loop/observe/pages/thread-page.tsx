import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { RunState } from '#ui/run-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { type ThreadQuery, threadQuery } from '../thread.queries.ts'

/** A conversation as the user read it, with a link to the trace of each turn. */
export function ThreadPage() {
  const t = useT('observe')
  const space = useSpace()
  const { thread_id: threadId } = useParams({ from: '/signed/space/$space_id/observe/threads/$thread_id' })
  const [now] = useState(() => Math.ceil(Date.now() / 60_000) * 60_000)
  const query = useInfiniteQuery(threadQuery(space.id, threadId, now))
  const back = <Link to="/space/$space_id/observe/threads" params={{ space_id: space.id }} />
  return (
    <QueryPage
      query={query}
      failed={t('threads.failed')}
      missing={t('thread.missing')}
      missingText={t('thread.missing.text')}
      loading={<Skeleton className="m-5 h-64" />}
      back={
        <Link to="/space/$space_id/observe/threads" params={{ space_id: space.id }} className={buttonStyle()}>
          {t('thread.back')}
        </Link>
      }
    >
      {({ pages }) => {
        const { data } = pages[0]!
        const turns = pages.flatMap((page) => page.data.queries)
        return (
          <div className="flex min-h-0 flex-1 flex-col bg-card">
            <TitleBar
              title={data.init_message || data.thread_id}
              back={back}
              note={[
                t('thread.turns', { count: data.query_count }),
                formatDuration(data.duration_sum),
                t('thread.tokens', { tokens: formatCount(data.tokens_sum) }),
              ].join(' · ')}
            />
            <div className="min-h-0 flex-1 overflow-y-auto">
              <ol aria-label={t('thread')} className="mx-auto flex max-w-3xl flex-col gap-6 p-5">
                {turns.map((turn) => (
                  <Turn key={turn.trace_id} spaceId={space.id} turn={turn} />
                ))}
              </ol>
              <InfiniteSentinel query={query} />
            </div>
          </div>
        )
      }}
    </QueryPage>
  )
}

const textOf = (parts: ThreadQuery['input']) => parts.map(({ content }) => content.text).join('\n')

function Turn({ spaceId, turn }: { spaceId: string; turn: ThreadQuery }) {
  const t = useT('observe')
  const failure = turn.tags['error']?.v_str
  const answer = turn.output.map(({ messages }) => textOf(messages)).join('\n')
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3 text-small text-mute">
        <DateTime at={turn.start_time} />
        <span className="truncate">{turn.source_info.BotName}</span>
        <span className="tabular-nums">{formatDuration(turn.duration)}</span>
        <Link
          to="/space/$space_id/observe/traces/$trace_id"
          params={{ space_id: spaceId, trace_id: turn.trace_id }}
          className="ms-auto flex items-center gap-1 text-brand underline"
        >
          <Icon of={Activity} size={14} />
          {t('thread.trace')}
        </Link>
      </div>
      <p data-user-text className="ms-auto max-w-[85%] rounded-lg bg-fill px-4 py-2 break-words whitespace-pre-wrap">
        {textOf(turn.input) || '–'}
      </p>
      {answer && (
        <p
          data-user-text
          className="max-w-[85%] rounded-lg border border-line px-4 py-2 break-words whitespace-pre-wrap"
        >
          {answer}
        </p>
      )}
      {turn.status === 1 && <RunState state="failed" text={failure} />}
    </li>
  )
}
