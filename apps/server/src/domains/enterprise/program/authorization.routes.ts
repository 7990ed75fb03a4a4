import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { OauthApps } from '#domains/ground/oauth/app.service.ts'
import type { OauthGrants } from '#domains/ground/oauth/grant.service.ts'
import type { OauthApp, OauthGrant } from '#domains/ground/oauth/oauth.table.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { TokenReach } from '#domains/ground/token/reach.service.ts'
import type { Place, TokenService } from '#domains/ground/token/token.service.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { EnterpriseSpaces } from '#domains/enterprise/enterprise/enterprise-space.service.ts'
import type { Installations } from './installation.service.ts'
import type { MoveList } from './move-list.service.ts'
import { programErrors } from './program.errors.ts'

export interface AuthorizationRoutesDeps {
  installations: Installations
  apps: OauthApps
  grants: OauthGrants
  tokens: Pick<TokenService, 'list'>
  reach: TokenReach
  moves: MoveList
  owned: EnterpriseSpaces['owned']
  enterprises: EnterpriseService
  spaces: Pick<SpaceService, 'get'>
  people: Pick<PassportService, 'getMany'>
  audit: AuditService
  links: FileLinks
  placeOf(organizationId: string, userId: string): Promise<Place>
  signer(assertion: string): Promise<OauthApp>
}

