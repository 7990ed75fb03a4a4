import type pg from 'pg'
import { isRefusal } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import type { MessageRow } from './conversation.table.ts'

/** How long a piece that clients have seen may exist in memory only. */
const FLUSH_MS = 200
const columns = [
  'id',
  'conversation_id',
  'section_id',
  'turn_id',
  'role',
  'type',
  'content',
  'content_type',
  'reasoning',
  'reply_id',
  'status',
  'broken_pos',
  'extra',
  'sender_id',
  'created_at',
] as const
// A message of a conversation that was cleared or deleted in the meantime is not written.
const upsert = `INSERT INTO message (${columns.join(', ')})
  SELECT ${columns.map((column) => `r.${column}`).join(', ')} FROM json_populate_recordset(NULL::message, $1) AS r
  WHERE EXISTS (SELECT 1 FROM conversation c WHERE c.id = r.conversation_id AND c.cleared_id < r.turn_id)
    AND (NOT $2 OR (SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL)
  ON CONFLICT (id) DO UPDATE SET content = EXCLUDED.content, reasoning = EXCLUDED.reasoning, status = EXCLUDED.status,
    broken_pos = EXCLUDED.broken_pos, extra = EXCLUDED.extra
  WHERE message.status IN ('streaming', 'broken')`

const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
const toRecord = (row: MessageRow) => ({
  id: row.id,
  conversation_id: row.conversationId,
  section_id: row.sectionId,
  turn_id: row.turnId,
  role: row.role,
  type: row.type,
  content: storable(row.content),
  content_type: row.contentType,
  reasoning: storable(row.reasoning),
  reply_id: row.replyId,
  status: row.status,
  broken_pos: row.brokenPos,
  extra: row.extra,
  sender_id: row.senderId,
  created_at: row.createdAt,
})

/** Writes the messages of all running turns, repeatedly while they grow, in one statement every 200 ms. */
export function createMessageWriter(pool: pg.Pool, log: Log) {
  let dirty = new Set<MessageRow>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Intermediate writes do not wait for the disk, because another write or the end of the turn follows soon. */
  const write = (rows: MessageRow[], isIntermediate: boolean) =>
    pool.query({ name: 'message_write', text: upsert, values: [JSON.stringify(rows.map(toRecord)), isIntermediate] })

  async function writeAll(isIntermediate: boolean) {
    clearTimeout(timer)
    timer = undefined
    if (!dirty.size) return
    const rows = [...dirty]
    dirty = new Set()
    try {
      await write(rows, isIntermediate)
    } catch (cause) {
      if (isRefusal(cause)) return writeEach(rows)
      log.warn({ err: cause, messages: rows.length }, 'messages could not be written; they are tried again')
      for (const row of rows) dirty.add(row)
      schedule()
      throw cause
    }
  }
  /** A message that the database refuses must not fail the others. */
  async function writeEach(rows: MessageRow[]) {
    for (const row of rows)
      await write([row], false).catch((cause: unknown) =>
        log.error({ err: cause, message: row.id }, 'a message is lost'),
      )
  }
  const schedule = () => {
    timer ??= setTimeout(() => void run(true).catch(() => {}), FLUSH_MS)
  }
  function run(isIntermediate: boolean): Promise<void> {
    writing = writing.catch(() => {}).then(() => writeAll(isIntermediate))
    return writing
  }
  return {
    /** Marks a row as changed. Its state at the time of the next write is stored. */
    touch(row: MessageRow) {
      dirty.add(row)
      schedule()
    },
    /** Resolves when everything touched before the call is stored. */
    flush: () => run(false),
  }
}
export type MessageWriter = ReturnType<typeof createMessageWriter>
