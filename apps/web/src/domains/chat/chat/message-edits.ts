import type { Store } from '#lib/store.ts'
import { withoutMessage } from './apply-event.ts'
import type { ChatPort, Outgoing, PressInput } from './chat-port.ts'
import type { ChatState } from './chat-state.ts'

/** Changes to single messages: shown at once, and reverted if the server refuses. */
export function createMessageEdits(port: ChatPort, { current, patch }: Store<ChatState>, sent: Map<string, Outgoing>) {
  return {
    /** Returns whether the message was deleted. */
    async remove(messageId: string): Promise<boolean> {
      const before = current().messages
      patch({ messages: withoutMessage(before, messageId) })
      if (sent.delete(messageId)) return true
      try {
        await port.remove(current().conversationId, messageId)
        return true
      } catch {
        patch({ messages: before })
        return false
      }
    },
    /** Updates the card after a click; returns the text to send next. */
    async press(messageId: string, press: PressInput): Promise<string> {
      const { say, content } = await port.press!(current().conversationId, messageId, press)
      const { messages } = current()
      patch({
        messages: messages.map((message) => (message.message_id === messageId ? { ...message, content } : message)),
      })
      return say
    },
    canPress: port.press !== undefined,
    async rate(messageId: string, feedback: 0 | 1 | 2): Promise<void> {
      const at = current().messages.findIndex((message) => message.message_id === messageId)
      const known = current().messages[at]
      if (!known) return
      patch({ messages: current().messages.with(at, { ...known, feedback }) })
      try {
        await port.rate(current().conversationId, messageId, feedback)
      } catch {
        patch({ messages: current().messages.map((message) => (message.message_id === messageId ? known : message)) })
      }
    },
  }
}
