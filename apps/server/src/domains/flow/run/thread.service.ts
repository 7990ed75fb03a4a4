import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import {
  conversation,
  type ConversationRow,
  message,
  type MessageRow,
} from '#domains/chat/conversation/conversation.table.ts'
import { workflowThread } from './thread.table.ts'

/** Where conversations of workflows live: those of one person with one project, bot or workflow. */
export interface ThreadPlace {
  ownerId: string
  spaceId: string
  userId: string
  /** The caller's own user, for whom the conversation is kept. */
  person: string
  connectorId: string
  isDraft: boolean
}
export interface NewMessage {
  role: 'user' | 'assistant'
  content: string
  contentType?: string
  turnId?: string
  replyId?: string
  id?: string
  extra?: Record<string, string>
}
/** Told apart from conversations with bots, which have scenes of their own. */
const WORKFLOW_SCENE = 100
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()

/** Conversations in which workflows talk, and their messages. */
export function createThreadService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  const here = (place: ThreadPlace) =>
    and(
      eq(workflowThread.ownerId, place.ownerId),
      eq(workflowThread.person, place.person),
      eq(workflowThread.connectorId, place.connectorId),
      eq(workflowThread.isDraft, place.isDraft),
    )
  const visible = (conversationId: string) =>
    and(eq(message.conversationId, conversationId), ne(message.status, 'replaced'))

  async function find(place: ThreadPlace, name: string): Promise<ConversationRow | undefined> {
    const [row] = await db
      .select({ row: conversation })
      .from(workflowThread)
      .innerJoin(conversation, eq(conversation.id, workflowThread.conversationId))
      .where(and(here(place), eq(workflowThread.name, name)))
    return row?.row
  }
  /** Two that ask at once get the same one. */
  async function open(
    place: ThreadPlace,
    name: string,
    meta: Record<string, string> = {},
  ): Promise<{ row: ConversationRow; isNew: boolean }> {
    const known = await find(place, name)
    if (known) return { row: known, isNew: false }
    const id = newId()
    const now = clock.now()
    const row: ConversationRow = {
      id,
      botId: place.ownerId,
      spaceId: place.spaceId,
      userId: place.userId,
      connectorId: place.connectorId,
      scene: WORKFLOW_SCENE,
      isDraft: place.isDraft,
      isMain: false,
      name,
      sectionId: id,
      clearedId: '0',
      agentId: '',
      pending: null,
      endUser: place.person === place.userId ? '' : place.person,
      meta,
      createdAt: now,
      updatedAt: now,
    }
    const isMine = await db.transaction(async (tx) => {
      await tx.insert(conversation).values(row)
      const { ownerId, person, connectorId, isDraft } = place
      const made = await tx
        .insert(workflowThread)
        .values({ conversationId: id, ownerId, person, connectorId, isDraft, name, meta })
        .onConflictDoNothing()
        .returning({ id: workflowThread.conversationId })
      if (!made.length) await tx.delete(conversation).where(eq(conversation.id, id))
      return made.length > 0
    })
    return isMine ? { row, isNew: true } : { row: (await find(place, name))!, isNew: false }
  }

  /** One's own; for everybody else it does not exist. */
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
    find,
    open,
    own,
    append,
    list: (place: ThreadPlace) =>
      db
        .select({ id: workflowThread.conversationId, name: workflowThread.name })
        .from(workflowThread)
        .where(here(place))
        .orderBy(asc(workflowThread.conversationId))
        .limit(1000),
    async rename(id: string, name: string): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.update(workflowThread).set({ name }).where(eq(workflowThread.conversationId, id))
        await tx.update(conversation).set({ name, updatedAt: clock.now() }).where(eq(conversation.id, id))
      })
    },
    async remove(id: string): Promise<void> {
      await db.delete(conversation).where(eq(conversation.id, id))
    },
    /** Nothing is left of what was said; the conversation goes on in a new section. */
    async clear(id: string): Promise<void> {
      const sectionId = newId()
      await db.transaction(async (tx) => {
        await tx
          .update(conversation)
          .set({ sectionId, clearedId: sectionId, updatedAt: clock.now() })
          .where(eq(conversation.id, id))
        await tx.delete(message).where(eq(message.conversationId, id))
      })
    },
    /** The last rounds of the present section, oldest first, as far as they come before a turn. */
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
    /** A page, newest first. */
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
    /** What a run has already put into the conversation: it may be gone on with by a process that does not remember. */
    async saidBy(conversationId: string, runId: string): Promise<Set<string>> {
      const rows = await db
        .select({ path: sql<string>`${message.extra}->>'path'` })
        .from(message)
        .where(and(eq(message.conversationId, conversationId), sql`${message.extra}->>'execute_id' = ${runId}`))
      return new Set(rows.map((row) => row.path))
    },
  }
}
export type ThreadService = ReturnType<typeof createThreadService>
