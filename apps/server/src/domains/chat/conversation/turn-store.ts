import type pg from 'pg'
import { isRefusal } from '#kit/db.ts'
import { createBatch } from './batch.ts'
import { type ConversationRow, type MessageRow, type TurnRow, TurnStatus } from './conversation.table.ts'

export interface NewTurn {
  turn: TurnRow
  /** Absent if an earlier question is answered again. */
  question?: MessageRow
  /** Earlier messages supplied by the caller. */
  earlier?: MessageRow[]
  /** The conversation, if it is new. */
  conversation?: ConversationRow
}
export type FinishedTurn = Pick<
  TurnRow,
  'id' | 'status' | 'errorCode' | 'errorMsg' | 'inputTokens' | 'outputTokens' | 'finishedAt'
>

/** Stores the starts and ends of turns. */
export function createTurnStore(pool: pg.Pool) {
  const starts = createBatch<NewTurn, void>(async (list) => {
    const turns = list.map(({ turn }) => turnRecord(turn))
    const asked = list.flatMap(({ question, earlier = [] }) => [...earlier, ...(question ? [question] : [])])
    const made = list.flatMap(({ conversation }) => (conversation ? [conversationRecord(conversation)] : []))
    const again = list.flatMap(({ turn, question }) => (question ? [] : [turn.questionId]))
    const values = [JSON.stringify(turns), JSON.stringify(asked.map(questionRecord)), again, JSON.stringify(made)]
    await pool.query({ name: 'turn_start', text: startSql, values })
    return list.map(() => {})
  }, isRefusal)
  const finishes = createBatch<FinishedTurn, void>(async (list) => {
    const values = [JSON.stringify(list.map(finishRecord))]
    await pool.query({ name: 'turn_finish', text: finishSql, values })
    return list.map(() => {})
  }, isRefusal)
  const others = createBatch<{ conversationId: string; owner: string }, string | undefined>(async (list) => {
    const values = [list.map(({ conversationId }) => conversationId), list[0]!.owner]
    type Row = { conversation_id: string; id: string }
    const { rows } = await pool.query<Row>({ name: 'turn_elsewhere', text: elsewhereSql, values })
    const found = new Map(rows.map((row) => [row.conversation_id, row.id]))
    return list.map(({ conversationId }) => found.get(conversationId))
  }, isRefusal)
  return {
    /** Stores the turn, its question and the update of the conversation atomically, in one statement. */
    start: (turn: NewTurn): Promise<void> => starts(turn),
    finish: (turn: FinishedTurn): Promise<void> => finishes(turn),
    /** The newest turn of the conversation that another process runs. */
    elsewhere: (conversationId: string, owner: string) => others({ conversationId, owner }),
  }
}

/**
 * The start of a turn does not wait for the disk: a crash of the process loses nothing, a crash of the machine at most
 * the last moments. The end of the turn does wait, and makes everything before it durable.
 */
const turnColumns =
  'id, conversation_id, bot_id, space_id, user_id, question_id, scene, status, owner, lease_until, started_at, chat_id'
const questionColumns =
  'id, conversation_id, section_id, turn_id, role, type, content, content_type, reply_id, status, extra, sender_id, created_at'
const conversationColumns = `id, bot_id, space_id, user_id, connector_id, scene, is_draft, is_main, name, section_id, cleared_id,
  agent_id, end_user, meta, created_at, updated_at`
const startSql = `WITH t AS (SELECT * FROM json_populate_recordset(NULL::turn, $1)),
  made AS (INSERT INTO conversation (${conversationColumns})
    SELECT ${conversationColumns} FROM json_populate_recordset(NULL::conversation, $4)),
  started AS (INSERT INTO turn (${turnColumns}) SELECT ${turnColumns} FROM t),
  asked AS (INSERT INTO message (${questionColumns}) SELECT ${questionColumns} FROM json_populate_recordset(NULL::message, $2)),
  hidden AS (UPDATE message SET status = 'replaced' WHERE reply_id = ANY($3::bigint[]) AND type <> 'question')
  UPDATE conversation c SET updated_at = t.started_at, pending = NULL FROM t
  WHERE c.id = t.conversation_id AND (SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL`
const finishSql = `UPDATE turn SET status = r.status, error_code = r.error_code, error_msg = r.error_msg,
    input_tokens = r.input_tokens, output_tokens = r.output_tokens, finished_at = r.finished_at
  FROM json_populate_recordset(NULL::turn, $1) r WHERE turn.id = r.id`
const elsewhereSql = `SELECT conversation_id, max(id) AS id FROM turn
  WHERE conversation_id = ANY($1::bigint[]) AND status = ${TurnStatus.running} AND owner <> $2 GROUP BY conversation_id`

const turnRecord = (row: TurnRow) => ({
  id: row.id,
  conversation_id: row.conversationId,
  bot_id: row.botId,
  space_id: row.spaceId,
  user_id: row.userId,
  question_id: row.questionId,
  scene: row.scene,
  status: row.status,
  owner: row.owner,
  lease_until: row.leaseUntil,
  started_at: row.startedAt,
  chat_id: row.chatId,
})
const conversationRecord = (row: ConversationRow) => ({
  id: row.id,
  bot_id: row.botId,
  space_id: row.spaceId,
  user_id: row.userId,
  connector_id: row.connectorId,
  scene: row.scene,
  is_draft: row.isDraft,
  is_main: row.isMain,
  name: row.name,
  section_id: row.sectionId,
  cleared_id: row.clearedId,
  agent_id: row.agentId,
  end_user: row.endUser,
  meta: row.meta,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
const questionRecord = (row: MessageRow) => ({
  id: row.id,
  conversation_id: row.conversationId,
  section_id: row.sectionId,
  turn_id: row.turnId,
  role: row.role,
  type: row.type,
  content: row.content.replaceAll('\0', '\uFFFD').toWellFormed(),
  content_type: row.contentType,
  reply_id: row.replyId,
  status: row.status,
  extra: row.extra,
  sender_id: row.senderId,
  created_at: row.createdAt,
})
const finishRecord = (row: FinishedTurn) => ({
  id: row.id,
  status: row.status,
  error_code: row.errorCode,
  error_msg: row.errorMsg.replaceAll('\0', '').toWellFormed(),
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  finished_at: row.finishedAt,
})
