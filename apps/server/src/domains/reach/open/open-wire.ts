import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Sse } from '#kit/sse.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ChatListener, TurnDone } from '#domains/chat/conversation/shared/chat-events.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { chatEnds, type ChatStatus, isForCallers, messageOf, requiredAction, usageOf } from './open-view.ts'
import { createPieces } from '#domains/chat/conversation/shared/pieces.ts'

export interface WireChat {
  id: string
  conversationId: string
  botId: string
  sectionId: string
  meta: Record<string, string>
  startedAt: number
}

/** Streams a turn in the format of the official clients: the chat, its messages, the chat again, `done`. */
export function createOpenWire(sse: Sse, chat: WireChat, now: () => number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const heads = new Map<string, string>()
  const sendChat = (status: ChatStatus, more: object = {}) =>
    sse.send({
      event: `conversation.chat.${status}`,
      data: {
        id: chat.id,
        conversation_id: chat.conversationId,
        bot_id: chat.botId,
        section_id: chat.sectionId,
        status,
        created_at: seconds(chat.startedAt),
        meta_data: chat.meta,
        ...more,
      },
    })
  /** Everything in a message but its content, serialised once, since it is the same in all pieces. */
  function headOf(row: MessageRow): string {
    const known = heads.get(row.id)
    if (known) return known
    const { content: _, reasoning_content: __, ...rest } = messageOf(row, chat.botId, chat.id)
    const head = `${JSON.stringify(rest).slice(0, -1)},"content":`
    heads.set(row.id, head)
    return head
  }
  const pieces = createPieces((message, content, reasoning) =>
    sse.send({
      event: 'conversation.message.delta',
      data: `${headOf(message)}${JSON.stringify(content)},"reasoning_content":${JSON.stringify(reasoning)}}`,
    }),
  )
  function sendWhole(row: MessageRow) {
    pieces.flush()
    if (isForCallers(row))
      sse.send({ event: 'conversation.message.completed', data: messageOf(row, chat.botId, chat.id) })
  }
  function end({ reason, usage, error, call }: TurnDone) {
    const at = seconds(now())
    const status = chatEnds[reason]
    sendChat(status, {
      ...(status === 'completed' && { completed_at: at }),
      ...(status === 'failed' && {
        failed_at: at,
        last_error: error ?? { code: ErrorCode.publicApi.internal, msg: 'The turn failed' },
      }),
      ...(call && { required_action: requiredAction(call) }),
      ...(usage && { usage: usageOf(usage) }),
    })
    sse.send({ event: 'done', data: '"[DONE]"' })
    resolve()
  }
  const listener: ChatListener = (event) => {
    switch (event.type) {
      case 'ack':
        return
      case 'delta':
        return isForCallers(event.message) ? pieces.take(event) : undefined
      case 'finish':
      case 'message':
        return sendWhole(event.message)
      case 'done':
        pieces.flush()
        return end(event)
    }
  }
  return {
    begin() {
      sendChat('created')
      sendChat('in_progress')
    },
    listener,
    finished: promise,
  }
}
