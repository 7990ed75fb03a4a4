import type { contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { tokenErrors } from './token.errors.ts'
import type { Grants, Place, TokenService } from './token.service.ts'
import type { TokenRow } from './token.table.ts'

const DAY_MS = 24 * 3600_000
const seconds = (millis: number) => (millis ? Math.floor(millis / 1000) : -1)

interface Permissions {
  workspace_permission?: {
    workspace_id_list?: string[]
    permission_list: { resource_type: string; actions: string[] }[]
  }
  workspace_permission_v2?: { workspace_id_list?: string[]; permission_list: string[] }
  account_permission?: { permission_list: string[] }
  enterprise_permission?: { permission_list: string[] }
}

/** The wire groups permissions in four ways; internally they are one list of scopes and one of spaces. */
function toGrants(input: Permissions): Grants | undefined {
  const {
    workspace_permission: v1,
    workspace_permission_v2: v2,
    account_permission: account,
    enterprise_permission: enterprise,
  } = input
  if (!v1 && !v2 && !account && !enterprise) return undefined
  const scopes = [
    ...(v1?.permission_list.flatMap((permission) =>
      permission.actions.map((action) => `${permission.resource_type}.${action}`),
    ) ?? []),
    ...(v2?.permission_list ?? []),
    ...(account?.permission_list ?? []),
    ...(enterprise?.permission_list ?? []),
  ]
  const spaces = [...(v1?.workspace_id_list ?? []), ...(v2?.workspace_id_list ?? [])]
  const permissions = {
    workspace_permission: v1,
    workspace_permission_v2: v2,
    account_permission: account,
    enterprise_permission: enterprise,
  }
  return { scopes: [...new Set(scopes)], spaces: spaces.length ? [...new Set(spaces)] : undefined, permissions }
}

export interface TokenRoutesDeps {
  tokens: TokenService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  clock: Clock
  knownScopes: ReadonlySet<string>
  /** The enterprise of an organisation that the user belongs to; throws for others. */
  placeOf(organizationId: string, userId: string): Promise<Place>
  /** Enterprises whose tokens the user administers. */
  administered(userId: string): Promise<string[]>
}

export function tokenRoutes({
  tokens,
  people,
  links,
  clock,
  knownScopes,
  placeOf,
  administered,
}: TokenRoutesDeps): Handlers<typeof contract.token> {
  const toToken = (row: TokenRow) => ({
    id: row.id,
    name: row.name,
    created_at: seconds(row.createdAt),
    updated_at: seconds(row.updatedAt),
    last_used_at: seconds(row.lastUsedAt),
    expire_at: seconds(row.expiresAt),
  })
  const expiry = (duration: string, expireAt: number | undefined) => {
    if (duration === 'permanent' || expireAt === -1) return 0
    if (duration !== 'customize' && expireAt === undefined) return clock.now() + Number(duration) * DAY_MS
    if (expireAt === undefined) throw tokenErrors.expiryPast()
    return expireAt * 1000
  }
  return {
    create: async (input, ctx) => {
      const grants = toGrants(input) ?? { permissions: {} }
      const { row, token } = await tokens.create(
        ctx.userId,
        input.name,
        expiry(input.duration_day, input.expire_at),
        grants,
        input.organization_id ? await placeOf(input.organization_id, ctx.userId) : undefined,
      )
      return { personal_access_token: toToken(row), token }
    },
    update: async (input, ctx) => {
      await tokens.update(ctx.userId, input.id, input.name, toGrants(input))
      return {}
    },
    remove: async (input, ctx) => {
      await tokens.remove(ctx.userId, input.id)
      return {}
    },
    list: async (input, ctx) => {
      const own = input.search_option === 'others' ? [] : await tokens.list(ctx.userId)
      const others =
        input.search_option === 'others' || input.search_option === 'all'
          ? await tokens.ofOthers(ctx.userId, await administered(ctx.userId))
          : []
      const all = [...own, ...others].filter(
        (row) => !input.organization_id || row.organizationId === input.organization_id,
      )
      const shown = all.slice(input.page * input.size, (input.page + 1) * input.size)
      const users = new Map((await people.getMany(shown.map(({ userId }) => userId))).map((user) => [user.id, user]))
      const creator = (row: TokenRow) => {
        const user = users.get(row.userId)!
        const picture = links.make(user.avatarKey)
        return {
          creator_name: user.name,
          creator_unique_name: user.uniqueName,
          creator_avatar_url: picture,
          creator_icon_url: picture,
          locked: row.lockedAt !== null,
          creator_status: user.disabled ? ('deactivated' as const) : ('active' as const),
        }
      }
      return {
        personal_access_tokens: shown.map((row) => ({ ...toToken(row), ...creator(row) })),
        has_more: all.length > (input.page + 1) * input.size,
      }
    },
    get: async (input, ctx) => {
      const row = await tokens.get(ctx.userId, input.id)
      return { personal_access_token: toToken(row), ...(row.permissions as Permissions) }
    },
    inWorkspace: async (input, ctx) => ({ exist: await tokens.reaches(ctx.userId, input.workspace_id) }),
    listByCreator: async (input, ctx) => ({
      personal_access_tokens: (await tokens.list(ctx.userId))
        .filter((row) => !input.organization_id || row.organizationId === input.organization_id)
        .map(toToken),
    }),
    supported: () => {
      const groups = Map.groupBy(knownScopes, (scope) => scope.split('.')[0]!)
      return {
        permission_list: [...groups].map(([type, scopes]) => ({
          resource_type: type,
          actions: scopes.map((scope) => scope.slice(type.length + 1)),
        })),
      }
    },
  }
}
