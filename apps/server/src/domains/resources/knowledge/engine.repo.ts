import type pg from 'pg'

export interface EngineState {
  place: string
  version: string
}

/** Which documents of each base a search engine has. */
export function createEngineRepo(pool: pg.Pool) {
  return {
    async state(knowledgeId: string): Promise<EngineState | undefined> {
      const { rows } = await pool.query<EngineState>(
        'SELECT place, version::text AS version FROM knowledge_engine_state WHERE knowledge_id = $1',
        [knowledgeId],
      )
      return rows[0]
    },
    /** Editions of the documents in the engine, by document id. */
    async held(knowledgeId: string): Promise<Map<string, string>> {
      const { rows } = await pool.query<{ id: string; edition: string }>(
        'SELECT document_id::text AS id, edition FROM knowledge_engine_document WHERE knowledge_id = $1',
        [knowledgeId],
      )
      return new Map(rows.map((row) => [row.id, row.edition]))
    },
    async forget(knowledgeId: string, documentIds?: string[]) {
      await pool.query(
        'DELETE FROM knowledge_engine_document WHERE knowledge_id = $1 AND ($2::bigint[] IS NULL OR document_id = ANY($2::bigint[]))',
        [knowledgeId, documentIds ?? null],
      )
      if (!documentIds) await pool.query('DELETE FROM knowledge_engine_state WHERE knowledge_id = $1', [knowledgeId])
    },
    async note(knowledgeId: string, documents: { id: string; edition: string }[]) {
      await pool.query(
        `INSERT INTO knowledge_engine_document SELECT $1, id, edition FROM unnest($2::bigint[], $3::text[]) AS t(id, edition)
         ON CONFLICT (knowledge_id, document_id) DO UPDATE SET edition = excluded.edition`,
        [knowledgeId, documents.map((item) => item.id), documents.map((item) => item.edition)],
      )
    },
    async setState(knowledgeId: string, { place, version }: EngineState) {
      await pool.query(
        `INSERT INTO knowledge_engine_state VALUES ($1, $2, $3)
         ON CONFLICT (knowledge_id) DO UPDATE SET place = excluded.place, version = excluded.version`,
        [knowledgeId, place, version],
      )
    },
    /** Runs the work under a lock, so that one process fills an engine at a time; undefined if another one does. */
    async alone<T>(knowledgeId: string, work: () => Promise<T>): Promise<T | undefined> {
      const client = await pool.connect()
      try {
        const lock = [`engine/${knowledgeId}`]
        const { rows } = await client.query<{ got: boolean }>(
          'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got',
          lock,
        )
        if (!rows[0]!.got) return undefined
        try {
          return await work()
        } finally {
          await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock)
        }
      } finally {
        client.release()
      }
    },
  }
}
export type EngineRepo = ReturnType<typeof createEngineRepo>
