import { and, asc, count, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { type AppendFrequency, knowledge, knowledgeDocument } from './knowledge.table.ts'

export interface DatasetFilter {
  spaceId: string
  name: string
  ids: string[]
  ownerId?: string
  format?: number
  projectId?: string
  byCreation: boolean
  ascending: boolean
  page: number
  size: number
}

export function createDatasetRepo(db: Db) {
  const joined = { knowledge, resource }
  return {
    insert: (values: typeof knowledge.$inferInsert, tx: Tx = db) => tx.insert(knowledge).values(values),
    transaction: db.transaction.bind(db) as Db['transaction'],
    byIds: (ids: string[]) =>
      ids.length
        ? db
            .select(joined)
            .from(knowledge)
            .innerJoin(resource, eq(resource.id, knowledge.id))
            .where(inArray(knowledge.id, ids))
        : Promise.resolve([]),
    async list(filter: DatasetFilter) {
      const rules: (SQL | undefined)[] = [
        eq(resource.spaceId, filter.spaceId),
        filter.name ? ilike(resource.name, likeText(filter.name)) : undefined,
        filter.ids.length ? inArray(knowledge.id, filter.ids) : undefined,
        filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
        filter.format === undefined ? undefined : eq(knowledge.format, filter.format),
        filter.projectId ? eq(resource.projectId, filter.projectId) : undefined,
      ]
      const where = and(...rules)
      const column = filter.byCreation ? resource.createdAt : resource.updatedAt
      const order = filter.ascending ? asc : desc
      const from = () => db.select(joined).from(knowledge).innerJoin(resource, eq(resource.id, knowledge.id))
      const rows = await from()
        .where(where)
        .orderBy(order(column), order(knowledge.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db
        .select({ n: count() })
        .from(knowledge)
        .innerJoin(resource, eq(resource.id, knowledge.id))
        .where(where)
      return { rows, total: total!.n }
    },
    /** Totals of the documents of some bases. */
    async sums(ids: string[]) {
      if (!ids.length) return []
      return db
        .select({
          knowledgeId: knowledgeDocument.knowledgeId,
          documents: count(),
          slices: sql<number>`coalesce(sum(slice_count), 0)::int`,
          size: sql<number>`coalesce(sum(size), 0)::float8`,
          names: sql<string[]>`(array_agg(name ORDER BY id))[1:50]`,
          busy: sql<string[]>`coalesce(array_agg(name) FILTER (WHERE status IN (0, 4, 5)), '{}')`,
          busyIds: sql<string[]>`coalesce(array_agg(id::text) FILTER (WHERE status IN (0, 4, 5)), '{}')`,
          failed: sql<string[]>`coalesce(array_agg(name) FILTER (WHERE status IN (9, 1000)), '{}')`,
        })
        .from(knowledgeDocument)
        .where(inArray(knowledgeDocument.knowledgeId, ids))
        .groupBy(knowledgeDocument.knowledgeId)
    },
    /** Bots whose drafts use one of the bases. */
    async botsUsing(ids: string[]) {
      if (!ids.length) return []
      const { rows } = await db.execute<{
        id: string
        name: string
        iconUri: string
        ownerId: string
        knowledgeId: string
      }>(sql`
        SELECT r.id::text AS id, r.name, r.icon_uri AS "iconUri", r.owner_id::text AS "ownerId", k.id AS "knowledgeId"
        FROM unnest(${sql.param(ids)}::text[]) AS k(id)
        JOIN resource home ON home.id = k.id::bigint
        JOIN resource r ON r.kind = 'bot' AND r.space_id = home.space_id
        JOIN bot b ON b.id = r.id AND b.config->'knowledge'->'knowledge_info' @> jsonb_build_array(jsonb_build_object('id', k.id))
        ORDER BY r.id`)
      return rows
    },
    async setStatus(id: string, status: number) {
      await db
        .update(knowledge)
        .set({ status, version: sql`version + 1` })
        .where(eq(knowledge.id, id))
    },
    async setStorage(id: string, storage: { storageLocation: number; storageConfigId: string | null }) {
      await db.update(knowledge).set(storage).where(eq(knowledge.id, id))
    },
    async setEmbedding(id: string, embedding: string) {
      await db.update(knowledge).set({ embedding }).where(eq(knowledge.id, id))
    },
    async setFrequency(id: string, appendFrequency: AppendFrequency[]) {
      await db.update(knowledge).set({ appendFrequency }).where(eq(knowledge.id, id))
    },
    /** Bases whose connected accounts are due for a check for new files. */
    async dueForFiles(now: number): Promise<{ id: string; format: number; rules: AppendFrequency[] }[]> {
      return db
        .select({ id: knowledge.id, format: knowledge.format, rules: knowledge.appendFrequency })
        .from(knowledge)
        .where(
          sql`EXISTS (SELECT 1 FROM jsonb_array_elements(${knowledge.appendFrequency}) AS f WHERE (f->>'next_at')::bigint <= ${now})`,
        )
    },
    /** The search engine of a base, including a base in the bin. */
    async engineOf(id: string): Promise<string | null> {
      const { rows } = await db.execute<{ engine: string | null }>(
        sql`SELECT storage_config_id AS engine FROM public.knowledge WHERE id = ${id}`,
      )
      return rows[0]?.engine ?? null
    },
    /** Bytes of a base, by the user who added them. */
    sizesOf: (id: string) =>
      db
        .select({ userId: knowledgeDocument.createdBy, size: sql<number>`coalesce(sum(size), 0)::float8` })
        .from(knowledgeDocument)
        .where(eq(knowledgeDocument.knowledgeId, id))
        .groupBy(knowledgeDocument.createdBy),
    async usedBy(userId: string, spaceId?: string): Promise<number> {
      const [row] = await db
        .select({ size: sql<number>`coalesce(sum(size), 0)::float8` })
        .from(knowledgeDocument)
        .innerJoin(resource, eq(resource.id, knowledgeDocument.knowledgeId))
        .where(and(eq(knowledgeDocument.createdBy, userId), spaceId ? eq(resource.spaceId, spaceId) : undefined))
      return row!.size
    },
  }
}
export type DatasetRepo = ReturnType<typeof createDatasetRepo>
