import type { Ctx } from '#kit/http/context.ts'
import type { Reader } from './observation.repo.ts'

/** Owners and admins see everything; others what they may edit, and their own turns. */
export const readerOf = async (ctx: Ctx, spaceId: string): Promise<Reader> => ({
  spaceId,
  userId: ctx.userId,
  seesAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
})
