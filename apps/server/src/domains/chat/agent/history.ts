import type { ChatMessage } from '#kit/models/chat-types.ts'
import { estimateContent } from '#kit/models/usage-estimate.ts'

const MESSAGE_TOKENS = 8

/**
 * Drops the oldest rounds until the rest fits. A round starts with a user message, so tool calls are never separated
 * from their results. The last user message is always included.
 */
export function fitHistory(history: ChatMessage[], room: number): ChatMessage[] {
  const rounds = roundsOf(history)
  let used = 0
  let from = rounds.length
  while (from > 0) {
    const cost = rounds[from - 1]!.reduce((sum, message) => sum + estimateMessage(message), 0)
    if (used + cost > room) break
    used += cost
    from -= 1
  }
  return rounds.slice(from).flat()
}

function roundsOf(history: ChatMessage[]): ChatMessage[][] {
  const rounds: ChatMessage[][] = []
  for (const message of history) {
    if (message.role === 'user' || !rounds.length) rounds.push([])
    rounds.at(-1)!.push(message)
  }
  return rounds
}

export const estimateMessage = (message: ChatMessage): number =>
  MESSAGE_TOKENS +
  estimateContent(message.content) +
  (message.role === 'assistant'
    ? (message.toolCalls ?? []).reduce((sum, call) => sum + call.arguments.length / 4, 0)
    : 0)
