import { useEffect } from 'react'
import { createStore } from '#lib/store.ts'
import type { Editor } from './editor-context.ts'

/** A node that another page requests the editor to show. */
export const wantedNode = createStore<{ workflowId: string; nodeId: string } | null>(null)

/** Shows the requested node once, in the editor of its workflow. */
export function useWantedNode({ ui, workflowId }: Editor): void {
  useEffect(() => {
    const look = () => {
      const wanted = wantedNode.current()
      if (wanted?.workflowId !== workflowId) return
      wantedNode.set(null)
      ui.goToNode(wanted.nodeId)
    }
    look()
    return wantedNode.subscribe(look)
  }, [ui, workflowId])
}
