import type { Canvas } from '../../document/canvas.ts'
import type { Overrides } from '../flow/flow-nodes.ts'
import type { Guide } from '../layout/guides.ts'

interface Dragged {
  /** What was dragged belongs to the canvas it was dragged on: an edit in between ends it. */
  canvas: Canvas | null
  overrides: Overrides
  guides: readonly Guide[]
}
export const noOverrides: Overrides = new Map()
const nothing: Dragged = { canvas: null, overrides: noOverrides, guides: [] }

/** Where things are while they are dragged. The document hears of it when they are let go. */
export function createDragStore() {
  let dragged = nothing
  const listeners = new Set<() => void>()
  const set = (next: Dragged) => {
    dragged = next
    for (const listener of listeners) listener()
  }
  return {
    current: (): Dragged => dragged,
    on: (canvas: Canvas): Overrides => (dragged.canvas === canvas ? dragged.overrides : noOverrides),
    set,
    end: (): void => set(nothing),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
