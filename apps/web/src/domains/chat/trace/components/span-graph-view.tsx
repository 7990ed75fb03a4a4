import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { spanGraph } from '../span-graph.ts'
import { spanLooks } from '../span-look.ts'
import { useSpanName } from '../span-name.ts'
import type { TraceSpan } from '../trace.queries.ts'

interface SpanGraphViewProps {
  spans: readonly TraceSpan[]
  chosen?: string | undefined
  onChoose: (spanId: string) => void
}
const [boxWidth, boxHeight, gapX, gapY] = [176, 44, 48, 12]
const leftOf = (level: number) => level * (boxWidth + gapX)
const topOf = (row: number) => row * (boxHeight + gapY)

/** The call graph from left to right, with the number of calls. */
export function SpanGraphView({ spans, chosen, onChoose }: SpanGraphViewProps) {
  const t = useT('trace')
  const spanName = useSpanName()
  const { nodes, edges, levels, rows } = useMemo(() => spanGraph(spans), [spans])
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const size = { width: leftOf(levels) - gapX, height: topOf(rows) - gapY }
  return (
    <div role="group" aria-label={t('mode.graph')} className="shrink-0 overflow-auto p-4">
      <div className="relative" style={size}>
        <svg aria-hidden width={size.width} height={size.height} className="absolute">
          {edges.map(({ from, to, calls }) => {
            const [a, b] = [byKey.get(from)!, byKey.get(to)!]
            const [x1, y1] = [leftOf(a.level) + boxWidth, topOf(a.row) + boxHeight / 2]
            const [x2, y2] = [leftOf(b.level), topOf(b.row) + boxHeight / 2]
            return (
              <path
                key={`${from} ${to}`}
                d={`M${x1},${y1} C${x1 + gapX / 2},${y1} ${x2 - gapX / 2},${y2} ${x2},${y2}`}
                fill="none"
                stroke="var(--line-strong)"
                strokeWidth={Math.min(4, 1 + Math.log2(calls))}
              />
            )
          })}
        </svg>
        {nodes.map((node) => {
          const { icon, ground } = spanLooks[node.span.kind]
          return (
            <button
              key={node.key}
              type="button"
              aria-pressed={node.span.span_id === chosen}
              onClick={() => onChoose(node.span.span_id)}
              className={cn(
                'absolute flex cursor-pointer items-center gap-2 rounded-md border bg-card px-2 text-left text-small hover:bg-hover',
                node.failed > 0 ? 'border-err-solid' : 'border-line',
                node.span.span_id === chosen && 'ring-2 ring-brand',
              )}
              style={{ left: leftOf(node.level), top: topOf(node.row), width: boxWidth, height: boxHeight }}
            >
              <span
                aria-hidden
                className={cn('flex size-5 shrink-0 items-center justify-center rounded-[5px] text-white', ground)}
              >
                <Icon of={icon} size={12} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{spanName(node.span)}</span>
                <span className="block truncate text-caption text-mute tabular-nums">
                  {formatDuration(node.milliseconds)}
                  {node.calls > 1 && ` · ${t('calls', { count: node.calls })}`}
                </span>
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
