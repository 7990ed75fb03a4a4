import type { Ctx } from '#kit/http/context.ts'

/** Who reads the traces of a space, and whether they see all of them. */
export interface Reader {
  spaceId: string
  userId: string
  seesAll: boolean
}

/** Owners and admins see everything; others see traces of what they may edit, and their own turns. */
export const readerOf = async (ctx: Ctx, spaceId: string): Promise<Reader> => ({
  spaceId,
  userId: ctx.userId,
  seesAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
})
