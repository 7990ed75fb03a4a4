import { reachesSpace } from '#kit/access.ts'
import type { Ctx } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'

/** Ids of the spaces that the caller is a member of and the token may access. */
export async function callerSpaces(spaces: Pick<SpaceService, 'list'>, ctx: Ctx): Promise<string[]> {
  const all = await spaces.list(ctx.userId)
  return all
    .map(({ space }) => space)
    .filter((space) => reachesSpace(ctx.actor!, space.id, space))
    .map(({ id }) => id)
}
