import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { findSpans } from '../span-find.ts'
import { type Trace, traceQuery, type TraceSpan } from '../trace.queries.ts'
import { SpanDetail } from './span-detail.tsx'
import { SpanFlame } from './span-flame.tsx'
import { SpanGraphView } from './span-graph-view.tsx'
import { SpanTimeline } from './span-timeline.tsx'
import { TimeShares } from './time-shares.tsx'
import { type MoreFigures, TraceFigures } from './trace-figures.tsx'

/** A turn: its figures, its spans as a timeline, and the input and output of each. */
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
  /** Figures that the page knows in addition to the trace. */
  figures?: MoreFigures | undefined
  /** Actions for the selected step. */
  actions?: ((span: TraceSpan) => ReactNode) | undefined
  /** Loads the values of a step if the steps came without them. */
  loadSpan?: ((spanId: string) => Promise<TraceSpan>) | undefined
}
const modes = ['tree', 'flame', 'graph'] as const

/** `TracePanel` for given spans, such as those of workflow runs. */
export function TraceView({ trace, spans, wide = false, figures, actions, loadSpan }: TraceViewProps) {
  const t = useT('trace')
  const [chosen, setChosen] = useState<string>()
  const [mode, setMode] = useState<(typeof modes)[number]>('tree')
  const [words, setWords] = useState('')
  const [onlyErrors, setOnlyErrors] = useState(false)
  const shown = useMemo(() => findSpans(spans, { words, onlyErrors }), [spans, words, onlyErrors])
  const span = spans.find((span) => span.span_id === chosen) ?? spans.find((span) => span.parent_id === '') ?? spans[0]
  const picture = { spans: shown, chosen: span?.span_id, onChoose: setChosen }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TraceFigures trace={trace} more={figures} />
      <div
        className={cn(
          'flex min-h-0 flex-1',
          wide ? 'flex-row max-lg:flex-col max-lg:overflow-y-auto' : 'flex-col overflow-y-auto',
        )}
      >
        <div className={cn('flex min-w-0 flex-col', wide && 'min-h-0 flex-1 max-lg:flex-none')}>
          <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2">
            <Segmented
              size="sm"
              label={t('mode')}
              items={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
              value={mode}
              onChange={setMode}
            />
            <SearchInput size="sm" value={words} onChange={setWords} placeholder={t('find')} className="w-44" />
            {trace.failed_count > 0 && (
              <Switch checked={onlyErrors} onChange={setOnlyErrors} className="ml-auto">
                {t('onlyErrors')}
              </Switch>
            )}
          </div>
          <div
            className={cn(
              'flex flex-col',
              wide && 'min-h-0 flex-1 overflow-y-auto max-lg:flex-none max-lg:overflow-visible',
            )}
          >
            {shown.length === 0 && <p className="p-4 text-small text-mute">{t('find.none')}</p>}
            {mode === 'tree' && <SpanTimeline {...picture} />}
            {mode === 'flame' && <SpanFlame {...picture} />}
            {mode === 'graph' && <SpanGraphView {...picture} />}
          </div>
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
            {loadSpan ? (
              <LoadedSpan key={span.span_id} spanId={span.span_id} load={loadSpan} actions={actions} />
            ) : (
              <SpanDetail key={span.span_id} span={span} actions={actions?.(span)} />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

interface LoadedSpanProps {
  spanId: string
  load: (spanId: string) => Promise<TraceSpan>
  actions: TraceViewProps['actions']
}
function LoadedSpan({ spanId, load, actions }: LoadedSpanProps) {
  const t = useT('trace')
  const { data, error } = useQuery({ queryKey: ['trace', 'span', spanId], queryFn: () => load(spanId) })
  if (error) return <ErrorPanel title={t('failed')} error={error} className="m-4" />
  return data ? <SpanDetail span={data} actions={actions?.(data)} /> : <Skeleton className="m-4 h-48" />
}
