import { Minus, Pencil, Pin, Plus, TriangleAlert } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { RunState } from '#ui/run-state.tsx'
import {
  type NodeDiffMark,
  type NodeRun,
  useIsDimmed,
  useIsPinned,
  useNodeDiff,
  useNodePresence,
  useNodeProblems,
  useNodeRun,
} from '../../document/canvas-overlays.tsx'
import { useDetail } from './detail-context.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'
import { titleFits } from '../layout/card-size.ts'
import { NodeTile } from '../../nodes/node-tile.tsx'
import { toneColor } from '../../nodes/tones.ts'

interface CardFrameProps {
  id: string
  layout: NodeLayout
  selected: boolean
  isRound?: boolean
  children: ReactNode
}

/** The common frame of all cards: coloured edge, icon, title, run state, problems and diff mark. */
export function CardFrame({ id, layout, selected, isRound, children }: CardFrameProps) {
  const run = useNodeRun(id)
  const isPinned = useIsPinned(id)
  const mark = useNodeDiff(id)
  const isDimmed = useIsDimmed(id)
  const people = useNodePresence(id)
  const { content } = layout
  const detail = useDetail()
  const isNear = detail === 'full' || detail === 'large'
  const isWhole = detail === 'full' && titleFits(content.title, layout.width)
  return (
    <div
      className="node-card"
      data-round={isRound || undefined}
      data-state={run?.state}
      data-mark={mark?.kind}
      data-dimmed={isDimmed || undefined}
      data-selected={selected || undefined}
      style={{ '--tone': toneColor[content.tone] } as CSSProperties}
    >
      {detail === 'block' ? null : (
        <>
          <div className="node-edge" />
          <div className="node-header flex h-[33px] items-center gap-2 px-2">
            <NodeTile type={content.type} />
            <span className={cn('node-title min-w-0 flex-1 font-semibold', isWhole ? 'whitespace-nowrap' : 'truncate')}>
              {content.title}
            </span>
            <ProblemMark nodeId={id} />
          </div>
        </>
      )}
      {isNear && (
        <>
          <div className="node-rows" data-footer={layout.hasFooter || undefined}>
            {children}
          </div>
          {run && layout.hasFooter && <Footer run={run} />}
          {(mark || isPinned) && <EdgeTag mark={mark} />}
        </>
      )}
      {people.length > 0 && isNear && (
        <span className="node-tag absolute -top-5 left-0 flex max-w-full gap-1">
          {people.map((person) => (
            <span
              key={person.id}
              style={{ background: person.color }}
              className="truncate rounded-sm px-1.5 text-caption text-white"
            >
              {person.name}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

/** Placeholder for a card that has not rendered yet. */
export function CardBox({ layout }: { layout: NodeLayout }) {
  return <div className="node-card" style={{ '--tone': toneColor[layout.content.tone] } as CSSProperties} />
}

const grounds: Partial<Record<NodeRun['state'], string>> = { running: 'bg-info-soft', failed: 'bg-err-soft' }

function Footer({ run }: { run: NodeRun }) {
  return (
    <div
      className={cn(
        'node-footer absolute inset-x-0 bottom-0 flex h-[26px] items-center justify-between gap-2 rounded-b-[7px] border-t border-line px-2 text-caption tabular-nums',
        grounds[run.state],
      )}
    >
      <RunState state={run.state} text={run.text} className="text-caption" />
      {run.note && <span className="shrink-0 text-mute">{run.note}</span>}
    </div>
  )
}

const markIcons = { added: Plus, removed: Minus, changed: Pencil }
const markTones = { added: 'bg-ok-soft text-ok', removed: 'bg-err-soft text-err', changed: 'bg-warn-soft text-warn' }

/** A tag on the top edge: the diff mark, or a pin if the output is pinned. */
function EdgeTag({ mark }: { mark: NodeDiffMark | undefined }) {
  const t = useT('workflow')
  return (
    <span
      className={cn(
        'node-tag absolute -top-[9px] right-2 flex h-[18px] items-center gap-1 rounded-sm px-1.5 text-caption font-medium ring-2 ring-canvas',
        mark ? markTones[mark.kind] : 'bg-brand-soft text-brand',
      )}
    >
      <Icon of={mark ? markIcons[mark.kind] : Pin} size={12} />
      {mark ? mark.text : t('pinned')}
    </span>
  )
}

function ProblemMark({ nodeId }: { nodeId: string }) {
  const problems = useNodeProblems(nodeId)
  const [first] = problems
  if (!first) return null
  const isError = problems.some((problem) => problem.level === 'error')
  return (
    <span title={problems.map((problem) => problem.message).join('\n')} className="flex shrink-0">
      <Icon of={TriangleAlert} size={14} className={isError ? 'text-err' : 'text-warn'} />
      <span className="sr-only">{first.message}</span>
    </span>
  )
}
