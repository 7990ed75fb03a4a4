import { DraftStatus, isId, ProductState } from '@orrery/contract'
import { and, count, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import type { ListingState } from '#domains/ground/resource/shared/listing-state.ts'
import {
  type MarkRow,
  product,
  productCategory,
  type ProductItems,
  productMark,
  type ProductRow,
  productVersion,
} from './market.table.ts'

export interface ProductFilter {
  types: readonly number[]
  onlyTemplates?: boolean
  categoryIds?: readonly string[]
  /** A full-text query in PostgreSQL syntax, and the words as they were typed. */
  query?: string
  like?: string
  isOfficial?: boolean | undefined
  status?: number | undefined
  draftStatus?: number | undefined
  sellerId?: string | undefined
  spaceId?: string | undefined
  statuses?: readonly number[]
  /** Only these products, in this order unless another one is requested. */
  ids?: readonly string[]
  /** The time at which pinned positions must be valid. */
  now?: number
  sort: 'heat' | 'newest' | 'relative' | 'given'
  page: number
  size: number
}

/** A resource may be offered in several ways: the one that is publicly visible takes precedence. */
const weight = [ProductState.neverListed, ProductState.unlisted, ProductState.banned, ProductState.listed]

/** Pinned products come before popular ones while the pin is valid. */
const pinned = (now: number | undefined): SQL[] =>
  now === undefined
    ? []
    : [
        sql`CASE WHEN ${product.pinFrom} <= ${now} AND ${product.pinUntil} > ${now} THEN ${product.pinIndex} END NULLS LAST`,
      ]

export function createMarketRepo(db: Db) {
  async function listings(resourceIds: string[]): Promise<Map<string, ListingState>> {
    const states = new Map<string, ListingState>()
    if (resourceIds.length === 0) return states
    const rows = await db
      .select({ id: product.entityId, status: product.status, draft: product.draftStatus })
      .from(product)
      .where(and(inArray(product.entityId, resourceIds), eq(product.isOfficial, false)))
    for (const { id, ...state } of rows) {
      const known = states.get(id)
      if (!known || weight.indexOf(state.status) > weight.indexOf(known.status as ProductState)) states.set(id, state)
    }
    return states
  }

  const named = sql`(${product.texts} -> 'en' ->> 'name' || ' ' || (${product.texts} -> 'zh' ->> 'name'))`
  const whereOf = (filter: Omit<ProductFilter, 'sort' | 'page' | 'size'>): SQL | undefined =>
    and(
      filter.types.length ? inArray(product.entityType, [...filter.types]) : undefined,
      filter.onlyTemplates ? eq(product.isTemplate, true) : undefined,
      filter.categoryIds?.length ? inArray(product.categoryId, [...filter.categoryIds]) : undefined,
      filter.like === undefined
        ? undefined
        : or(
            filter.query ? sql`${product.words} @@ ${filter.query}::tsquery` : undefined,
            sql`${named} ILIKE ${filter.like}`,
          ),
      filter.isOfficial === undefined ? undefined : eq(product.isOfficial, filter.isOfficial),
      filter.status === undefined ? undefined : eq(product.status, filter.status as ProductState),
      filter.ids ? inArray(product.id, [...filter.ids]) : undefined,
      filter.statuses?.length ? inArray(product.status, [...filter.statuses] as ProductState[]) : undefined,
      filter.draftStatus === undefined ? undefined : sql`${product.draftStatus} = ${filter.draftStatus}`,
      filter.sellerId ? eq(product.sellerId, filter.sellerId) : undefined,
      filter.spaceId ? eq(product.spaceId, filter.spaceId) : undefined,
    )
  return {
    listings,
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async get(id: string): Promise<ProductRow | undefined> {
      return (await db.select().from(product).where(eq(product.id, id)))[0]
    },
    async ofEntity(entityType: number | undefined, entityId: string): Promise<ProductRow | undefined> {
      const where = and(
        eq(product.entityId, entityId),
        entityType === undefined ? undefined : eq(product.entityType, entityType),
      )
      return (await db.select().from(product).where(where).limit(1))[0]
    },
    byIds: (ids: string[]): Promise<ProductRow[]> =>
      ids.length ? db.select().from(product).where(inArray(product.id, ids)) : Promise.resolve([]),
    async pin(ids: string[], place: { index: number; from: number; until: number } | undefined) {
      await db
        .update(product)
        .set({ pinIndex: place?.index ?? null, pinFrom: place?.from ?? 0, pinUntil: place?.until ?? 0 })
        .where(inArray(product.id, ids))
    },
    insert: async (row: typeof product.$inferInsert, tx: Tx = db) => void (await tx.insert(product).values(row)),
    update: async (id: string, change: Partial<ProductRow>, tx: Tx = db) =>
      void (await tx.update(product).set(change).where(eq(product.id, id))),
    /** Changes a product only if its state is still `from`: of two concurrent changes, one fails. */
    async move(id: string, from: Pick<ProductRow, 'status' | 'draftStatus'>, change: Partial<ProductRow>) {
      const where = and(eq(product.id, id), eq(product.status, from.status), eq(product.draftStatus, from.draftStatus))
      return (await db.update(product).set(change).where(where).returning({ id: product.id })).length > 0
    },
    /** Products waiting for review, newest first. */
    pending: (most: number): Promise<ProductRow[]> =>
      db
        .select()
        .from(product)
        .where(eq(product.draftStatus, DraftStatus.pending))
        .orderBy(desc(product.updatedAt))
        .limit(most),
    async list(filter: ProductFilter): Promise<{ rows: ProductRow[]; total: number }> {
      const rank = filter.query ? [desc(sql`ts_rank(${product.words}, ${filter.query}::tsquery)`)] : []
      const by = {
        heat: [...pinned(filter.now), desc(product.heat), desc(product.id)],
        given: [sql`array_position(${sql.param([...(filter.ids ?? [])])}::bigint[], ${product.id})`],
        newest: [desc(sql`coalesce(${product.listedAt}, 0)`), desc(product.id)],
        relative: [...rank, desc(product.heat), desc(product.id)],
      }[filter.sort]
      const where = whereOf(filter)
      const rows = await db
        .select()
        .from(product)
        .where(where)
        .orderBy(...by)
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db.select({ n: count() }).from(product).where(where)
      return { rows, total: total!.n }
    },
    async totals(filter: Omit<ProductFilter, 'sort' | 'page' | 'size'>): Promise<Map<number, number>> {
      const rows = await db
        .select({ type: product.entityType, n: count() })
        .from(product)
        .where(whereOf(filter))
        .groupBy(product.entityType)
      return new Map(rows.map((row) => [row.type, row.n]))
    },
    async byCategory(types: readonly number[]): Promise<Map<string, number>> {
      const rows = await db
        .select({ id: product.categoryId, n: count() })
        .from(product)
        .where(
          and(
            eq(product.status, ProductState.listed),
            isNotNull(product.categoryId),
            types.length ? inArray(product.entityType, [...types]) : undefined,
          ),
        )
        .groupBy(product.categoryId)
      return new Map(rows.map((row) => [row.id!, row.n]))
    },

    categories: () => db.select().from(productCategory).orderBy(productCategory.place, productCategory.id),
    saveCategory: async (row: typeof productCategory.$inferInsert) =>
      void (await db
        .insert(productCategory)
        .values(row)
        .onConflictDoUpdate({
          target: productCategory.id,
          set: { nameEn: row.nameEn, nameZh: row.nameZh, place: row.place ?? 0 },
        })),
    removeCategory: async (id: string) => void (await db.delete(productCategory).where(eq(productCategory.id, id))),

    async version(id: string) {
      return (await db.select().from(productVersion).where(eq(productVersion.id, id)))[0]
    },
    /** Content of versions, by id. */
    async contents(ids: string[]): Promise<Map<string, ProductItems>> {
      if (!ids.length) return new Map()
      const rows = await db
        .select({ id: productVersion.id, items: productVersion.items })
        .from(productVersion)
        .where(inArray(productVersion.id, ids))
      return new Map(rows.map((row) => [row.id, row.items]))
    },
    versions: (productId: string, size: number) =>
      db
        .select({
          id: productVersion.id,
          version: productVersion.version,
          note: productVersion.note,
          pictures: productVersion.pictures,
          hash: productVersion.hash,
          shownAt: productVersion.shownAt,
          createdAt: productVersion.createdAt,
        })
        .from(productVersion)
        .where(eq(productVersion.productId, productId))
        .orderBy(desc(productVersion.id))
        .limit(size),
    showVersion: async (id: string, at: number) =>
      void (await db.update(productVersion).set({ shownAt: at }).where(eq(productVersion.id, id))),
    insertVersion: async (row: typeof productVersion.$inferInsert, tx: Tx = db) =>
      void (await tx.insert(productVersion).values(row)),

    async marks(userId: string, ids: string[]): Promise<Map<string, MarkRow>> {
      if (!userId || !ids.length) return new Map()
      const where = and(eq(productMark.userId, userId), inArray(productMark.productId, ids))
      return new Map((await db.select().from(productMark).where(where)).map((row) => [row.productId, row]))
    },
    /** Changes a person's mark on a product; returns the previous one. */
    async mark(userId: string, productId: string, change: Partial<MarkRow>): Promise<MarkRow | undefined> {
      return db.transaction(async (tx) => {
        await tx.insert(productMark).values({ userId, productId }).onConflictDoNothing()
        const where = and(eq(productMark.userId, userId), eq(productMark.productId, productId))
        const [before] = await tx.select().from(productMark).where(where).for('update')
        await tx.update(productMark).set(change).where(where)
        return before
      })
    },
    /** Whether one of the person's bots uses a plugin, in its draft or published. */
    async hasInBot(userId: string, pluginId: string): Promise<boolean> {
      const { rows } = await db.execute(sql`
        SELECT 1 FROM bot JOIN resource r ON r.id = bot.id
        WHERE r.owner_id = ${userId}
          AND bot.config -> 'plugin_info_list' @> jsonb_build_array(jsonb_build_object('plugin_id', ${pluginId}::text))
        LIMIT 1`)
      return rows.length > 0
    },
    async ratings(productId: string, page: number, size: number) {
      const where = and(eq(productMark.productId, productId), gt(productMark.stars, 0))
      const rows = await db
        .select()
        .from(productMark)
        .where(where)
        .orderBy(desc(sql`coalesce(${productMark.ratedAt}, 0)`), desc(productMark.userId))
        .limit(size)
        .offset((page - 1) * size)
      const counts = await db
        .select({ stars: productMark.stars, n: count() })
        .from(productMark)
        .where(where)
        .groupBy(productMark.stars)
      return { rows, counts: new Map(counts.map((count) => [count.stars, count.n])) }
    },
    async count(
      id: string,
      change: Partial<
        Record<'heat' | 'usedCount' | 'duplicateCount' | 'favoriteCount' | 'ratingSum' | 'ratingCount', number>
      >,
    ) {
      const set = Object.fromEntries(
        Object.entries(change).map(([key, by]) => [key, sql`greatest(0, ${product[key as 'heat']} + ${by})`]),
      )
      await db.update(product).set(set).where(eq(product.id, id))
    },
    /** Products that a person marked, used or viewed, newest first. */
    async marked(input: {
      userId: string
      by: 'favoriteAt' | 'usedAt' | 'viewedAt'
      types: readonly number[]
      like?: string | undefined
      cursor: string
      size: number
    }) {
      const at = productMark[input.by]
      const [time, last] = input.cursor.split('_')
      const isCursor = /^\d{1,15}$/.test(time ?? '') && isId(last ?? '')
      const rows = await db
        .select({ product, at })
        .from(productMark)
        .innerJoin(product, eq(product.id, productMark.productId))
        .where(
          and(
            eq(productMark.userId, input.userId),
            gt(at, 0),
            eq(product.status, ProductState.listed),
            input.types.length ? inArray(product.entityType, [...input.types]) : undefined,
            input.like ? sql`${named} ILIKE ${input.like}` : undefined,
            isCursor ? or(lt(at, Number(time)), and(eq(at, Number(time)), lt(product.id, last!))) : undefined,
          ),
        )
        .orderBy(desc(at), desc(product.id))
        .limit(input.size + 1)
      const page = rows.slice(0, input.size)
      const end = page.at(-1)
      const hasMore = rows.length > input.size
      return { rows: page, hasMore, cursor: hasMore && end ? `${end.at}_${end.product.id}` : '' }
    },
    async countMarked(userId: string, by: 'favoriteAt' | 'usedAt' | 'viewedAt', types: readonly number[]) {
      const rows = await db
        .select({ type: product.entityType, n: count() })
        .from(productMark)
        .innerJoin(product, eq(product.id, productMark.productId))
        .where(
          and(
            eq(productMark.userId, userId),
            gt(productMark[by], 0),
            eq(product.status, ProductState.listed),
            types.length ? inArray(product.entityType, [...types]) : undefined,
          ),
        )
        .groupBy(product.entityType)
      return new Map(rows.map((row) => [row.type, row.n]))
    },
  }
}
export type MarketRepo = ReturnType<typeof createMarketRepo>
