import type { ChatInput } from './shared/chat-input.ts'
import type { ConversationRow, MessageRow } from './conversation.table.ts'

type Asked = Pick<ChatInput, 'query' | 'contentType' | 'extra' | 'localMessageId' | 'mentions' | 'userId'>

/** The row of a question. */
export const questionRow = (
  input: Asked,
  conversation: Pick<ConversationRow, 'id' | 'sectionId'>,
  { id, turnId, now }: { id: string; turnId: string; now: number },
): MessageRow => ({
  id,
  conversationId: conversation.id,
  sectionId: conversation.sectionId,
  turnId,
  role: 'user',
  type: 'question',
  content: input.query,
  contentType: input.contentType,
  reasoning: '',
  replyId: id,
  status: 'available',
  brokenPos: null,
  extra: {
    log_id: turnId,
    ...input.extra,
    ...(input.localMessageId && { local_message_id: input.localMessageId }),
    ...(input.mentions?.length && { mention_list: JSON.stringify(input.mentions) }),
  },
  senderId: input.userId,
  feedback: 0,
  createdAt: now,
})
