import { DocumentStatus } from '@orrery/contract'
import { and, asc, count, desc, eq, exists, gt, ilike, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import {
  type DocumentRow,
  knowledge,
  knowledgeDocument as doc,
  knowledgeParent as parent,
  knowledgeSlice as slice,
  type Problem,
} from './knowledge.table.ts'

export type DocumentChange = Partial<
  Pick<
    DocumentRow,
    | 'name'
    | 'status'
    | 'tableMeta'
    | 'settings'
    | 'caption'
    | 'updateType'
    | 'updateInterval'
    | 'nextUpdateAt'
    | 'blobKey'
    | 'size'
    | 'extension'
    | 'reviewId'
  >
>
export interface MetadataFilter {
  key: string
  is: 'equal' | 'not' | 'contains'
  value: string
}
export interface BaseModel {
  knowledgeId: string
  embedding: string
}
const busy = [DocumentStatus.processing, DocumentStatus.resegment, DocumentStatus.refreshing]
export const isBusy = (status: number) => (busy as number[]).includes(status)
export const isFailed = (status: number) => status === DocumentStatus.failed || status === DocumentStatus.auditFailed

export function createDocumentRepo(db: Db) {
  /** Documents in the bin are not processed until they are restored. */
  const isThere = exists(db.select({ id: resource.id }).from(resource).where(eq(resource.id, doc.knowledgeId)))
  const bump = (knowledgeIds: string[], tx: Tx = db) =>
    knowledgeIds.length
      ? tx
          .update(knowledge)
          .set({ version: sql`version + 1` })
          .where(inArray(knowledge.id, knowledgeIds))
      : Promise.resolve()
  return {
    bump,
    async insert(rows: (typeof doc.$inferInsert)[]): Promise<DocumentRow[]> {
      return db.insert(doc).values(rows).returning()
    },
    byIds: (ids: string[]): Promise<DocumentRow[]> =>
      ids.length ? db.select().from(doc).where(inArray(doc.id, ids)) : Promise.resolve([]),
    knowledgeOf: async (id: string): Promise<string | undefined> =>
      (await db.select({ id: doc.knowledgeId }).from(doc).where(eq(doc.id, id)))[0]?.id,
    async list(
      knowledgeId: string,
      filter: { ids: string[]; keyword: string; page: number; size: number; statuses?: number[] },
    ) {
      const where = and(
        eq(doc.knowledgeId, knowledgeId),
        filter.ids.length ? inArray(doc.id, filter.ids) : undefined,
        filter.statuses?.length ? inArray(doc.status, filter.statuses) : undefined,
        filter.keyword ? ilike(doc.name, likeText(filter.keyword)) : undefined,
      )
      const rows = await db
        .select()
        .from(doc)
        .where(where)
        .orderBy(asc(doc.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db.select({ n: count() }).from(doc).where(where)
      return { rows, total: total!.n }
    },
    async counts(knowledgeId: string): Promise<{ ready: number; busy: number; failed: number; off: number }> {
      const rows = await db
        .select({ status: doc.status, n: count() })
        .from(doc)
        .where(eq(doc.knowledgeId, knowledgeId))
        .groupBy(doc.status)
      const of = (...statuses: number[]) =>
        rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row.n, 0)
      return {
        ready: of(DocumentStatus.enabled),
        busy: of(...busy),
        failed: of(DocumentStatus.failed, DocumentStatus.auditFailed),
        off: of(DocumentStatus.disabled),
      }
    },
    /** Embedding models of the given bases; a base has two while it is being re-indexed. */
    async models(knowledgeIds: string[]): Promise<BaseModel[]> {
      if (!knowledgeIds.length) return []
      return db
        .selectDistinct({ knowledgeId: doc.knowledgeId, embedding: doc.embedding })
        .from(doc)
        .where(and(inArray(doc.knowledgeId, knowledgeIds), ne(doc.embedding, ''), gt(doc.sliceCount, 0)))
    },
    /** Documents whose metadata match; a document without the field matches only `not`. */
    async byMetadata(knowledgeIds: string[], filters: MetadataFilter[]): Promise<string[]> {
      const rows = await db
        .select({ id: doc.id })
        .from(doc)
        .where(
          and(
            inArray(doc.knowledgeId, knowledgeIds),
            ...filters.map(({ key, is, value }) => {
              const field = sql`coalesce(${doc.settings}->'metadata'->>${key}, '')`
              if (is === 'not') return sql`${field} <> ${value}`
              if (is === 'equal') return sql`${field} = ${value}`
              return sql`strpos(lower(${field}), lower(${value})) > 0`
            }),
          ),
        )
      return rows.map((row) => row.id)
    },
    async photos(
      knowledgeId: string,
      filter: { hasCaption?: boolean; keyword: string; status?: number; page: number; size: number },
    ) {
      const like = likeText(filter.keyword)
      const where = and(
        eq(doc.knowledgeId, knowledgeId),
        filter.hasCaption === undefined ? undefined : filter.hasCaption ? sql`caption <> ''` : sql`caption = ''`,
        filter.keyword ? sql`(caption ILIKE ${like} OR name ILIKE ${like})` : undefined,
        filter.status === undefined ? undefined : eq(doc.status, filter.status),
      )
      const rows = await db
        .select()
        .from(doc)
        .where(where)
        .orderBy(asc(doc.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db.select({ n: count() }).from(doc).where(where)
      return { rows, total: total!.n }
    },
    count: async (knowledgeId: string): Promise<number> =>
      (await db.select({ n: count() }).from(doc).where(eq(doc.knowledgeId, knowledgeId)))[0]!.n,
    async change(id: string, change: DocumentChange, now: number): Promise<DocumentRow | undefined> {
      const [row] = await db
        .update(doc)
        .set({ ...change, updatedAt: now })
        .where(eq(doc.id, id))
        .returning()
      if (row && change.status !== undefined) await bump([row.knowledgeId])
      return row
    },
    /** Starts another import under a new generation, which invalidates running work on the old one. */
    async restart(ids: string[], status: number, change: DocumentChange, now: number): Promise<DocumentRow[]> {
      return ids.length
        ? db
            .update(doc)
            .set({
              ...change,
              status,
              stage: 'waiting',
              progress: 0,
              problem: null,
              attempts: 0,
              leaseOwner: '',
              leaseUntil: 0,
              startedAt: 0,
              generation: sql`generation + 1`,
              updatedAt: now,
            })
            .where(inArray(doc.id, ids))
            .returning()
        : []
    },
    async remove(ids: string[]): Promise<DocumentRow[]> {
      return db.transaction(async (tx) => {
        const rows = await tx.delete(doc).where(inArray(doc.id, ids)).returning()
        await bump([...new Set(rows.map((row) => row.knowledgeId))], tx)
        return rows
      })
    },
    /** Claims the next waiting document, with its space. A worker without a heartbeat loses its lease. */
    async claim(owner: string, now: number, leaseMs: number): Promise<(DocumentRow & { spaceId: string }) | undefined> {
      const next = db
        .select({ id: doc.id })
        .from(doc)
        .where(and(inArray(doc.status, busy), lte(doc.leaseUntil, now), isThere))
        .orderBy(asc(doc.leaseUntil), asc(doc.id))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await db
        .update(doc)
        .set({
          leaseOwner: owner,
          leaseUntil: now + leaseMs,
          attempts: sql`attempts + 1`,
          startedAt: sql`CASE WHEN started_at = 0 THEN ${now} ELSE started_at END`,
        })
        .where(eq(doc.id, sql`(${next})`))
        .returning()
      if (!row) return undefined
      const [home] = await db
        .select({ spaceId: resource.spaceId })
        .from(resource)
        .where(eq(resource.id, row.knowledgeId))
      return home && { ...row, spaceId: home.spaceId }
    },
    /** Renews the lease and records the progress. False if the document was claimed or restarted meanwhile. */
    async beat(
      row: DocumentRow,
      owner: string,
      change: { stage?: string; progress?: number; leaseUntil: number },
    ): Promise<boolean> {
      const found = await db
        .update(doc)
        .set(change)
        .where(and(eq(doc.id, row.id), eq(doc.generation, row.generation), eq(doc.leaseOwner, owner)))
        .returning({ id: doc.id })
      return found.length > 0
    },
    /** Makes the new slices live and deletes the old ones, in one transaction. */
    async finish(
      row: DocumentRow,
      owner: string,
      change: DocumentChange & { embedding: string; isUnderstood: boolean },
      now: number,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const [done] = await tx
          .update(doc)
          .set({
            ...change,
            status: sql`CASE WHEN (settings->>'disabled')::boolean IS TRUE THEN ${DocumentStatus.disabled}::smallint ELSE ${DocumentStatus.enabled}::smallint END`,
            stage: 'ready',
            progress: 100,
            problem: null,
            liveGeneration: row.generation,
            leaseOwner: '',
            leaseUntil: 0,
            sliceCount: sql`(SELECT count(*) FROM knowledge_slice s WHERE s.document_id = ${row.id} AND s.generation = ${row.generation})`,
            charCount: sql`(SELECT coalesce(sum(char_count), 0) FROM knowledge_slice s WHERE s.document_id = ${row.id} AND s.generation = ${row.generation})`,
            updatedAt: now,
          })
          .where(and(eq(doc.id, row.id), eq(doc.generation, row.generation), eq(doc.leaseOwner, owner)))
          .returning({ id: doc.id })
        if (!done) return false
        await tx.delete(slice).where(and(eq(slice.documentId, row.id), sql`generation <> ${row.generation}`))
        await tx.delete(parent).where(and(eq(parent.documentId, row.id), sql`generation <> ${row.generation}`))
        await bump([row.knowledgeId], tx)
        return true
      })
    },
    /** Records why an import failed; the previous content stays live. */
    async fail(
      row: DocumentRow,
      problem: Problem,
      now: number,
      owner?: string,
      status: number = DocumentStatus.failed,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const [failed] = await tx
          .update(doc)
          .set({
            status: sql`CASE WHEN live_generation > 0 THEN ${DocumentStatus.enabled}::smallint ELSE ${status}::smallint END`,
            stage: 'failed',
            problem,
            leaseOwner: '',
            leaseUntil: 0,
            updatedAt: now,
          })
          .where(
            and(
              eq(doc.id, row.id),
              eq(doc.generation, row.generation),
              inArray(doc.status, busy),
              owner === undefined ? undefined : eq(doc.leaseOwner, owner),
            ),
          )
          .returning({ id: doc.id })
        if (failed)
          for (const pieces of [slice, parent])
            await tx.delete(pieces).where(and(eq(pieces.documentId, row.id), sql`generation <> ${row.liveGeneration}`))
      })
    },
    /** The files of an account that a base contains. */
    async origins(knowledgeId: string, prefix: string): Promise<string[]> {
      const origin = sql<string>`${doc.settings}->>'origin'`
      const rows = await db
        .select({ origin })
        .from(doc)
        .where(and(eq(doc.knowledgeId, knowledgeId), sql`starts_with(${origin}, ${prefix})`))
      return rows.map((row) => row.origin)
    },
    /** Finished documents indexed by an embedding, those with the most hits first. */
    async indexedBy(embedding: string, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: doc.id })
        .from(doc)
        .where(
          and(
            eq(doc.embedding, embedding),
            gt(doc.liveGeneration, 0),
            isNull(doc.problem),
            inArray(doc.status, [DocumentStatus.enabled, DocumentStatus.disabled]),
          ),
        )
        .orderBy(desc(doc.hitCount), asc(doc.id))
        .limit(limit)
      return rows.map((row) => row.id)
    },
    /** Web pages due for an update. */
    due: (now: number): Promise<DocumentRow[]> =>
      db
        .select()
        .from(doc)
        .where(and(lte(doc.nextUpdateAt, now), eq(doc.status, DocumentStatus.enabled), isThere))
        .limit(500),
  }
}
export type DocumentRepo = ReturnType<typeof createDocumentRepo>
