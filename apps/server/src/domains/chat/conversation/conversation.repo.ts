import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, isRefusal } from '#kit/db.ts'
import type { TurnUsage } from '#domains/chat/agent/shared/turn-types.ts'
import { createBatch } from './batch.ts'
import { createTurnStore } from './turn-store.ts'
import {
  conversation,
  type ConversationRow,
  message,
  type MessageRow,
  turn,
  type TurnRow,
  TurnStatus,
} from './conversation.table.ts'

/** A message as the history of a turn needs it. */
export interface HistoryRow extends Pick<MessageRow, 'id' | 'type' | 'content' | 'contentType' | 'replyId' | 'status'> {
  /** For the result of a tool: the id of its call. */
  callId: string | null
  /** For a spoken question: the name of the speaker, if recognised by voice. */
  speaker: string | null
}
export interface OpenedConversation {
  conversation: ConversationRow
  /** The newest messages of the section, in ascending order. */
  rows: HistoryRow[]
}

export function createConversationRepo(db: Db, pool: pg.Pool) {
  const byId = db
    .select()
    .from(conversation)
    .where(eq(conversation.id, sql.placeholder('id')))
    .prepare('conversation_by_id')
  const opened = createBatch<{ id: string; most: number }, OpenedConversation | undefined>(async (list) => {
    type Row = HistoryRow & { conversation: ConversationRow | null; place: number; id: string | null }
    const [only] = list.length === 1 ? list : []
    const query = only
      ? { name: 'conversation_opened', text: openedOne, values: [only.id, only.most] }
      : {
          name: 'conversations_opened',
          text: openedMany,
          values: [list.map(({ id }) => id), list.map(({ most }) => most)],
        }
    const { rows } = await pool.query<Row>(query)
    const found: (OpenedConversation | undefined)[] = list.map(() => undefined)
    for (const { conversation: head, place, ...row } of rows) {
      const at = place - 1
      if (head) found[at] = { conversation: head, rows: [] }
      if (row.id !== null) found[at]!.rows.push(row)
    }
    for (const item of found) item?.rows.reverse()
    return found
  }, isRefusal)
  const visible = (conversationId: string) =>
    and(eq(message.conversationId, conversationId), ne(message.status, 'replaced'))
  return {
    async byId(id: string): Promise<ConversationRow | undefined> {
      return (await byId.execute({ id }))[0]
    },
    /** The main conversation of a person with a bot, created if missing. Concurrent calls get the same one. */
    async main(row: ConversationRow): Promise<ConversationRow> {
      const find = async () =>
        (
          await db
            .select()
            .from(conversation)
            .where(
              and(
                eq(conversation.botId, row.botId),
                eq(conversation.userId, row.userId),
                eq(conversation.connectorId, row.connectorId),
                eq(conversation.scene, row.scene),
                eq(conversation.isDraft, row.isDraft),
                eq(conversation.isMain, true),
              ),
            )
        )[0]
      const known = await find()
      if (known) return known
      await db.insert(conversation).values(row).onConflictDoNothing()
      return (await find())!
    },
    async insert(row: ConversationRow) {
      await db.insert(conversation).values(row)
    },
    async update(id: string, change: Partial<ConversationRow>) {
      await db.update(conversation).set(change).where(eq(conversation.id, id))
    },
    /** Deletes all messages and resets the state; only the conversation itself remains. */
    async clear(id: string, clearedId: string, now: number) {
      await db.transaction(async (tx) => {
        await tx
          .update(conversation)
          .set({ sectionId: clearedId, clearedId, agentId: '', pending: null, pins: {}, updatedAt: now })
          .where(eq(conversation.id, id))
        await tx.delete(message).where(eq(message.conversationId, id))
      })
    },

    /** A conversation with the newest messages of its section: everything a turn needs, in one query. */
    opened: (id: string, most: number): Promise<OpenedConversation | undefined> => opened({ id, most }),
    /** A page of messages before or after a message, newest first. */
    async page(conversationId: string, at: { before?: string; after?: string }, count: number): Promise<MessageRow[]> {
      if (at.after !== undefined) {
        const where = and(visible(conversationId), gt(message.id, at.after))
        return (await db.select().from(message).where(where).orderBy(asc(message.id)).limit(count)).reverse()
      }
      const where = and(visible(conversationId), at.before === undefined ? undefined : lt(message.id, at.before))
      return db.select().from(message).where(where).orderBy(desc(message.id)).limit(count)
    },
    byIds: async (conversationId: string, ids: string[]): Promise<MessageRow[]> =>
      ids.length
        ? db
            .select()
            .from(message)
            .where(and(visible(conversationId), inArray(message.id, ids)))
        : [],
    async message(id: string): Promise<MessageRow | undefined> {
      return (await db.select().from(message).where(eq(message.id, id)))[0]
    },
    /** Messages with files that a person has sent to a bot, newest first. */
    withFiles: (
      botId: string,
      userId: string,
      endUser: string,
    ): Promise<Pick<MessageRow, 'content' | 'contentType'>[]> =>
      db
        .select({ content: message.content, contentType: message.contentType })
        .from(message)
        .innerJoin(conversation, eq(conversation.id, message.conversationId))
        .where(
          and(
            eq(conversation.botId, botId),
            eq(conversation.userId, userId),
            eq(conversation.endUser, endUser),
            eq(message.type, 'question'),
            ne(message.contentType, 'text'),
          ),
        )
        .orderBy(desc(message.id))
        .limit(200),
    async lastQuestion(conversationId: string): Promise<MessageRow | undefined> {
      const where = and(visible(conversationId), eq(message.type, 'question'))
      return (await db.select().from(message).where(where).orderBy(desc(message.id)).limit(1))[0]
    },
    async hasMessages(conversationId: string, sectionId: string): Promise<boolean> {
      const where = and(visible(conversationId), eq(message.sectionId, sectionId))
      return (await db.select({ id: message.id }).from(message).where(where).limit(1)).length > 0
    },
    async insertMessages(rows: MessageRow[]) {
      await db.insert(message).values(rows)
    },
    async removeConversation(id: string) {
      await db.delete(conversation).where(eq(conversation.id, id))
    },
    /** Adds usage that was reported after the end of a turn, to its row and to the figures of its answer. */
    async addUsage(turnId: string, { inputTokens, outputTokens }: TurnUsage) {
      const more = (key: string, count: number) =>
        sql`${key}::text, ((coalesce(nullif(${message.extra} ->> ${key}::text, ''), '0'))::int + ${count}::int)::text`
      const figures = sql`${message.extra} || jsonb_build_object(${more('input_tokens', inputTokens)},
        ${more('output_tokens', outputTokens)}, ${more('token', inputTokens + outputTokens)})`
      const answer = sql`(SELECT max(m.id) FROM message m WHERE m.turn_id = ${turnId} AND m.type = 'answer' AND m.extra ? 'token')`
      await db.transaction(async (tx) => {
        const sums = {
          inputTokens: sql`${turn.inputTokens} + ${inputTokens}`,
          outputTokens: sql`${turn.outputTokens} + ${outputTokens}`,
        }
        await tx.update(turn).set(sums).where(eq(turn.id, turnId))
        await tx
          .update(message)
          .set({ extra: figures })
          .where(sql`${message.id} = ${answer}`)
      })
    },
    async replaceContent(id: string, before: string, after: string): Promise<boolean> {
      const where = and(eq(message.id, id), eq(message.content, before))
      return (await db.update(message).set({ content: after }).where(where).returning({ id: message.id })).length > 0
    },
    async updateMessage(id: string, change: Partial<MessageRow>) {
      await db.update(message).set(change).where(eq(message.id, id))
    },
    async remove(id: string) {
      await db.delete(message).where(eq(message.id, id))
    },
    async removeRound(questionId: string) {
      await db.delete(message).where(eq(message.replyId, questionId))
    },
    async setFeedback(id: string, feedback: number) {
      await db.update(message).set({ feedback }).where(eq(message.id, id))
    },

    ...createTurnStore(pool),
    async running(conversationId: string): Promise<TurnRow | undefined> {
      const where = and(eq(turn.conversationId, conversationId), eq(turn.status, TurnStatus.running))
      return (await db.select().from(turn).where(where).orderBy(desc(turn.id)).limit(1))[0]
    },
    async turn(id: string): Promise<TurnRow | undefined> {
      return (await db.select().from(turn).where(eq(turn.id, id)))[0]
    },
    turnMessages: (turnId: string): Promise<MessageRow[]> =>
      db.select().from(message).where(eq(message.turnId, turnId)).orderBy(asc(message.id)),
    async renewLeases(owner: string, until: number) {
      await db
        .update(turn)
        .set({ leaseUntil: until })
        .where(and(eq(turn.owner, owner), eq(turn.status, TurnStatus.running)))
    },
    openTurns: (): Promise<TurnRow[]> => db.select().from(turn).where(eq(turn.status, TurnStatus.running)),
    /** Ends the unfinished messages of a dead process. Returns true for the one process that does it. */
    async cutOff(
      row: TurnRow,
      notice: MessageRow,
      error: { code: number; msg: string },
      now: number,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const taken = await tx
          .update(turn)
          .set({ status: TurnStatus.cut, errorCode: error.code, errorMsg: error.msg, finishedAt: now })
          .where(and(eq(turn.id, row.id), eq(turn.status, TurnStatus.running), eq(turn.leaseUntil, row.leaseUntil)))
          .returning({ id: turn.id })
        if (!taken.length) return false
        const broken = await tx
          .update(message)
          .set({
            status: 'broken',
            brokenPos: sql`char_length(${message.content})`,
            extra: sql`${message.extra} || ${JSON.stringify(notice.extra)}::jsonb`,
          })
          .where(and(eq(message.turnId, row.id), eq(message.status, 'streaming')))
          .returning({ id: message.id })
        if (!broken.length) await tx.insert(message).values(notice)
        return true
      })
    },
  }
}
export type ConversationRepo = ReturnType<typeof createConversationRepo>

