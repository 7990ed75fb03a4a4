import { ChevronDown, ChevronRight, CircleX } from 'lucide-react'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatCount, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { spanLooks } from '../span-look.ts'
import { useSpanName } from '../span-name.ts'
import { axisMarks, type SpanLine, spanLines, spanTotal } from '../span-tree.ts'
import { type TraceSpan, TraceStatus } from '../trace.queries.ts'

interface SpanTimelineProps {
  spans: readonly TraceSpan[]
  chosen?: string | undefined
  onChoose: (spanId: string) => void
}

/** A trace can have thousands of steps, so they are rendered on scroll. */
const linesPerStep = 200
/** A phone has no room for the tokens; the detail of a step shows them. */
const columns =
  'grid grid-cols-[minmax(8rem,5fr)_minmax(4rem,6fr)_4.75rem] items-center gap-2 pr-4 sm:grid-cols-[minmax(9rem,5fr)_minmax(6rem,6fr)_3.5rem_4.75rem]'

/** Every span below its parent, with a bar for its start and duration. */
export function SpanTimeline({ spans, chosen, onChoose }: SpanTimelineProps) {
  const t = useT('trace')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => spanLines(spans, folded), [spans, folded])
  const [shownLines, setShownLines] = useState(linesPerStep)
  const grow = useCallback(() => setShownLines((before) => before + linesPerStep), [])
  const total = spanTotal(spans)
  const fold = (id: string) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const at = lines.findIndex((line) => line.span.span_id === chosen)
    const next = step === undefined ? undefined : lines[at + step]
    const line = lines[at]
    if (next) onChoose(next.span.span_id)
    else if (line?.hasChildren && (event.key === 'ArrowLeft') === line.isOpen && /Arrow(Left|Right)/.test(event.key))
      fold(line.span.span_id)
    else return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-span="${next?.span.span_id ?? chosen}"]`)?.focus()
  }
  return (
    <div role="tree" aria-label={t('tree')} onKeyDown={walk} className="shrink-0 text-small">
      <div aria-hidden className={cn(columns, 'h-7 border-b border-line bg-page pl-4 text-caption text-mute')}>
        <span>{t('name')}</span>
        <Axis total={total} />
        <span className="text-right max-sm:hidden">{t('tok')}</span>
        <span className="text-right">{t('time')}</span>
      </div>
      {lines.slice(0, shownLines).map((line) => (
        <Line
          key={line.span.span_id}
          line={line}
          total={total}
          isChosen={line.span.span_id === chosen}
          onChoose={() => onChoose(line.span.span_id)}
          onFold={() => fold(line.span.span_id)}
        />
      ))}
      <InfiniteSentinel
        query={{
          hasNextPage: lines.length > shownLines,
          isFetchingNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage: grow,
        }}
      />
    </div>
  )
}

function Axis({ total }: { total: number }) {
  return (
    <span className="@container relative h-4">
      {axisMarks(total)
        .filter((mark) => mark / total < 0.75)
        .map((mark, index) => (
          <span
            key={mark}
            className={cn('absolute whitespace-nowrap tabular-nums', index % 2 === 1 && 'hidden @[14rem]:inline')}
            style={{ left: `${(mark / total) * 100}%` }}
          >
            {mark === 0 ? '0' : formatDuration(mark)}
          </span>
        ))}
    </span>
  )
}

interface LineProps {
  line: SpanLine
  total: number
  isChosen: boolean
  onChoose: () => void
  onFold: () => void
}

function Line({ line, total, isChosen, onChoose, onFold }: LineProps) {
  const t = useT('trace')
  const spanName = useSpanName()
  const { span, level, hasChildren, isOpen } = line
  const { icon, ground } = spanLooks[span.kind]
  const isFailed = span.status === TraceStatus.failed
  const tokens = span.input_tokens + span.output_tokens
  return (
    <div
      role="treeitem"
      data-span={span.span_id}
      aria-level={level + 1}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={cn(
        columns,
        'focus-inset h-8 cursor-pointer focus-visible:outline-2!',
        isChosen ? 'bg-brand-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: 8 + level * 14 }}>
        <span
          aria-hidden
          className="flex size-4 shrink-0 items-center justify-center text-mute"
          onClick={(event) => {
            if (!hasChildren) return
            event.stopPropagation()
            onFold()
          }}
        >
          {hasChildren && <Icon of={isOpen ? ChevronDown : ChevronRight} size={12} />}
        </span>
        <span
          aria-hidden
          className={cn('flex size-4.5 shrink-0 items-center justify-center rounded-[5px] text-white', ground)}
        >
          <Icon of={icon} size={11} />
        </span>
        <span className="truncate">{spanName(span)}</span>
        {isFailed && (
          <>
            <Icon of={CircleX} size={12} className="shrink-0 text-err" />
            <span className="sr-only">{t('failedWord')}</span>
          </>
        )}
      </span>
      <span aria-hidden className="relative h-2">
        <span
          className={cn(
            'absolute h-full min-w-0.5 rounded-xs',
            isFailed ? 'bg-err-solid' : ground,
            hasChildren && 'opacity-40',
          )}
          style={{
            left: `${(span.offset_ms / total) * 100}%`,
            width: `${Math.max(0.5, (span.duration_ms / total) * 100)}%`,
          }}
        />
      </span>
      <span className="text-right text-mute tabular-nums max-sm:hidden">{tokens > 0 ? formatCount(tokens) : ''}</span>
      <span className="text-right tabular-nums">{formatDuration(span.duration_ms)}</span>
    </div>
  )
}
