import { createContext, useContext, useEffect, useState } from 'react'

export type RenderQueue = ReturnType<typeof createRenderQueue>

/**
 * Spreads rendering over frames. While the canvas is panned, nodes that become visible render one per frame, because a
 * whole row at once would drop frames. When the canvas is still, everything renders immediately.
 */
export function createRenderQueue() {
  const waiting = new Set<() => void>()
  let isMoving = false
  let frame = 0
  const next = () => {
    frame = 0
    const [first] = waiting
    if (!first) return
    waiting.delete(first)
    first()
    if (waiting.size) frame = requestAnimationFrame(next)
  }
  return {
    isMoving: () => isMoving,
    begin() {
      isMoving = true
    },
    end() {
      isMoving = false
      for (const draw of waiting) draw()
      waiting.clear()
    },
    wait(draw: () => void): () => void {
      waiting.add(draw)
      frame ||= requestAnimationFrame(next)
      return () => waiting.delete(draw)
    },
  }
}

const RenderQueueContext = createContext(createRenderQueue())
export const RenderQueueProvider = RenderQueueContext.Provider

/** Whether this element may render now; until then its caller shows a placeholder. */
export function useRenderTurn(): boolean {
  const queue = useContext(RenderQueueContext)
  const [isDrawn, setDrawn] = useState(() => !queue.isMoving())
  useEffect(() => (isDrawn ? undefined : queue.wait(() => setDrawn(true))), [queue, isDrawn])
  return isDrawn
}
