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
import type { LaidNode } from '../layout/canvas-layout.ts'
import { Ports } from './ports.tsx'

/** A loop or batch: a card as large as the nodes that it runs again and again. */
export function RoundCard({ id, data, selected }: NodeProps<CardFlowNode>) {
  return <Card id={id} laid={data} selected={selected} />
}

const Card = memo(function Card({ id, laid, selected }: { id: string; laid: LaidNode; selected: boolean }) {
  const isReadOnly = useReadOnly()
  const { inside } = laid
  return (
    <>
      <CardFrame id={id} laid={laid} selected={selected} isRound>
        <CardLines content={laid.content} width={laid.width} />
      </CardFrame>
      {inside && (
        <div
          style={{ left: inside.x, top: inside.y, width: inside.width, height: inside.height }}
          className="absolute flex items-center justify-center rounded-md border border-line bg-canvas bg-[radial-gradient(var(--dot)_1px,transparent_1px)] bg-size-[16px_16px]"
        >
          {!laid.children?.length && !isReadOnly && <AddFirst nodeId={id} type={laid.node.type} />}
        </div>
      )}
      <Ports nodeId={id} ports={laid.ports} />
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
