import type { contract, OauthAppMeta } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { Place } from '#domains/ground/token/token.service.ts'
import type { OauthApps } from './app.service.ts'
import type { OauthGrants } from './grant.service.ts'
import type { OauthApp } from './oauth.table.ts'
import type { OauthRequests } from './request.service.ts'
import type { WebAppTokens } from './web-app.service.ts'
import { OauthRefusal, type createTokenEndpoint } from './token-endpoint.ts'

export interface OauthRoutesDeps {
  apps: OauthApps
  requests: OauthRequests
  grants: OauthGrants
  endpoint: ReturnType<typeof createTokenEndpoint>
  people: Pick<PassportService, 'get'>
  spaces: Pick<SpaceService, 'membership' | 'get'>
  publicUrl: string
  knownScopes: ReadonlySet<string>
  webTokens: WebAppTokens
  placeOf(organizationId: string, userId: string): Promise<Place>
  /** Apps that act on behalf of a user, as the user's enterprises allow. */
  onBehalfOf(userId: string): Promise<{ appId: string; scopes: string[] | null; enterpriseId: string }[]>
  optOut(appId: string, userId: string): Promise<void>
  /** The name of the enterprise, if the user belongs to it. */
  enterpriseName(enterpriseId: string, userId: string): Promise<string | undefined>
  now(): number
}
const grouped = (scopes: readonly string[]) =>
  [...Map.groupBy(scopes, (scope) => scope.split('.')[0]!)].map(([type, list]) => ({
    resource_type: type,
    actions: list.map((scope) => scope.slice(type.length + 1)),
  }))
const toMeta = (app: OauthApp): OauthAppMeta => ({
  appid: app.id,
  app_owner_id: app.ownerId,
  name: app.name,
  description: app.description,
  created_at: seconds(app.createdAt),
  declared_permission: grouped(app.scopes ?? []),
  declared_permission_v2: app.scopes ?? [],
  client_id: app.clientId,
  app_type: app.appType as OauthAppMeta['app_type'],
  status: app.isActive ? 'Active' : 'Deactive',
  certificated: 'Noncertificated',
  client_type: app.clientType as OauthAppMeta['client_type'],
})
const bearerOf = (ctx: Ctx) => /^Bearer (\S+)$/.exec(ctx.request.headers.get('authorization') ?? '')?.[1] ?? ''
const noStore = { 'cache-control': 'no-store', 'content-type': 'application/json' }

