import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { RunEvent } from '@orrery/engine'
import type { Sse } from '#kit/sse.ts'
import { type ChatLog, questionPath, questionText } from './chat-log.ts'
import type { Outcome } from './active-run.ts'

export interface ChatIdentity {
  chatId: string
  conversationId: string
  botId: string
  sectionId: string
}
/** Streams one turn with a chatflow as the events that chat clients read. */
export function createChatStream(sse: Sse, who: ChatIdentity, log: ChatLog, now: () => number) {
  const seconds = () => Math.floor(now() / 1000)
  const createdAt = seconds()
  let isSaid = false
  const open = new Set<string>()
  const chat = (status: string, more: object = {}) => ({
    id: who.chatId,
    conversation_id: who.conversationId,
    bot_id: who.botId,
    section_id: who.sectionId,
    status,
    created_at: createdAt,
    ...more,
  })
  const message = (id: string, content: string, contentType = 'text') => ({
    id,
    conversation_id: who.conversationId,
    bot_id: who.botId,
    chat_id: who.chatId,
    section_id: who.sectionId,
    role: 'assistant',
    type: 'answer',
    content,
    content_type: contentType,
    created_at: createdAt,
    updated_at: seconds(),
    meta_data: {},
    reasoning_content: '',
  })
  const send = (event: string, data: unknown) => sse.send({ event, data })
  function whole(path: string, text: string): void {
    const { id } = log.of(path)
    send('conversation.message.delta', message(id, text))
    send('conversation.message.completed', message(id, text))
  }

  return {
    begin(): void {
      send('conversation.chat.created', chat('created'))
      send('conversation.chat.in_progress', chat('in_progress'))
    },
    on(event: RunEvent): void {
      if (event.type !== 'message' || event.depth > 0) return
      isSaid = true
      if (event.finish) open.delete(event.path)
      else open.add(event.path)
      const found = log.of(event.path)
      if (event.text) send('conversation.message.delta', message(found.id, event.text))
      if (event.finish) send('conversation.message.completed', message(found.id, found.text))
    },
    /** Called after everything is stored, so that clients can rely on these events. */
    end({ result }: Outcome): void {
      for (const path of open) send('conversation.message.completed', message(log.of(path).id, log.of(path).text))
      const usage = {
        token_count: result.usage.input + result.usage.output,
        input_count: result.usage.input,
        output_count: result.usage.output,
      }
      if (result.status === 'success') {
        if (!isSaid) whole('end', result.text ?? JSON.stringify(result.output))
        send('conversation.chat.completed', chat('completed', { completed_at: seconds(), usage }))
      } else if (result.status === 'interrupted') {
        const first = result.interrupts[0]!
        whole(questionPath(first), questionText(first.data))
        send('conversation.chat.requires_action', chat('requires_action', { usage }))
      } else {
        const error =
          result.status === 'failed'
            ? result.error
            : { code: ErrorCode.engine.cancelled, message: 'the run was cancelled' }
        const last_error = { code: error.code, msg: error.message }
        send('conversation.chat.failed', chat('failed', { failed_at: seconds(), last_error, usage }))
        send('error', last_error)
      }
      send('done', '[DONE]')
    },
  }
}
