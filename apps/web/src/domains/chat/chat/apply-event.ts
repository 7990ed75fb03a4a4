import type { ChatMessage, ChatStreamMessage } from '@orrery/contract'

/** The messages after a stream event. Pieces of a message are joined; the last one replaces its other fields. */
export function applyEvent(messages: readonly ChatMessage[], event: ChatStreamMessage, localId: string): ChatMessage[] {
  const { message, is_finish: isFinish } = event
  if (message.type === 'ack') return acknowledge(messages, message, localId)
  const at = messages.findIndex((item) => item.message_id === message.message_id)
  const known = messages[at]
  if (!known) return [...messages, message]
  const reasoning = (known.reasoning_content ?? '') + (message.reasoning_content ?? '')
  return messages.with(at, {
    ...(isFinish ? message : known),
    content: known.content + message.content,
    ...(reasoning && { reasoning_content: reasoning }),
  })
}

/** Replaces the local question by the one of the server; a regenerated question keeps its id. */
function acknowledge(messages: readonly ChatMessage[], ack: ChatMessage, localId: string): ChatMessage[] {
  const question = { ...ack, type: 'question' }
  const at = messages.findIndex((message) => message.message_id === localId || message.message_id === ack.message_id)
  return at < 0 ? [...messages, question] : messages.with(at, question)
}

/** Drops the replies to a question, which are generated or streamed again. */
export const withoutReplies = (messages: readonly ChatMessage[], questionId: string): ChatMessage[] =>
  messages.filter((message) => message.reply_id !== questionId || message.message_id === questionId)

/** Removes a message; a question with its replies. */
export const withoutMessage = (messages: readonly ChatMessage[], messageId: string): ChatMessage[] =>
  messages.filter((message) => message.message_id !== messageId && message.reply_id !== messageId)

/** Marks an unfinished reply as ended by the next question, as the server will return it. */
export const breakReplies = (messages: readonly ChatMessage[], questionId: string): ChatMessage[] =>
  messages.map((message) =>
    message.reply_id === questionId && message.type === 'answer' && message.status === 'streaming'
      ? { ...message, status: 'broken', extra_info: { ...message.extra_info, broken_reason: 'new_run' } }
      : message,
  )
