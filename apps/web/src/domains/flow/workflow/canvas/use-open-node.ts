import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback } from 'react'
import { useDocumentStore } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import type { FlowEdge, FlowNode } from './flow/flow-model.ts'

/** Selects a node, opens its form and keeps the node visible. */
export function useOpenNode(): (nodeId: string) => void {
  const store = useDocumentStore()
  const { ui } = useEditor()
  const flow = useReactFlow<FlowNode, FlowEdge>()
  const library = useStoreApi<FlowNode, FlowEdge>()
  return useCallback(
    (nodeId: string) => {
      store.select([nodeId])
      ui.openNode(nodeId)
      // The form makes the canvas narrower; a node that it would hide is centred again.
      setTimeout(() => {
        const { domNode, nodeLookup } = library.getState()
        const node = nodeLookup.get(nodeId)
        if (!domNode || !node) return
        const { x, y } = node.internals.positionAbsolute
        const middle = flow.flowToScreenPosition({ x: x + (node.width ?? 0) / 2, y: y + (node.height ?? 0) / 2 })
        const { left, top, right, bottom } = domNode.getBoundingClientRect()
        if (middle.x < left || middle.x > right || middle.y < top || middle.y > bottom) ui.lookAt(nodeId)
      }, 120)
    },
    [store, ui, flow, library],
  )
}
