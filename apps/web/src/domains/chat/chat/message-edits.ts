import type { Store } from '#lib/store.ts'
import { withoutMessage } from './apply-event.ts'
import type { ChatPort, Outgoing } from './chat-port.ts'
import type { ChatState } from './chat-state.ts'

/** Changes to single messages: shown at once, and taken back when the server refuses. */
export function createMessageEdits(port: ChatPort, { current, patch }: Store<ChatState>, sent: Map<string, Outgoing>) {
  return {
    /** Whether it is gone. */
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