/**
 * 64-bit numbers are returned as text, since JSON has none. Only the first row of each conversation includes it;
 * `place` is the position of its id in the request.
 */
const openedFrom = (
  wanted: string,
) => `SELECT w.place::int AS place, CASE WHEN m.nth = 1 OR m.id IS NULL THEN json_build_object(
    'id', c.id::text, 'botId', c.bot_id::text, 'spaceId', c.space_id::text, 'userId', c.user_id::text,
    'connectorId', c.connector_id, 'scene', c.scene, 'isDraft', c.is_draft, 'isMain', c.is_main, 'name', c.name,
    'sectionId', c.section_id::text, 'clearedId', c.cleared_id::text, 'agentId', c.agent_id, 'pending', c.pending, 'endUser', c.end_user, 'meta', c.meta,
    'createdAt', c.created_at, 'updatedAt', c.updated_at) END AS conversation,
  m.id, m.type, m.content, m.content_type AS "contentType", m.reply_id AS "replyId", m.status, m.call_id AS "callId", m.speaker
  FROM ${wanted}
  JOIN conversation c ON c.id = w.id LEFT JOIN LATERAL (
    SELECT id, type, content, content_type, reply_id, status, row_number() OVER (ORDER BY id DESC) AS nth,
      CASE WHEN type = 'tool_response' THEN extra->>'call_id' END AS call_id,
      CASE WHEN type = 'question' THEN extra->>'speaker_name' END AS speaker
    FROM message WHERE conversation_id = c.id AND section_id = c.section_id AND status <> 'replaced'
      AND type IN ('question', 'answer', 'function_call', 'tool_response')
    ORDER BY id DESC LIMIT w.most) m ON true
  ORDER BY w.place, m.id DESC`
/** A query for a single conversation has its own plan, which takes half the time. */
const openedOne = openedFrom('(SELECT $1::bigint AS id, $2::int AS most, 1 AS place) AS w')
const openedMany = openedFrom('unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS w (id, most, place)')
