import { type OnMove, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { Turns } from './render-queue.ts'

/**
 * What happens to the page while the canvas is moved. Held with the pointer it is moved as one picture that was drawn at
 * its size: the viewport keeps the place that it had, and the pane around it goes where the hand goes. Nothing below the
 * pointer is looked for meanwhile. Everything is drawn anew when the canvas stands.
 */
export function useMoves(turns: Turns): Moves {
  const library = useStoreApi()
  return useMemo(() => createMoves(turns, () => library.getState().domNode), [turns, library])
}

interface Moves {
  onMove: OnMove
  onMoveEnd: OnMove
}

function createMoves(turns: Turns, root: () => HTMLElement | null): Moves {
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
      turns.begin()
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
      turns.end()
      const found = parts()
      if (!found) return
      const { flow, pane } = found
      delete flow.dataset['moving']
      delete flow.dataset['held']
      pane.style.transform = ''
    },
  }
}
