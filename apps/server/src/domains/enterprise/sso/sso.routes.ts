import type { contract, SsoConnection } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { BreakGlass } from './break-glass.service.ts'
import type { ConnectionService } from './connection.service.ts'
import type { DomainService } from './domain.service.ts'
import type { LdapSync } from './ldap-sync.service.ts'
import { mappedGroups } from './mapping.ts'
import type { SignOn } from './sign-on.service.ts'
import type { SsoRules } from './sso-rules.service.ts'
import type { SsoConnectionRow } from './sso.table.ts'

export interface SsoRoutesDeps {
  connections: ConnectionService
  domains: DomainService
  breakGlass: BreakGlass
  rules: SsoRules
  signOn: Pick<SignOn, 'testLdap'>
  ldapSync: Pick<LdapSync, 'now'>
  people: Pick<PassportService, 'getMany'>
}

export function ssoDomainRoutes(domains: DomainService): Handlers<typeof contract.ssoDomain> {
  const wire = (row: Awaited<ReturnType<DomainService['list']>>[number]) => ({
    id: row.id,
    domain: row.domain,
    record: domains.recordOf(row.domain),
    challenge: row.challenge,
    verified_at: row.verifiedAt ?? 0,
    checked_at: row.checkedAt,
    state: domains.stateOf(row),
  })
  return {
    list: async (input) => ({ domains: (await domains.list(input.enterprise_id)).map(wire) }),
    add: async (input, ctx) => ({ domain: wire(await domains.add(input.enterprise_id, input.domain, ctx.userId)) }),
    verify: async (input, ctx) => ({
      domain: wire(await domains.verify(input.enterprise_id, input.domain_id, ctx.userId)),
    }),
    remove: async (input, ctx) => {
      await domains.remove(input.enterprise_id, input.domain_id, ctx.userId)
      return {}
    },
  }
}

export function ssoConnectionRoutes(deps: SsoRoutesDeps): Handlers<typeof contract.ssoConnections> {
  const { connections, breakGlass } = deps
  const wire = (row: SsoConnectionRow): SsoConnection => {
    const urls = connections.urlsOf(row.id)
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      config: row.config,
      has_secret: connections.hasSecret(row),
      domains: row.domains,
      creates_accounts: row.createsAccounts,
      default_role: row.defaultRole,
      trusts_email: row.trustsEmail,
      mapping: row.mapping,
      state: row.state,
      is_enforced: row.isEnforced,
      tested_at: row.testedAt ?? 0,
      tested_claims: row.testedClaims ?? null,
      tested_groups: mappedGroups(row.testedClaims ?? {}, row.mapping),
      redirect_uri: row.kind === 'oidc' ? urls.oidcCallback : row.kind === 'saml' ? urls.acs : '',
      metadata_url: row.kind === 'saml' ? urls.samlMetadata : '',
      logout_url: row.kind === 'oidc' ? urls.oidcLogout : row.kind === 'saml' ? urls.samlLogout : '',
    }
  }
  return {
    list: async ({ enterprise_id: id }) => {
      const exempt = await breakGlass.list(id)
      const people = new Map(
        (await deps.people.getMany(exempt.map((row) => row.userId))).map((user) => [user.id, user]),
      )
      return {
        connections: (await connections.list(id)).map(wire),
        break_glass: exempt.map((row) => ({
          user_id: row.userId,
          name: people.get(row.userId)?.name ?? '',
          email: people.get(row.userId)?.email ?? '',
          last_used_at: row.lastUsedAt ?? 0,
        })),
      }
    },
    create: async ({ enterprise_id: id, ...input }, ctx) => ({
      connection: wire(await connections.create(id, input, ctx.userId)),
    }),
    update: async ({ enterprise_id: id, connection_id: connectionId, ...input }, ctx) => ({
      connection: wire(await connections.update(id, connectionId, input, ctx.userId)),
    }),
    remove: async (input, ctx) => {
      await connections.remove(input.enterprise_id, input.connection_id, ctx.userId)
      return {}
    },
    testLdap: async (input, ctx) => {
      const connection = await connections.find(input.enterprise_id, input.connection_id)
      return { connection: wire(await deps.signOn.testLdap(connection, input.username, input.password, ctx.userId)) }
    },
    sync: async (input) => deps.ldapSync.now(await connections.find(input.enterprise_id, input.connection_id)),
    setState: async (input, ctx) => ({
      connection: wire(
        await connections.setActive(input.enterprise_id, input.connection_id, input.is_active, ctx.userId),
      ),
    }),
    enforce: async (input, ctx) => ({
      connection: wire(
        await connections.enforce(input.enterprise_id, input.connection_id, input.is_enforced, ctx.userId),
      ),
    }),
    preview: async (input) => deps.rules.affected(await connections.find(input.enterprise_id, input.connection_id)),
    addBreakGlass: async (input, ctx) => {
      await breakGlass.add(input.enterprise_id, input.user_id, ctx.userId)
      return {}
    },
    removeBreakGlass: async (input, ctx) => {
      await breakGlass.remove(input.enterprise_id, input.user_id, ctx.userId)
      return {}
    },
  }
}
