import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { TraceHead } from '../observe.queries.ts'

type Pages = { pages: { traces: TraceHead[] }[] }

/** The loaded part of the list from which the reader opened this trace. */
function listWith(spaceId: string, traceId: string): string[] {
  const lists = queryClient.getQueriesData<Pages>({ queryKey: ['observe', spaceId, 'traces'] })
  for (const [, data] of lists.toReversed()) {
    const ids = data?.pages.flatMap(({ traces }) => traces.map(({ trace_id }) => trace_id)) ?? []
    if (ids.includes(traceId)) return ids
  }
  return []
}

/** Links to the previous and next trace of the list. Empty if the trace was opened by its URL. */
export function Neighbours({ spaceId, traceId }: { spaceId: string; traceId: string }) {
  const t = useT('observe')
  const navigate = useNavigate()
  const ids = listWith(spaceId, traceId)
  const at = ids.indexOf(traceId)
  if (ids.length < 2) return null
  const go = (trace_id: string | undefined) =>
    trace_id &&
    void navigate({ to: '/space/$space_id/observe/traces/$trace_id', params: { space_id: spaceId, trace_id } })
  return (
    <span className="flex items-center gap-1 text-small text-mute tabular-nums">
      {t('trace.place', { at: formatNumber(at + 1), total: formatNumber(ids.length) })}
      <IconButton icon={ChevronLeft} label={t('trace.before')} disabled={at === 0} onClick={() => go(ids[at - 1])} />
      <IconButton
        icon={ChevronRight}
        label={t('trace.next')}
        disabled={at === ids.length - 1}
        onClick={() => go(ids[at + 1])}
      />
    </span>
  )
}
