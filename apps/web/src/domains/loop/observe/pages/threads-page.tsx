import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare, RotateCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatCount, formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import type { Column } from '#ui/table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { type Thread, threadsQuery } from '../thread.queries.ts'
import { readTraceAddress, timesOf, traceRanges } from '../trace-address.ts'

/** The conversations of a space from every source: bots, workflows, and programs that send traces. */
export function ThreadsPage() {
  const t = useT('observe')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/observe/threads' })
  const { range, words } = readTraceAddress(useSearch({ from: '/signed/space/$space_id/observe/threads' }))
  const [now, setNow] = useState(() => Date.now())
  const query = useInfiniteQuery(threadsQuery(space.id, { ...timesOf({ range, part: '' }, now), words }))
  const set = useCallback(
    (change: { range?: string; words?: string | undefined }) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const onWords = useCallback((text: string) => set({ words: text.trim() || undefined }), [set])
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('threads')}
        note={t('threads.note')}
        actions={
          <>
            <Select
              prefix={t('range')}
              items={traceRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
              value={range}
              onChange={(value) => set({ range: value })}
            />
            <IconButton icon={RotateCw} label={t('refresh')} onClick={() => setNow(Date.now())} />
          </>
        }
      />
      <FilterBar search={<SearchInput slash value={words} onChange={onWords} placeholder={t('threads.search')} />} />
      <PagedTable
        query={query}
        failed={t('threads.failed')}
        empty={<EmptyState icon={MessagesSquare} title={t('threads.empty')} text={t('threads.empty.text')} />}
        {...(words && { noMatch: { onClear: () => set({ words: undefined }) } })}
        label={t('threads')}
        size="one"
        columns={useColumns()}
        rows={query.data?.pages.flatMap((page) => page.threads) ?? []}
        rowKey={(row) => row.thread_id}
        rowName={nameOf}
        onOpen={({ thread_id }) =>
          void navigate({
            to: '/space/$space_id/observe/threads/$thread_id',
            params: { space_id: space.id, thread_id },
          })
        }
      />
    </div>
  )
}
const nameOf = (thread: Thread) => thread.init_message || thread.thread_id

function useColumns(): Column<Thread>[] {
  const t = useT('observe')
  return [
    { id: 'time', head: t('threads.last'), width: 120, cell: (row) => <DateTime at={row.start_time_max} /> },
    {
      id: 'first',
      head: t('threads.first'),
      leadsCard: true,
      cell: (row) => (
        <span data-user-text className="block truncate">
          {nameOf(row)}
        </span>
      ),
    },
    {
      id: 'answer',
      head: t('threads.answer'),
      hideBelow: 'md',
      cell: (row) => (
        <span data-user-text className="block truncate text-mute">
          {row.last_message || '–'}
        </span>
      ),
    },
    {
      id: 'turns',
      head: t('threads.turns'),
      width: 80,
      align: 'end',
      cell: (row) => formatNumber(row.query_count),
    },
    {
      id: 'latency',
      head: t('latency'),
      width: 96,
      align: 'end',
      hideBelow: 'wide',
      cell: (row) => formatDuration(row.duration_sum),
    },
    {
      id: 'tokens',
      head: t('tokens'),
      width: 88,
      align: 'end',
      hideBelow: 'wide',
      cell: (row) => formatCount(row.tokens_sum),
    },
  ]
}
