import type { ChatEvent } from './chat-events.ts'
import type { MessageRow } from '../conversation.table.ts'
import { createFrames } from '../frames.ts'

const frames = createFrames()
type Delta = Extract<ChatEvent, { type: 'delta' }>

/**
 * The pieces of messages on their way to one client. The first of a message goes out at once; those that follow within one frame go
 * out together, which costs a fraction of sending each.
 */
export function createPieces(send: (message: MessageRow, content: string, reasoning: string) => void) {
  let held: { message: MessageRow; content: string; reasoning: string } | undefined
  let isFresh = false

  function flush() {
    if (!held) return
    const { message, content, reasoning } = held
    held = undefined
    send(message, content, reasoning)
  }
  function endFrame() {
    // Nothing came since: the next piece need not wait.
    isFresh = held !== undefined
    if (!held) return
    flush()
    frames.next(endFrame)
  }
  return {
    take({ message, content, reasoning }: Delta) {
      if (held && (held.message !== message || (held.reasoning !== '') !== (reasoning !== ''))) flush()
      if (held) {
        held.content += content
        held.reasoning += reasoning
        return
      }
      if (isFresh) return void (held = { message, content, reasoning })
      send(message, content, reasoning)
      isFresh = true
      frames.next(endFrame)
    },
    /** Sends what waits: something else comes now. */
    flush,
  }
}
