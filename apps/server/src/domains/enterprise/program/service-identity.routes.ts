import type { contract, ServicePermission } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Clock } from '#kit/clock.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Place } from '#domains/ground/token/token.service.ts'
import { programErrors } from './program.errors.ts'
import type { ServiceIdentityRow } from './program.table.ts'
import type { ServiceIdentities } from './service-identity.service.ts'

const DAY_MS = 24 * 3600_000
const seconds = (millis: number) => (millis ? Math.floor(millis / 1000) : -1)
const toIdentity = (row: ServiceIdentityRow) => ({
  id: row.id,
  name: row.name,
  created_at: seconds(row.createdAt),
  updated_at: seconds(row.updatedAt),
  last_used_at: seconds(row.lastUsedAt),
  expire_at: seconds(row.expiresAt),
})
export interface ServiceIdentityRoutesDeps {
  identities: ServiceIdentities
  placeOf(organizationId: string, userId: string): Promise<Place>
  clock: Clock
}

export function serviceIdentityRoutes({
  identities,
  placeOf,
  clock,
}: ServiceIdentityRoutesDeps): Handlers<typeof contract.serviceIdentity> {
  const expiry = (duration: string, expireAt: number | undefined) => {
    if (duration === 'permanent' || expireAt === -1) return 0
    if (duration !== 'customize' && expireAt === undefined) return clock.now() + Number(duration) * DAY_MS
    if (expireAt === undefined) throw programErrors.expiryPast()
    return expireAt * 1000
  }
  /** Loads an identity for an admin of its enterprise, or for the creator of a private identity. */
  async function mine(id: string, ctx: Ctx): Promise<ServiceIdentityRow> {
    const row = await identities.get(id)
    const isMine = row.enterpriseId
      ? await ctx.access.canEnterprise(ctx.actor!, row.enterpriseId, 'manageApps')
      : row.createdBy === ctx.userId
    if (!isMine) throw errors.notFound({ what: 'service identity' })
    return row
  }
  /** Requires the right to add members to each space; access to all spaces needs a super admin. */
  async function requireSpaces(
    { workspace_permission: given }: ServicePermission,
    enterpriseId: string | null,
    ctx: Ctx,
  ) {
    if (given?.option === 2) {
      if (enterpriseId === null) throw programErrors.botOutside()
      await ctx.access.requireEnterprise(ctx.actor!, enterpriseId, 'own')
    } else
      for (const id of given?.workspace_id_list ?? []) await ctx.access.require(ctx.actor!, 'space', id, 'addMember')
  }
  return {
    create: async (input, ctx) => {
      const place = input.organization_id ? await placeOf(input.organization_id, ctx.userId) : undefined
      if (place) await ctx.access.requireEnterprise(ctx.actor!, place.enterpriseId, 'manageApps')
      await requireSpaces(input.permission, place?.enterpriseId ?? null, ctx)
      const { row, token } = await identities.create(ctx.userId, {
        name: input.name,
        expiresAt: expiry(input.duration_day, input.expire_at),
        permission: input.permission,
        place,
      })
      return { service_identity: toIdentity(row), token }
    },
    get: async (input, ctx) => {
      const row = await mine(input.id, ctx)
      return { service_identity: toIdentity(row), service_permission: row.permissions }
    },
    list: async (input, ctx) => {
      if (!input.organization_id)
        return { service_identity_list: (await identities.list({ ownerId: ctx.userId })).map(toIdentity) }
      const place = await placeOf(input.organization_id, ctx.userId)
      await ctx.access.requireEnterprise(ctx.actor!, place.enterpriseId, 'manageApps')
      return { service_identity_list: (await identities.list(place)).map(toIdentity) }
    },
    update: async (input, ctx) => {
      const row = await mine(input.id, ctx)
      if (input.permission) await requireSpaces(input.permission, row.enterpriseId, ctx)
      await identities.update(input.id, ctx.userId, {
        name: input.name,
        permission: input.permission,
        ...((input.duration_day !== undefined || input.expire_at !== undefined) && {
          expiresAt: expiry(input.duration_day ?? 'customize', input.expire_at),
        }),
      })
      return {}
    },
    remove: async (input, ctx) => {
      await mine(input.id, ctx)
      await identities.remove(input.id, ctx.userId)
      return {}
    },
  }
}
