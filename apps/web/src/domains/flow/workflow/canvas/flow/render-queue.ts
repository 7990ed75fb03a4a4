import { createContext, useContext, useEffect, useState } from 'react'

export type Turns = ReturnType<typeof createTurns>

/**
 * Who may draw when. What comes into sight while the canvas is moved waits for its turn, one in every frame: a row of
 * cards at once would hold up the hand. Where the canvas stands everything is drawn at once.
 */
export function createTurns() {
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

const TurnsContext = createContext(createTurns())
export const TurnsProvider = TurnsContext.Provider

/** Whether it is this one's turn to be drawn whole; before that a box in its place will do. */
export function useTurn(): boolean {
  const turns = useContext(TurnsContext)
  const [isDrawn, setDrawn] = useState(() => !turns.isMoving())
  useEffect(() => (isDrawn ? undefined : turns.wait(() => setDrawn(true))), [turns, isDrawn])
  return isDrawn
}
