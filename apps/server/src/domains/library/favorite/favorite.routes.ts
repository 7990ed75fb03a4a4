import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { FavoriteService } from './favorite.service.ts'

export interface FavoriteRoutesDeps {
  favorites: FavoriteService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}
const kinds = { 1: 'bot', 2: 'project', 3: 'space', 4: 'bot' } as const

export function favoriteRoutes({ favorites, people, links }: FavoriteRoutesDeps): Handlers<typeof contract.favorite> {
  return {
    setBot: async (input, ctx) => {
      await favorites.setFavorite(ctx.userId, input.bot_id, input.fav_status === 1)
      return {}
    },
    setApp: async (input, ctx) => {
      const { kind } = ctx.located!
      if (kind !== 'bot' && kind !== 'project') throw errors.notFound({ what: 'bot or project' })
      await favorites.setFavorite(ctx.userId, input.intelligence_id, input.is_fav)
      return {}
    },
    bots: async (input, ctx) => {
      const { rows, total } = await favorites.list(ctx.userId, 'bot', input.name, input.page, input.size)
      const makers = new Map((await people.getMany(rows.map((row) => row.ownerId))).map((user) => [user.id, user]))
      return {
        get_user_bot_fav_data: {
          total,
          bot_infos: rows.map((row) => ({
            id: row.id,
            name: row.name,
            description_for_human: row.description,
            icon_uri: row.iconUri,
            icon_url: links.make(row.iconUri),
            space_id: row.spaceId,
            create_time: seconds(row.createdAt),
            update_time: seconds(row.updatedAt),
            creator: {
              id: row.ownerId,
              name: makers.get(row.ownerId)?.name ?? '',
              avatar_url: links.make(makers.get(row.ownerId)?.avatarKey),
              self: row.ownerId === ctx.userId,
            },
            published: row.publishedAt !== null,
            fav_status: 1,
            bot_status: row.status,
          })),
        },
      }
    },
    report: async (input, ctx) => {
      const kind = kinds[input.resource_type as keyof typeof kinds]
      await ctx.access.require(ctx.actor!, kind, input.resource_id, 'view')
      // Spaces record the last visit themselves.
      if (kind === 'space') return {}
      await (input.behavior_type === 2 ? favorites.edited : favorites.opened)(ctx.userId, input.resource_id)
      return {}
    },
  }
}