export function oauthRoutes(deps: OauthRoutesDeps): Handlers<typeof contract.oauth> {
  const { apps, requests, grants, people } = deps
  const page = `${deps.publicUrl.replace(/\/$/, '')}/oauth/consent`
  const scopesOf = (app: OauthApp) => app.scopes ?? [...deps.knownScopes].toSorted()
  const declaredScopes = (input: {
    declared_permission?: { resource_type: string; actions: string[] }[] | undefined
    declared_permission_v2?: string[] | undefined
  }) =>
    input.declared_permission_v2 ??
    input.declared_permission?.flatMap((item) => item.actions.map((action) => `${item.resource_type}.${action}`))

  return {
    createApp: async (input, ctx) => ({
      app_meta: toMeta(
        await apps.create(ctx.userId, {
          name: input.name,
          description: input.description,
          appType: input.app_type,
          clientType: input.client_type,
          place: input.organization_id ? await deps.placeOf(input.organization_id, ctx.userId) : undefined,
        }),
      ),
    }),
    updateApp: async (input, ctx) => {
      const scopes = declaredScopes(input)
      await apps.update(input.appid, ctx.userId, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.description !== undefined && { description: input.description }),
        ...(input.status && { isActive: input.status === 'Active' }),
        ...(input.oauth2_configuration && { redirectUris: input.oauth2_configuration.redirect_uris }),
        ...(scopes && { scopes }),
      })
      return {}
    },
    deleteApp: async (input, ctx) => {
      await apps.remove(input.appid, ctx.userId)
      return {}
    },
    getApp: async (input, ctx) => {
      const app = await apps.own(input.appid, ctx.userId)
      const [secrets, keys] = await Promise.all([apps.secrets(app.id), apps.keys(app.id)])
      return {
        app_meta: toMeta(app),
        oauth2_configuration: { redirect_uris: app.redirectUris },
        public_keys: keys.map(({ fingerprint }) => ({ fingerprint })),
        client_secrets: secrets.map(({ id, mask }) => ({ id, mask })),
        request_permission: scopesOf(app),
      }
    },
    listApps: async (input, ctx) => ({
      apps: (await apps.list(ctx.userId))
        .filter((app) => !input.organization_id || app.organizationId === input.organization_id)
        .map(toMeta),
    }),
    configure: async (input, ctx) => {
      await apps.update(input.appid, ctx.userId, { redirectUris: input.oauth2_configuration.redirect_uris })
      return {}
    },
    createSecret: async (input, ctx) => ({ client_secret: await apps.createSecret(input.appid, ctx.userId) }),
    deleteSecret: async (input, ctx) => {
      await apps.deleteSecret(input.appid, ctx.userId, input.client_secret_id)
      return {}
    },
    uploadKey: async (input, ctx) => ({
      fingerprint: await apps.uploadKey(input.appid, ctx.userId, input.public_key_pem),
    }),
    deleteKey: async (input, ctx) => {
      await apps.deleteKey(input.fingerprint, ctx.userId)
      return {}
    },
    authorizedApps: async (input, ctx) => {
      const own = (await grants.ofUser(ctx.userId)).map((grant) => ({ ...grant, type: 'AuthApp' as const }))
      const inEnterprises = (await deps.onBehalfOf(ctx.userId)).map((app) => ({
        ...app,
        type: 'OnBehalfOfUser' as const,
      }))
      const all = [...own, ...inEnterprises]
      const shown = all.slice((input.page - 1) * input.size, input.page * input.size)
      const known = await apps.byIds(shown.map(({ appId }) => appId))
      return {
        total: all.length,
        authorized_apps: await Promise.all(
          shown.map(async ({ appId, scopes, type }) => {
            const app = known.get(appId)!
            const owner = await people.get(app.ownerId)
            return {
              appid: appId,
              name: app.name,
              description: app.description,
              authorized_permission: scopes ?? scopesOf(app),
              app_owner_info: { name: owner.name, username: owner.uniqueName, avator_url: '' },
              authorization_type: type,
            }
          }),
        ),
      }
    },
    revoke: async (input, ctx) => {
      if (input.authorization_type === 'OnBehalfOfUser') await deps.optOut(input.appid, ctx.userId)
      else await grants.revoke(input.appid, ctx.userId)
      return {}
    },
    impersonate: async (input, ctx) => {
      const { workspace_permission: inSpaces, account_permission: ofAccount } = input.scope ?? {}
      const scopes = [...(inSpaces?.permission_list ?? []), ...(ofAccount?.permission_list ?? [])]
      const isNarrow = inSpaces?.permission_list !== undefined || ofAccount?.permission_list !== undefined
      const spaces = inSpaces?.workspace_id_list
      for (const id of spaces ?? []) await ctx.access.require(ctx.actor!, 'space', id, 'view')
      const { access, expiresAt } = await deps.webTokens.issue(ctx.userId, ctx.address, {
        seconds: input.duration_seconds,
        scopes: isNarrow ? [...new Set(scopes)] : undefined,
        spaces: spaces && [...new Set(spaces)],
      })
      return { access_token: access, expires_in: Math.round((expiresAt - deps.now()) / 1000), token_type: 'Bearer' }
    },
    requestInfo: async (input, ctx) => {
      const { app, request } = await requests.look(input.authorize_key)
      const isMember = request.spaceId && (await deps.spaces.membership(ctx.userId, request.spaceId))
      const space = isMember ? await deps.spaces.get(request.spaceId!) : undefined
      const enterpriseId = space?.enterpriseId ?? app.enterpriseId
      const enterprise = enterpriseId ? await deps.enterpriseName(enterpriseId, ctx.userId) : undefined
      return {
        name: app.name,
        description: app.description,
        client_type: app.clientType as OauthAppMeta['client_type'],
        certificated: 'Noncertificated' as const,
        request_permission: scopesOf(app),
        ...(request.userCode && { device_location: { device_ip: request.address, device_city: '' } }),
        ...(space && { authorizedWorkspace: { name: space.name } }),
        ...(enterprise && { enterprise: { name: enterprise, is_of_app: !space?.enterpriseId } }),
      }
    },
    authorize: async (input, ctx) => {
      // Errors are shown on our own page: never redirect a browser to an address that is not registered for the app.
      const target = await requests
        .authorize({
          clientId: input.client_id,
          redirectUri: input.redirect_uri,
          responseType: input.response_type,
          state: input.state,
          challenge: input.code_challenge,
          challengeMethod: input.code_challenge_method,
          spaceId: input.workspace_id,
          address: ctx.address,
        })
        .then(
          (key) => `${page}?authorize_key=${key}`,
          (cause: unknown) => {
            if (cause instanceof AppError) return `${page}?error=${cause.code}`
            throw cause
          },
        )
      return new Response(null, { status: 302, headers: { location: target, 'cache-control': 'no-store' } })
    },
    consent: async (input, ctx) => {
      const { request } = await requests.look(input.authorize_key)
      // An app bound to a space gets nothing if the user is not a member of that space.
      if (input.consent && request.spaceId && !(await deps.spaces.membership(ctx.userId, request.spaceId)))
        throw errors.notFound({ what: 'space' })
      const { redirect } = await requests.answer(input.authorize_key, ctx.userId, input.consent)
      return { redirect_uri: redirect }
    },
    deviceCode: async (input, ctx) => {
      const { deviceCode, userCode, seconds } = await requests.beginDevice(
        input.client_id,
        input.workspace_id,
        ctx.address,
      )
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${page}?device=1`,
        verification_url: `${page}?device=1&user_code=${userCode}`,
        expires_in: seconds,
        interval: 5,
      }
    },
    verifyDevice: async (input) => ({
      redirect_uri: `${page}?authorize_key=${await requests.findDevice(input.user_code)}`,
    }),
    token: async (input, ctx) => {
      try {
        const { access, refresh, expiresAt } = await deps.endpoint(input, bearerOf(ctx))
        // Existing clients read expires_in as a point in time, not as a duration.
        const expires_in = Math.floor(expiresAt / 1000)
        const body = {
          access_token: access,
          token_type: 'Bearer',
          expires_in,
          ...(refresh && { refresh_token: refresh }),
        }
        return new Response(JSON.stringify(body), { headers: noStore })
      } catch (cause) {
        if (!(cause instanceof OauthRefusal)) throw cause
        // The standard error fields, and beside them those of our other calls.
        const standard = { error: cause.error, error_description: cause.message }
        const body = { ...standard, code: cause.status === 401 ? 4100 : 4000, msg: cause.message }
        return new Response(JSON.stringify(body), { status: cause.status, headers: noStore })
      }
    },
  }
}
