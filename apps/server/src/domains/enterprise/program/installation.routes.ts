import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { OauthApps } from '#domains/ground/oauth/app.service.ts'
import type { OauthGrants } from '#domains/ground/oauth/grant.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { TokenService } from '#domains/ground/token/token.service.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { Installations } from './installation.service.ts'
import { programErrors } from './program.errors.ts'
import type { AppInstallationRow } from './program.table.ts'
import type { ServiceIdentities } from './service-identity.service.ts'

export interface InstallationRoutesDeps {
  installations: Installations
  identities: Pick<ServiceIdentities, 'list'>
  tokens: Pick<TokenService, 'ofEnterprise' | 'lock'>
  enterprises: EnterpriseService
  apps: OauthApps
  grants: Pick<OauthGrants, 'allow'>
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}
const seconds = (millis: number) => (millis ? Math.floor(millis / 1000) : -1)

export function appInstallationRoutes(deps: InstallationRoutesDeps): Handlers<typeof contract.appInstallation> {
  const { installations, enterprises, apps } = deps
  /** The given enterprise, or the only one of the caller. */
  async function chosen(enterpriseId: string | undefined, ctx: Ctx): Promise<string> {
    if (enterpriseId) return enterpriseId
    const mine = await enterprises.listOf(ctx.userId)
    if (mine.length !== 1) throw programErrors.chooseEnterprise()
    return mine[0]!.enterprise.id
  }
  const may = (ctx: Ctx, enterpriseId: string) => ctx.access.canEnterprise(ctx.actor!, enterpriseId, 'manageApps')
  const statusOf = (row: AppInstallationRow, declared: string[] | null) => {
    // Newly declared scopes need another review; approved scopes stay valid.
    const grew = declared?.some((scope) => !row.scopes?.includes(scope)) ?? false
    const state = row.status === 'approved' && !grew ? 'approved' : 'pending_review'
    return `${state}_app_${row.kind}` as const
  }
  return {
    info: async (input) => {
      const app = await apps.find(input.appid)
      if (!app) throw errors.notFound({ what: 'app' })
      const scopes = app.scopes ?? []
      const ofEnterprise = scopes.filter((scope) => scope.startsWith('Enterprise.'))
      return {
        certificated: 'Noncertificated' as const,
        name: app.name,
        request_permission: scopes,
        request_permission_v2: {
          workspace_permission: scopes.filter((scope) => !ofEnterprise.includes(scope)),
          account_permission: [],
          enterprise_permission: ofEnterprise,
        },
      }
    },
    consent: async (input, ctx) => {
      const { installation_account_hint: hint } = input
      if (hint === 'personal') {
        await deps.grants.allow(await installations.declaring(input.appid), ctx.userId, null)
        return {}
      }
      if (!(await enterprises.standing(ctx.userId, hint).catch(() => undefined))) throw programErrors.notInstallable()
      await ctx.access.requireEnterprise(ctx.actor!, hint, 'directory')
      if (await may(ctx, hint)) await installations.approve(input.appid, hint, 'auth', ctx.userId)
      else await installations.ask(input.appid, hint, 'auth', ctx.userId)
      return {}
    },
    askOnBehalf: async (input, ctx) => {
      const enterpriseId = await chosen(input.enterprise_id, ctx)
      await ctx.access.requireEnterprise(ctx.actor!, enterpriseId, 'directory')
      await installations.ask(input.appid, enterpriseId, 'obo', ctx.userId)
      return {}
    },
    installOnBehalf: async (input, ctx) => {
      const enterpriseId = await chosen(input.enterprise_id, ctx)
      await ctx.access.requireEnterprise(ctx.actor!, enterpriseId, 'manageApps')
      await installations.approve(input.appid, enterpriseId, 'obo', ctx.userId)
      return {}
    },
    uninstallOnBehalf: async (input, ctx) => {
      const enterpriseId = await chosen(input.enterprise_id, ctx)
      await ctx.access.requireEnterprise(ctx.actor!, enterpriseId, 'manageApps')
      await installations.remove(input.appid, enterpriseId, 'obo', ctx.userId)
      return {}
    },
    list: async (input, ctx) => {
      const enterpriseId = await chosen(input.enterprise_id, ctx)
      await ctx.access.requireEnterprise(ctx.actor!, enterpriseId, 'directory')
      const seesAll = await may(ctx, enterpriseId)
      const rows = (await installations.list(enterpriseId)).filter((row) => seesAll || row.status === 'approved')
      const known = await apps.byIds(rows.map((row) => row.appId))
      const owners = new Map(
        (await deps.people.getMany([...known.values()].map((app) => app.ownerId))).map((user) => [user.id, user]),
      )
      const shown = rows.flatMap((row) => {
        const app = known.get(row.appId)
        const owner = app && owners.get(app.ownerId)
        if (!app || !owner) return []
        const picture = deps.links.make(owner.avatarKey)
        return [
          {
            app_owner: { name: owner.name, username: owner.uniqueName, avator_url: picture, icon_url: picture },
            app_id: app.id,
            app_name: app.name,
            permission_list: app.scopes ?? [],
            installation_status: statusOf(row, app.scopes),
          },
        ]
      })
      return { installations: shown, total: shown.length }
    },
    decide: async (input, ctx) => {
      if (input.approved) await installations.approve(input.appid, input.enterprise_id, 'auth', ctx.userId)
      else await installations.remove(input.appid, input.enterprise_id, 'auth', ctx.userId)
      return {}
    },
    tokens: async (input) => {
      const [rows, services] = await Promise.all([
        deps.tokens.ofEnterprise(input.enterprise_id),
        deps.identities.list({ enterpriseId: input.enterprise_id }),
      ])
      const ids = [...rows.map((row) => row.userId), ...services.map((row) => row.createdBy)]
      const names = new Map((await deps.people.getMany([...new Set(ids)])).map((user) => [user.id, user.name]))
      const times = (row: { createdAt: number; lastUsedAt: number; expiresAt: number }) => ({
        created_at: seconds(row.createdAt),
        last_used_at: seconds(row.lastUsedAt),
        expire_at: seconds(row.expiresAt),
      })
      return {
        tokens: [
          ...services.map((row) => ({
            id: row.id,
            kind: 'service' as const,
            name: row.name,
            owner: names.get(row.createdBy) ?? '',
            ...times(row),
            locked: false,
          })),
          ...rows.map((row) => ({
            id: row.id,
            kind: 'pat' as const,
            name: row.name,
            owner: names.get(row.userId) ?? '',
            ...times(row),
            locked: row.lockedAt !== null,
          })),
        ],
      }
    },
    revokeToken: async (input, ctx) => {
      await deps.tokens.lock(input.enterprise_id, input.id, ctx.userId)
      return {}
    },
  }
}
