import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber, formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { Overview } from '../observe.queries.ts'

interface TraceHistogramProps {
  overview: Overview
  start: number
  end: number
  /** A part of the time was marked. */
  onMark: (from: number, to: number) => void
}

/** Traces over time, failed ones in red. Drag over it to see a part of the time. */
export function TraceHistogram({ overview, start, end, onMark }: TraceHistogramProps) {
  const t = useT('observe')
  const [marked, setMarked] = useState<{ first: number; last: number }>()
  const { bucket_ms: width } = overview
  const counts = new Map(overview.buckets.map((bucket) => [Math.round((bucket.at - start) / width), bucket]))
  const size = Math.max(1, Math.ceil((end - start) / width))
  const most = Math.max(1, ...overview.buckets.map(({ count }) => count))
  const isMarked = (index: number) =>
    marked && index >= Math.min(marked.first, marked.last) && index <= Math.max(marked.first, marked.last)
  const release = () => {
    if (!marked) return
    const first = Math.min(marked.first, marked.last)
    const last = Math.max(marked.first, marked.last)
    setMarked(undefined)
    onMark(start + first * width, Math.min(end, start + (last + 1) * width))
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
      <div
        aria-hidden
        data-histogram
        className="flex h-20 touch-none items-end gap-px select-none"
        onPointerUp={release}
        onPointerLeave={() => setMarked(undefined)}
      >
        {Array.from({ length: size }, (_, index) => {
          const bucket = counts.get(index)
          const share = ((bucket?.count ?? 0) / most) * 100
          const failed = bucket?.count ? (bucket.failed / bucket.count) * 100 : 0
          return (
            <div
              key={index}
              title={bucket && `${formatTime(bucket.at)} · ${formatNumber(bucket.count)}`}
              className={cn('flex h-full flex-1 cursor-crosshair items-end', isMarked(index) && 'bg-brand-soft')}
              onPointerDown={() => setMarked({ first: index, last: index })}
              onPointerEnter={() => marked && setMarked({ ...marked, last: index })}
            >
              <div
                className="flex w-full flex-col justify-end overflow-hidden rounded-t-xs"
                style={{ height: `${share}%` }}
              >
                <div className={cn('flex-1', isMarked(index) ? 'bg-brand' : 'bg-line-strong')} />
                <div className="bg-err-solid" style={{ height: `${failed}%` }} />
              </div>
            </div>
          )
        })}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-caption text-mute tabular-nums">
        <span>{formatTime(start)}</span>
        <span>{formatTime(end)}</span>
      </div>
    </figure>
  )
}
