import { Position, ViewportPortal } from '@xyflow/react'
import { memo, useMemo } from 'react'
import type { FlowEdge, FlowNode } from '../flow/flow-model.ts'
import { edgePath } from './workflow-edge.tsx'

interface OverviewEdgesProps {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
}

/** All edges of a large canvas as one path, for zoom levels at which no single edge can be clicked. */
export const OverviewEdges = memo(function OverviewEdges({ nodes, edges }: OverviewEdgesProps) {
  const path = useMemo(() => pathOf(nodes, edges), [nodes, edges])
  return (
    <ViewportPortal>
      <svg aria-hidden className="pointer-events-none absolute top-0 left-0 -z-1 size-px overflow-visible">
        <path d={path} fill="none" stroke="var(--edge)" strokeWidth={4} />
      </svg>
    </ViewportPortal>
  )
})

function pathOf(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): string {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const portOf = (nodeId: string, type: 'source' | 'target', handle: string | null | undefined) => {
    const node = byId.get(nodeId)
    const port = node?.handles?.find((item) => item.type === type && (item.id ?? null) === (handle ?? null))
    if (!node || !port) return undefined
    const parent = node.parentId ? byId.get(node.parentId)?.position : undefined
    const x = node.position.x + (parent?.x ?? 0) + port.x + (port.position === Position.Right ? (port.width ?? 0) : 0)
    return { x, y: node.position.y + (parent?.y ?? 0) + port.y + (port.height ?? 0) / 2 }
  }
  return edges
    .flatMap((edge) => {
      const from = portOf(edge.source, 'source', edge.sourceHandle)
      const to = portOf(edge.target, 'target', edge.targetHandle)
      if (!from || !to) return []
      const ends = { sourceX: from.x, sourceY: from.y, targetX: to.x, targetY: to.y }
      return edgePath({ ...ends, sourcePosition: Position.Right, targetPosition: Position.Left }, edge.data?.lane).path
    })
    .join('')
}
