import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, ThumbsDown, ThumbsUp } from 'lucide-react'
import { formatCount, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { RunState } from '#ui/run-state.tsx'
import type { Column } from '#ui/table.tsx'
import { type Trace, tracesQuery, TraceStatus } from '../trace.queries.ts'
import { SceneTag } from './conversation-table.tsx'
import { LogTable, type LogTableInput } from './log-table.tsx'

export function TurnTable({ botId, filter, address, onOpen, onClear }: LogTableInput) {
  const t = useT('trace')
  const query = useInfiniteQuery(tracesQuery(botId, filter))
  return (
    <LogTable
      query={query}
      icon={ScrollText}
      placeholderRows={10}
      address={address}
      onClear={onClear}
      label={t('logs.turns')}
      size="one"
      columns={useColumns()}
      rows={query.data?.pages.flatMap((page) => page.traces) ?? []}
      rowKey={(row) => row.trace_id}
      rowName={(row) => row.input}
      rowTone={(row) => (row.trace_id === address.trace ? 'fresh' : undefined)}
      onOpen={(row) => onOpen(row.trace_id)}
    />
  )
}

function useColumns(): Column<Trace>[] {
  const t = useT('trace')
  return [
    { id: 'time', head: t('time'), width: 120, cell: (row) => <DateTime at={row.started_at} /> },
    { id: 'input', head: t('input'), cell: (row) => row.input || '–' },
    {
      id: 'status',
      head: t('status'),
      width: 200,
      cell: (row) =>
        row.status === TraceStatus.done ? (
          <RunState state="done" />
        ) : row.status === TraceStatus.failed ? (
          <RunState state="failed" text={row.error_msg || undefined} />
        ) : (
          <RunState state="skipped" text={t('stopped')} />
        ),
    },
    { id: 'scene', head: t('scene'), width: 100, hideBelow: 'lg', cell: (row) => <SceneTag scene={row.scene} /> },
    {
      id: 'latency',
      head: t('latency'),
      width: 'viewport',
      align: 'end',
      cell: (row) => formatDuration(row.duration_ms),
    },
    {
      id: 'tokens',
      head: t('tokens.all'),
      width: 'viewport',
      align: 'end',
      cell: (row) => formatCount(row.input_tokens + row.output_tokens),
    },
    { id: 'cost', head: t('cost'), width: 90, align: 'end', hideBelow: 'wide', cell: (row) => formatMoney(row.cost) },
    { id: 'rating', head: t('rating'), width: 70, hideBelow: 'sm', cell: (row) => <Rating feedback={row.feedback} /> },
    {
      id: 'user',
      head: t('user'),
      width: 70,
      align: 'end',
      cell: (row) => <Avatar name={row.user_name} id={row.user_id} src={row.user_avatar_url} size={20} />,
    },
  ]
}

function Rating({ feedback }: { feedback: number }) {
  const t = useT('trace')
  if (feedback === 0) return <>–</>
  const isGood = feedback === 1
  return (
    <span className={isGood ? 'text-ok' : 'text-err'}>
      <Icon of={isGood ? ThumbsUp : ThumbsDown} size={14} />
      <span className="sr-only">{isGood ? t('rating.like') : t('rating.dislike')}</span>
    </span>
  )
}
