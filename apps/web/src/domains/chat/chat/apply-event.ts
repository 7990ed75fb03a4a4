import type { ChatMessage, ChatStreamMessage } from '@orrery/contract'

/** The messages after one more piece of a stream. Pieces of one message add up; what ends it brings its figures. */
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

/** The question gets the name the server gave it; a question that is asked again has it already. */
function acknowledge(messages: readonly ChatMessage[], ack: ChatMessage, localId: string): ChatMessage[] {
  const question = { ...ack, type: 'question' }
  const at = messages.findIndex((message) => message.message_id === localId || message.message_id === ack.message_id)
  return at < 0 ? [...messages, question] : messages.with(at, question)
}

/** Drops the replies to a question, which are generated or streamed again. */
export const withoutReplies = (messages: readonly ChatMessage[], questionId: string): ChatMessage[] =>
  messages.filter((message) => message.reply_id !== questionId || message.message_id === questionId)

/** A message; a question with everything that belongs to it. */
export const withoutMessage = (messages: readonly ChatMessage[], messageId: string): ChatMessage[] =>
  messages.filter((message) => message.message_id !== messageId && message.reply_id !== messageId)

/** The next question ends a reply that is still being told, as the server will say when it is asked again. */
export const breakReplies = (messages: readonly ChatMessage[], questionId: string): ChatMessage[] =>
  messages.map((message) =>
    message.reply_id === questionId && message.type === 'answer' && message.status === 'streaming'
      ? { ...message, status: 'broken', extra_info: { ...message.extra_info, broken_reason: 'new_run' } }
      : message,
  )
