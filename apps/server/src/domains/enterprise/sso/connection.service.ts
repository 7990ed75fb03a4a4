import { isDeepStrictEqual } from 'node:util'
import type { contract, Input } from '@orrery/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { isLoopback } from '#kit/config.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { BreakGlass } from './break-glass.service.ts'
import type { DomainService } from './domain.service.ts'
import type { LdapSettings } from './ldap/ldap.ts'
import { claimAt } from './mapping.ts'
import type { Oidc, OidcSettings } from './oidc/oidc.ts'
import { newOwnKey } from './saml/own-key.ts'
import { readMetadata, type SamlMetadata } from './saml/saml-metadata.ts'
import type { SamlSettings } from './saml/saml.ts'
import { ssoErrors } from './sso.errors.ts'
import { ssoConnection, type SsoConnectionRow } from './sso.table.ts'

const MAX_CONNECTIONS = 20
const TEST_VALID_MS = 15 * 60_000

export type ConnectionInput = Omit<Input<typeof contract.ssoConnections.create>, 'enterprise_id'>
export interface ConnectionDeps {
  db: Db
  audit: AuditService
  secrets: Secrets
  egress: Egress
  newId: NewId
  clock: Clock
  publicUrl: string
  domains: DomainService
  oidc: Oidc
  breakGlass: BreakGlass
  /** Which of these groups belong to the enterprise. */
  groupsAmong(enterpriseId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
}
interface Stored {
  /** OIDC client secret, or LDAP bind password. */
  secret?: string
  /** Our private key, for SAML. */
  privateKey?: string
  certificate?: string
}

/** Connections to identity providers: set up, tested, activated and enforced. */
export function createConnectionService(deps: ConnectionDeps) {
  const { db, audit, secrets, clock, domains } = deps
  const base = deps.publicUrl.replace(/\/$/, '')
  const urlsOf = (id: string) => ({
    oidcCallback: `${base}/api/sso/oidc/${id}/callback`,
    oidcLogout: `${base}/api/sso/oidc/${id}/logout`,
    acs: `${base}/api/sso/saml/${id}/acs`,
    samlMetadata: `${base}/api/sso/saml/${id}/metadata`,
    samlLogout: `${base}/api/sso/saml/${id}/logout`,
  })
  const storedOf = (row: SsoConnectionRow): Stored =>
    row.sealedSecret ? (JSON.parse(secrets.open(row.sealedSecret)) as Stored) : {}

  async function find(enterpriseId: string, id: string): Promise<SsoConnectionRow> {
    const [row] = await db
      .select()
      .from(ssoConnection)
      .where(and(eq(ssoConnection.id, id), eq(ssoConnection.enterpriseId, enterpriseId)))
    if (!row) throw errors.notFound({ what: 'connection' })
    return row
  }
  async function byId(id: string): Promise<SsoConnectionRow | undefined> {
    return (await db.select().from(ssoConnection).where(eq(ssoConnection.id, id)))[0]
  }
  function oidcOf(row: Pick<SsoConnectionRow, 'id' | 'config'>, stored: Stored): OidcSettings {
    const { issuer, client_id: clientId, scopes } = row.config as { issuer: string; client_id: string; scopes: string }
    return { issuer, clientId, scopes, clientSecret: stored.secret ?? '', redirectUri: urlsOf(row.id).oidcCallback }
  }
  const samlOf = (row: SsoConnectionRow): SamlSettings => ({
    ...(row.config as unknown as SamlMetadata),
    ownId: urlsOf(row.id).samlMetadata,
    acsUrl: urlsOf(row.id).acs,
    logoutCallbackUrl: urlsOf(row.id).samlLogout,
    privateKey: storedOf(row).privateKey ?? '',
  })
  function ldapOf(row: SsoConnectionRow): LdapSettings {
    const config = row.config as Record<string, never>
    return {
      host: config.host!,
      port: config.port!,
      security: config.security!,
      authority: config.authority!,
      bindDn: config.bind_dn!,
      bindPassword: storedOf(row).secret ?? '',
      baseDn: config.base_dn!,
      userFilter: config.user_filter!,
      idAttribute: config.id_attribute!,
      groups: config.groups!,
      groupBaseDn: config.group_base_dn!,
    }
  }

  /** Validates the settings, contacting the provider if needed; returns the config to store. */
  async function checkedConfig(
    id: string,
    input: ConnectionInput['config'],
    stored: Stored,
    before?: SsoConnectionRow,
  ) {
    if (input.kind === 'oidc') {
      const { kind: _, ...config } = input
      deps.egress.checkUrl(config.issuer)
      await deps.oidc.check(oidcOf({ id, config }, stored)).catch((cause: Error) => {
        throw ssoErrors.noProvider({ reason: cause.message.slice(0, 120) })
      })
      return config
    }
    if (input.kind === 'saml') {
      const xml = input.metadata || (input.metadata_url ? await fetched(input.metadata_url) : '')
      if (xml === '' && before) return before.config
      return { ...readMetadata(xml, clock.now()) }
    }
    const { kind: _, ...config } = input
    if (config.security === 'none' && !isLoopback(config.host)) throw ssoErrors.plainLdap()
    if (config.user_filter.split('{username}').length !== 2) throw ssoErrors.badFilter()
    return config
  }
  async function fetched(url: string): Promise<string> {
    const answer = await deps.egress.fetch(url).catch((cause: Error) => {
      throw ssoErrors.noProvider({ reason: cause.message.slice(0, 120) })
    })
    return answer.text()
  }

  async function checkRest(enterpriseId: string, input: ConnectionInput, before?: SsoConnectionRow) {
    const usable = await domains.usable(enterpriseId)
    const foreign = input.domains.find((domain) => !usable.has(domain))
    if (foreign !== undefined) throw ssoErrors.notVerified({ domain: foreign })
    const known = await deps.groupsAmong(
      enterpriseId,
      input.mapping.map((row) => row.group_id),
    )
    for (const row of input.mapping) {
      if (!known.has(row.group_id)) throw ssoErrors.unknownGroup({ group: row.group_id })
      const claims = before?.testedClaims
      if (claims && claimAt(claims, row.claim) === undefined)
        throw ssoErrors.unknownClaim({ claim: row.claim, known: Object.keys(claims).slice(0, 20).join(', ') })
    }
  }
  const changes = async (
    row: SsoConnectionRow,
    set: Partial<SsoConnectionRow>,
    action: 'sso.update' | 'sso.state' | 'sso.enforce' | 'sso.unenforce' | 'sso.test',
    actorId: string,
  ): Promise<SsoConnectionRow> => {
    const [after] = await db
      .update(ssoConnection)
      .set({ ...set, updatedAt: clock.now() })
      .where(eq(ssoConnection.id, row.id))
      .returning()
    const detail = { name: row.name, ...(set.state && { state: set.state }) }
    await audit.record({ actorId, enterpriseId: row.enterpriseId, action, target: row.id, detail })
    return after!
  }

  return {
    find,
    byId,
    urlsOf,
    oidcOf: (row: SsoConnectionRow) => oidcOf(row, storedOf(row)),
    samlOf,
    ldapOf,
    certificateOf: (row: SsoConnectionRow) => storedOf(row).certificate ?? '',
    hasSecret: (row: SsoConnectionRow) => Boolean(storedOf(row).secret),
    list: (enterpriseId: string) =>
      db
        .select()
        .from(ssoConnection)
        .where(eq(ssoConnection.enterpriseId, enterpriseId))
        .orderBy(asc(ssoConnection.id)),
    /** Active connections for an e-mail domain. */
    activeFor: (domain: string) =>
      db
        .select()
        .from(ssoConnection)
        .where(and(eq(ssoConnection.state, 'active'), sql`${domain} = ANY(${ssoConnection.domains})`))
        .orderBy(asc(ssoConnection.id)),
    activeOf: (enterpriseIds: readonly string[]) =>
      enterpriseIds.length
        ? db
            .select()
            .from(ssoConnection)
            .where(and(eq(ssoConnection.state, 'active'), inArray(ssoConnection.enterpriseId, [...enterpriseIds])))
        : Promise.resolve([]),
    async create(enterpriseId: string, input: ConnectionInput, actorId: string): Promise<SsoConnectionRow> {
      const count = await db.$count(ssoConnection, eq(ssoConnection.enterpriseId, enterpriseId))
      if (count >= MAX_CONNECTIONS) throw ssoErrors.connectionLimit({ max: MAX_CONNECTIONS })
      await checkRest(enterpriseId, input)
      const id = deps.newId()
      const now = clock.now()
      const stored: Stored = { ...(input.secret && { secret: input.secret }) }
      const config = await checkedConfig(id, input.config, stored)
      if (input.config.kind === 'saml') Object.assign(stored, await newOwnKey(new URL(base).hostname, now))
      const row = {
        id,
        enterpriseId,
        kind: input.config.kind,
        name: input.name,
        config,
        sealedSecret: secrets.seal(JSON.stringify(stored)),
        domains: input.domains,
        createsAccounts: input.creates_accounts,
        defaultRole: input.default_role,
        trustsEmail: input.trusts_email,
        mapping: input.mapping,
        state: 'draft' as const,
        createdBy: actorId,
        createdAt: now,
        updatedAt: now,
      }
      const [made] = await db.insert(ssoConnection).values(row).returning()
      const detail = { name: input.name, kind: input.config.kind }
      await audit.record({ actorId, enterpriseId, action: 'sso.create', target: id, detail })
      return made!
    },
    async update(enterpriseId: string, id: string, input: ConnectionInput, actorId: string) {
      const before = await find(enterpriseId, id)
      if (before.kind !== input.config.kind) throw ssoErrors.kindChanged()
      const stored: Stored = { ...storedOf(before), ...(input.secret && { secret: input.secret }) }
      const config = await checkedConfig(id, input.config, stored, before)
      if (!input.secret && stored.secret && secretRecipient(before.config) !== secretRecipient(config))
        throw ssoErrors.secretElsewhere()
      // Changed provider settings need a new test, and the claims of the old test no longer apply.
      const isOther = input.secret !== undefined || !isDeepStrictEqual(config, before.config)
      await checkRest(enterpriseId, input, isOther ? undefined : before)
      const untested = {
        state: 'draft' as const,
        isEnforced: false,
        testedAt: null,
        testedBy: null,
        testedClaims: null,
      }
      return changes(
        before,
        {
          name: input.name,
          config,
          sealedSecret: secrets.seal(JSON.stringify(stored)),
          domains: input.domains,
          createsAccounts: input.creates_accounts,
          defaultRole: input.default_role,
          trustsEmail: input.trusts_email,
          mapping: input.mapping,
          ...(isOther && untested),
        },
        'sso.update',
        actorId,
      )
    },
    async remove(enterpriseId: string, id: string, actorId: string) {
      const row = await find(enterpriseId, id)
      await db.delete(ssoConnection).where(eq(ssoConnection.id, id))
      await audit.record({ actorId, enterpriseId, action: 'sso.remove', target: id, detail: { name: row.name } })
    },
    tested: (row: SsoConnectionRow, claims: Record<string, unknown>, actorId: string) =>
      changes(
        row,
        {
          testedAt: clock.now(),
          testedBy: actorId,
          testedClaims: claims,
          ...(row.state === 'draft' && { state: 'tested' as const }),
        },
        'sso.test',
        actorId,
      ),
    async setActive(enterpriseId: string, id: string, isActive: boolean, actorId: string) {
      const row = await find(enterpriseId, id)
      if (isActive && row.testedAt === null) throw ssoErrors.testFirst()
      const set = isActive ? { state: 'active' as const } : { state: 'off' as const, isEnforced: false }
      return changes(row, set, 'sso.state', actorId)
    },
    /** Enforces sign-in through the provider. Needs a recent test by the same person, and a break-glass account. */
    async enforce(enterpriseId: string, id: string, isEnforced: boolean, actorId: string) {
      const row = await find(enterpriseId, id)
      if (!isEnforced) return changes(row, { isEnforced }, 'sso.unenforce', actorId)
      if (row.state !== 'active') throw ssoErrors.activateFirst()
      const isFresh = row.testedBy === actorId && (row.testedAt ?? 0) > clock.now() - TEST_VALID_MS
      if (!isFresh) throw ssoErrors.testFirst()
      if (!(await deps.breakGlass.list(enterpriseId)).length) throw ssoErrors.breakGlassFirst()
      return changes(row, { isEnforced }, 'sso.enforce', actorId)
    },
  }
}
/** Identifies the recipient of the secret: an LDAP server, or an impostor of one, reads the password in plain text. */
const secretRecipient = (config: object): string => {
  const { issuer, host, port, security, authority } = config as Record<string, unknown>
  return JSON.stringify([issuer, host, port, security, authority])
}
export type ConnectionService = ReturnType<typeof createConnectionService>
