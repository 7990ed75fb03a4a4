import { and, asc, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../kit/db.ts'
import {
  conversation,
  type ConversationRow,
  message,
  type MessageRow,
  turn,
  type TurnRow,
  TurnStatus,
} from './conversation.table.ts'

export interface NewTurn {
  turn: TurnRow
  /** Absent when an earlier question is answered again. */
  question?: MessageRow
}

export function createConversationRepo(db: Db, pool: pg.Pool) {
  // Every message asks these two: planned once a connection.
  const byId = db
    .select()
    .from(conversation)
    .where(eq(conversation.id, sql.placeholder('id')))
    .prepare('conversation_by_id')
  const recent = db
    .select()
    .from(message)
    .where(and(eq(message.conversationId, sql.placeholder('id')), ne(message.status, 'replaced')))
    .orderBy(desc(message.id))
    .limit(sql.placeholder('most'))
    .prepare('message_recent')
  const visible = (conversationId: string) =>
    and(eq(message.conversationId, conversationId), ne(message.status, 'replaced'))
  return {
    async byId(id: string): Promise<ConversationRow | undefined> {
      return (await byId.execute({ id }))[0]
    },
    /** The main one of a person with a bot, made when it is not there yet. Two that ask at once get the same one. */
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
    /** Nothing is left of it but the conversation itself. */
    async clear(id: string, clearedId: string, now: number) {
      await db.transaction(async (tx) => {
        await tx
          .update(conversation)
          .set({ sectionId: clearedId, clearedId, agentId: '', pending: null, updatedAt: now })
          .where(eq(conversation.id, id))
        await tx.delete(message).where(eq(message.conversationId, id))
      })
    },

    /** The newest messages, oldest of them first. */
    async recent(conversationId: string, most: number): Promise<MessageRow[]> {
      return (await recent.execute({ id: conversationId, most })).reverse()
    },
    /** A page beside a message, newest first. */
    async page(conversationId: string, at: { before?: string; after?: string }, count: number): Promise<MessageRow[]> {
      if (at.after !== undefined) {
        const where = and(visible(conversationId), gt(message.id, at.after))
        return (await db.select().from(message).where(where).orderBy(asc(message.id)).limit(count)).reverse()
      }
      const where = and(visible(conversationId), at.before === undefined ? undefined : lt(message.id, at.before))
      return db.select().from(message).where(where).orderBy(desc(message.id)).limit(count)
    },
    async message(id: string): Promise<MessageRow | undefined> {
      return (await db.select().from(message).where(eq(message.id, id)))[0]
    },
    /** Messages with files that a person has sent to a bot, newest first. */
    withFiles: (botId: string, userId: string): Promise<Pick<MessageRow, 'content' | 'contentType'>[]> =>
      db
        .select({ content: message.content, contentType: message.contentType })
        .from(message)
        .innerJoin(conversation, eq(conversation.id, message.conversationId))
        .where(
          and(
            eq(conversation.botId, botId),
            eq(conversation.userId, userId),
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
    async remove(id: string) {
      await db.delete(message).where(eq(message.id, id))
    },
    async removeRound(questionId: string) {
      await db.delete(message).where(eq(message.replyId, questionId))
    },
    async setFeedback(id: string, feedback: number) {
      await db.update(message).set({ feedback }).where(eq(message.id, id))
    },

    /** The turn, its question, and the conversation that moves on: one statement, all or nothing. */
    async start({ turn: row, question }: NewTurn): Promise<void> {
      const [name, text] = question ? ['turn_start', startSql] : ['turn_restart', restartSql]
      const rest = question ? questionValues(question) : [row.questionId]
      await pool.query({ name, text, values: [...turnValues(row), ...rest] })
    },
    async finish(
      row: Pick<TurnRow, 'id' | 'status' | 'errorCode' | 'errorMsg' | 'inputTokens' | 'outputTokens' | 'finishedAt'>,
    ) {
      const { id, status, errorCode, errorMsg, inputTokens, outputTokens, finishedAt } = row
      const values = [id, status, errorCode, errorMsg, inputTokens, outputTokens, finishedAt]
      await pool.query({ name: 'turn_finish', text: finishSql, values })
    },
    /** The newest turn that runs in a conversation elsewhere, beside those of this process. */
    async elsewhere(conversationId: string, owner: string): Promise<string | undefined> {
      const values = [conversationId, owner]
      const { rows } = await pool.query<{ id: string | null }>({ name: 'turn_elsewhere', text: elsewhereSql, values })
      return rows[0]?.id ?? undefined
    },
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
    /** What a dead process left: its messages end where they stood. True for the one process that gets to do it. */
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

const elsewhereSql = `SELECT max(id) AS id FROM turn
  WHERE conversation_id = $1 AND status = ${TurnStatus.running} AND owner <> $2`
const finishSql = `UPDATE turn SET status = $2, error_code = $3, error_msg = $4, input_tokens = $5, output_tokens = $6, finished_at = $7
  WHERE id = $1`
const insertTurn = `INSERT INTO turn (id, conversation_id, bot_id, space_id, user_id, question_id, scene, status, owner, lease_until, started_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
/**
 * A beginning does not wait for the disk: a crash of this process loses nothing, one of the machine at most the last moments,
 * and the end of the turn, which does wait, takes everything before it along.
 */
const moveOn = `UPDATE conversation SET updated_at = $11, pending = NULL
  WHERE id = $2 AND (SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`
const startSql = `WITH started AS (${insertTurn}), asked AS (
  INSERT INTO message (id, conversation_id, section_id, turn_id, role, type, content, content_type, reply_id, status, extra, sender_id, created_at)
  VALUES ($6, $2, $12, $1, 'user', 'question', $13, $14, $6, 'available', $15, $16, $11)) ${moveOn}`
const restartSql = `WITH started AS (${insertTurn}), hidden AS (
  UPDATE message SET status = 'replaced' WHERE reply_id = $12 AND type <> 'question') ${moveOn}`

const turnValues = (row: TurnRow) => [
  row.id,
  row.conversationId,
  row.botId,
  row.spaceId,
  row.userId,
  row.questionId,
  row.scene,
  row.status,
  row.owner,
  row.leaseUntil,
  row.startedAt,
]
const questionValues = (row: MessageRow) => [
  row.sectionId,
  row.content.replaceAll('\0', '\uFFFD').toWellFormed(),
  row.contentType,
  JSON.stringify(row.extra),
  row.senderId,
]
