import type { Contract, ShareLink } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { lookOf, type ShareService } from './share.service.ts'
import type { ShareRow } from './share.table.ts'

export type ShareOps = Pick<Contract['share'], 'links' | 'save' | 'renew'>

export function shareRoutes(shares: ShareService): Handlers<ShareOps> {
  const toLink = (row: ShareRow): ShareLink => ({
    connector_id: row.connectorId,
    key: row.key,
    url: shares.urlOf(row),
    has_password: row.passwordHash !== '',
    origins: row.origins,
    look: lookOf(row),
  })
  const sharer = (ctx: Ctx) => ({ userId: ctx.userId, spaceId: ctx.located!.spaceId })
  return {
    links: async (input, ctx) => ({ links: (await shares.links(input.resource_id, ctx.userId)).map(toLink) }),
    save: async ({ resource_id, connector_id, ...change }, ctx) =>
      toLink(await shares.save(resource_id, connector_id, change, sharer(ctx))),
    renew: async (input, ctx) => toLink(await shares.renew(input.resource_id, input.connector_id, sharer(ctx))),
  }
}
