import { type contract, ProductState } from '@orrery/contract'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ListingService } from './listing.service.ts'
import type { MarketSettings } from './market-settings.ts'
import { type MarketService, typesOf } from './market.service.ts'
import { marketErrors } from './market.errors.ts'
import type { ProductRow } from './market.table.ts'
import { type MarketView } from './market.view.ts'
import { filterOf, requestOf } from './product-filter.ts'
import { reportReasons, type ReportService } from './report.service.ts'

export interface SellerDeps {
  market: MarketService
  listing: ListingService
  reports: ReportService
  resources: Pick<ResourceService, 'get'>
  people: Pick<PassportService, 'getMany'>
  view: MarketView
  settings(): Promise<MarketSettings>
}
const marksBy = { 2: 'usedAt', 3: 'viewedAt', 4: 'favoriteAt' } as const
const withAudit = (row: ProductRow) => ({ audit_status: row.draftStatus, reject_reason: row.rejectReason })

export function sellerRoutes(deps: SellerDeps): Handlers<typeof contract.marketSeller> {
  const { market, listing, view } = deps
  const own = async (productId: string, ctx: Ctx) => {
    const row = await market.find({ productId }, ctx.userId)
    if (row.sellerId !== ctx.userId) throw errors.noAccess()
    return row
  }
  return {
    list: async (input, ctx) => {
      // The instance owner may list products regardless.
      if (!ctx.actor!.isInstanceOwner && !(await deps.settings()).isOpen) throw marketErrors.closed()
      const row = await listing.submit({
        userId: ctx.userId,
        isAdmin: ctx.actor!.isInstanceOwner,
        entityType: input.entity_type,
        entityId: input.entity_id,
        categoryId: input.category_id,
        name: input.product_name,
        description: input.description,
        readme: input.readme,
        note: input.note || input.entity_version,
        pictures: input.covers?.map((cover) => cover.uri),
      })
      return { audit_status: row.draftStatus, product_id: row.id }
    },
    unlist: async (input, ctx) => {
      await listing.unlist(await own(input.product_id, ctx), ctx.userId, 'seller')
      return {}
    },
    relist: async (input, ctx) => {
      await listing.relist(await own(input.product_id, ctx), ctx.userId, 'seller')
      return {}
    },
    managed: async (input, ctx) => {
      const { rows, total } = await market.list({
        types: typesOf(undefined, input.entity_types).types,
        sellerId: ctx.userId,
        spaceId: input.space_id,
        ...(input.statuses?.length && { statuses: input.statuses }),
        sort: 'newest',
        page: input.page_num,
        size: input.page_size,
      })
      const shown = await view.show(rows, ctx.userId, ctx.locale)
      return {
        products: shown.map((item, at) => ({ ...item, ...withAudit(rows[at]!) })),
        has_more: input.page_num * input.page_size < total,
      }
    },
    ofUser: async (input, ctx) => {
      const { types } = typesOf(input.entity_type, input.entity_types)
      const by = marksBy[input.source as keyof typeof marksBy]
      if (!ctx.userId && (by || !input.user_id)) throw errors.notSignedIn()
      if (by) {
        const { rows, hasMore, cursor } = await market.marked({
          userId: ctx.userId,
          by,
          types,
          cursor: input.cursor,
          size: input.limit,
        })
        const list = rows.map((row) => row.product)
        return { products: await view.show(list, ctx.userId, ctx.locale), has_more: hasMore, next_cursor: cursor }
      }
      const page = Math.max(1, Math.min(10_000, Number(input.cursor) || 1))
      const { rows, total } = await market.list({
        types,
        sellerId: input.user_id ?? ctx.userId,
        status: ProductState.listed,
        sort: 'newest',
        page,
        size: input.limit,
      })
      const hasMore = page * input.limit < total
      return {
        products: await view.show(rows, ctx.userId, ctx.locale),
        has_more: hasMore,
        next_cursor: hasMore ? String(page + 1) : '',
      }
    },
    countOfUser: async (input, ctx) => {
      const { types } = typesOf(undefined, input.entity_types)
      const by = marksBy[input.source as keyof typeof marksBy]
      const counts = by
        ? await market.countMarked(ctx.userId, by, types)
        : await market.totals({ types, sellerId: input.user_id ?? ctx.userId, status: ProductState.listed })
      return {
        counter: Object.fromEntries([...counts].map(([type, n]) => [String(type), n])),
        total_count: [...counts.values()].reduce((sum, n) => sum + n, 0),
      }
    },
    entityInfo: async (input, ctx) => {
      const head = (await deps.resources.get(input.entity_id))!
      const known = await market
        .find({ entityType: input.entity_type, entityId: input.entity_id }, ctx.userId, ctx.actor?.isInstanceOwner)
        .catch((cause: unknown) => {
          if (cause instanceof AppError) return undefined
          throw cause
        })
      if (known) return { meta_info: (await view.show([known], ctx.userId, ctx.locale))[0]!.meta_info }
      return {
        meta_info: {
          id: '',
          name: head.name,
          entity_id: head.id,
          entity_type: input.entity_type,
          icon_url: view.link(head.iconUri),
          heat: 0,
          favorite_count: 0,
          description: head.description,
          listed_at: '0',
          status: ProductState.neverListed,
          is_favorited: false,
          is_free: true,
          readme: '',
          entity_version: '',
          covers: [],
          is_template: false,
          is_official: false,
          rating: 0,
          rating_count: 0,
        },
      }
    },
  }
}

