import type { ChatMessage, ToolCall } from '../../kit/models/chat-types.ts'
import { untrustedResult } from '../../kit/models/prompt-marks.ts'
import type { MessageRow } from './conversation.table.ts'
import { plainText } from './query-content.ts'

/**
 * Stored messages, oldest first, as a model wants to be told of them: the last `rounds` questions of the section with what was
 * answered. A call without its result, or a result without its call, is left out: providers refuse such a history.
 */
export function buildHistory(rows: MessageRow[], sectionId: string, rounds: number): ChatMessage[] {
  if (rounds <= 0) return []
  const inSection = rows.filter((row) => row.sectionId === sectionId && row.status !== 'replaced')
  const questions = inSection.filter(({ type }) => type === 'question').slice(-rounds)
  // What the bot had said before anybody asked, e.g. its opening.
  const opening = inSection
    .filter((row) => row.type === 'answer' && row.replyId === row.id)
    .map((row) => ({ role: 'assistant' as const, content: row.content }))
  const rest = questions.flatMap((question) => {
    const replies = inSection.filter((row) => row.replyId === question.id && row.id !== question.id)
    return [
      { role: 'user' as const, content: plainText(question.content, question.contentType) },
      ...replyMessages(replies),
    ]
  })
  return [...opening, ...rest]
}

function replyMessages(replies: MessageRow[]): ChatMessage[] {
  const results = new Map(
    replies.flatMap((row) =>
      row.type === 'tool_response' && row.extra.call_id ? [[row.extra.call_id, row] as const] : [],
    ),
  )
  const messages: ChatMessage[] = []
  for (const row of replies) {
    if (row.type === 'answer' && row.status !== 'failed' && row.content)
      messages.push({ role: 'assistant', content: row.content })
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
