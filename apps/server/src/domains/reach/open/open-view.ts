import { wordsOf } from '@orrery/contract/shared/chat-card'
import type { ToolCall } from '#kit/models/chat-types.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { TurnDone } from '#domains/chat/conversation/shared/chat-events.ts'
import type { ConversationRow, MessageRow, TurnRow } from '#domains/chat/conversation/conversation.table.ts'
import { TurnStatus } from '#domains/chat/conversation/conversation.table.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'

export type ChatStatus = 'created' | 'in_progress' | 'completed' | 'failed' | 'requires_action' | 'canceled'
type Meta = Record<string, string>
/** Caller metadata is stored as text with the message and returned unchanged. */
export const metaIn = (text: string | undefined): Meta => (text ? (JSON.parse(text) as Meta) : {})

const chatStatus: Record<TurnStatus, ChatStatus> = {
  [TurnStatus.running]: 'in_progress',
  [TurnStatus.done]: 'completed',
  [TurnStatus.failed]: 'failed',
  [TurnStatus.stopped]: 'canceled',
  [TurnStatus.waiting]: 'requires_action',
  [TurnStatus.cut]: 'failed',
}
export const chatEnds: Record<TurnDone['reason'], ChatStatus> = {
  done: 'completed',
  failed: 'failed',
  stopped: 'canceled',
  waiting: 'requires_action',
}
export const requiredAction = ({ id, name, arguments: args }: ToolCall) => ({
  type: 'submit_tool_outputs',
  submit_tool_outputs: { tool_calls: [{ id, type: 'function', function: { name, arguments: args } }] },
})
export const usageOf = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) => ({
  token_count: inputTokens + outputTokens,
  input_count: inputTokens,
  output_count: outputTokens,
})

export interface StoredChat {
  /** The newest turn of the chat. */
  turn: TurnRow
  /** When its first turn began, and the metadata of the caller. */
  startedAt: number
  meta: Meta
  conversation: Pick<ConversationRow, 'sectionId' | 'pending'>
}
/** Converts a chat for its caller: one question with everything that was done to answer it. */
export function chatOf(chatId: string, { turn, startedAt, meta, conversation }: StoredChat) {
  const status = chatStatus[turn.status]
  const call = status === 'requires_action' ? conversation.pending?.call : undefined
  const ended = turn.finishedAt === null ? undefined : seconds(turn.finishedAt)
  return {
    id: chatId,
    conversation_id: turn.conversationId,
    bot_id: turn.botId,
    section_id: conversation.sectionId,
    status,
    created_at: seconds(startedAt),
    ...(status === 'completed' && { completed_at: ended }),
    ...(status === 'failed' && {
      failed_at: ended,
      last_error: { code: turn.errorCode, msg: turn.errorMsg },
    }),
    meta_data: meta,
    ...(call && { required_action: requiredAction(call) }),
    ...(ended !== undefined && { usage: usageOf(turn) }),
  }
}

/** Failure messages are for the studio; API callers get the error from the chat object. */
const isNotice = ({ extra, status }: MessageRow) => extra.error_msg !== undefined && status !== 'broken'
/** Whether callers receive this message. */
export const isForCallers = (row: MessageRow) =>
  !isNotice(row) && (row.type !== 'answer' || row.content !== '' || row.reasoning !== '')

/** Converts a piece of a message for protocols that support only text: cards become their texts. */
export const asText = <T extends { message: MessageRow; content: string }>(piece: T): T => ({
  ...piece,
  content: wordsOf(piece.content, piece.message.contentType),
})

export function messageOf(row: MessageRow, botId: string, chatId = row.turnId) {
  return {
    id: row.id,
    conversation_id: row.conversationId,
    bot_id: botId,
    chat_id: chatId,
    section_id: row.sectionId,
    role: row.role,
    type: row.extra.tool_call_id ? 'tool_response' : (row.type as string),
    content: row.content,
    content_type: row.contentType,
    meta_data: metaIn(row.extra.meta),
    reasoning_content: row.reasoning,
    created_at: seconds(row.createdAt),
    updated_at: seconds(row.createdAt),
  }
}

/** A bot or an app in a list. */
export const listed = (head: ResourceRow, linkOf: (key: string) => string) => ({
  id: head.id,
  name: head.name,
  description: head.description,
  icon_url: linkOf(head.iconUri),
  is_published: head.publishedAt !== null,
  updated_at: seconds(head.updatedAt),
  ...(head.publishedAt !== null && { published_at: seconds(head.publishedAt) }),
  owner_user_id: head.ownerId,
})
