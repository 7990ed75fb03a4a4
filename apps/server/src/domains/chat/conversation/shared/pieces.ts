import type { ChatEvent } from './chat-events.ts'
import type { MessageRow } from '../conversation.table.ts'
import { createFrames } from '../frames.ts'

const frames = createFrames()
type Delta = Extract<ChatEvent, { type: 'delta' }>

/**
 * Combines the pieces of messages for one client. The first piece of a message is sent at once; pieces that follow
 * within one frame are sent together, which is much cheaper than sending each.
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
    // Nothing arrived within the frame: the next piece is sent at once.
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
    /** Sends the pending piece before another event is sent. */
    flush,
  }
}
