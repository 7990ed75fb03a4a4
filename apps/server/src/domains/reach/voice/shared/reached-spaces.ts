import { SpaceType } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'

/** Ids of the spaces that the caller may access, their own first; used because programs name no space. */
export const createReachedSpaces =
  (spaces: Pick<SpaceService, 'list'>) =>
  async (ctx: Ctx): Promise<string[]> => {
    const own = (await spaces.list(ctx.userId)).map(({ space }) => space)
    const may = await Promise.all(own.map(({ id }) => ctx.access.can(ctx.actor!, 'space', id, 'view')))
    const isTeam = ({ type }: { type: number }) => Number(type !== SpaceType.personal)
    return own
      .filter((_, at) => may[at])
      .toSorted((a, b) => isTeam(a) - isTeam(b))
      .map(({ id }) => id)
  }
