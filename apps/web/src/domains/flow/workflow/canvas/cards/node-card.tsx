import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import type { CardFlowNode } from '../flow/flow-model.ts'
import { CardBox, CardFrame } from './card-frame.tsx'
import { CardLines } from './card-lines.tsx'
import { useTurn } from '../flow/render-queue.ts'
import { Ports } from './ports.tsx'
import type { LaidNode } from '../layout/canvas-layout.ts'

/** A step of the workflow. */
export function NodeCard({ id, data, selected }: NodeProps<CardFlowNode>) {
  return useTurn() ? <Card id={id} laid={data} selected={selected} /> : <CardBox laid={data} />
}

// While a card is dragged it is given its place anew with every frame; what it shows stays.
const Card = memo(function Card({ id, laid, selected }: { id: string; laid: LaidNode; selected: boolean }) {
  return (
    <>
      <CardFrame id={id} laid={laid} selected={selected}>
        <CardLines content={laid.content} width={laid.width} />
      </CardFrame>
      <Ports nodeId={id} ports={laid.ports} />
    </>
  )
})
