import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import {
  conversation,
  type ConversationRow,
  message,
  type MessageRow,
  turn,
} from '#domains/chat/conversation/conversation.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { metaIn, type StoredChat } from './open-view.ts'

export interface ConversationFilter {
  botId: string
  userId: string
  connectorId: string
  endUser?: string | undefined
  newestFirst: boolean
  page: number
  size: number
}
export interface MessageFilter {
  conversationId: string
  chatId?: string | undefined
  before?: string | undefined
  after?: string | undefined
  newestFirst: boolean
  limit: number
}

export function createOpenRepo(db: Db) {
  const ofChat = (chatId: string) => or(eq(turn.id, chatId), eq(turn.chatId, chatId))
  const visible = (conversationId: string) =>
    and(
      eq(message.conversationId, conversationId),
      ne(message.status, 'replaced'),
      sql`NOT (${message.extra} ? 'error_msg' AND ${message.status} <> 'broken')`,
    )
  return {
    /** Names of resources that still exist. */
    async names(ids: string[]): Promise<Map<string, string>> {
      if (!ids.length) return new Map()
      const rows = await db
        .select({ id: resource.id, name: resource.name })
        .from(resource)
        .where(inArray(resource.id, ids))
      return new Map(rows.map((row) => [row.id, row.name]))
    },
    /** The current state of a chat: its newest turn, with the metadata of its first one. */
    async chat(conversationId: string, chatId: string): Promise<StoredChat | undefined> {
      const [row] = await db
        .select({ turn, sectionId: conversation.sectionId, pending: conversation.pending })
        .from(turn)
        .innerJoin(conversation, eq(conversation.id, turn.conversationId))
        .where(and(eq(turn.conversationId, conversationId), ofChat(chatId)))
        .orderBy(desc(turn.id))
        .limit(1)
      if (!row) return undefined
      const [first] = await db
        .select({ startedAt: turn.startedAt, extra: message.extra })
        .from(turn)
        .leftJoin(message, eq(message.id, turn.questionId))
        .where(eq(turn.id, chatId))
      const { sectionId, pending } = row
      return {
        turn: row.turn,
        startedAt: first?.startedAt ?? row.turn.startedAt,
        meta: metaIn(first?.extra?.chat_meta),
        conversation: { sectionId, pending },
      }
    },
    /** Location of an account's chat. */
    async ownChat(chatId: string, userId: string): Promise<{ conversationId: string; botId: string } | undefined> {
      const [row] = await db
        .select({ conversationId: turn.conversationId, botId: turn.botId })
        .from(turn)
        .where(and(eq(turn.id, chatId), eq(turn.userId, userId)))
      return row
    },
    chatMessages: (chatId: string): Promise<MessageRow[]> =>
      db
        .select()
        .from(message)
        .where(inArray(message.turnId, db.select({ id: turn.id }).from(turn).where(ofChat(chatId))))
        .orderBy(asc(message.id)),

    async apps(filter: { spaceId: string; isPublished: boolean | undefined; page: number; size: number }) {
      const where = and(
        eq(resource.spaceId, filter.spaceId),
        eq(resource.kind, 'project'),
        filter.isPublished === undefined
          ? undefined
          : filter.isPublished
            ? isNotNull(resource.publishedAt)
            : isNull(resource.publishedAt),
      )
      const [rows, [total]] = await Promise.all([
        db
          .select()
          .from(resource)
          .where(where)
          .orderBy(desc(resource.updatedAt), desc(resource.id))
          .limit(filter.size)
          .offset((filter.page - 1) * filter.size),
        db.select({ n: count() }).from(resource).where(where),
      ])
      return { rows, total: total!.n }
    },
    async conversations(
      filter: ConversationFilter,
    ): Promise<{ rows: ConversationRow[]; hasMore: boolean; total: number }> {
      const where = and(
        eq(conversation.botId, filter.botId),
        eq(conversation.userId, filter.userId),
        eq(conversation.connectorId, filter.connectorId),
        eq(conversation.isDraft, false),
        filter.endUser === undefined ? undefined : eq(conversation.endUser, filter.endUser),
      )
      const [rows, [total]] = await Promise.all([
        db
          .select()
          .from(conversation)
          .where(where)
          .orderBy(filter.newestFirst ? desc(conversation.id) : asc(conversation.id))
          .limit(filter.size + 1)
          .offset((filter.page - 1) * filter.size),
        db.select({ n: count() }).from(conversation).where(where),
      ])
      return { rows: rows.slice(0, filter.size), hasMore: rows.length > filter.size, total: total!.n }
    },
    async messages(filter: MessageFilter): Promise<MessageRow[]> {
      const where = and(
        visible(filter.conversationId),
        notInArray(message.type, ['verbose', 'follow_up']),
        filter.chatId === undefined
          ? undefined
          : inArray(message.turnId, db.select({ id: turn.id }).from(turn).where(ofChat(filter.chatId))),
        filter.before === undefined ? undefined : (filter.newestFirst ? gt : lt)(message.id, filter.before),
        filter.after === undefined ? undefined : (filter.newestFirst ? lt : gt)(message.id, filter.after),
      )
      // Messages before a given one are read backwards from it: nearest first.
      const isBackwards = filter.before !== undefined && filter.after === undefined
      const isDescending = filter.newestFirst !== isBackwards
      const rows = await db
        .select()
        .from(message)
        .where(where)
        .orderBy(isDescending ? desc(message.id) : asc(message.id))
        .limit(filter.limit)
      return isBackwards ? rows.reverse() : rows
    },
    async message(conversationId: string, id: string): Promise<MessageRow | undefined> {
      return (
        await db
          .select()
          .from(message)
          .where(and(eq(message.id, id), visible(conversationId)))
      )[0]
    },
    /** The chats of turns, for turns that are not the first of their chat. */
    async chatsOf(turnIds: string[]): Promise<Map<string, string>> {
      if (!turnIds.length) return new Map()
      const rows = await db
        .select({ id: turn.id, chatId: turn.chatId })
        .from(turn)
        .where(and(inArray(turn.id, turnIds), ne(turn.chatId, '0')))
      return new Map(rows.map((row) => [row.id, row.chatId]))
    },
  }
}
export type OpenRepo = ReturnType<typeof createOpenRepo>
