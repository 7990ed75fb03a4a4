import { and, asc, desc, eq, gt, inArray, like, lt, ne, or, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { conversation, type ConversationRow, message, type MessageRow } from './conversation.table.ts'

export interface NewMessage {
  role: 'user' | 'assistant'
  content: string
  contentType?: string
  turnId?: string
  replyId?: string
  id?: string
  extra?: Record<string, string>
}
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()

/** Conversations that other domains store without turns of a bot. No other code writes conversations and messages. */
export function createThreads({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  const visible = (conversationId: string) =>
    and(eq(message.conversationId, conversationId), ne(message.status, 'replaced'))

  /** The conversation of a user; for everyone else it does not exist. */
  async function own(conversationId: string, userId: string): Promise<ConversationRow | undefined> {
    const where = and(eq(conversation.id, conversationId), eq(conversation.userId, userId))
    return (await db.select().from(conversation).where(where))[0]
  }

  async function append(target: Pick<ConversationRow, 'id' | 'sectionId' | 'userId'>, list: NewMessage[]) {
    if (!list.length) return []
    const rows = list.map((item): MessageRow => {
      const id = item.id ?? newId()
      return {
        id,
        conversationId: target.id,
        sectionId: target.sectionId,
        turnId: item.turnId ?? id,
        role: item.role,
        type: item.role === 'user' ? 'question' : 'answer',
        content: storable(item.content),
        contentType: item.contentType ?? 'text',
        reasoning: '',
        replyId: item.replyId ?? id,
        status: 'available',
        brokenPos: null,
        extra: item.extra ?? {},
        senderId: item.role === 'user' ? target.userId : '',
        feedback: 0,
        createdAt: clock.now(),
      }
    })
    await db.transaction(async (tx) => {
      await tx.insert(message).values(rows).onConflictDoNothing()
      await tx.update(conversation).set({ updatedAt: clock.now() }).where(eq(conversation.id, target.id))
    })
    return rows
  }

  return {
    own,
    /** The version of a prompt that is pinned to a conversation. The first pinned version stays. */
    async pin(conversationId: string, name: string, version: string): Promise<string> {
      const where = eq(conversation.id, conversationId)
      const [row] = await db.select({ pins: conversation.pins }).from(conversation).where(where)
      const known = row?.pins[name]
      if (known !== undefined || !row) return known ?? version
      const first = sql`jsonb_build_object(${name}::text, ${version}::text) || ${conversation.pins}`
      const [kept] = await db
        .update(conversation)
        .set({ pins: first as never })
        .where(where)
        .returning({ pins: conversation.pins })
      return kept?.pins[name] ?? version
    },
    /** Pins another version, if the conversation still has the version that is replaced. */
    async repin(conversationId: string, name: string, from: string, to: string): Promise<void> {
      const next = sql`${conversation.pins} || jsonb_build_object(${name}::text, ${to}::text)`
      await db
        .update(conversation)
        .set({ pins: next as never })
        .where(and(eq(conversation.id, conversationId), sql`${conversation.pins} ->> ${name} = ${from}`))
    },
    append,
    async insert(row: ConversationRow, tx: Tx = db): Promise<void> {
      await tx.insert(conversation).values(row)
    },
    async update(id: string, change: Partial<ConversationRow>, tx: Tx = db): Promise<void> {
      await tx.update(conversation).set(change).where(eq(conversation.id, id))
    },
    /** Deletes a conversation with all its messages. */
    async remove(id: string, tx: Tx = db): Promise<void> {
      await tx.delete(conversation).where(eq(conversation.id, id))
    },
    /** Deletes the conversations of an end user and of the end users below it. */
    async removeOfEndUser(userId: string, endUser: string): Promise<void> {
      const theirs = or(eq(conversation.endUser, endUser), like(conversation.endUser, `${endUser}/%`))
      await db.delete(conversation).where(and(eq(conversation.userId, userId), theirs))
    },
    /** Deletes all messages; the conversation continues in a new section. */
    async clear(id: string): Promise<void> {
      const sectionId = newId()
      await db.transaction(async (tx) => {
        await tx
          .update(conversation)
          .set({ sectionId, clearedId: sectionId, pins: {}, updatedAt: clock.now() })
          .where(eq(conversation.id, id))
        await tx.delete(message).where(eq(message.conversationId, id))
      })
    },
    /** The last rounds of the current section, oldest first, optionally only those before a turn. */
    async rounds(id: string, count: number, before?: string): Promise<MessageRow[]> {
      if (count <= 0) return []
      const section = db.select({ id: conversation.sectionId }).from(conversation).where(eq(conversation.id, id))
      const where = and(
        visible(id),
        inArray(message.sectionId, section),
        inArray(message.type, ['question', 'answer']),
        before ? lt(message.turnId, before) : undefined,
      )
      const rows = await db
        .select()
        .from(message)
        .where(where)
        .orderBy(desc(message.id))
        .limit(count * 12 + 20)
      let seen = 0
      const from = rows.findIndex((row) => row.type === 'question' && (seen += 1) === count)
      return rows.slice(0, from < 0 ? undefined : from + 1).reverse()
    },
    /** A page of messages, newest first. */
    async page(id: string, at: { beforeId?: string; afterId?: string }, limit: number) {
      const where = and(
        visible(id),
        inArray(message.type, ['question', 'answer']),
        at.beforeId ? lt(message.id, at.beforeId) : undefined,
        at.afterId ? gt(message.id, at.afterId) : undefined,
      )
      const rows = await db
        .select()
        .from(message)
        .where(where)
        .orderBy(at.afterId && !at.beforeId ? asc(message.id) : desc(message.id))
        .limit(limit + 1)
      const shown = rows.slice(0, limit)
      return { rows: at.afterId && !at.beforeId ? shown.reverse() : shown, hasMore: rows.length > limit }
    },
    async edit(id: string, messageId: string, content: string): Promise<boolean> {
      const changed = await db
        .update(message)
        .set({ content: storable(content) })
        .where(and(eq(message.id, messageId), eq(message.conversationId, id)))
        .returning({ id: message.id })
      return changed.length > 0
    },
    async removeMessage(id: string, messageId: string): Promise<boolean> {
      const gone = await db
        .delete(message)
        .where(and(eq(message.id, messageId), eq(message.conversationId, id)))
        .returning({ id: message.id })
      return gone.length > 0
    },
    /** Paths of the messages that a run has stored already, since another process may resume the run. */
    async saidBy(conversationId: string, runId: string): Promise<Set<string>> {
      const rows = await db
        .select({ path: sql<string>`${message.extra}->>'path'` })
        .from(message)
        .where(and(eq(message.conversationId, conversationId), sql`${message.extra}->>'execute_id' = ${runId}`))
      return new Set(rows.map((row) => row.path))
    },
  }
}
export type Threads = ReturnType<typeof createThreads>
