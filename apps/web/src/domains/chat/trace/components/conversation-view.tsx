import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, ThumbsDown, ThumbsUp } from 'lucide-react'
import { formatCount, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnswerText } from '#domains/chat/chat/index.ts'
import { isFiltered } from '../log-filter.ts'
import { type Trace, tracesQuery, TraceStatus } from '../trace.queries.ts'
import type { LogTableInput } from './log-table.tsx'

/** A conversation as its users saw it, oldest first; each reply links to its trace. */
export function ConversationView({ botId, filter, address, onOpen, onClear }: LogTableInput) {
  const t = useT('trace')
  const query = useInfiniteQuery(tracesQuery(botId, filter))
  if (query.error && !query.data) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="mx-auto mt-6 h-48 w-full max-w-180" />
  const turns = query.data.pages.flatMap((page) => page.traces).toReversed()
  if (turns.length === 0)
    return isFiltered(address) ? (
      <NoMatch onClear={onClear} />
    ) : (
      <EmptyState icon={ScrollText} title={t('logs.empty')} text={t('logs.empty.text')} />
    )
  return (
    // Scrollable content must be reachable by keyboard.
    <div role="log" aria-label={t('logs.oneConversation')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-180 flex-col gap-5 px-4 py-5">
        {query.hasNextPage && (
          <Button
            size="sm"
            className="self-center"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('logs.older')}
          </Button>
        )}
        {turns.map((turn) => (
          <Turn key={turn.trace_id} turn={turn} onOpen={() => onOpen(turn.trace_id)} />
        ))}
      </div>
    </div>
  )
}

function Turn({ turn, onOpen }: { turn: Trace; onOpen: () => void }) {
  const t = useT('trace')
  const hasFailed = turn.status === TraceStatus.failed
  return (
    <article aria-label={turn.input || t('logs.turns')} className="flex flex-col gap-3">
      <p className="flex justify-end gap-2 text-caption text-mute">
        {turn.user_name}
        <DateTime at={turn.started_at} />
      </p>
      {turn.input && (
        <p className="max-w-[85%] self-end rounded-xl rounded-tr-sm bg-brand-solid px-3 py-2 text-prose wrap-anywhere whitespace-pre-wrap text-on-brand">
          {turn.input}
        </p>
      )}
      {hasFailed ? (
        <ErrorPanel title={turn.error_msg || t('failedWord')} error={{ message: '', logId: turn.trace_id }} />
      ) : (
        turn.output && (
          <div className="max-w-full self-start rounded-xl rounded-tl-sm bg-page px-3 py-2">
            <AnswerText text={turn.output} isStreaming={false} />
          </div>
        )
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-small text-mute tabular-nums">
        {turn.status === TraceStatus.stopped && <span>{t('stopped')}</span>}
        <span>{formatDuration(turn.duration_ms)}</span>
        <span>{t('logs.tokens', { tokens: formatCount(turn.input_tokens + turn.output_tokens) })}</span>
        {turn.feedback !== 0 && (
          <span className={turn.feedback === 1 ? 'text-ok' : 'text-err'}>
            <Icon of={turn.feedback === 1 ? ThumbsUp : ThumbsDown} size={14} />
            <span className="sr-only">{t(turn.feedback === 1 ? 'rating.like' : 'rating.dislike')}</span>
          </span>
        )}
        <Button size="xs" kind="ghost" onClick={onOpen}>
          {t('trace')}
        </Button>
      </p>
    </article>
  )
}
