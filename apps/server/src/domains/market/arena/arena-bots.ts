import { ProductEntity, ProductState } from '@orrery/contract'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { product, productCategory, type ProductRow } from '#domains/market/market/market.table.ts'
import { arenaErrors } from './arena.errors.ts'

export interface BotsDeps {
  db: Db
  links: FileLinks
  people: {
    getMany(ids: string[]): Promise<{ id: string; name: string; uniqueName: string; avatarKey: string | null }[]>
  }
}
const listed = and(eq(product.entityType, ProductEntity.bot), eq(product.status, ProductState.listed))
const A_TYPE = 3

/** Bots of the store in which models can be compared. Their types are the categories of the store. */
export function createArenaBots({ db, links, people }: BotsDeps) {
  const categories = () => db.select().from(productCategory).orderBy(productCategory.place, productCategory.id)
  const nameIn = (row: { nameEn: string; nameZh: string }, locale: Locale) =>
    locale === 'zh-CN' ? row.nameZh : row.nameEn

  async function shown(rows: ProductRow[], locale: Locale) {
    const kinds = new Map((await categories()).map((row) => [row.id, row]))
    const sellers = rows.flatMap(({ sellerId }) => sellerId ?? [])
    const owners = new Map((await people.getMany([...new Set(sellers)])).map((one) => [one.id, one]))
    return rows.map((row) => {
      const text = row.texts[locale === 'zh-CN' ? 'zh' : 'en']
      const owner = owners.get(row.sellerId ?? '')
      const kind = kinds.get(row.categoryId ?? '')
      return {
        product_id: row.id,
        name: text.name,
        description: text.description,
        owner: {
          name: owner?.name ?? '',
          avatar_url: owner ? links.make(owner.avatarKey) : '',
          user_name: owner?.uniqueName ?? '',
        },
        bot_type: { id: kind?.id ?? '0', name: kind ? nameIn(kind, locale) : '' },
        icon: links.make(row.iconUri),
        is_conf_public: false,
        bot_id: row.entityId,
        bot_version: '',
      }
    })
  }
  return {
    /** Categories that contain a bot. */
    async types(locale: Locale) {
      const used = await db
        .selectDistinct({ id: product.categoryId })
        .from(product)
        .where(and(listed, isNotNull(product.categoryId)))
      const ids = new Set(used.map(({ id }) => id))
      return (await categories())
        .filter(({ id }) => ids.has(id))
        .map((row) => ({ id: row.id, name: nameIn(row, locale) }))
    },
    async list(filter: { typeId?: string | undefined; page: number; size: number }, locale: Locale) {
      const where = filter.typeId ? and(listed, eq(product.categoryId, filter.typeId)) : listed
      const rows = await db
        .select()
        .from(product)
        .where(where)
        .orderBy(desc(product.heat), desc(product.id))
        .limit(filter.size + 1)
        .offset((filter.page - 1) * filter.size)
      return { bots: await shown(rows.slice(0, filter.size), locale), hasMore: rows.length > filter.size }
    },
    /** Three random bots of each type. */
    async someOfEach(locale: Locale) {
      const rows = await db
        .select()
        .from(product)
        .where(listed)
        .orderBy(sql`random()`)
      const counts = new Map<string, number>()
      const some = rows.filter(({ categoryId }) => {
        const known = (counts.get(categoryId ?? '') ?? 0) + 1
        counts.set(categoryId ?? '', known)
        return known <= A_TYPE
      })
      return { bots: await shown(some, locale), hasMore: false }
    },
    async random(): Promise<string> {
      const [row] = await db
        .select({ id: product.id })
        .from(product)
        .where(listed)
        .orderBy(sql`random()`)
        .limit(1)
      if (!row) throw arenaErrors.noBots()
      return row.id
    },
    async get(id: string): Promise<ProductRow | undefined> {
      return (await db.select().from(product).where(eq(product.id, id)))[0]
    },
  }
}
export type ArenaBots = ReturnType<typeof createArenaBots>
