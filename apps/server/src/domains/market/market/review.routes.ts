import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { labelOf } from '#domains/ground/passport/shared/user-label.ts'
import type { MarketService } from './market.service.ts'
import type { MarketSettings } from './market-settings.ts'
import { type MarketView } from './market.view.ts'
import { toolsIn } from './shown-tools.ts'

interface ReviewDeps {
  market: MarketService
  view: MarketView
}
interface RatingDeps extends ReviewDeps {
  people: Pick<PassportService, 'getMany'>
  settings(): Promise<Pick<MarketSettings, 'hasRatings'>>
}
/** Ratings of products. */
export function ratingRoutes({ market, view, people, settings }: RatingDeps): Handlers<typeof contract.marketRating> {
  return {
    list: async (input, ctx) => {
      const row = await market.find({ productId: input.product_id }, ctx.userId, ctx.actor?.isInstanceOwner)
      if (!(await settings()).hasRatings) return noRatings
      const { rows, counts } = await market.ratings(row.id, input.page_num, input.page_size)
      const users = new Map((await people.getMany(rows.map((row) => row.userId))).map((user) => [user.id, user]))
      const own = (await market.marks(ctx.userId, [row.id])).get(row.id)
      const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
      return {
        ratings: rows.map((row) => {
          const user = users.get(row.userId)
          return {
            stars: row.stars,
            comment: row.comment,
            rated_at: secondsText(row.ratedAt),
            user_info: {
              user_id: row.userId,
              user_name: ctx.userId ? (user?.uniqueName ?? '') : '',
              name: user?.name ?? '',
              avatar_url: view.link(user?.avatarKey),
              ...labelOf(user),
            },
          }
        }),
        own: { stars: own?.stars ?? 0, comment: own?.comment ?? '' },
        may_rate: ctx.userId !== '' && (await market.mayRate(row, ctx.userId)),
        counts: [1, 2, 3, 4, 5].map((stars) => counts.get(stars) ?? 0),
        total,
        has_more: input.page_num * input.page_size < total,
      }
    },
  }
}

const noRatings = {
  ratings: [],
  own: { stars: 0, comment: '' },
  may_rate: false,
  counts: [0, 0, 0, 0, 0],
  total: 0,
  has_more: false,
}

/** The review queue of the instance owner; listed versions are never in it. */
export function reviewRoutes({ market, view }: ReviewDeps): Handlers<typeof contract.marketReview> {
  return {
    waiting: async (input, ctx) => {
      const row = await market.find({ productId: input.product_id }, ctx.userId, true)
      const version = await market.waiting(row)
      const text = ctx.locale === 'zh-CN' ? version.texts.zh : version.texts.en
      const items = market.itemsFor(version, ctx.locale)
      return {
        version: version.version,
        note: version.note,
        ...text,
        covers: version.pictures.map((uri) => ({ uri, url: view.link(uri) })),
        contents: items.map(({ kind, name }) => ({ kind, name })),
        tools: toolsIn(items),
        created_at: secondsText(version.createdAt),
      }
    },
  }
}
