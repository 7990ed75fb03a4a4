import type { NodeProps } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { useReadOnly } from '../../document/document-context.tsx'
import { compositePorts } from '../../document/ports.ts'
import { useCanvas } from '../canvas-context.ts'
import { CardFrame } from './card-frame.tsx'
import { CardLines } from './card-lines.tsx'
import type { CardFlowNode } from '../flow/flow-model.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'
import { Ports } from './ports.tsx'

/** A loop or batch: a card that contains the nodes it repeats. */
export function LoopCard({ id, data, selected }: NodeProps<CardFlowNode>) {
  return <Card id={id} layout={data} selected={selected} />
}

const Card = memo(function Card({ id, layout, selected }: { id: string; layout: NodeLayout; selected: boolean }) {
  const isReadOnly = useReadOnly()
  const { inside } = layout
  return (
    <>
      <CardFrame id={id} layout={layout} selected={selected} isRound>
        <CardLines content={layout.content} width={layout.width} />
      </CardFrame>
      {inside && (
        <div
          style={{ left: inside.x, top: inside.y, width: inside.width, height: inside.height }}
          className="absolute flex items-center justify-center rounded-md border border-line bg-canvas bg-[radial-gradient(var(--dot)_1px,transparent_1px)] bg-size-[16px_16px]"
        >
          {!layout.children?.length && !isReadOnly && <AddFirst nodeId={id} type={layout.node.type} />}
        </div>
      )}
      <Ports nodeId={id} ports={layout.ports} />
    </>
  )
})

function AddFirst({ nodeId, type }: { nodeId: string; type: string }) {
  const t = useT('workflow')
  const { openAdd } = useCanvas()
  return (
    <button
      type="button"
      className="nodrag nopan flex h-7 items-center gap-1.5 rounded-md border border-line bg-card px-2 text-small text-brand hover:bg-hover"
      onClick={(event) => {
        event.stopPropagation()
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        openAdd({
          from: { source: nodeId, sourcePort: compositePorts(type).first },
          screen: { x: left, y: bottom + 4 },
        })
      }}
    >
      <Icon of={Plus} size={14} />
      {t('round.first')}
    </button>
  )
}
