import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { ItemPage, View } from './dataset-content.ts'
import { dataset, datasetItem, datasetSchema, datasetVersion } from './dataset.table.ts'

const PRIVATE = 2
const PUBLIC = 1
/** Matches the revisions of a draft or version. */
export const inView = ({ datasetId, vn }: View): SQL =>
  vn === undefined
    ? and(eq(datasetItem.datasetId, datasetId), isNotNull(datasetItem.addVn), isNull(datasetItem.delVn))!
    : and(
        eq(datasetItem.datasetId, datasetId),
        lte(datasetItem.addVn, vn),
        or(isNull(datasetItem.delVn), gt(datasetItem.delVn, vn)),
      )!

export interface DatasetSearch {
  /** If absent, searches the datasets that everyone on the instance can see. */
  spaceId?: string | undefined
  name?: string | undefined
  ids?: string[] | undefined
  makers?: string[] | undefined
  categories?: number[] | undefined
  bizCategories?: string[] | undefined
}
export function createDatasetRepo(db: Db) {
  const select = (tx: Tx) =>
    tx
      .select({ head: resource, dataset, schema: datasetSchema })
      .from(dataset)
      .innerJoin(resource, eq(resource.id, dataset.id))
      .innerJoin(datasetSchema, eq(datasetSchema.id, dataset.schemaId))
  const found = ({ spaceId, name, ids, makers, categories, bizCategories }: DatasetSearch) =>
    and(
      spaceId === undefined ? eq(dataset.visibility, PUBLIC) : eq(resource.spaceId, spaceId),
      name ? ilike(resource.name, likeText(name)) : undefined,
      // Datasets that belong to one plan are only returned when requested by id.
      ids ? inArray(dataset.id, ids) : ne(dataset.listing, PRIVATE),
      makers?.length ? inArray(resource.ownerId, makers) : undefined,
      categories?.length ? inArray(dataset.category, categories) : undefined,
      bizCategories?.length ? inArray(dataset.bizCategory, bizCategories) : undefined,
    )
  return {
    find: async (id: string, tx: Tx = db) => (await select(tx).where(eq(dataset.id, id)))[0],
    /** Locks the row of the dataset, so that its writers run one after another. */
    async claim(id: string, tx: Tx) {
      return (await tx.select().from(dataset).where(eq(dataset.id, id)).for('update'))[0]
    },
    /** Checks a name under a lock, so that two people cannot take the same name at the same time. */
    async hasName(spaceId: string, category: number, name: string, exceptId: string, tx: Tx): Promise<boolean> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`dataset/${spaceId}`}, 0))`)
      const rows = await tx
        .select({ id: dataset.id })
        .from(dataset)
        .innerJoin(resource, eq(resource.id, dataset.id))
        .where(and(eq(resource.spaceId, spaceId), eq(dataset.category, category), eq(resource.name, name)))
      return rows.some((row) => row.id !== exceptId)
    },
    async search(by: DatasetSearch, page: number, size: number) {
      const rows = await select(db)
        .where(found(by))
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(size)
        .offset((page - 1) * size)
      const [all] = await db
        .select({ n: sql<number>`count(*)::int` })
        .from(dataset)
        .innerJoin(resource, eq(resource.id, dataset.id))
        .where(found(by))
      return { rows, total: all!.n }
    },
    schema: async (id: string, tx: Tx = db) =>
      (await tx.select().from(datasetSchema).where(eq(datasetSchema.id, id)))[0],
    /** Whether the draft has rows that differ from the last version. */
    async hasChanges(id: string, vn: number, tx: Tx = db): Promise<boolean> {
      const { rows } = await tx.execute<{ changed: boolean }>(sql`
        SELECT EXISTS (SELECT FROM dataset_item WHERE dataset_id = ${id} AND add_vn = ${vn})
            OR EXISTS (SELECT FROM dataset_item WHERE dataset_id = ${id} AND del_vn = ${vn}) AS changed`)
      return rows[0]!.changed
    },
    items: (view: View, { size, page, after, where, order }: ItemPage) =>
      db
        .select()
        .from(datasetItem)
        .where(
          and(
            inView(view),
            where,
            after && sql`(${datasetItem.pos}, ${datasetItem.itemId}) > (${after.pos}::float8, ${after.itemId}::bigint)`,
          ),
        )
        .orderBy(order ?? sql`${asc(datasetItem.pos)}, ${asc(datasetItem.itemId)}`)
        .limit(size)
        .offset(after ? 0 : (page - 1) * size),
    async tagsIn(view: View): Promise<string[]> {
      const { rows } = await db.execute<{ tag: string }>(sql`
        SELECT DISTINCT tag FROM ${datasetItem}, jsonb_array_elements_text(${datasetItem.tags}) tag WHERE ${inView(view)} ORDER BY 1`)
      return rows.map(({ tag }) => tag)
    },
    countItems: (view: View, where: SQL) => db.$count(datasetItem, and(inView(view), where)),
    /** Finds an item by its id, or a revision by its own id. */
    async revision(datasetId: string, id: string) {
      const [found] = await db
        .select()
        .from(datasetItem)
        .where(and(eq(datasetItem.datasetId, datasetId), or(eq(datasetItem.itemId, id), eq(datasetItem.id, id))))
        .orderBy(desc(datasetItem.id))
        .limit(1)
      return found && found.addVn !== null ? found : undefined
    },
    /** Counts each text of a field over all turns; turns without a value count as an empty text. */
    async buckets(view: View, key: string): Promise<{ text: string; n: number }[]> {
      const text = sql<string>`coalesce(turn -> ${key}::text ->> 'text', '')`
      const { rows } = await db.execute<{ text: string; n: number }>(sql`
        SELECT ${text} AS text, count(*)::int AS n FROM ${datasetItem}, jsonb_array_elements(${datasetItem.turns}) turn
        WHERE ${inView(view)} GROUP BY 1 ORDER BY 1 DESC`)
      return rows
    },
    itemsById: (view: View, itemIds: string[], tx: Tx = db) =>
      tx
        .select()
        .from(datasetItem)
        .where(and(inView(view), inArray(datasetItem.itemId, itemIds))),
    itemsByKey: (datasetId: string, keys: string[], tx: Tx = db) =>
      tx
        .select()
        .from(datasetItem)
        .where(and(inView({ datasetId }), inArray(datasetItem.itemKey, keys))),
    /** The position of the item before `pos`, or a lower number if there is none. */
    async posBefore(datasetId: string, pos: number, tx: Tx): Promise<number> {
      const [found] = await tx
        .select({ pos: sql<number | null>`max(${datasetItem.pos})` })
        .from(datasetItem)
        .where(and(inView({ datasetId }), lt(datasetItem.pos, pos)))
      return found?.pos ?? pos - 1
    },
    async lastPos(datasetId: string, tx: Tx): Promise<number> {
      const [last] = await tx
        .select({ pos: datasetItem.pos })
        .from(datasetItem)
        .where(and(eq(datasetItem.datasetId, datasetId), isNull(datasetItem.delVn)))
        .orderBy(desc(datasetItem.pos))
        .limit(1)
      return last?.pos ?? 0
    },
    /** Ignores rows that an import has staged but not published. */
    async lastShownPos(datasetId: string, tx: Tx): Promise<number> {
      const [last] = await tx
        .select({ pos: sql<number | null>`max(${datasetItem.pos})` })
        .from(datasetItem)
        .where(inView({ datasetId }))
      return last?.pos ?? 0
    },
    async versionsOfSpace(spaceId: string, ids: string[]) {
      const rows = await db
        .select({ version: datasetVersion })
        .from(datasetVersion)
        .innerJoin(resource, eq(resource.id, datasetVersion.datasetId))
        .where(and(eq(resource.spaceId, spaceId), inArray(datasetVersion.id, ids)))
      return rows.map(({ version }) => version)
    },
    version: async (id: string) => (await db.select().from(datasetVersion).where(eq(datasetVersion.id, id)))[0],
    async lastVersion(datasetId: string, tx: Tx = db) {
      const [last] = await tx
        .select()
        .from(datasetVersion)
        .where(eq(datasetVersion.datasetId, datasetId))
        .orderBy(desc(datasetVersion.vn))
        .limit(1)
      return last
    },
    async versions(datasetId: string, like: string, page: number, size: number) {
      const where = and(
        eq(datasetVersion.datasetId, datasetId),
        like ? ilike(datasetVersion.version, likeText(like)) : undefined,
      )
      const rows = await db
        .select()
        .from(datasetVersion)
        .where(where)
        .orderBy(desc(datasetVersion.vn))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(datasetVersion, where) }
    },
  }
}
export type DatasetRepo = ReturnType<typeof createDatasetRepo>
