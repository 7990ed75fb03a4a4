import type { RunEvent } from '@orrery/engine'
import type { Sse } from '../../kit/sse.ts'
import type { Outcome } from './runner.ts'

export interface ChatIdentity {
  chatId: string
  conversationId: string
  botId: string
  sectionId: string
}
/** One turn with a chatflow in the events that chat clients read. */
export function createChatStream(sse: Sse, who: ChatIdentity, now: () => number, newId: () => string) {
  const seconds = () => Math.floor(now() / 1000)
  const createdAt = seconds()
  const messages = new Map<string, { id: string; text: string }>()
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
  const said: { id: string; text: string }[] = []

  function finish(path: string): void {
    const one = messages.get(path)
    if (!one) return
    messages.delete(path)
    said.push(one)
    send('conversation.message.completed', message(one.id, one.text))
  }
  return {
    said,
    begin(): void {
      send('conversation.chat.created', chat('created'))
      send('conversation.chat.in_progress', chat('in_progress'))
    },
    on(event: RunEvent): void {
      if (event.type !== 'message' || event.depth > 0) return
      let one = messages.get(event.path)
      if (!one) messages.set(event.path, (one = { id: newId(), text: '' }))
      one.text += event.text
      if (event.text) send('conversation.message.delta', message(one.id, event.text))
      if (event.finish) finish(event.path)
    },
    end({ result }: Outcome): void {
      for (const path of messages.keys()) finish(path)
      const usage = {
        token_count: result.usage.input + result.usage.output,
        input_count: result.usage.input,
        output_count: result.usage.output,
      }
      if (result.status === 'success') {
        if (!said.length) {
          const text = result.text ?? JSON.stringify(result.output)
          said.push({ id: newId(), text })
          send('conversation.message.delta', message(said[0]!.id, text))
          send('conversation.message.completed', message(said[0]!.id, text))
        }
        send('conversation.chat.completed', chat('completed', { completed_at: seconds(), usage }))
      } else if (result.status === 'interrupted') {
        const asked = { id: newId(), text: questionText(result.interrupts[0]!.data) }
        said.push(asked)
        send('conversation.message.delta', message(asked.id, asked.text))
        send('conversation.message.completed', message(asked.id, asked.text))
        send('conversation.chat.requires_action', chat('requires_action', { usage }))
      } else {
        const error = result.status === 'failed' ? result.error : { code: 777777777, message: 'the run was cancelled' }
        const last_error = { code: error.code, msg: error.message }
        send('conversation.chat.failed', chat('failed', { failed_at: seconds(), last_error, usage }))
        send('error', last_error)
      }
      send('done', '[DONE]')
    },
  }
}

/** What a person should read of a question or form. */
export function questionText(data: string): string {
  try {
    const { messages, content } = JSON.parse(data) as {
      messages?: { type: string; content: unknown }[]
      content?: unknown
    }
    const last = messages?.findLast((one) => one.type === 'question')?.content
    if (typeof last === 'string') return last
    const { question, options } = (last ?? {}) as { question?: string; options?: { name: string }[] }
    if (question !== undefined)
      return [question, ...(options ?? []).map((one, at) => `${at + 1}. ${one.name}`)].join('\n')
    return typeof content === 'string' ? content : data
  } catch {
    return data
  }
}
