import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from './passport.service.ts'

export function profileRoutes(deps: {
  passport: Pick<PassportService, 'getMany' | 'updateProfile' | 'checkName'>
  links: FileLinks
  /** Whether one user may know who another is. */
  mayKnow(userId: string, otherId: string): Promise<boolean>
  ping(): Promise<void>
}): Handlers<typeof contract.profile> {
  const { passport, links } = deps
  return {
    get: async (input, ctx) => {
      const id = input.user_id ?? ctx.userId
      const isKnown = id === ctx.userId || (await deps.mayKnow(ctx.userId, id))
      const [user] = isKnown ? await passport.getMany([id]) : []
      if (!user) throw errors.notFound({ what: 'person' })
      return {
        user_id: user.id,
        user_name: user.uniqueName,
        name: user.name,
        avatar: links.make(user.avatarKey),
        signature: user.description,
      }
    },
    update: async (input, ctx) => {
      const { user_unique_name: uniqueName, name, signature: description } = input
      await passport.updateProfile(ctx.userId, {
        ...(uniqueName !== undefined && { uniqueName }),
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
      })
      return {}
    },
    check: async (input, ctx) => {
      if (input.user_unique_name) await passport.checkName(ctx.userId, input.user_unique_name)
      return {}
    },
    health: async () => {
      await deps.ping()
      return { status: 'ok', message: '' }
    },
  }
}
