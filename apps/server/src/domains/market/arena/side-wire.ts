import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Locale } from '#kit/errors.ts'
import type { Sse } from '#kit/sse.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { createWire } from '#domains/chat/conversation/shared/chat-wire.ts'
import { arenaErrors } from './arena.errors.ts'
import type { RunningSide } from './pk.service.ts'

export interface SideStream {
  conversationId: string
  query: string
  localMessageId: string
  userId: string
  locale: Locale
  now: number
  signal: AbortSignal
}

/**
 * Streams a side in the format of the studio's chat. Everything that could reveal the model stays blank: tokens, times,
 * the log id, tool names, reasoning, and the cause of a failure.
 */
export async function streamSide(sse: Sse, side: RunningSide, stream: SideStream): Promise<void> {
  const { conversationId, query, localMessageId, userId, locale, now, signal } = stream
  const wire = createWire(sse, conversationId)
  const row = (change: Partial<MessageRow>): MessageRow => ({
    id: side.questionId,
    conversationId,
    sectionId: conversationId,
    turnId: '0',
    role: 'user',
    type: 'question',
    content: query,
    contentType: 'text',
    reasoning: '',
    replyId: side.questionId,
    status: 'available',
    brokenPos: null,
    extra: { local_message_id: localMessageId },
    senderId: userId,
    feedback: 0,
    createdAt: now,
    ...change,
  })
  const answer = row({ id: side.answerId, role: 'assistant', type: 'answer', content: '', senderId: '', extra: {} })
  wire.listener({ type: 'ack', message: row({}) })
  const leave = side.listen({
    text: (content) => {
      answer.content += content
      wire.listener({ type: 'delta', message: answer, content, reasoning: '' })
    },
    end: (status) => {
      if (status === 'failed') {
        answer.status = 'failed'
        answer.extra = {
          error_code: String(ErrorCode.arena.sideFailed),
          error_msg: arenaErrors.sideFailed().text(locale),
        }
      } else if (status === 'stopped') {
        answer.status = 'broken'
        answer.extra = { broken_reason: 'user' }
      }
      wire.listener({ type: 'finish', message: answer })
      wire.listener({ type: 'done', reason: status === 'done' ? 'done' : status })
    },
  })
  const gone = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([wire.finished, gone])
  leave()
}
