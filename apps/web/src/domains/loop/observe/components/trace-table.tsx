import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatCount, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { Selection } from '#lib/selection.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { RunState } from '#ui/run-state.tsx'
import type { Column } from '#ui/table.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import type { TraceHead } from '../observe.queries.ts'
import type { ColumnId } from '../trace-columns.ts'
import { columnNames } from './column-menu.tsx'

interface TraceTableProps {
  query: UseInfiniteQueryResult<{ pages: { traces: TraceHead[] }[] }>
  /** The columns to show, in this order. */
  columns: readonly ColumnId[]
  empty: ReactNode
  /** Set while a filter is active. */
  onClear: (() => void) | undefined
  onOpen: (trace: TraceHead) => void
  /** Set where traces can be selected. */
  selection?: { selected: Selection; onSelect: (selected: Selection) => void } | undefined
}

/** The latency that fills the whole bar. */
const slowMs = 10_000
export const tileOf = (kind: string) => (kind === 'bot' || kind === 'workflow' ? kind : 'other')
/** The title of a trace in a list: its input, or else its name. */
export const titleOf = ({ input, name, object_name }: TraceHead): string => readable(input) || name || object_name

/** A workflow has JSON as input; people read its values. */
function readable(input: string): string {
  if (!input.startsWith('{')) return input
  try {
    const values = Object.values(JSON.parse(input) as Record<string, unknown>)
    return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' · ')
  } catch {
    return input
  }
}

export function TraceTable({ query, columns, empty, onClear, onOpen, selection }: TraceTableProps) {
  const t = useT('observe')
  return (
    <PagedTable
      query={query}
      failed={t('failed')}
      empty={empty}
      noMatch={onClear && { onClear }}
      label={t('traces')}
      size="one"
      columns={useColumns(columns)}
      rows={query.data?.pages.flatMap((page) => page.traces) ?? []}
      rowKey={(row) => row.trace_id}
      rowName={titleOf}
      onOpen={onOpen}
      {...selection}
    />
  )
}

/** Columns as wide as their content needs; the input takes the remaining width. */
function useColumns(chosen: readonly ColumnId[]): Column<TraceHead>[] {
  const t = useT('observe')
  const all: Record<ColumnId, Omit<Column<TraceHead>, 'id' | 'head'>> = {
    time: { width: 104, cell: (row) => <DateTime at={row.started_at} /> },
    app: { width: 134, leadsCard: true, cell: (row) => <App trace={row} /> },
    name: { width: 140, cell: (row) => <Words text={row.name} /> },
    version: { width: 88, cell: (row) => <Words text={row.object_version} /> },
    input: { cell: (row) => <Words text={readable(row.input) || row.name} /> },
    output: { width: 200, cell: (row) => <Words text={readable(row.output)} /> },
    status: { width: 116, cell: (row) => <TraceState trace={row} className="flex" /> },
    latency: { width: 110, align: 'end', cell: (row) => <Latency milliseconds={row.duration_ms} /> },
    first: {
      width: 96,
      align: 'end',
      cell: (row) => (row.first_token_ms > 0 ? formatDuration(row.first_token_ms) : '–'),
    },
    spans: { width: 70, align: 'end', cell: (row) => formatCount(row.span_count) },
    models: { width: 140, cell: (row) => <Words text={row.model_names} /> },
    tokens: {
      width: 70,
      align: 'end',
      hideBelow: 'md',
      cell: (row) => formatCount(row.input_tokens + row.output_tokens),
    },
    cost: { width: 70, align: 'end', hideBelow: 'wide', cell: (row) => formatMoney(row.cost) },
    rating: { width: 60, hideBelow: 'wide', cell: (row) => <Rating feedback={row.feedback} /> },
    thread: { width: 120, cell: (row) => <Words text={row.thread_id} isCode /> },
    user: {
      width: 64,
      align: 'end',
      hideBelow: 'lg',
      cell: (row) =>
        row.user_name ? <Avatar name={row.user_name} id={row.user_id} src={row.user_avatar_url} size={20} /> : '–',
    },
  }
  return chosen.map((id) => ({ id, head: t(columnNames[id]), ...all[id] }))
}

function App({ trace }: { trace: TraceHead }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TypeTile kind={tileOf(trace.object_kind)} size={18} />
      <span className="truncate font-medium">{trace.object_name}</span>
    </span>
  )
}
function Words({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return (
    <span data-user-text className={cn('block truncate', isCode && 'font-mono text-code')}>
      {text || '–'}
    </span>
  )
}
function Latency({ milliseconds }: { milliseconds: number }) {
  return (
    <span className="flex items-center justify-end gap-2">
      {formatDuration(milliseconds)}
      <span aria-hidden className="h-1 w-6 shrink-0 rounded-full bg-line max-lg:hidden">
        <span
          className={cn('block h-full rounded-full', milliseconds > slowMs ? 'bg-warn-solid' : 'bg-mute')}
          style={{ width: `${Math.min(100, Math.max(4, (milliseconds / slowMs) * 100))}%` }}
        />
      </span>
    </span>
  )
}

export function TraceState({ trace, className }: { trace: TraceHead; className?: string }) {
  const t = useT('observe')
  if (trace.status === 2) return <RunState state="failed" text={trace.error_msg || undefined} className={className} />
  if (trace.status === 3) return <RunState state="skipped" text={t('stopped')} className={className} />
  return <RunState state="done" text={t(trace.is_incomplete ? 'incomplete' : 'status.success')} className={className} />
}

function Rating({ feedback }: { feedback: number }) {
  const t = useT('observe')
  if (feedback === 0) return <>–</>
  const isGood = feedback === 1
  return (
    <span className={isGood ? 'text-ok' : 'text-err'}>
      <Icon of={isGood ? ThumbsUp : ThumbsDown} size={14} />
      <span className="sr-only">{isGood ? t('rating.like') : t('rating.dislike')}</span>
    </span>
  )
}
