import { wordsOf } from '@orrery/contract/shared/chat-card'
import type { ChatMessage, ToolCall } from '#kit/models/chat-types.ts'
import { untrustedResult } from '#kit/models/prompt-marks.ts'
import { spokenBy } from '#domains/chat/agent/shared/spoken-by.ts'
import type { HistoryRow } from './conversation.repo.ts'
import { plainText } from './query-content.ts'

/**
 * Converts stored messages, oldest first, to the history for a model: the last `rounds` questions of a section with
 * their answers. Tool calls are only included for the last `toolRounds` questions. A call without its result, or a
 * result without its call, is left out, because providers refuse such a history.
 */
export function buildHistory(rows: HistoryRow[], rounds: number, toolRounds = rounds): ChatMessage[] {
  if (rounds <= 0) return []
  const questions = rows.filter(({ type }) => type === 'question').slice(-rounds)
  // Messages of the bot before the first question, such as its opening.
  const opening = rows
    .filter((row) => row.type === 'answer' && row.replyId === row.id)
    .map((row) => ({ role: 'assistant' as const, content: row.content }))
  const rest = questions.flatMap((question, index) => {
    const isTold = index >= questions.length - toolRounds
    const replies = rows.filter((row) => row.replyId === question.id && row.id !== question.id)
    return [
      { role: 'user' as const, content: spokenBy(question.speaker, plainText(question.content, question.contentType)) },
      ...replyMessages(isTold ? replies : replies.filter((row) => row.type === 'answer')),
    ]
  })
  return [...opening, ...rest]
}

function replyMessages(replies: HistoryRow[]): ChatMessage[] {
  const results = new Map(
    replies.flatMap((row) => (row.type === 'tool_response' && row.callId ? [[row.callId, row] as const] : [])),
  )
  const messages: ChatMessage[] = []
  for (const row of replies) {
    if (row.type === 'answer' && row.status !== 'failed' && row.content)
      messages.push({ role: 'assistant', content: wordsOf(row.content, row.contentType) })
    const call = row.type === 'function_call' ? readCall(row.content) : undefined
    const result = call && results.get(call.id)
    if (!call || !result) continue
    messages.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content: untrustedResult(result.content) },
    )
  }
  return messages
}

function readCall(content: string): ToolCall | undefined {
  try {
    const value = JSON.parse(content) as { id: string; function: { name: string; arguments: string } }
    return { id: value.id, name: value.function.name, arguments: value.function.arguments }
  } catch {
    return undefined
  }
}
