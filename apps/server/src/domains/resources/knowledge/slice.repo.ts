import { and, asc, count, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, likeText, inTransaction } from '#kit/db.ts'
import {
  knowledge,
  knowledgeDocument as doc,
  knowledgeParent as parent,
  knowledgeSlice as slice,
} from './knowledge.table.ts'

export interface NewSlice {
  id: string
  sequence: number
  content: string
  titles: string[]
  cells?: Record<string, string>
  tsvector: string
  wordCount: number
  vector: Buffer | undefined
  page?: number
  parentId?: string | undefined
  status?: number
}
export interface SliceRow {
  id: string
  knowledgeId: string
  documentId: string
  sequence: number
  content: string
  titles: string[]
  cells: Record<string, string> | null
  status: number
  hitCount: number
  charCount: number
  wordCount: number
  page: number
  parentId: string | null
}
const columns = {
  id: slice.id,
  knowledgeId: slice.knowledgeId,
  documentId: slice.documentId,
  sequence: slice.sequence,
  content: slice.content,
  titles: slice.titles,
  cells: slice.cells,
  status: slice.status,
  hitCount: slice.hitCount,
  charCount: slice.charCount,
  wordCount: slice.wordCount,
  page: slice.page,
  parentId: slice.parentId,
}
interface Home {
  knowledgeId: string
  documentId: string
  generation: number
}
/** Slices of a running import are hidden: their generation is not the live generation of the document. */
const isLive = eq(slice.generation, doc.liveGeneration)