export function adminRoutes(deps: SellerDeps): Handlers<typeof contract.marketAdmin> {
  const { market, listing, view } = deps
  const any = (input: Parameters<typeof requestOf>[0], ctx: Ctx) => market.find(requestOf(input), ctx.userId, true)
  async function each(ids: string[], locale: Locale, work: (id: string) => Promise<void>) {
    const done: string[] = []
    const failed: { id: string; reason: string }[] = []
    for (const id of new Set(ids))
      try {
        await work(id)
        done.push(id)
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        failed.push({ id, reason: cause.text(locale) })
      }
    return { done, failed }
  }
  return {
    list: async (input, ctx) => {
      const { rows, total } = await market.list({
        ...filterOf(input),
        status: input.product_status,
        draftStatus: input.draft_status,
        sort: input.sort_type === 2 ? 'newest' : 'heat',
        page: input.page_num,
        size: input.page_size,
      })
      const shown = await view.show(rows, ctx.userId, ctx.locale)
      return {
        products: shown.map((item, at) => ({ ...item, ...withAudit(rows[at]!) })),
        has_more: input.page_num * input.page_size < total,
        total,
      }
    },
    approve: async (input, ctx) => {
      const row = await any(input, ctx)
      await listing.approve(row, ctx.userId)
      return { product_id: row.id }
    },
    approveMany: (input, ctx) =>
      each(input.product_ids, ctx.locale, async (id) =>
        listing.approve(await any({ product_id: id }, ctx), ctx.userId),
      ),
    reject: async (input, ctx) => {
      await listing.reject(await any({ product_id: input.product_draft_id }, ctx), ctx.userId, input.reject_reason)
      return {}
    },
    unlist: async (input, ctx) => {
      const row = await any(input, ctx)
      await (input.ban ? listing.ban(row, ctx.userId, input.reason) : listing.unlist(row, ctx.userId, 'admin'))
      return {}
    },
    unlistMany: (input, ctx) =>
      each(input.product_ids, ctx.locale, async (id) =>
        listing.unlist(await any({ product_id: id }, ctx), ctx.userId, 'admin'),
      ),
    unban: async (input, ctx) => {
      await listing.unban(await any(input, ctx), ctx.userId)
      return {}
    },
    categories: async () => ({
      categories: (await market.categories([])).rows.map((row) => ({
        id: row.id,
        name_en: row.nameEn,
        name_zh: row.nameZh,
        index: row.place,
      })),
    }),
    saveCategories: async (input) => {
      await listing.saveCategories(
        input.categories.map((category) => ({
          id: category.id,
          nameEn: category.name_en,
          nameZh: category.name_zh,
          place: category.index,
          isDeleted: category.is_deleted,
        })),
      )
      return {}
    },
  }
}

export function reportRoutes(deps: SellerDeps): Handlers<typeof contract.report> {
  const { market, reports, people } = deps
  return {
    reasons: (_, ctx) => ({
      report_reasons: reportReasons.map((reportReason) => ({
        reason_code: reportReason.code,
        starling_key: reportReason.key,
        text: ctx.locale === 'zh-CN' ? reportReason.zh : reportReason.en,
      })),
    }),
    submit: async (input, ctx) => {
      const row = await market.find({ productId: input.object_id }, ctx.userId)
      await reports.submit({
        userId: ctx.userId,
        productId: row.id,
        objectType: input.object_type,
        reasons: input.detail.reason_codes,
        description: input.detail.description,
      })
      return {}
    },
    times: async (input) => ({
      report_times_datas: Object.fromEntries(
        [...(await reports.times(input.object_id_list))].map(([id, { total, open }]) => [
          id,
          { total_report_times: total, current_report_times: open },
        ]),
      ),
    }),
    query: async (input, ctx) => {
      const { rows, total } = await reports.query({
        ids: input.object_id_list ?? undefined,
        objectType: input.object_type,
        from: input.report_time_begin === undefined ? undefined : input.report_time_begin * 1000,
        to: input.report_time_end === undefined ? undefined : input.report_time_end * 1000,
        userId: input.report_uid,
        page: input.page_num,
        size: input.page_size,
      })
      const users = new Map(
        (await people.getMany([...new Set(rows.map((row) => row.report.userId))])).map((user) => [user.id, user]),
      )
      return {
        report_datas: rows.map(({ report, texts }) => ({
          object_id: report.productId,
          object_type: report.objectType,
          reason_codes_str: report.reasons.map((code) => {
            const reason = reportReasons.find((reportReason) => reportReason.code === code)
            return (ctx.locale === 'zh-CN' ? reason?.zh : reason?.en) ?? String(code)
          }),
          description: report.description,
          report_uid: report.userId,
          report_id: report.id,
          report_user_name: users.get(report.userId)?.name ?? '',
          report_time: secondsText(report.createdAt),
          report_object_name: (ctx.locale === 'zh-CN' ? texts.zh : texts.en).name,
          report_status: report.status,
        })),
        total_count: total,
      }
    },
    close: async (input, ctx) => {
      const row = await market.find({ productId: input.object_id }, ctx.userId, true)
      await reports.close(row.id)
      return {}
    },
  }
}
