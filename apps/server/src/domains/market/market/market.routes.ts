import { type contract, ProductEntity, ProductSort, ProductState } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { FolderService } from '#domains/library/folder/folder.service.ts'
import { marketErrors } from './market.errors.ts'
import { type MarketService, typesOf, wordsOf } from './market.service.ts'
import type { MarketSettings } from './market-settings.ts'
import type { ProductRow } from './market.table.ts'
import { type MarketView } from './market.view.ts'
import { filterOf, requestOf } from './product-filter.ts'
import type { ProductUses } from './product-use.ts'

const sortOf = (sort: number) =>
  sort === ProductSort.newest ? 'newest' : sort === ProductSort.relative ? 'relative' : 'heat'

export function marketRoutes(deps: {
  market: MarketService
  view: MarketView
  folders: Pick<FolderService, 'put'>
  uses: Pick<ProductUses, 'copied' | 'total'>
  settings(): Promise<MarketSettings>
  /** The level of an account, and the rate limit of its tokens per minute. */
  limits(userId: string): Promise<{ level: number; perMinute: number }>
  publicUrl: string
  /** Ids of the products of a visible collection. */
  ofTopic(topicId: string): Promise<string[]>
}): Handlers<typeof contract.market> {
  const { market, view } = deps
  const findBy = (input: Parameters<typeof requestOf>[0], ctx: Ctx) =>
    market.find(requestOf(input), ctx.userId, ctx.actor?.isInstanceOwner)
  /** The MCP configuration by which a program calls the tools of a plugin, for users who may use the plugin. */
  async function mcpOf(row: ProductRow, ctx: Ctx): Promise<string> {
    const isReached = ctx.actor && (await ctx.access.can(ctx.actor, 'plugin', row.entityId, 'view'))
    if (!isReached || row.entityType !== ProductEntity.plugin) return ''
    const url = `${deps.publicUrl}/v1/mcp/plugins/${row.entityId}`
    const server = { type: 'http', url, headers: { Authorization: 'Bearer YOUR_TOKEN' } }
    return JSON.stringify({ mcpServers: { [row.texts.en.name]: server } }, null, 2)
  }
  return {
    list: async (input, ctx) => {
      // Everything is free, so a filter for paid products finds nothing.
      if (input.is_free === false) return { products: [], total: 0, has_more: false }
      const ids = input.topic_id ? await deps.ofTopic(input.topic_id) : undefined
      const { rows, total } = await market.list({
        ...filterOf(input),
        ...(ids && { ids }),
        isOfficial: input.is_official,
        status: ProductState.listed,
        sort: ids && input.sort_type === ProductSort.heat ? 'given' : sortOf(input.sort_type),
        page: input.page_num,
        size: input.page_size,
      })
      const products = await view.show(rows, ctx.userId, ctx.locale)
      return { products, total, has_more: input.page_num * input.page_size < total }
    },
    detail: async (input, ctx) => {
      const row = await findBy(input, ctx)
      const [shown] = await view.show([row], ctx.userId, ctx.locale)
      const contents = await market.contents(row, ctx.locale)
      const isOwner = row.sellerId === ctx.userId
      const mark = (await market.marks(ctx.userId, [row.id])).get(row.id)
      return {
        ...shown!,
        is_owner: isOwner,
        audit_status: row.draftStatus,
        reject_reason: isOwner || ctx.actor?.isInstanceOwner ? row.rejectReason : '',
        can_duplicate: row.versionId !== null && row.status === ProductState.listed,
        // Only the seller may see the source space.
        space_id: isOwner ? (row.spaceId ?? '') : '',
        my_rating: mark?.stars ?? 0,
        contents: contents.map(({ kind, name }) => ({ kind, name })),
      }
    },
    versions: async (input, ctx) => {
      const row = await findBy(input, ctx)
      const mayKnowAll = row.sellerId === ctx.userId || ctx.actor?.isInstanceOwner === true
      return {
        versions: (await market.versions(row, mayKnowAll)).map((version) => ({
          version: version.version,
          note: version.note,
          hash: version.hash,
          is_shown: version.shownAt !== null,
          created_at: secondsText(version.createdAt),
        })),
      }
    },
    search: async (input, ctx) => {
      if (input.is_free === false) return { products: [], total: 0, has_more: false, entity_total: {} }
      const filter = {
        ...typesOf(input.entity_type, input.entity_types),
        ...(input.category_ids?.length && { categoryIds: input.category_ids }),
        ...wordsOf(input.keyword),
        isOfficial: input.is_official,
        status: ProductState.listed,
      }
      const { rows, total } = await market.list({
        ...filter,
        sort: sortOf(input.sort_type),
        page: input.page_num,
        size: input.page_size,
      })
      const totals = await market.totals({ ...filter, types: [], onlyTemplates: false })
      return {
        products: await view.show(rows, ctx.userId, ctx.locale),
        total,
        has_more: input.page_num * input.page_size < total,
        entity_total: Object.fromEntries([...totals].map(([type, n]) => [String(type), n])),
      }
    },
    suggest: async (input, ctx) => {
      const { like } = wordsOf(input.keyword)
      const { rows, total } = await market.list({
        ...typesOf(input.entity_type, input.entity_types),
        ...(like && { like }),
        status: ProductState.listed,
        sort: 'heat',
        page: input.page_num,
        size: Math.min(input.page_size, 20),
      })
      const shown = await view.show(rows, ctx.userId, ctx.locale)
      return {
        suggestions: shown.map((item) => item.meta_info),
        has_more: input.page_num * Math.min(input.page_size, 20) < total,
      }
    },
    categories: async (input, ctx) => {
      const { types } = typesOf(input.entity_type, undefined)
      const { rows, counts } = await market.categories(types)
      const isChinese = input.lang ? input.lang.startsWith('zh') : ctx.locale === 'zh-CN'
      return {
        entity_type: input.entity_type ?? 0,
        categories: rows
          .map((row) => ({
            id: row.id,
            name: isChinese ? row.nameZh : row.nameEn,
            icon_url: '',
            index: row.place,
            count: counts.get(row.id) ?? 0,
          }))
          .filter((item) => input.need_empty_category || item.count > 0),
      }
    },
    config: async () => {
      const { isOpen, hasRatings, admitsVisitors } = await deps.settings()
      return {
        enable_saas_plugin: false as const,
        enable_listing: isOpen,
        enable_rating: hasRatings,
        enable_visitors: admitsVisitors,
      }
    },
    callInfo: async (input, ctx) => {
      if (!input.entity_id && !ctx.userId) throw errors.notSignedIn()
      const row = input.entity_id ? await findBy(input, ctx) : undefined
      const used = await deps.uses.total(row ? { productId: row.id } : { sellerId: ctx.userId })
      const { level, perMinute } = await deps.limits(ctx.userId)
      return {
        mcp_json: row ? await mcpOf(row, ctx) : '',
        user_level: level,
        // Products cost nothing: only the rate limit of the caller's account applies.
        call_count_limit: { is_unlimited: true, used_count: used, total_count: 0 },
        // 0: no limit.
        call_rate_limit: { qps: Number.isFinite(perMinute) ? Math.max(1, Math.floor(perMinute / 60)) : 0 },
      }
    },
    favorite: async (input, ctx) => ({
      is_first_favorite: await market.setFavorite(await findBy(input, ctx), ctx.userId, !input.is_cancel),
    }),
    favorites: async (input, ctx) => {
      const size = input.page_size
      const { rows } = await market.marked({
        userId: ctx.userId,
        by: 'favoriteAt',
        types: typesOf(input.entity_type, undefined).types,
        like: wordsOf(input.key_wrod).like,
        cursor: '',
        size: input.page_num * size + 1,
      })
      const page = rows.slice((input.page_num - 1) * size, input.page_num * size)
      const shown = await view.show(
        page.map((item) => item.product),
        ctx.userId,
        ctx.locale,
      )
      return {
        favorite_products: shown.map((product, at) => ({ product, created_at: secondsText(page[at]!.at) })),
        has_more: rows.length > input.page_num * size,
      }
    },
    favoritesAfter: async (input, ctx) => {
      const { rows, hasMore, cursor } = await market.marked({
        userId: ctx.userId,
        by: 'favoriteAt',
        types: typesOf(input.entity_type, input.entity_types).types,
        like: wordsOf(input.keyword).like,
        cursor: input.cursor_id,
        size: input.page_size,
      })
      const shown = await view.show(
        rows.map((row) => row.product),
        ctx.userId,
        ctx.locale,
      )
      return {
        favorite_entities: await Promise.all(
          shown.map(async ({ meta_info: meta }, at) => {
            const { product, at: time } = rows[at]!
            const may = product.spaceId !== null && (await ctx.access.can(ctx.actor!, 'space', product.spaceId, 'view'))
            return {
              entity_id: meta.entity_id,
              entity_type: meta.entity_type,
              name: meta.name,
              icon_url: meta.icon_url,
              description: meta.description,
              space_id: may ? product.spaceId! : '',
              has_space_permission: may,
              favorite_at: secondsText(time),
              product_extra: { product_id: meta.id, product_status: meta.status },
              ...(meta.user_info && { user_info: meta.user_info }),
            }
          }),
        ),
        cursor_id: cursor,
        has_more: hasMore,
      }
    },
    duplicate: async (input, ctx) => {
      await ctx.access.require(ctx.actor!, 'space', input.space_id, 'createResource')
      const row = await findBy({ product_id: input.product_id }, ctx)
      if (input.entity_type !== undefined && input.entity_type !== row.entityType)
        throw errors.notFound({ what: 'product' })
      if (input.folder_id) await ctx.access.require(ctx.actor!, 'folder', input.folder_id, 'view')
      const { rootId, items } = await market.duplicate(row, {
        spaceId: input.space_id,
        userId: ctx.userId,
        locale: ctx.locale,
        name: input.name,
      })
      await deps.uses.copied(row.id, [rootId])
      if (input.folder_id) await deps.folders.put(input.space_id, input.folder_id, [rootId])
      const isPlugin = row.entityType === ProductEntity.plugin
      return { new_entity_id: rootId, new_plugin_id: isPlugin ? rootId : '', items }
    },
    act: async (input, ctx) => {
      const row = await findBy({ product_id: input.product_id }, ctx)
      await (input.operation_type === 1 ? market.use(row, ctx.userId) : market.view(row, ctx.userId))
      return {}
    },
    rate: async (input, ctx) => {
      if (!(await deps.settings()).hasRatings) throw marketErrors.noRatings()
      const row = await market.rate(
        await findBy({ product_id: input.product_id }, ctx),
        ctx.userId,
        input.stars,
        input.comment,
      )
      const rating = row.ratingCount ? Math.round((row.ratingSum / row.ratingCount) * 10) / 10 : 0
      return { rating, rating_count: row.ratingCount }
    },
    languages: () => ({
      langs: [
        { lang_code: 'en', name: 'English' },
        { lang_code: 'zh-CN', name: '简体中文' },
      ],
    }),
  }
}
