import { lt } from 'drizzle-orm'
import { createOauthApps } from '#domains/ground/oauth/app.service.ts'
import { createOauthGrants } from '#domains/ground/oauth/grant.service.ts'
import { oauthRoutes } from '#domains/ground/oauth/oauth.routes.ts'
import { oauthAssertion } from '#domains/ground/oauth/oauth.table.ts'
import { createOauthRequests } from '#domains/ground/oauth/request.service.ts'
import { createWebAppTokens } from '#domains/ground/oauth/web-app.service.ts'
import { createTokenEndpoint } from '#domains/ground/oauth/token-endpoint.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground, HandlersOf } from '../ground.ts'

/** Programs of others that act for people here. */
export function wireOauth(infra: Infra, { audit, passport, spaces }: Ground, knownScopes: ReadonlySet<string>) {
  const { bus, clock, newId, config } = infra
  const { db } = infra.database
  const apps = createOauthApps({ db, bus, audit, newId, clock, knownScopes })
  const requests = createOauthRequests({ db, apps, clock })
  const grants = createOauthGrants({ db, bus, newId, clock })
  const endpoint = createTokenEndpoint({
    apps,
    requests,
    grants,
    clock,
    publicUrl: config.publicUrl,
    async isFresh(appId, jti, expiresAt) {
      await db.delete(oauthAssertion).where(lt(oauthAssertion.expiresAt, clock.now() - 3600_000))
      const values = { appId, jti, expiresAt }
      const added = await db.insert(oauthAssertion).values(values).onConflictDoNothing().returning()
      return added.length > 0
    },
  })
  const handlers: HandlersOf<'oauth'> = {
    oauth: oauthRoutes({
      apps,
      requests,
      grants,
      endpoint,
      people: passport,
      spaces,
      publicUrl: config.publicUrl,
      knownScopes,
      webTokens: createWebAppTokens({ db, grants, audit, newId, clock, knownScopes }),
      now: () => clock.now(),
    }),
  }
  return { handlers, services: { oauthGrants: grants } }
}
export type Oauth = ReturnType<typeof wireOauth>['services']
