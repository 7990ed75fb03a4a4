import { createStore } from '#lib/store.ts'
import type { Canvas } from '../../document/canvas.ts'
import type { Overrides } from '../flow/flow-nodes.ts'
import type { Guide } from '../layout/guides.ts'

interface Dragged {
  /** The canvas at the start of the drag. An edit in the meantime ends the drag. */
  canvas: Canvas | null
  overrides: Overrides
  guides: readonly Guide[]
}
export const noOverrides: Overrides = new Map()
const nothing: Dragged = { canvas: null, overrides: noOverrides, guides: [] }

/** Positions during a drag. The document changes only when the drag ends. */
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
