import type { HistoryRow } from '../conversation.repo.ts'
import type { ConversationRow, MessageRow, MessageType } from '../conversation.table.ts'

/** A message supplied by a caller. */
export interface SuppliedMessage {
  role: 'user' | 'assistant'
  type?: MessageType
  content: string
  contentType: string
  extra?: Record<string, string>
}

/** Converts supplied messages to rows: each reply belongs to the preceding question, each tool result to its call. */
export function suppliedRows(
  list: SuppliedMessage[],
  conversation: Pick<ConversationRow, 'id' | 'sectionId' | 'userId' | 'botId'>,
  { newId, now }: { newId(): string; now: number },
): MessageRow[] {
  let question: string | undefined
  let call = ''
  return list.map((item) => {
    const id = newId()
    const isQuestion = item.role === 'user' && (item.type ?? 'question') === 'question'
    const type = isQuestion ? 'question' : item.role === 'user' ? (item.type ?? 'answer') : replyType(item.type)
    if (isQuestion) question = id
    if (type === 'function_call') call = idOfCall(item.content)
    return {
      id,
      conversationId: conversation.id,
      sectionId: conversation.sectionId,
      turnId: id,
      role: item.role,
      type,
      content: item.content,
      contentType: item.contentType,
      reasoning: '',
      replyId: isQuestion ? id : (question ?? id),
      status: 'available',
      brokenPos: null,
      extra: { ...item.extra, ...(type === 'tool_response' && { call_id: call }) },
      senderId: item.role === 'user' ? conversation.userId : conversation.botId,
      feedback: 0,
      createdAt: now,
    }
  })
}
const replyType = (type: MessageType | undefined): MessageType =>
  type === undefined || type === 'question' ? 'answer' : type

export const asHistory = (row: MessageRow): HistoryRow => ({
  ...row,
  callId: row.extra.call_id || null,
  speaker: row.extra.speaker_name || null,
})

function idOfCall(content: string): string {
  try {
    return (JSON.parse(content) as { id: string }).id ?? ''
  } catch {
    return ''
  }
}
