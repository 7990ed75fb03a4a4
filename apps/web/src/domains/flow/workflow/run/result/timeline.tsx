import { Pin } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { RunState } from '#ui/run-state.tsx'
import { NodeTile } from '../../nodes/node-tile.tsx'
import type { Line } from './timeline-lines.ts'

interface TimelineProps {
  lines: readonly Line[]
  /** Total or elapsed time. */
  total: number
  chosen: string
  pins: ReadonlyMap<string, string>
  onChoose: (path: string) => void
}

/** All steps in chronological order, each with a bar for its start and duration. */
export function Timeline({ lines, total, chosen, pins, onChoose }: TimelineProps) {
  const t = useT('workflow-run')
  const marks = useMemo(() => [0, total / 2, total], [total])
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const at = lines.findIndex((line) => line.path === chosen)
    const next = lines[Math.min(lines.length - 1, Math.max(0, at + step))]
    if (!next) return
    event.preventDefault()
    onChoose(next.path)
    event.currentTarget.querySelector<HTMLElement>(`[data-step="${CSS.escape(next.path)}"]`)?.focus()
  }
  return (
    <section aria-label={t('timeline')} className="shrink-0 border-b border-line pt-3 pb-2">
      <div className="flex h-6 items-center px-4">
        <h3 className="flex-1 font-semibold">{t('timeline')}</h3>
        <span aria-hidden className="mr-19 flex w-32 justify-between text-caption text-mute tabular-nums">
          {marks.map((mark, at) => (
            <span key={at}>{mark === 0 ? '0' : formatDuration(mark)}</span>
          ))}
        </span>
      </div>
      <div role="listbox" aria-label={t('timeline')} onKeyDown={walk} className="max-h-86 overflow-y-auto px-2">
        {lines.map((line) => (
          <Row
            key={line.path}
            line={line}
            total={total}
            isChosen={line.path === chosen}
            isPinned={line.isOwn && pins.has(line.nodeId)}
            onChoose={() => onChoose(line.path)}
          />
        ))}
      </div>
    </section>
  )
}

interface RowProps {
  line: Line
  total: number
  isChosen: boolean
  isPinned: boolean
  onChoose: () => void
}

function Row({ line, total, isChosen, isPinned, onChoose }: RowProps) {
  const t = useT('workflow-run')
  const { state, title, note } = line
  const isFailed = state === 'failed'
  const hasRun = state === 'done' || isFailed || state === 'running' || line.ms > 0
  return (
    <div
      role="option"
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      data-step={line.path}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={cn(
        'focus-inset flex h-7 cursor-pointer items-center gap-2 rounded-md px-2 text-small',
        isChosen ? (isFailed ? 'bg-err-soft' : 'bg-brand-soft') : 'hover:bg-hover',
      )}
    >
      <RunState state={state} iconOnly className="shrink-0" />
      <span className="flex min-w-0 flex-1 items-center gap-1.5" style={{ paddingLeft: line.level * 14 }}>
        <NodeTile type={line.type} size={16} />
        <span className={cn('truncate', hasRun ? 'font-medium' : 'text-mute')}>{title}</span>
        {note && <span className="shrink-0 text-mute">{note}</span>}
        {isPinned && (
          <>
            <Icon of={Pin} size={12} className="shrink-0 text-brand" />
            <span className="sr-only">{t('pinned')}</span>
          </>
        )}
      </span>
      <span aria-hidden className="relative h-2 w-32 shrink-0 overflow-hidden rounded-xs bg-hover">
        {hasRun && (
          <span
            className={cn(
              'absolute h-full min-w-0.5 rounded-xs',
              isFailed ? 'bg-err-solid' : line.ground,
              line.hasInner && 'opacity-40',
            )}
            style={{
              left: `${Math.min(98, (line.offset / total) * 100)}%`,
              width: `${Math.min(100, (line.ms / total) * 100)}%`,
            }}
          />
        )}
      </span>
      <span className="w-17 shrink-0 text-right tabular-nums">{hasRun ? formatDuration(line.ms) : '–'}</span>
    </div>
  )
}
