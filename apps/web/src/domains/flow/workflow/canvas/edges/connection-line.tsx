import type { ConnectionLineComponentProps } from '@xyflow/react'
import { linePath } from './workflow-edge.tsx'

/** A line on its way to a port. */
export function ConnectionLine({
  fromX,
  fromY,
  toX,
  toY,
  fromPosition,
  toPosition,
  connectionStatus,
}: ConnectionLineComponentProps) {
  const { path } = linePath({
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
