import type { RunEvent } from '@orrery/engine'

/** A message of a run, as far as it was sent. */
export interface SentMessage {
  path: string
  nodeId: string
  title: string
  text: string
  isDone: boolean
}
type MessageEvent = Extract<RunEvent, { type: 'message' }>

/**
 * The messages that a run has sent, in the order in which they began. A run that is resumed repeats the messages since
 * its last checkpoint; the repeated parts are left out, so that no client receives them twice.
 */
export function createSentMessages(earlier: readonly SentMessage[] = []) {
  const texts = new Map<string, SentMessage>(earlier.map((item) => [item.path, { ...item }]))
  const unsaved = new Set<string>()
  return {
    list: (): SentMessage[] => [...texts.values()],
    /** The new part of a piece; undefined if all of it was sent before. */
    take(event: MessageEvent): MessageEvent | undefined {
      let message = texts.get(event.path)
      if (!message) {
        const { path, nodeId, title } = event
        texts.set(path, (message = { path, nodeId, title, text: '', isDone: false }))
      }
      const fresh = event.text.slice(Math.max(0, message.text.length - event.offset))
      if (message.isDone || (!fresh && !event.finish)) return undefined
      const offset = message.text.length
      message.text += fresh
      message.isDone = event.finish
      unsaved.add(event.path)
      return fresh === event.text ? event : { ...event, text: fresh, offset }
    },
    hasUnsaved: () => unsaved.size > 0,
    /** Messages that changed since the last call, each with its position in the order. */
    unsaved(): (SentMessage & { place: number })[] {
      const changed = [...texts.values()].flatMap((item, place) => (unsaved.has(item.path) ? [{ ...item, place }] : []))
      unsaved.clear()
      return changed
    },
  }
}
export type SentMessages = ReturnType<typeof createSentMessages>
