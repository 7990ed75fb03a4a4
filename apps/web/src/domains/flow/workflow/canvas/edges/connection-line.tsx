import type { ConnectionLineComponentProps } from '@xyflow/react'
import { edgePath } from './workflow-edge.tsx'

/** The edge that is being dragged to a port. */
export function ConnectionLine({
  fromX,
  fromY,
  toX,
  toY,
  fromPosition,
  toPosition,
  connectionStatus,
}: ConnectionLineComponentProps) {
  const { path } = edgePath({
    sourceX: fromX,
    sourceY: fromY,
    targetX: toX,
    targetY: toY,
    sourcePosition: fromPosition,
    targetPosition: toPosition,
  })
  return (
    <path
      d={path}
      fill="none"
      strokeWidth={2}
      strokeDasharray={connectionStatus === 'valid' ? undefined : '6 5'}
      stroke={connectionStatus === 'invalid' ? 'var(--err-solid)' : 'var(--focus)'}
    />
  )
}
