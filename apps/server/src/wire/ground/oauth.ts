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
import type { TokenReach } from '#domains/ground/token/reach.service.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

/** Wires OAuth, through which external programs act for people. */
export function wireOauth(
  infra: Infra,
  {
    audit,
    passport,
    spaces,
    reach,
  }: { audit: AuditService; passport: PassportService; spaces: SpaceService; reach: TokenReach },
  ports: Pick<AppPorts, 'placeOf' | 'installedApp' | 'onBehalfOf' | 'optOut' | 'enterpriseName'>,
  knownScopes: ReadonlySet<string>,
) {
  const { bus, clock, newId, config } = infra
  const { db } = infra.database
  const apps = createOauthApps({ db, bus, audit, newId, clock, knownScopes })
  const requests = createOauthRequests({ db, apps, clock })
  const grants = createOauthGrants({ db, bus, newId, clock, reach })
  const endpoint = createTokenEndpoint({
    apps,
    requests,
    grants,
    clock,
    publicUrl: config.publicUrl,
    isFresh: createAssertionLog({ db, clock }).isFresh,
    installed: (appId, enterpriseId, subject) => ports.installedApp(appId, enterpriseId, subject),
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
      placeOf: (id, userId) => ports.placeOf(id, userId),
      onBehalfOf: (userId) => ports.onBehalfOf(userId),
      optOut: (appId, userId) => ports.optOut(appId, userId),
      enterpriseName: (id, userId) => ports.enterpriseName(id, userId),
      now: () => clock.now(),
    }),
  }
  return { handlers, services: { oauthGrants: grants, oauthApps: apps, appSigner: endpoint.signer } }
}
