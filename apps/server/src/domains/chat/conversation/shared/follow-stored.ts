import type { ChatListener } from './chat-events.ts'
import type { ConversationService } from '../conversation.service.ts'
import { TurnStatus } from '../conversation.table.ts'

const POLL_MS = 300

/** Follows a turn of another process by polling what that process stores. */
export async function followStored(
  conversations: Pick<ConversationService, 'turnState'>,
  turnId: string,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<void> {
  const shown = new Map<string, { content: number; reasoning: number; isClosed: boolean }>()
  while (!signal.aborted) {
    const { turn, messages } = await conversations.turnState(turnId)
    for (const message of messages) {
      const known = shown.get(message.id)
      if (message.type !== 'answer') {
        if (known) continue
        shown.set(message.id, { content: 0, reasoning: 0, isClosed: true })
        listener(message.type === 'question' ? { type: 'ack', message } : { type: 'message', message })
        continue
      }
      const state = known ?? { content: 0, reasoning: 0, isClosed: false }
      const content = message.content.slice(state.content)
      const reasoning = message.reasoning.slice(state.reasoning)
      if (content || reasoning) listener({ type: 'delta', message, content, reasoning })
      const isClosed = message.status !== 'streaming'
      if (isClosed && !state.isClosed) listener({ type: 'finish', message })
      shown.set(message.id, { content: message.content.length, reasoning: message.reasoning.length, isClosed })
    }
    if (!turn || turn.status !== TurnStatus.running) {
      const reasons = { 2: 'done', 3: 'failed', 5: 'waiting' } as const
      return listener({ type: 'done', reason: reasons[turn?.status as 2] ?? 'stopped' })
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
