import { useStore } from '@xyflow/react'
import { useMemo } from 'react'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { type Drawn, fieldOf, onlyNear } from './near.ts'

/**
 * On a large canvas only what is in sight, or soon could be, is in the page. The library's own choice stops at the edge
 * of the window, so that every frame of a pan would make cards.
 */
export function useNear(nodes: FlowNode[], edges: FlowEdge[], isCulled: boolean): Drawn {
  const field = useStore((state) => (isCulled ? fieldOf(state) : ''))
  return useMemo(() => (field ? onlyNear(nodes, edges, field) : { nodes, edges }), [nodes, edges, field])
}
