import { type OnMove, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { RenderQueue } from './render-queue.ts'

/**
 * Makes panning cheap. During a pointer drag the viewport keeps its transform and the pane around it is translated, so
 * that the browser moves one layer that is already painted, and hit testing is off. The real transform is applied at
 * the end.
 */
export function usePanning(queue: RenderQueue): Panning {
  const library = useStoreApi()
  return useMemo(() => createPanning(queue, () => library.getState().domNode), [queue, library])
}

interface Panning {
  onMove: OnMove
  onMoveEnd: OnMove
}

function createPanning(queue: RenderQueue, root: () => HTMLElement | null): Panning {
  let start: { x: number; y: number } | null = null
  const parts = () => {
    const flow = root()?.closest<HTMLElement>('.flow')
    const pane = root()?.querySelector<HTMLElement>('.react-flow__pane')
    const viewport = root()?.querySelector<HTMLElement>('.react-flow__viewport')
    return flow && pane && viewport ? { flow, pane, viewport } : undefined
  }
  return {
    onMove: (event, { x, y, zoom }) => {
      const found = parts()
      if (!found) return
      const { flow, pane, viewport } = found
      queue.begin()
      if (event?.type !== 'mousemove') {
        flow.dataset['moving'] = ''
      } else if (start) {
        pane.style.transform = `translate(${x - start.x}px, ${y - start.y}px)`
      } else {
        start = { x, y }
        viewport.style.setProperty('--held', `translate(${x}px, ${y}px) scale(${zoom})`)
        flow.dataset['held'] = ''
      }
    },
    onMoveEnd: () => {
      start = null
      queue.end()
      const found = parts()
      if (!found) return
      const { flow, pane } = found
      delete flow.dataset['moving']
      delete flow.dataset['held']
      pane.style.transform = ''
    },
  }
}
