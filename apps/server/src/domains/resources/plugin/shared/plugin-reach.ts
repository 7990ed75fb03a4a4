import type { Ctx } from '#kit/http/context.ts'
import { errors } from '#kit/errors.ts'
import type { OfficialSource } from './toolset.ts'

type Action = 'view' | 'testRunPlugin' | 'editInfo' | 'delete' | 'publish'
export type Reached = 'official' | 'plugin' | 'mcp'

/** Access check for calls that also accept official plugins and MCP servers; returns what kind of plugin it is. */
export function createReach(official: Pick<OfficialSource, 'has'>) {
  return async function reach(ctx: Ctx, id: string, action: Action): Promise<Reached> {
    if (official.has(id)) {
      if (action === 'view' || action === 'testRunPlugin') return 'official'
      throw errors.noAccess()
    }
    const located = await ctx.access.require(ctx.actor!, 'resource', id, action)
    if (located.kind !== 'plugin' && located.kind !== 'mcp') throw errors.notFound({ what: 'plugin' })
    return located.kind
  }
}
export type Reach = ReturnType<typeof createReach>
