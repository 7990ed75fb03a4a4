import { useEffect } from 'react'
import { createStore } from '#lib/store.ts'
import type { Editor } from './editor-context.ts'

/** A node that another page requests the editor to show. */
export const nodeToOpen = createStore<{ workflowId: string; nodeId: string } | null>(null)

/** Shows the requested node once, in the editor of its workflow. */
export function useOpenRequestedNode({ ui, workflowId }: Editor): void {
  useEffect(() => {
    const look = () => {
      const wanted = nodeToOpen.current()
      if (wanted?.workflowId !== workflowId) return
      nodeToOpen.set(null)
      ui.goToNode(wanted.nodeId)
    }
    look()
    return nodeToOpen.subscribe(look)
  }, [ui, workflowId])
}
