import { ProductState, TopicStatus } from '@orrery/contract'
import { and, desc, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { product, type ProductRow } from './market.table.ts'
import { type FeaturedRow, productFeatured, productTopic, type TopicRow } from './showcase.table.ts'

export interface Period {
  from?: number | undefined
  until?: number | undefined
}

export function createShowcaseRepo(db: Db) {
  const ofTypes = (types: readonly number[]) => (types.length ? inArray(product.entityType, [...types]) : undefined)
  return {
    /** Currently featured products, or the previewed one; only products that are listed. */
    async featuredAt(
      now: number,
      types: readonly number[],
      previewId: string | undefined,
    ): Promise<{ featured: FeaturedRow; product: ProductRow }[]> {
      const isOn = and(lte(productFeatured.beginAt, now), gt(productFeatured.endAt, now))
      return db
        .select({ featured: productFeatured, product })
        .from(productFeatured)
        .innerJoin(product, eq(product.id, productFeatured.productId))
        .where(
          and(
            eq(product.status, ProductState.listed),
            ofTypes(types),
            previewId === undefined ? isOn : or(isOn, eq(productFeatured.id, previewId)),
          ),
        )
        .orderBy(desc(productFeatured.beginAt), desc(productFeatured.id))
        .limit(20)
    },
    allFeatured: ({ from, until }: Period, types: readonly number[]) =>
      db
        .select({ featured: productFeatured, product })
        .from(productFeatured)
        .innerJoin(product, eq(product.id, productFeatured.productId))
        .where(
          and(
            from === undefined ? undefined : gt(productFeatured.endAt, from),
            until === undefined ? undefined : lte(productFeatured.beginAt, until),
            ofTypes(types),
          ),
        )
        .orderBy(desc(productFeatured.beginAt), desc(productFeatured.id))
        .limit(200),
    async featured(id: string): Promise<FeaturedRow | undefined> {
      return (await db.select().from(productFeatured).where(eq(productFeatured.id, id)))[0]
    },
    async lastFeatured(productId: string): Promise<FeaturedRow | undefined> {
      const rows = db.select().from(productFeatured).where(eq(productFeatured.productId, productId))
      return (await rows.orderBy(desc(productFeatured.id)).limit(1))[0]
    },
    saveFeatured: async ({ id, createdAt, ...values }: FeaturedRow) =>
      void (await db
        .insert(productFeatured)
        .values({ id, createdAt, ...values })
        .onConflictDoUpdate({ target: productFeatured.id, set: values })),
    removeFeatured: async (id: string) =>
      (await db.delete(productFeatured).where(eq(productFeatured.id, id)).returning({ id: productFeatured.id }))
        .length > 0,

    async topicsAt(now: number, entityType: number | undefined, previewId: string | undefined): Promise<TopicRow[]> {
      const isOn = and(
        eq(productTopic.status, TopicStatus.listed),
        lte(productTopic.beginAt, now),
        gt(productTopic.endAt, now),
      )
      return db
        .select()
        .from(productTopic)
        .where(
          and(
            entityType === undefined ? undefined : eq(productTopic.entityType, entityType),
            previewId === undefined ? isOn : or(isOn, eq(productTopic.id, previewId)),
          ),
        )
        .orderBy(desc(productTopic.beginAt), desc(productTopic.id))
        .limit(50)
    },
    allTopics: ({ from, until }: Period, entityType: number | undefined) =>
      db
        .select()
        .from(productTopic)
        .where(
          and(
            from === undefined ? undefined : gt(productTopic.endAt, from),
            until === undefined ? undefined : lte(productTopic.beginAt, until),
            entityType === undefined ? undefined : eq(productTopic.entityType, entityType),
          ),
        )
        .orderBy(desc(productTopic.beginAt), desc(productTopic.id))
        .limit(200),
    async topic(id: string): Promise<TopicRow | undefined> {
      return (await db.select().from(productTopic).where(eq(productTopic.id, id)))[0]
    },
    saveTopic: async ({ id, createdAt, ...values }: TopicRow) =>
      void (await db
        .insert(productTopic)
        .values({ id, createdAt, ...values })
        .onConflictDoUpdate({ target: productTopic.id, set: values })),
    setTopicStatus: async (id: string, status: TopicStatus) =>
      (await db.update(productTopic).set({ status }).where(eq(productTopic.id, id)).returning({ id: productTopic.id }))
        .length > 0,
    removeTopic: async (id: string) =>
      (await db.delete(productTopic).where(eq(productTopic.id, id)).returning({ id: productTopic.id })).length > 0,
  }
}
export type ShowcaseRepo = ReturnType<typeof createShowcaseRepo>
