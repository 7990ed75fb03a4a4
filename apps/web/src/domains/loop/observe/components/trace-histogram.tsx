import { X } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber, formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { Overview } from '../observe.queries.ts'
import { barsOf, timesOfBrush, type Brush, brushOf, countIn } from '../histogram-bars.ts'

interface TraceHistogramProps {
  /** The overview of the whole period, regardless of the marked part. */
  overview: Overview
  start: number
  end: number
  /** The marked part, in milliseconds since 1970. */
  part?: { from: number; to: number } | undefined
  /** Called when a part of the period is marked; undefined: the whole period. */
  onMark: (part: { from: number; to: number } | undefined) => void
}

/** Traces over time, failed ones in red. Dragging marks a part of the period; drag or arrow keys move its ends. */
export function TraceHistogram({ overview, start, end, part, onMark }: TraceHistogramProps) {
  const t = useT('observe')
  const bars = barsOf(overview, start, end)
  const [drawn, setDrawn] = useState<Brush>()
  const brush = drawn ?? (part && brushOf(part, start, overview.bucket_ms, bars.length))
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const mark = (next: Brush) => onMark(timesOfBrush(next, { start, end, width: overview.bucket_ms, size: bars.length }))
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - box.left) / box.width) * bars.length)
    return Math.min(bars.length - 1, Math.max(0, place))
  }
  return (
    <figure className="shrink-0 border-b border-line bg-card px-5 pb-2">
      <figcaption className="sr-only">
        {t('histogram', {
          count: overview.total,
          total: formatNumber(overview.total),
          failed: formatNumber(overview.failed),
        })}
      </figcaption>
      <div className="relative">
        <div
          aria-hidden
          data-histogram
          className="flex h-20 cursor-crosshair touch-none items-end gap-px border-t border-dashed border-line select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrawn({ first: at(event), last: at(event) })
          }}
          onPointerMove={(event) => drawn && setDrawn({ ...drawn, last: at(event) })}
          onPointerUp={() => {
            if (drawn) mark(drawn)
            setDrawn(undefined)
          }}
          onPointerCancel={() => setDrawn(undefined)}
        >
          {bars.map((bar, index) => (
            <Bar key={bar.at} bar={bar} most={most} isMarked={brush && isIn(brush, index)} />
          ))}
        </div>
        {part && brush && (
          <MarkedPart brush={brush} size={bars.length}>
            <span className="font-medium">{`${formatTime(part.from)} – ${formatTime(part.to)}`}</span>
            <Counts {...countIn(bars, brush)} />
            <IconButton size="sm" icon={X} label={t('part.clear')} onClick={() => onMark(undefined)} />
          </MarkedPart>
        )}
        <Edges brush={brush} size={bars.length} onMove={mark} timeOf={(index) => start + index * overview.bucket_ms} />
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-caption text-mute tabular-nums">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatTime(start + (end - start) * share)}</span>
        ))}
      </div>
    </figure>
  )
}
const isIn = ({ first, last }: Brush, index: number) => index >= Math.min(first, last) && index <= Math.max(first, last)

interface BarProps {
  bar: { at: number; count: number; failed: number }
  most: number
  isMarked: boolean | undefined
}
function Bar({ bar: { at, count, failed }, most, isMarked }: BarProps) {
  const isGrey = isMarked === false || isMarked === undefined
  return (
    <div
      title={count ? `${formatTime(at)} · ${formatNumber(count)}` : undefined}
      className={cn('flex h-full flex-1 items-end', isMarked && 'bg-brand-soft')}
    >
      <div
        className="flex w-full flex-col justify-end overflow-hidden rounded-t-xs"
        style={{ height: `${(count / most) * 100}%` }}
      >
        <div className={cn('flex-1', isGrey ? 'bg-line-strong' : 'bg-brand')} />
        <div className="bg-err-solid" style={{ height: `${count ? (failed / count) * 100 : 0}%` }} />
      </div>
    </div>
  )
}

function Counts({ count, failed }: { count: number; failed: number }) {
  const t = useT('observe')
  return (
    <>
      <span className="text-mute">{t('part.count', { count, total: formatNumber(count) })}</span>
      {failed > 0 && (
        <span className="text-err">{t('part.failed', { count: failed, total: formatNumber(failed) })}</span>
      )}
    </>
  )
}

/** The figures of the marked part, on the side with more space. */
function MarkedPart({ brush, size, children }: { brush: Brush; size: number; children: ReactNode }) {
  const [first, last] = [Math.min(brush.first, brush.last), Math.max(brush.first, brush.last) + 1]
  const isLate = first + last > size
  const side = isLate ? { right: `${100 - (first / size) * 100}%` } : { left: `${(last / size) * 100}%` }
  return (
    <div
      role="status"
      style={side}
      className="absolute top-0.5 z-1 mx-2 flex items-center max-md:hidden gap-2 rounded-md border border-line bg-raised py-0.5 pr-1 pl-2 text-small whitespace-nowrap tabular-nums shadow-card"
    >
      {children}
    </div>
  )
}

interface EdgesProps {
  brush: Brush | undefined
  size: number
  onMove: (brush: Brush) => void
  timeOf: (index: number) => number
}

/** The handles of the marked part. Without one they are at the ends of the period, visible only with focus. */
function Edges({ brush, size, onMove, timeOf }: EdgesProps) {
  const t = useT('observe')
  const first = brush ? Math.min(brush.first, brush.last) : 0
  const last = brush ? Math.max(brush.first, brush.last) : size - 1
  const edges = [
    { name: t('part.start'), place: first, now: first, min: 0, max: last, to: (n: number) => ({ first: n, last }) },
    {
      name: t('part.end'),
      place: last + 1,
      now: last,
      min: first,
      max: size - 1,
      to: (n: number) => ({ first, last: n }),
    },
  ]
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -5,
    PageUp: 5,
  }
  return edges.map(({ name, place, now, min, max, to }) => (
    <div
      key={name}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={now}
      aria-valuetext={formatTime(timeOf(place))}
      style={{ left: `${(place / size) * 100}%` }}
      className={cn(
        'absolute inset-y-0 z-1 -ml-1 flex w-2 items-center justify-center focus-visible:opacity-100',
        brush ? 'pointer-events-none opacity-100' : 'pointer-events-none opacity-0',
      )}
      onKeyDown={(event) => {
        const step = event.key === 'Home' ? min - now : event.key === 'End' ? max - now : steps[event.key]
        if (step === undefined) return
        event.preventDefault()
        const next = Math.min(max, Math.max(min, now + step))
        if (next !== now) onMove(to(next))
      }}
    >
      <span className="absolute inset-y-0 w-0.5 bg-brand" />
      <span className="relative h-4 w-2 rounded-sm border border-brand bg-card" />
    </div>
  ))
}
