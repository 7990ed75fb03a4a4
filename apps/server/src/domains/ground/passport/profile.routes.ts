import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService, ProfileChange } from './passport.service.ts'
import { labelOf } from './shared/user-label.ts'

const changeOf = (input: {
  user_unique_name?: string | undefined
  name?: string | undefined
  avatar?: string | undefined
  signature?: string | undefined
}): ProfileChange => ({
  uniqueName: input.user_unique_name,
  name: input.name,
  avatar: input.avatar,
  description: input.signature,
})

export function profileRoutes(deps: {
  passport: Pick<PassportService, 'getMany' | 'updateProfile' | 'checkProfile'>
  links: FileLinks
  /** Whether one user may see the profile of another. */
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
        ...labelOf(user),
      }
    },
    update: async (input, ctx) => {
      await passport.updateProfile(ctx.userId, changeOf(input), 'signature')
      return {}
    },
    check: async (input, ctx) => {
      await passport.checkProfile(ctx.userId, changeOf(input), 'signature')
      return {}
    },
    health: async () => {
      await deps.ping()
      return { status: 'ok', message: '' }
    },
  }
}
