import { type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react'
import { memo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useReadOnly } from '../../document/document-context.tsx'
import { useEdgeDiff, useEdgeRun } from '../../document/canvas-overlays.tsx'
import { useCanvas } from '../canvas-context.ts'
import { useDetail } from '../cards/detail-context.ts'
import { useRenderTurn } from '../flow/render-queue.ts'
import type { FlowEdge } from '../flow/flow-model.ts'

/** Below this horizontal distance a curve would loop back, therefore the edge has right angles. */
const leastForward = 12

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'>
export function edgePath(ends: Ends, lane = 0): { path: string; x: number; y: number } {
  const [path, x, y] =
    ends.targetX - ends.sourceX >= leastForward
      ? getBezierPath(ends)
      : getSmoothStepPath({ ...ends, borderRadius: 12, offset: 20 + Math.min(lane, 6) * 12 })
  return { path, x, y }
}

export const WorkflowEdge = memo(function WorkflowEdge(props: EdgeProps<FlowEdge>) {
  return useRenderTurn() ? <Line {...props} /> : null
})

function Line(props: EdgeProps<FlowEdge>) {
  const { placed, isBroken, lane } = props.data!
  const { path, x, y } = edgePath(props, lane)
  const ends = {
    source: props.source,
    target: props.target,
    sourcePort: placed.edge.sourcePortID ?? '',
    ...(placed.parentId ? { parentId: placed.parentId } : {}),
  }
  const state = useEdgeRun(ends)
  const mark = useEdgeDiff(ends)
  const isReadOnly = useReadOnly()
  const [isHovered, setHovered] = useState(false)
  const isNear = useDetail() === 'full'
  return (
    <g onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)}>
      <path
        d={path}
        className="line-path"
        data-state={state === 'waiting' ? undefined : state}
        data-mark={mark}
        data-broken={isBroken || undefined}
      />
      <path d={path} className="react-flow__edge-interaction" fill="none" strokeOpacity={0} strokeWidth={20} />
      {!isReadOnly && isNear && (isHovered || props.selected) && <AddButton edgeId={placed.id} x={x} y={y} />}
    </g>
  )
}

/** The add button in the middle of a hovered edge. */
function AddButton({ edgeId, x, y }: { edgeId: string; x: number; y: number }) {
  const t = useT('workflow')
  const { openAdd } = useCanvas()
  return (
    // Pointer only: with the keyboard, a node is inserted after the selected one.
    <g
      role="button"
      aria-label={t('line.add')}
      className="line-add nodrag nopan"
      transform={`translate(${x} ${y})`}
      onClick={(event) => {
        event.stopPropagation()
        openAdd({ edgeId, screen: { x: event.clientX, y: event.clientY + 12 } })
      }}
    >
      <circle r={10} strokeWidth={1.25} />
      <path d="M-4 0H4M0 -4V4" strokeWidth={1.5} strokeLinecap="round" />
    </g>
  )
}
