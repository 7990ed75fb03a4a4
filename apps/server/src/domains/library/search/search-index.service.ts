import type { BotConfig } from '@orrery/contract'
import type pg from 'pg'
import type { Log } from '#kit/log.ts'
import { joined, wordsOfBot, wordsOfCanvas } from './content-words.ts'
import { weighedWords } from './shared/weighed-words.ts'

const BATCH = 200
const EVERY_MS = 500
interface Source {
  id: string
  kind: string
  name: string
  description: string
  schema: string | null
  config: BotConfig | null
  prompt: string | null
  fields: { name: string; desc: string }[] | null
  tools: string | null
}
const contentSql = `SELECT r.id::text, r.kind, r.name, r.description, w.schema, b.config, p.prompt_text AS prompt, d.fields,
    (SELECT string_agg(t.name || ' ' || t.description, E'\\n') FROM plugin_tool t WHERE t.plugin_id = r.id) AS tools
  FROM resource r LEFT JOIN workflow w ON w.id = r.id LEFT JOIN bot b ON b.id = r.id
    LEFT JOIN prompt_resource p ON p.id = r.id LEFT JOIN database_table d ON d.id = r.id
  WHERE r.id = ANY($1::bigint[])`

/** Keeps what can be found in step with what is there: a moment after every save, in one process or another. */
export function createSearchIndex({ pool, log }: { pool: pg.Pool; log: Log }) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isStopped = false

  const bodyOf = (row: Source) =>
    row.schema !== null
      ? wordsOfCanvas(row.schema)
      : row.config
        ? wordsOfBot(row.config)
        : joined([row.prompt, row.tools, ...(row.fields ?? []).flatMap((field) => [field.name, field.desc])])
  async function takeSome(): Promise<number> {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const { rows: changes } = await client.query<{ id: string; resource_id: string }>(
        'SELECT id, resource_id::text FROM search_change ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
        [BATCH],
      )
      if (changes.length) {
        const ids = [...new Set(changes.map((change) => change.resource_id))]
        const { rows } = await client.query<Source>(contentSql, [ids])
        const bodies = rows.map(bodyOf)
        const words = rows.map((row, at) =>
          weighedWords([
            [row.name, 'A'],
            [row.description, 'B'],
            [bodies[at]!, 'D'],
          ]),
        )
        // Whatever was deleted meanwhile is left out, not a reason to fail.
        await client.query(
          `INSERT INTO search_entry (resource_id, body, words)
           SELECT t.id, t.body, t.words::tsvector FROM unnest($1::bigint[], $2::text[], $3::text[]) AS t(id, body, words)
           WHERE EXISTS (SELECT 1 FROM resource r WHERE r.id = t.id FOR KEY SHARE)
           ON CONFLICT (resource_id) DO UPDATE SET body = excluded.body, words = excluded.words`,
          [rows.map((row) => row.id), bodies, words],
        )
        await client.query('DELETE FROM search_change WHERE id = ANY($1::bigint[])', [
          changes.map((change) => change.id),
        ])
      }
      await client.query('COMMIT')
      return changes.length
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => {})
      throw cause
    } finally {
      client.release()
    }
  }
  async function catchUp(): Promise<void> {
    for (;;) if ((await takeSome()) < BATCH || isStopped) return
  }
  function round() {
    if (isStopped) return
    working = catchUp().catch((cause: unknown) => log.warn({ err: cause }, 'the search index could not be kept'))
    void working.then(() => {
      if (!isStopped) timer = setTimeout(round, EVERY_MS)
      timer?.unref()
    })
  }
  return {
    /** Indexes everything that has changed until now. */
    catchUp,
    start: () => void round(),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}
