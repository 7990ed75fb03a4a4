import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { createOauthApps } from '#domains/ground/oauth/app.service.ts'
import { createAssertionLog } from '#domains/ground/oauth/assertion-log.ts'
import { createOauthGrants } from '#domains/ground/oauth/grant.service.ts'
import { oauthRoutes } from '#domains/ground/oauth/oauth.routes.ts'
import { createOauthRequests } from '#domains/ground/oauth/request.service.ts'
import { createWebAppTokens } from '#domains/ground/oauth/web-app.service.ts'
import { createTokenEndpoint } from '#domains/ground/oauth/token-endpoint.ts'
import type { Infra } from '#kit/infra.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { HandlersOf } from '../ports.ts'

/** Programs of others that act for people here. */
export function wireOauth(
  infra: Infra,
  { audit, passport, spaces }: { audit: AuditService; passport: PassportService; spaces: SpaceService },
  knownScopes: ReadonlySet<string>,
) {
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
    isFresh: createAssertionLog({ db, clock }).isFresh,
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
