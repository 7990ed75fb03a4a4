import { emptyExtra } from '@orrery/contract/shared/chat-extra'
import type { Sse } from '#kit/sse.ts'
import type { ChatListener } from './chat-events.ts'
import type { MessageRow } from '../conversation.table.ts'
import { createPieces } from './pieces.ts'

type WireExtra = typeof emptyExtra & Record<string, string>

/** The mentioned agents. */
export const mentionsOf = ({ extra }: Pick<MessageRow, 'extra'>): { id: string; type: 1 | 2; name: string }[] =>
  extra.mention_list ? (JSON.parse(extra.mention_list) as { id: string; type: 1 | 2; name: string }[]) : []

/** A message in the wire format. */
export function toWireMessage(row: MessageRow) {
  const { mention_list: mentioned, ...extra } = row.extra
  return {
    role: row.role,
    type: row.type as string,
    content: row.content,
    content_type: row.contentType,
    message_id: row.id,
    reply_id: row.replyId,
    section_id: row.sectionId,
    extra_info: { ...emptyExtra, ...extra } as WireExtra,
    status: row.status as string,
    ...(row.brokenPos !== null && { broken_pos: row.brokenPos }),
    sender_id: row.senderId,
    content_time: row.createdAt,
    message_index: row.id,
    source: 0,
    ...(row.reasoning && { reasoning_content: row.reasoning }),
    feedback: row.feedback,
    ...(mentioned && { mention_list: mentionsOf(row) }),
  }
}
type WireMessage = ReturnType<typeof toWireMessage>

/** Writes the events of a turn in the wire format of the editor's preview: `message` events, then `done`. */
export function createWire(sse: Sse, conversationId: string): { listener: ChatListener; finished: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const indexes = new Map<string, number>()
  const heads = new Map<string, string>()
  let seq = 0

  const indexOf = (id: string) => {
    const known = indexes.get(id)
    if (known !== undefined) return known
    indexes.set(id, indexes.size)
    return indexes.size - 1
  }
  const tail = (id: string, isFinish: boolean) => {
    seq += 1
    return `,"is_finish":${isFinish},"index":${indexOf(id)},"conversation_id":"${conversationId}","seq_id":${seq}}`
  }
  function send(message: WireMessage, isFinish: boolean) {
    pieces.flush()
    sse.send({ event: 'message', data: `{"message":${JSON.stringify(message)}${tail(message.message_id, isFinish)}` })
  }
  /** The part of the JSON that all pieces of a message share, serialised once. */
  function headOf(row: MessageRow): string {
    const known = heads.get(row.id)
    if (known) return known
    const { content: _, reasoning_content: __, ...rest } = toWireMessage(row)
    const head = `{"message":${JSON.stringify(rest).slice(0, -1)},"content":`
    heads.set(row.id, head)
    return head
  }
  const pieces = createPieces((message, content, reasoning) => {
    const thought = reasoning ? `,"reasoning_content":${JSON.stringify(reasoning)}` : ''
    sse.send({
      event: 'message',
      data: `${headOf(message)}${JSON.stringify(content)}${thought}}${tail(message.id, false)}`,
    })
  })

  return {
    finished: promise,
    listener(event) {
      switch (event.type) {
        case 'ack':
          return send({ ...toWireMessage(event.message), type: 'ack' }, true)
        case 'delta':
          return pieces.take(event)
        case 'finish': {
          const { reasoning_content: _, ...rest } = toWireMessage(event.message)
          return send({ ...rest, content: '' }, true)
        }
        case 'message':
          return send(toWireMessage(event.message), true)
        case 'done':
          pieces.flush()
          sse.send({ event: 'done', data: '' })
          return resolve()
      }
    },
  }
}
