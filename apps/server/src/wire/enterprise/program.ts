import { appAuthorizationRoutes } from '#domains/enterprise/program/authorization.routes.ts'
import { appInstallationRoutes } from '#domains/enterprise/program/installation.routes.ts'
import { createInstallations } from '#domains/enterprise/program/installation.service.ts'
import { miniSessionRoutes } from '#domains/enterprise/program/mini-session.routes.ts'
import { createMiniSessions } from '#domains/enterprise/program/mini-session.service.ts'
import { createMoveList } from '#domains/enterprise/program/move-list.service.ts'
import { serviceIdentityRoutes } from '#domains/enterprise/program/service-identity.routes.ts'
import { createServiceIdentities } from '#domains/enterprise/program/service-identity.service.ts'
import type { EnterpriseSpaces } from '#domains/enterprise/enterprise/enterprise-space.service.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { Studio } from '../studio.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

interface Companies {
  enterprises(): EnterpriseService
  owned: EnterpriseSpaces['owned']
  placeOf: AppPorts['placeOf']
}

/** Wires the programs of enterprises: service identities, apps and token scopes. */
export function wirePrograms(
  infra: Infra,
  { ground, studio }: { ground: Ground; studio: Studio },
  knownScopes: ReadonlySet<string>,
  companies: Companies,
) {
  const { bus, clock } = infra
  const { db } = infra.database
  const { audit, links, oauthApps: apps, oauthGrants: grants, passport, reach, spaces, tokens } = ground
  const identities = createServiceIdentities({ db, bus, audit, clock, people: passport, spaces, knownScopes })
  const installations = createInstallations({ db, bus, audit, clock, apps, grants, people: passport, spaces })
  const miniSessions = createMiniSessions({
    db,
    bus,
    clock,
    secrets: infra.secrets,
    egress: infra.egress,
    isPublished: (botId, connectorId) =>
      studio.publishing.getPublished(botId, connectorId).then(
        () => true,
        () => false,
      ),
  })
  const moves = createMoveList({ db, audit, apps, grants, spaces, reach })
  return {
    /** Called after the enterprises are wired, which the handlers need. */
    handlers(): HandlersOf<'appAuthorization' | 'appInstallation' | 'miniSession' | 'serviceIdentity'> {
      const enterprises = companies.enterprises()
      return {
        appAuthorization: appAuthorizationRoutes({
          installations,
          apps,
          grants,
          tokens,
          reach,
          moves,
          owned: companies.owned,
          enterprises,
          spaces,
          people: passport,
          audit,
          links,
          placeOf: companies.placeOf,
          signer: ground.appSigner,
        }),
        appInstallation: appInstallationRoutes({
          installations,
          identities,
          tokens,
          enterprises,
          apps,
          grants,
          people: passport,
          links,
        }),
        miniSession: miniSessionRoutes(miniSessions),
        serviceIdentity: serviceIdentityRoutes({ identities, placeOf: companies.placeOf, clock }),
      }
    },
    services: { serviceIdentities: identities, appInstallations: installations, miniSessions },
    provides: {
      installedApp: installations.installed,
      onBehalfOf: installations.onBehalfOf,
      optOut: installations.optOut,
    },
  }
}
