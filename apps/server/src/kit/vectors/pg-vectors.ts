import { STRETCHES } from './base-rows.ts'
import { vectorsOf } from './stored-vectors.ts'
import type { RowSource, VectorHit, VectorQuery, Vectors } from './vectors.ts'

/** The part of a database connection that the driver needs; a pool or a single connection. */
export interface Sql {
  query<R>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
  /** Runs all queries of `work` on one connection in one transaction. */
  transaction<T>(work: (sql: Pick<Sql, 'query'>) => Promise<T>): Promise<T>
}
export interface PgVectorSource extends Pick<RowSource, 'documentsSql' | 'rowsSql'> {
  /** The table of the documents: rows of documents deleted there are removed here. */
  documentTable: string
}
interface DocumentState {
  id: string
  edition: string
  model: string
}
interface RowRead {
  id: string
  document_id: string
  sequence: number
  vector: Uint8Array | null
}
const PAGE = 500
/** HNSW indexes vectors up to this length; longer ones are compared one by one. */
const MAX_INDEXED = 2000
const textOf = (vector: ArrayLike<number>) => `[${Array.from(vector).join(',')}]`

/**
 * Nearest vectors by pgvector's HNSW index, with iterative scans, so that filters still find enough rows. The index
 * follows the collection: a query for a version that is not indexed yet supplies the changed documents.
 */
export function createPgVectors(sql: Sql, { documentsSql, rowsSql, documentTable }: PgVectorSource): Vectors {
  let ready: Promise<void> | undefined
  const indexed = new Set<number>()
  async function prepare() {
    await sql.query('CREATE EXTENSION IF NOT EXISTS vector')
    await sql.query('CREATE TABLE IF NOT EXISTS vector_collection (id bigint PRIMARY KEY, version bigint NOT NULL)')
    await sql.query(
      `CREATE TABLE IF NOT EXISTS vector_document (id bigint PRIMARY KEY REFERENCES ${documentTable} ON DELETE CASCADE, collection bigint NOT NULL, edition text NOT NULL)`,
    )
    await sql.query(
      `CREATE TABLE IF NOT EXISTS vector_row (id bigint PRIMARY KEY, document_id bigint NOT NULL REFERENCES vector_document ON DELETE CASCADE, collection bigint NOT NULL, model text NOT NULL, embedding vector NOT NULL)`,
    )
    // In earlier versions, a row had only one vector.
    await sql.query('ALTER TABLE vector_row ADD COLUMN IF NOT EXISTS part int NOT NULL DEFAULT 0')
    await sql.query('ALTER TABLE vector_row DROP CONSTRAINT IF EXISTS vector_row_pkey')
    await sql.query('CREATE UNIQUE INDEX IF NOT EXISTS vector_row_part ON vector_row (id, part)')
    await sql.query('CREATE INDEX IF NOT EXISTS vector_document_of ON vector_document (collection)')
    await sql.query('CREATE INDEX IF NOT EXISTS vector_row_of ON vector_row (document_id)')
  }
  /** One index per vector length, which HNSW needs to know. */
  async function indexFor(size: number) {
    if (indexed.has(size) || size > MAX_INDEXED) return
    await sql.query(
      `CREATE INDEX IF NOT EXISTS vector_row_${size} ON vector_row USING hnsw ((embedding::vector(${size})) vector_cosine_ops) WHERE vector_dims(embedding) = ${size}`,
    )
    indexed.add(size)
  }
  async function write(tx: Pick<Sql, 'query'>, collection: string, states: DocumentState[]) {
    const models = new Map(states.map((state) => [state.id, state.model]))
    const ids = [...models.keys()]
    await tx.query(
      'INSERT INTO vector_document SELECT id, $1, edition FROM unnest($2::bigint[], $3::text[]) AS t(id, edition)',
      [collection, ids, states.map((state) => state.edition)],
    )
    for (let after = ['0', 0] as [string, number]; ;) {
      const { rows } = await tx.query<RowRead>(rowsSql, [ids, ...after, PAGE])
      const last = rows.at(-1)
      if (!last) return
      const withVector = rows.flatMap((row) =>
        row.vector
          ? vectorsOf(row.vector, models.get(row.document_id)!).map((vector, part) => ({ ...row, vector, part }))
          : [],
      )
      await tx.query(
        `INSERT INTO vector_row (id, document_id, collection, model, embedding, part) SELECT id, document_id, $1, model, embedding::vector, part FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::int[]) AS t(id, document_id, model, embedding, part)`,
        [
          collection,
          withVector.map((row) => row.id),
          withVector.map((row) => row.document_id),
          withVector.map((row) => models.get(row.document_id)),
          withVector.map((row) => textOf(row.vector)),
          withVector.map((row) => row.part),
        ],
      )
      if (rows.length < PAGE) return
      after = [last.document_id, last.sequence]
    }
  }
  async function sync({ collection, version }: VectorQuery) {
    const known = await sql.query<{ version: string }>('SELECT version::text FROM vector_collection WHERE id = $1', [
      collection,
    ])
    if (known.rows[0] && BigInt(known.rows[0].version) >= BigInt(version)) return
    await sql.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`vector/${collection}`])
      const states = (await tx.query<DocumentState>(documentsSql, [collection])).rows
      const wanted = new Map(states.map((state) => [state.id, state.edition]))
      const held = await tx.query<{ id: string; edition: string }>(
        'SELECT id::text AS id, edition FROM vector_document WHERE collection = $1',
        [collection],
      )
      const kept = new Set(held.rows.filter((row) => wanted.get(row.id) === row.edition).map((row) => row.id))
      const gone = held.rows.map((row) => row.id).filter((id) => !kept.has(id))
      if (gone.length) await tx.query('DELETE FROM vector_document WHERE id = ANY($1::bigint[])', [gone])
      const missing = states.filter((state) => !kept.has(state.id))
      for (let at = 0; at < missing.length; at += PAGE) await write(tx, collection, missing.slice(at, at + PAGE))
      await tx.query(
        'INSERT INTO vector_collection VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET version = excluded.version',
        [collection, version],
      )
    })
  }
  return {
    async search(query: VectorQuery): Promise<VectorHit[]> {
      await (ready ??= prepare().catch((cause: unknown) => {
        ready = undefined
        throw cause
      }))
      await sync(query)
      const size = query.vector.length
      await indexFor(size)
      const distance = `embedding::vector(${size}) <=> $1::vector(${size})`
      return sql.transaction(async (tx) => {
        await tx.query("SET LOCAL hnsw.iterative_scan = 'strict_order'")
        const { rows } = await tx.query<{ id: string; score: number }>(
          `SELECT id::text AS id, 1 - (${distance}) AS score FROM vector_row
           WHERE vector_dims(embedding) = ${size} AND collection = $2 AND model = $3 AND ($4::bigint[] IS NULL OR document_id = ANY($4::bigint[]))
           ORDER BY ${distance} LIMIT $5`,
          [textOf(query.vector), query.collection, query.model, query.documents ?? null, query.k * STRETCHES],
        )
        const best = new Map<string, number>()
        for (const row of rows) if (!best.has(row.id)) best.set(row.id, Number(row.score))
        return [...best].slice(0, query.k).map(([id, score]) => ({ id, score }))
      })
    },
  }
}
