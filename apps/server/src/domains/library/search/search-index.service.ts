import type { ResourceKind } from '@orrery/contract'
import type pg from 'pg'
import { inTransaction } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import { weighedWords } from './shared/weighed-words.ts'

const BATCH = 200
const EVERY_MS = 500
interface Head {
  id: string
  kind: ResourceKind
  name: string
  description: string
}
const headsSql = 'SELECT id::text, kind, name, description FROM resource WHERE id = ANY($1::bigint[])'

/** Updates the search index shortly after every change; one of the processes does it. */
export function createSearchIndex({
  pool,
  kinds,
  log,
}: {
  pool: pg.Pool
  kinds: Pick<ResourceKinds, 'entries'>
  log: Log
}) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isStopped = false

  /** The texts that people wrote in the resources, by id; each kind reads its own. */
  async function textsOf(heads: Head[], client: pg.PoolClient): Promise<Map<string, string>> {
    const texts = new Map<string, string>()
    for (const [kind, { searchTexts }] of kinds.entries()) {
      const ids = heads.filter((head) => head.kind === kind).map((head) => head.id)
      if (!ids.length || !searchTexts) continue
      for (const [id, text] of await searchTexts(ids, client)) texts.set(id, text)
    }
    return texts
  }
  async function indexBatch(): Promise<number> {
    return inTransaction(pool, async (client) => {
      const { rows: changes } = await client.query<{ id: string; resource_id: string }>(
        'SELECT id, resource_id::text FROM search_change ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
        [BATCH],
      )
      if (changes.length) {
        const ids = [...new Set(changes.map((change) => change.resource_id))]
        const { rows } = await client.query<Head>(headsSql, [ids])
        const texts = await textsOf(rows, client)
        const bodies = rows.map((row) => texts.get(row.id) ?? '')
        const words = rows.map((row, at) =>
          weighedWords([
            [row.name, 'A'],
            [row.description, 'B'],
            [bodies[at]!, 'D'],
          ]),
        )
        // Skip resources that were deleted meanwhile instead of failing.
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
      return changes.length
    })
  }
  async function catchUp(): Promise<void> {
    for (;;) if ((await indexBatch()) < BATCH || isStopped) return
  }
  function poll() {
    if (isStopped) return
    working = catchUp().catch((cause: unknown) => log.warn({ err: cause }, 'the search index could not be kept'))
    void working.then(() => {
      if (!isStopped) timer = setTimeout(poll, EVERY_MS)
      timer?.unref()
    })
  }
  return {
    /** Indexes all pending changes. */
    catchUp,
    start: () => void poll(),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}
