import { createBreakGlass } from '#domains/enterprise/sso/break-glass.service.ts'
import { createConnectionService } from '#domains/enterprise/sso/connection.service.ts'
import { createDomainService } from '#domains/enterprise/sso/domain.service.ts'
import { createLdapSync } from '#domains/enterprise/sso/ldap-sync.service.ts'
import { createLdap } from '#domains/enterprise/sso/ldap/ldap.ts'
import { createLinking, type LinkingDeps } from '#domains/enterprise/sso/linking.service.ts'
import { createOidc } from '#domains/enterprise/sso/oidc/oidc.ts'
import { syncGroups } from '#domains/enterprise/sso/sync-groups.ts'
import { signOnRoutes } from '#domains/enterprise/sso/sign-on.routes.ts'
import { createSignOn } from '#domains/enterprise/sso/sign-on.service.ts'
import { createSsoRules } from '#domains/enterprise/sso/sso-rules.service.ts'
import { ssoConnectionRoutes, ssoDomainRoutes } from '#domains/enterprise/sso/sso.routes.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { wireEnterprises } from './enterprise.ts'

interface Lower {
  ground: Ground
  companies: Pick<ReturnType<typeof wireEnterprises>['services'], 'enterprises' | 'enterprisePeople' | 'personGroups'>
}

/** Wires sign-in through the identity providers of enterprises. */
export function wireSso(infra: Infra, { ground, companies: { enterprises, enterprisePeople, personGroups } }: Lower) {
  const { config, clock, newId, secrets, egress, mail, log, jobs } = infra
  const { db } = infra.database
  const { audit, factors, links, loginGuard: guard, passport, sessions } = ground
  const { publicUrl } = config
  const oidc = createOidc({ fetch: egress.asFetch() })
  const ldap = createLdap({ egress })
  const domains = createDomainService({ db, audit, newId, clock, dnsServers: config.dnsServers })
  const breakGlass = createBreakGlass({ db, audit, clock, log, mail, people: passport, factors, enterprises })
  const connections = createConnectionService({
    db,
    audit,
    secrets,
    egress,
    newId,
    clock,
    publicUrl,
    domains,
    oidc,
    breakGlass,
    groupsAmong: async (enterpriseId, ids) =>
      ids.length ? new Set((await personGroups.list(enterpriseId)).map(({ group }) => group.id)) : new Set(),
  })
  const rules = createSsoRules({ db, factors, breakGlass })
  const sync: LinkingDeps['syncGroups'] = (enterpriseId, userId, groupIds, source) =>
    syncGroups(personGroups, { enterpriseId, userId, groupIds, source })
  const linking = createLinking({
    db,
    audit,
    clock,
    people: passport,
    enterprises,
    domains,
    breakGlass,
    syncGroups: sync,
  })
  const signOn = createSignOn({
    db,
    audit,
    clock,
    log,
    oidc,
    ldap,
    connections,
    linking,
    sessions,
    passport,
    guard,
  })
  const ldapSync = createLdapSync({
    db,
    audit,
    log,
    ldap,
    connections,
    enterprises,
    people: enterprisePeople,
    syncGroups: sync,
  })
  const handlers: HandlersOf<'ssoConnections' | 'ssoDomain' | 'ssoSignIn'> = {
    ssoConnections: ssoConnectionRoutes({
      connections,
      domains,
      breakGlass,
      rules,
      signOn,
      ldapSync,
      people: passport,
    }),
    ssoDomain: ssoDomainRoutes(domains),
    ssoSignIn: signOnRoutes({ signOn, connections, linking, enterprises, links, publicUrl }),
  }
  return {
    handlers,
    services: { emailDomains: domains, breakGlass, ldapSync },
    provides: { mayEnter: rules.mayEnter, signOutUrl: signOn.signOutUrl },
    async start() {
      await jobs.define('sso.recheck-domains', async () => void (await domains.recheck()))
      await jobs.schedule('sso.recheck-domains', 'hourly', '23 * * * *', {})
      await jobs.define('sso.ldap-sync', () => ldapSync.run())
      await jobs.schedule('sso.ldap-sync', 'hourly', '41 * * * *', {})
    },
  }
}
