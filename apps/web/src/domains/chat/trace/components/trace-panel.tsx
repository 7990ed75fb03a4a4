import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Trace, traceQuery, type TraceSpan } from '../trace.queries.ts'
import { SpanDetail } from './span-detail.tsx'
import { SpanTimeline } from './span-timeline.tsx'
import { TimeShares } from './time-shares.tsx'
import { TraceFigures } from './trace-figures.tsx'

/** One turn: its figures, its spans as a tree over time, and what went into and came out of each. */
export function TracePanel({ traceId, wide = false }: { traceId: string; wide?: boolean }) {
  const t = useT('trace')
  const { data, error } = useQuery({ ...traceQuery(traceId), retry: 3, retryDelay: 500 })
  if (error) return <ErrorPanel title={t('failed')} error={error} className="m-4" />
  if (!data) return <Skeleton className="m-4 h-48" />
  return <TraceView trace={data.trace} spans={data.spans} wide={wide} />
}

interface TraceViewProps {
  trace: Trace
  spans: readonly TraceSpan[]
  wide?: boolean
  /** Beside the latency: what it usually is. */
  latencyNote?: string | undefined
}

/** The same for given spans: runs of workflows have their own. */
export function TraceView({ trace, spans, wide = false, latencyNote }: TraceViewProps) {
  const [chosen, setChosen] = useState<string>()
  const span = spans.find((span) => span.span_id === chosen) ?? spans.find((span) => span.parent_id === '') ?? spans[0]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TraceFigures trace={trace} latencyNote={latencyNote} />
      <div
        className={cn(
          'flex min-h-0 flex-1',
          wide ? 'flex-row max-lg:flex-col max-lg:overflow-y-auto' : 'flex-col overflow-y-auto',
        )}
      >
        <div
          className={cn(
            'flex min-w-0 flex-col',
            wide && 'min-h-0 flex-1 overflow-y-auto max-lg:flex-none max-lg:overflow-visible',
          )}
        >
          <SpanTimeline spans={spans} chosen={span?.span_id} onChoose={setChosen} />
          <TimeShares spans={spans} />
        </div>
        {span && (
          <div
            className={cn(
              'min-w-0 border-line',
              wide
                ? 'w-105 shrink-0 overflow-y-auto border-l max-lg:w-full max-lg:border-t max-lg:border-l-0'
                : 'border-t',
            )}
          >
            <SpanDetail key={span.span_id} span={span} />
          </div>
        )}
      </div>
    </div>
  )
}
