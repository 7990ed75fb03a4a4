import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import type { CardFlowNode } from '../flow/flow-model.ts'
import { CardBox, CardFrame } from './card-frame.tsx'
import { CardLines } from './card-lines.tsx'
import { useRenderTurn } from '../flow/render-queue.ts'
import { Ports } from './ports.tsx'
import type { NodeLayout } from '../layout/canvas-layout.ts'

/** A step of the workflow. */
export function NodeCard({ id, data, selected }: NodeProps<CardFlowNode>) {
  return useRenderTurn() ? <Card id={id} layout={data} selected={selected} /> : <CardBox layout={data} />
}

// A dragged card gets a new position in every frame; its content does not render again.
const Card = memo(function Card({ id, layout, selected }: { id: string; layout: NodeLayout; selected: boolean }) {
  return (
    <>
      <CardFrame id={id} layout={layout} selected={selected}>
        <CardLines content={layout.content} width={layout.width} />
      </CardFrame>
      <Ports nodeId={id} ports={layout.ports} />
    </>
  )
})
