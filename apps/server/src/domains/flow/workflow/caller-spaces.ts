import type { Ctx } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'

/** Every space that the caller is in and the token reaches. */
export async function callerSpaces(spaces: Pick<SpaceService, 'list'>, ctx: Ctx): Promise<string[]> {
  const all = (await spaces.list(ctx.userId)).map(({ space }) => space.id)
  const reach = ctx.actor?.token?.spaces ?? 'all'
  return reach === 'all' ? all : all.filter((id) => reach.has(id))
}
