import { ProductEntity, ProductState } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import { quoteLexeme, segment } from '#kit/segment/segment.ts'
import { likeText } from '#kit/db.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import { hashOf } from '#domains/library/bundle/shared/content-hash.ts'
import type { BundleService } from '#domains/library/bundle/bundle.service.ts'
import type { CreationOptionsFor } from '#domains/library/bundle/shared/creation-options.ts'
import { marketErrors } from './market.errors.ts'
import type { MarketRepo, ProductFilter } from './market.repo.ts'
import type { ProductRow, ProductVersionRow } from './market.table.ts'

export interface Taken {
  rootId: string
  items: { kind: string; id: string; name: string }[]
}
export interface MarketDeps {
  repo: MarketRepo
  bundles: BundleService
  clock: Clock
  /** Lists the built-in products before the first visit. */
  stock(): Promise<void>
  creationOptions: CreationOptionsFor
  content: Pick<ContentGuard, 'require'>
}
const templates: number[] = [
  ProductEntity.botTemplate,
  ProductEntity.workflowTemplate,
  ProductEntity.imageflowTemplate,
  ProductEntity.project,
]
/** The product types of a filter: `template` includes all kinds of templates. */
export function typesOf(item: number | undefined, several: readonly number[] | null | undefined) {
  const given = [...(item === undefined ? [] : [item]), ...(several ?? [])]
  const isAny = given.includes(ProductEntity.templateCommon)
  const types = given.filter((type) => type !== ProductEntity.templateCommon)
  return { types: isAny ? [...types, ...templates] : types, onlyTemplates: isAny && !types.length }
}
export function wordsOf(keyword: string): Pick<ProductFilter, 'query' | 'like'> {
  const plain = keyword.replaceAll('\0', '').trim()
  if (!plain) return {}
  const terms = [...new Set(segment(plain))].slice(0, 12)
  const query = terms.map((term, at) => quoteLexeme(term) + (at === terms.length - 1 ? ':*' : '')).join(' & ')
  return { ...(query && { query }), like: likeText(plain) }
}

/** Browsing, rating and duplicating products. */
export function createMarketService({ repo, bundles, clock, stock, creationOptions, content }: MarketDeps) {
  /** Finds a product that is listed, or that the caller offers. */
  async function find(
    input: { productId?: string | undefined; entityType?: number | undefined; entityId?: string | undefined },
    userId: string,
    isAdmin = false,
  ): Promise<ProductRow> {
    await stock()
    if (!input.productId && !input.entityId) throw marketErrors.noProduct()
    const row = input.productId
      ? await repo.get(input.productId)
      : await repo.ofEntity(input.entityType, input.entityId!)
    const mayKnow = row && (row.status === ProductState.listed || row.sellerId === userId || isAdmin)
    if (!row || !mayKnow) throw errors.notFound({ what: 'product' })
    return row
  }
  /** Whether a person has used the product: official plugins are not installed, but added to a bot. */
  async function mayRate(row: ProductRow, userId: string): Promise<boolean> {
    const mark = (await repo.marks(userId, [row.id])).get(row.id)
    if (mark?.usedAt) return true
    return row.isOfficial && row.entityType === ProductEntity.plugin && repo.hasInBot(userId, row.entityId)
  }
  const itemsFor = ({ items }: ProductVersionRow, locale: Locale) =>
    locale === 'zh-CN' ? (items.zh ?? items.en) : items.en

  return {
    find,
    itemsFor,
    mayRate,
    /** Resolves when the built-in products are listed. */
    ready: stock,
    async list(filter: ProductFilter) {
      await stock()
      return repo.list({ ...filter, now: clock.now() })
    },
    isSeller: async (userId: string): Promise<boolean> =>
      (await repo.totals({ types: [], sellerId: userId, status: ProductState.listed })).size > 0,
    async totals(filter: Parameters<MarketRepo['totals']>[0]) {
      await stock()
      return repo.totals(filter)
    },
    async categories(types: readonly number[]) {
      await stock()
      return { rows: await repo.categories(), counts: await repo.byCategory(types) }
    },
    marks: repo.marks,
    marked: repo.marked,
    countMarked: repo.countMarked,
    /** Versions that were listed; the seller also sees waiting and refused ones. */
    versions: async (row: ProductRow, withAll: boolean) =>
      (await repo.versions(row.id, 100)).filter((version) => withAll || version.shownAt !== null),
    /** The content of the listed version. */
    async contents(row: ProductRow, locale: Locale) {
      const version = row.versionId ? await repo.version(row.versionId) : undefined
      return version ? itemsFor(version, locale) : []
    },
    /** The version waiting for review. */
    async waiting(row: ProductRow) {
      const version = row.draftId ? await repo.version(row.draftId) : undefined
      if (!version) throw marketErrors.nothingWaits()
      return version
    },
    contentsOf: repo.contents,
    ratings: repo.ratings,
    /** Returns true if the product was not a favourite before. */
    async setFavorite(row: ProductRow, userId: string, isFavorite: boolean): Promise<boolean> {
      const before = await repo.mark(userId, row.id, { favoriteAt: isFavorite ? clock.now() : null })
      const was = before?.favoriteAt !== null
      const step = was === isFavorite ? 0 : isFavorite ? 1 : -1
      if (step) await repo.count(row.id, { favoriteCount: step, heat: step * 2 })
      return isFavorite && !was
    },
    async view(row: ProductRow, userId: string) {
      await repo.mark(userId, row.id, { viewedAt: clock.now() })
    },
    async use(row: ProductRow, userId: string) {
      await repo.mark(userId, row.id, { usedAt: clock.now() })
      await repo.count(row.id, { usedCount: 1, heat: 1 })
    },
    async rate(row: ProductRow, userId: string, stars: number, comment: string) {
      if (!(await mayRate(row, userId))) throw marketErrors.notUsed()
      if (stars) await content.require('product', { comment })
      const said = { stars, comment: stars ? comment : '', ratedAt: stars ? clock.now() : null }
      const before = (await repo.mark(userId, row.id, said))!
      await repo.count(row.id, {
        ratingSum: stars - before.stars,
        ratingCount: (stars ? 1 : 0) - (before.stars ? 1 : 0),
      })
      return (await repo.get(row.id))!
    },
    /** Creates the content in a space. Content that was tampered with is refused. */
    async duplicate(
      row: ProductRow,
      to: { spaceId: string; userId: string; locale: Locale; name?: string | undefined },
    ): Promise<Taken> {
      if (row.status !== ProductState.listed) throw errors.notFound({ what: 'product' })
      const version = row.versionId ? await repo.version(row.versionId) : undefined
      if (!version) throw marketErrors.nothingToTake()
      if (hashOf(version.items) !== version.hash) throw marketErrors.damaged()
      const rootId = version.roots[0]!
      const items = itemsFor(version, to.locale).map((item) =>
        item.id === rootId && to.name ? { ...item, name: to.name } : item,
      )
      const { ids } = await bundles.create(items, { ...creationOptions(to), publishes: true })
      await repo.mark(to.userId, row.id, { usedAt: clock.now() })
      await repo.count(row.id, { duplicateCount: 1, usedCount: 1, heat: 3 })
      return {
        rootId: ids.get(rootId)!,
        items: items.map((item) => ({ kind: item.kind, id: ids.get(item.id)!, name: item.name })),
      }
    },
  }
}
export type MarketService = ReturnType<typeof createMarketService>
