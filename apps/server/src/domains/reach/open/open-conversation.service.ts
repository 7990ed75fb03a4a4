import { errors } from '#kit/errors.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { ConversationRow, MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import type { MessageReader } from './open-messages.ts'
import { metaIn } from './open-view.ts'
import { openErrors } from './open.errors.ts'
import type { MessageFilter, OpenRepo } from './open.repo.ts'

export interface OpenConversationsDeps {
  conversations: Pick<ConversationService, 'own' | 'update' | 'updateMessage' | 'flush'>
  repo: OpenRepo
  reader: MessageReader
}
export interface MessageChange {
  content?: unknown
  contentType?: string | undefined
  meta?: Record<string, string> | null | undefined
}

/** Conversations of published bots as programs read and change them. */
export function createOpenConversations({ conversations, repo, reader }: OpenConversationsDeps) {
  async function message(conversationId: string, id: string): Promise<MessageRow> {
    const row = await repo.message(conversationId, id)
    if (!row) throw errors.notFound({ what: 'message' })
    return row
  }
  return {
    message,
    list: repo.conversations,
    chatsOf: (rows: MessageRow[]) => repo.chatsOf([...new Set(rows.map(({ turnId }) => turnId))]),
    async update(row: ConversationRow, change: Pick<ConversationRow, 'name' | 'meta'>): Promise<ConversationRow> {
      await conversations.update(row.id, change)
      return { ...row, ...change }
    },
    async updateMessage(conversationId: string, id: string, change: MessageChange, userId: string) {
      const row = await message(conversationId, id)
      if (row.status === 'streaming') throw openErrors.notChangeable()
      const content =
        change.content === undefined
          ? {}
          : await reader.readContent(change.content, change.contentType ?? row.contentType, userId)
      const meta = change.meta ?? metaIn(row.extra.meta)
      const changed = { ...content, extra: { ...row.extra, meta: JSON.stringify(meta) } }
      await conversations.updateMessage(row.id, changed)
      return { ...row, ...changed }
    },
    /** A page of messages before or after one, including the current output of a running turn. */
    async page({ limit, ...filter }: MessageFilter): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
      await conversations.flush()
      const found = await repo.messages({ ...filter, limit: limit + 1 })
      const isBackwards = filter.before !== undefined && filter.after === undefined
      return { rows: isBackwards ? found.slice(-limit) : found.slice(0, limit), hasMore: found.length > limit }
    },
  }
}
export type OpenConversations = ReturnType<typeof createOpenConversations>
