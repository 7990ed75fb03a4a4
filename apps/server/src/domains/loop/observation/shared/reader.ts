import type { Ctx } from '#kit/http/context.ts'

/** What a person sees of a space: everything, or the traces of what they may edit, and their own. */
export interface Reader {
  spaceId: string
  userId: string
  seesAll: boolean
}

/** Owners and admins see everything; others what they may edit, and their own turns. */
export const readerOf = async (ctx: Ctx, spaceId: string): Promise<Reader> => ({
  spaceId,
  userId: ctx.userId,
  seesAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
})