export function appAuthorizationRoutes(deps: AuthorizationRoutesDeps): Handlers<typeof contract.appAuthorization> {
  const { installations, grants, reach, enterprises } = deps
  const note = (ctx: Ctx, app: OauthApp, enterpriseId: string | undefined) =>
    deps.audit.record({
      actorId: ctx.userId,
      ...(enterpriseId && { enterpriseId }),
      action: 'app.authorize',
      target: app.id,
      detail: { name: app.name },
    })
  /** Tokens and apps that a person uses in enterprises. */
  async function held(userId: string) {
    const [tokens, allowed] = await Promise.all([deps.tokens.list(userId), grants.ofUser(userId)])
    const inEnterprise = allowed.filter((grant) => grant.enterpriseId !== null)
    const known = await deps.apps.byIds(inEnterprise.map((grant) => grant.appId))
    return [
      ...tokens
        .filter((token) => token.enterpriseId !== null && token.lockedAt === null)
        .map((token) => ({
          type: 'pat' as const,
          id: token.id,
          name: token.name,
          enterpriseId: token.enterpriseId!,
          created_at: seconds(token.createdAt),
          expire_at: token.expiresAt ? seconds(token.expiresAt) : -1,
        })),
      ...inEnterprise.map((grant) => ({
        type: 'app' as const,
        id: grant.appId,
        name: known.get(grant.appId)?.name ?? '',
        enterpriseId: grant.enterpriseId!,
        created_at: seconds(grant.createdAt),
        expire_at: -1,
      })),
    ]
  }
  async function toAuthorizations(rows: OauthGrant[], app: OauthApp) {
    const users = new Map((await deps.people.getMany(rows.map((row) => row.userId))).map((user) => [user.id, user]))
    const companies = await enterprises.byIds(rows.flatMap((row) => row.enterpriseId ?? []))
    return rows.map((row) => {
      const user = users.get(row.userId)
      const company = row.enterpriseId ? companies.get(row.enterpriseId) : undefined
      const permissions = row.scopes ?? app.scopes ?? []
      return {
        id: row.id,
        account: company
          ? {
              account_id: company.id,
              account_type: 'enterprise' as const,
              account_name: company.name,
              account_avatar_url: company.iconUri ? deps.links.make(company.iconUri) : '',
            }
          : {
              account_id: row.userId,
              account_type: 'personal' as const,
              account_name: user?.name ?? '',
              account_avatar_url: user ? deps.links.make(user.avatarKey) : '',
            },
        permission: {
          account_permission: { permissions },
          ...(row.spaces && { workspace_permission: { workspace_ids: row.spaces, permissions } }),
        },
      }
    })
  }
  return {
    declared: async (input, ctx) => {
      const app = await installations.declaring(input.appid)
      const place = input.organization_id ? await deps.placeOf(input.organization_id, ctx.userId) : undefined
      await grants.allow(app, ctx.userId, null, { enterpriseId: place?.enterpriseId ?? null })
      await note(ctx, app, place?.enterpriseId)
      return {}
    },
    specified: async (input, ctx) => {
      const app = await installations.declaring(input.appid)
      const place = input.organization_id ? await deps.placeOf(input.organization_id, ctx.userId) : undefined
      if (place) await ctx.access.requireEnterprise(ctx.actor!, place.enterpriseId, 'manageApps')
      const ids = [...new Set(input.workspace_list)]
      const homes = new Set<string | null>()
      for (const id of ids) {
        await ctx.access.require(ctx.actor!, 'space', id, place ? 'addMember' : 'view')
        const found = await deps.spaces.get(id)
        homes.add(found.enterpriseId)
        if (place && found.enterpriseId !== place.enterpriseId) throw programErrors.spaceOutside({ name: found.name })
        // A grant belongs to one account: the person’s own, or one enterprise.
        if (homes.size > 1) throw programErrors.spaceOutside({ name: found.name })
      }
      if (place) await installations.setSpaces(app.id, place.enterpriseId, ids, ctx.userId)
      else await grants.allow(app, ctx.userId, ids, { enterpriseId: [...homes][0] ?? null })
      await note(ctx, app, place?.enterpriseId)
      return {}
    },
    ofApp: async (input, ctx) => {
      const assertion = /^Bearer (\S+)$/.exec(ctx.request.headers.get('authorization') ?? '')?.[1] ?? ''
      const app = await deps.signer(assertion).catch((cause: Error) => {
        throw programErrors.badAssertion({ reason: cause.message })
      })
      if (app.id !== input.appid) throw programErrors.badAssertion({ reason: '' })
      const all = await grants.ofApp(app.id)
      const from = (input.page_num - 1) * input.page_size
      return {
        detail: { logid: ctx.logId },
        data: {
          items: await toAuthorizations(all.slice(from, from + input.page_size), app),
          has_more: all.length > from + input.page_size,
        },
      }
    },
    checklist: async (input, ctx) => {
      const items = await deps.moves.affected(await deps.owned(input.workspace_id_list, ctx.userId))
      const users = new Map(
        (await deps.people.getMany(items.map((item) => item.userId))).map((user) => [user.id, user]),
      )
      return {
        checklist: items.map((item) => {
          const user = users.get(item.userId)!
          const picture = deps.links.make(user.avatarKey)
          return {
            user_info: { name: user.name, username: user.uniqueName, avator_url: picture, icon_url: picture },
            id: item.id,
            name: item.name,
            affected_workspaces: item.spaces.map((row) => ({
              name: row.name,
              icon_url: row.iconUri ? deps.links.make(row.iconUri) : '',
            })),
            checklist_item_type: item.type,
            can_migrate: item.userId === ctx.userId,
          }
        }),
      }
    },
    migrate: async (input, ctx) => {
      const items = input.authorization_list.map((item) => ({
        type: item.authorization_type,
        id: item.authorization_id,
      }))
      await deps.moves.carry(items, ctx.userId)
      return {}
    },
    reach: async (input, ctx) => {
      const [items, allowed] = await Promise.all([held(ctx.userId), reach.allowed(ctx.userId)])
      const companies = await enterprises.byIds(items.map((item) => item.enterpriseId))
      const from = (input.page - 1) * input.page_size
      return {
        enterprise_name: [...new Set([...companies.values()].map((row) => row.name))].join(', '),
        crossaccount_authinfo: items
          .slice(from, from + input.page_size)
          .map(({ id, type, name, created_at, expire_at }) => ({
            id,
            type,
            name,
            created_at,
            expire_at,
            is_authorized: allowed.has(`${type}:${id}`),
          })),
        total: items.length,
        has_more: items.length > from + input.page_size,
      }
    },
    allowReach: async (input, ctx) => {
      const items = await held(ctx.userId)
      for (const { id, type } of input.crossaccount_authinfo_list)
        if (!items.some((item) => item.id === id && item.type === type)) throw errors.notFound({ what: 'token' })
      for (const kind of ['app', 'pat'] as const) {
        const ids = input.crossaccount_authinfo_list.filter((item) => item.type === kind).map((item) => item.id)
        await reach.allow(ctx.userId, kind, ids)
      }
      if (input.crossaccount_authinfo_list.length)
        await deps.audit.record({ actorId: ctx.userId, action: 'app.reach', target: ctx.userId })
      return {}
    },
    revokeReach: async (input, ctx) => {
      const { id, type } = input.crossaccount_authinfo
      if (!(await reach.revoke(ctx.userId, type, id))) throw errors.notFound({ what: 'token' })
      await deps.audit.record({ actorId: ctx.userId, action: 'app.reach_off', target: id })
      return {}
    },
  }
}
