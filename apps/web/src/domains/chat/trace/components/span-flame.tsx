import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { spanLooks } from '../span-look.ts'
import { useSpanName } from '../span-name.ts'
import { spanLines, spanTotal } from '../span-tree.ts'
import { type TraceSpan, TraceStatus } from '../trace.queries.ts'

interface SpanFlameProps {
  spans: readonly TraceSpan[]
  chosen?: string | undefined
  onChoose: (spanId: string) => void
}
const rowHeight = 24
const nothing: ReadonlySet<string> = new Set()
/** Narrower spans are invisible and cannot be clicked. */
const narrowest = 0.0005

/** A flame graph: spans above the ones they called, as wide as their duration. */
export function SpanFlame({ spans, chosen, onChoose }: SpanFlameProps) {
  const t = useT('trace')
  const spanName = useSpanName()
  const total = spanTotal(spans)
  const lines = useMemo(() => spanLines(spans, nothing), [spans])
  const levels = Math.max(0, ...lines.map(({ level }) => level)) + 1
  const shown = lines.length > 500 ? lines.filter(({ span }) => span.duration_ms / total >= narrowest) : lines
  return (
    <div role="group" aria-label={t('mode.flame')} className="shrink-0 overflow-x-auto p-4">
      <div className="relative min-w-120" style={{ height: levels * rowHeight }}>
        {shown.map(({ span, level }) => (
          <button
            key={span.span_id}
            type="button"
            title={`${spanName(span)} · ${formatDuration(span.duration_ms)}`}
            aria-label={`${spanName(span)} · ${formatDuration(span.duration_ms)}`}
            aria-pressed={span.span_id === chosen}
            onClick={() => onChoose(span.span_id)}
            className={cn(
              'absolute cursor-pointer truncate rounded-xs px-1.5 text-left text-caption text-white',
              span.status === TraceStatus.failed ? 'bg-err-solid' : spanLooks[span.kind].ground,
              span.span_id === chosen && 'ring-2 ring-brand ring-offset-1 ring-offset-card',
            )}
            style={{
              top: level * rowHeight,
              height: rowHeight - 2,
              left: `${(span.offset_ms / total) * 100}%`,
              width: `max(2px, calc(${(span.duration_ms / total) * 100}% - 1px))`,
            }}
          >
            {span.duration_ms / total > 0.04 && spanName(span)}
          </button>
        ))}
      </div>
    </div>
  )
}