export function createSliceRepo(db: Db, pool: pg.Pool) {
  async function insert(home: Home, rows: NewSlice[], now: number, client: Pick<pg.Pool, 'query'> = pool) {
    await client.query(
      `INSERT INTO knowledge_slice (id, knowledge_id, document_id, generation, sequence, content, titles, cells, char_count, word_count, words, vector, page, parent_id, status, created_at, updated_at)
       SELECT id, $1, $2, $3, sequence, content, titles::jsonb, cells::jsonb, length(content), words_n, words::tsvector, vector, page, parent_id, status, $4, $4
       FROM unnest($5::bigint[], $6::int[], $7::text[], $8::text[], $9::text[], $10::int[], $11::text[], $12::bytea[], $13::int[], $14::bigint[], $15::smallint[])
         AS t(id, sequence, content, titles, cells, words_n, words, vector, page, parent_id, status)`,
      [
        home.knowledgeId,
        home.documentId,
        home.generation,
        now,
        rows.map((row) => row.id),
        rows.map((row) => row.sequence),
        rows.map((row) => row.content),
        rows.map((row) => JSON.stringify(row.titles)),
        rows.map((row) => (row.cells ? JSON.stringify(row.cells) : null)),
        rows.map((row) => row.wordCount),
        rows.map((row) => row.tsvector),
        rows.map((row) => row.vector ?? null),
        rows.map((row) => row.page ?? 0),
        rows.map((row) => row.parentId ?? null),
        rows.map((row) => row.status ?? 1),
      ],
    )
  }
  /** Updates counts and versions after a manual change. */
  async function recount(documentId: string, now: number, client: Pick<pg.Pool, 'query'> = pool) {
    await client.query(
      `WITH sums AS (SELECT count(*) n, coalesce(sum(s.char_count), 0) chars FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id AND d.live_generation = s.generation WHERE d.id = $1),
         changed AS (UPDATE knowledge_document SET slice_count = sums.n, char_count = sums.chars, edition = edition + 1, updated_at = $2 FROM sums WHERE id = $1 RETURNING knowledge_id)
       UPDATE knowledge SET version = version + 1 WHERE id IN (SELECT knowledge_id FROM changed)`,
      [documentId, now],
    )
  }
  return {
    insert,
    hasAny: async (): Promise<boolean> => (await pool.query('SELECT 1 FROM knowledge_slice LIMIT 1')).rows.length > 0,
    async insertParents(home: Home, rows: { id: string; sequence: number; content: string }[]) {
      const { documentId, generation } = home
      if (rows.length) await db.insert(parent).values(rows.map((row) => ({ ...row, documentId, generation })))
    },
    async parents(ids: string[]): Promise<Map<string, string>> {
      if (!ids.length) return new Map()
      const rows = await db.select().from(parent).where(inArray(parent.id, ids))
      return new Map(rows.map((row) => [row.id, row.content]))
    },
    /** Deletes slices of an earlier attempt at the same import. */
    async clear(documentId: string, generation: number) {
      await db.delete(slice).where(and(eq(slice.documentId, documentId), eq(slice.generation, generation)))
      await db.delete(parent).where(and(eq(parent.documentId, documentId), eq(parent.generation, generation)))
    },
    knowledgeOf: async (id: string): Promise<string | undefined> =>
      (await db.select({ id: slice.knowledgeId }).from(slice).where(eq(slice.id, id)))[0]?.id,
    byIds: (ids: string[]): Promise<SliceRow[]> =>
      ids.length ? db.select(columns).from(slice).where(inArray(slice.id, ids)) : Promise.resolve([]),
    /** Slices for search results, with the names of their documents. */
    found: (ids: string[]): Promise<(SliceRow & { documentName: string })[]> =>
      ids.length
        ? db
            .select({ ...columns, documentName: doc.name })
            .from(slice)
            .innerJoin(doc, eq(doc.id, slice.documentId))
            .where(inArray(slice.id, ids))
        : Promise.resolve([]),
    liveContents: async (documentId: string): Promise<{ content: string; titles: string[] }[]> =>
      db
        .select({ content: slice.content, titles: slice.titles })
        .from(slice)
        .innerJoin(doc, and(eq(doc.id, slice.documentId), isLive))
        .where(eq(slice.documentId, documentId))
        .orderBy(asc(slice.sequence)),
    /** Live slices with their parent chunks: everything needed to rebuild the index. */
    livePieces: (documentId: string) =>
      db
        .select({
          content: slice.content,
          titles: slice.titles,
          cells: slice.cells,
          page: slice.page,
          status: slice.status,
          parent: parent.content,
        })
        .from(slice)
        .innerJoin(doc, and(eq(doc.id, slice.documentId), isLive))
        .leftJoin(parent, eq(parent.id, slice.parentId))
        .where(eq(slice.documentId, documentId))
        .orderBy(asc(slice.sequence)),
    async list(filter: {
      documentId?: string
      knowledgeId?: string
      keyword: string
      from: number
      size: number
      byHits: boolean
      ascending: boolean
    }): Promise<{ rows: SliceRow[]; total: number }> {
      const where = and(
        filter.documentId ? eq(slice.documentId, filter.documentId) : undefined,
        filter.knowledgeId ? eq(slice.knowledgeId, filter.knowledgeId) : undefined,
        filter.keyword ? ilike(slice.content, likeText(filter.keyword)) : undefined,
      )
      const order = filter.ascending ? asc : desc
      const live = and(eq(doc.id, slice.documentId), isLive)
      const rows = await db
        .select(columns)
        .from(slice)
        .innerJoin(doc, live)
        .where(where)
        .orderBy(...(filter.byHits ? [order(slice.hitCount)] : []), order(slice.documentId), order(slice.sequence))
        .limit(filter.size)
        .offset(filter.from)
      const [total] = await db.select({ n: count() }).from(slice).innerJoin(doc, live).where(where)
      return { rows, total: total!.n }
    },
    /** Inserts a slice; those at and after its position move back by one. */
    async add(home: Home, row: Omit<NewSlice, 'sequence'>, before: number | undefined, now: number) {
      await inTransaction(pool, async (client) => {
        await client.query('SELECT 1 FROM knowledge_document WHERE id = $1 FOR UPDATE', [home.documentId])
        const { rows } = await client.query<{ next: number }>(
          'SELECT coalesce(max(sequence), 0) + 1 AS next FROM knowledge_slice WHERE document_id = $1 AND generation = $2',
          [home.documentId, home.generation],
        )
        const sequence = Math.min(before ?? rows[0]!.next, rows[0]!.next)
        await client.query(
          'UPDATE knowledge_slice SET sequence = sequence + 1 WHERE document_id = $1 AND generation = $2 AND sequence >= $3',
          [home.documentId, home.generation, sequence],
        )
        await insert(home, [{ ...row, sequence }], now, client)
        await recount(home.documentId, now, client)
      })
    },
    async rewrite(
      id: string,
      documentId: string,
      row: {
        content: string
        cells?: Record<string, string>
        tsvector: string
        wordCount: number
        vector: Buffer | undefined
      },
      now: number,
    ) {
      // Apply the same change to the parent chunk.
      await pool.query(
        'UPDATE knowledge_parent p SET content = replace(p.content, s.content, $2) FROM knowledge_slice s WHERE s.id = $1 AND p.id = s.parent_id',
        [id, row.content],
      )
      await pool.query(
        `UPDATE knowledge_slice SET content = $2, cells = coalesce($3::jsonb, cells), words = $4::tsvector, word_count = $5, vector = $6, char_count = length($2), updated_at = $7 WHERE id = $1`,
        [
          id,
          row.content,
          row.cells ? JSON.stringify(row.cells) : null,
          row.tsvector,
          row.wordCount,
          row.vector ?? null,
          now,
        ],
      )
      await recount(documentId, now)
    },
    async setStatus(id: string, documentId: string, status: number, now: number) {
      await db.update(slice).set({ status, updatedAt: now }).where(eq(slice.id, id))
      await recount(documentId, now)
    },
    async remove(ids: string[], now: number) {
      const gone = await db.delete(slice).where(inArray(slice.id, ids)).returning({ documentId: slice.documentId })
      for (const documentId of new Set(gone.map((row) => row.documentId))) {
        // Renumber without gaps, because people see the position.
        await pool.query(
          `UPDATE knowledge_slice s SET sequence = o.n FROM (SELECT id, row_number() OVER (PARTITION BY generation ORDER BY sequence) n FROM knowledge_slice WHERE document_id = $1) o
           WHERE s.id = o.id AND s.sequence <> o.n`,
          [documentId],
        )
        await recount(documentId, now)
      }
    },
    async hit(ids: string[], documentIds: string[], knowledgeIds: string[]) {
      await db
        .update(slice)
        .set({ hitCount: sql`hit_count + 1` })
        .where(inArray(slice.id, ids))
      await db
        .update(doc)
        .set({ hitCount: sql`hit_count + 1` })
        .where(inArray(doc.id, documentIds))
      await db
        .update(knowledge)
        .set({ hitCount: sql`hit_count + 1` })
        .where(inArray(knowledge.id, knowledgeIds))
    },
  }
}
export type SliceRepo = ReturnType<typeof createSliceRepo>
