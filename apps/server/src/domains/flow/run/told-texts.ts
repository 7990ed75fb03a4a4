import type { RunEvent } from '@orrery/engine'

/** A message of a run as far as it was said. */
export interface ToldText {
  path: string
  nodeId: string
  title: string
  text: string
  isDone: boolean
}
type MessageEvent = Extract<RunEvent, { type: 'message' }>

/**
 * What a run has said, in the order in which its messages began. A run that another process goes on with says again what came after its
 * last checkpoint: that is left out here, so that nobody hears it twice.
 */
export function createToldTexts(earlier: readonly ToldText[] = []) {
  const texts = new Map<string, ToldText>(earlier.map((item) => [item.path, { ...item }]))
  const unsaved = new Set<string>()
  return {
    list: (): ToldText[] => [...texts.values()],
    /** The part of a piece that is new; undefined when all of it was said before. */
    take(event: MessageEvent): MessageEvent | undefined {
      let told = texts.get(event.path)
      if (!told) {
        const { path, nodeId, title } = event
        texts.set(path, (told = { path, nodeId, title, text: '', isDone: false }))
      }
      const fresh = event.text.slice(Math.max(0, told.text.length - event.offset))
      if (told.isDone || (!fresh && !event.finish)) return undefined
      const offset = told.text.length
      told.text += fresh
      told.isDone = event.finish
      unsaved.add(event.path)
      return fresh === event.text ? event : { ...event, text: fresh, offset }
    },
    hasUnsaved: () => unsaved.size > 0,
    /** What changed since it was last asked for, each with its place among all. */
    unsaved(): (ToldText & { place: number })[] {
      const changed = [...texts.values()].flatMap((item, place) => (unsaved.has(item.path) ? [{ ...item, place }] : []))
      unsaved.clear()
      return changed
    },
  }
}
export type ToldTexts = ReturnType<typeof createToldTexts>
