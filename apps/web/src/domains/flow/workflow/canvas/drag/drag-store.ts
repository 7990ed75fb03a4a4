import { createStore } from '#lib/store.ts'
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
  const { current, set, subscribe, use } = createStore(nothing)
  return {
    current,
    on: (canvas: Canvas): Overrides => (current().canvas === canvas ? current().overrides : noOverrides),
    set,
    end: (): void => set(nothing),
    subscribe,
    use,
  }
}
