import { and, eq, ne } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { BreakGlass } from './break-glass.service.ts'
import type { DomainService } from './domain.service.ts'
import { mappedGroups, textClaim } from './mapping.ts'
import { signOnErrors } from './sso.errors.ts'
import { type FlowOutcome, type SsoConnectionRow, ssoIdentity } from './sso.table.ts'

export interface LinkingDeps {
  db: Db
  audit: AuditService
  clock: Clock
  people: Pick<PassportService, 'get' | 'findAccount' | 'createManaged'>
  enterprises: Pick<EnterpriseService, 'person' | 'addPerson' | 'changed'>
  domains: Pick<DomainService, 'usable'>
  breakGlass: Pick<BreakGlass, 'isOne'>
  /** Sets the person’s group memberships from this source; memberships from other sources stay. */
  syncGroups(enterpriseId: string, userId: string, groupIds: readonly string[], source: 'sso' | 'ldap'): Promise<void>
}

/** Finds the account of a provider identity: by connection and subject, or by e-mail at the first sign-in only. */
export function createLinking({ db, audit, clock, people, enterprises, domains, breakGlass, ...deps }: LinkingDeps) {
  const identityOf = (connectionId: string, subject: string) =>
    and(eq(ssoIdentity.connectionId, connectionId), eq(ssoIdentity.subject, subject))

  async function known(connection: SsoConnectionRow, subject: string): Promise<UserRow | undefined> {
    const [row] = await db.select().from(ssoIdentity).where(identityOf(connection.id, subject))
    return row && people.get(row.userId)
  }
  async function link(connection: SsoConnectionRow, { subject, claims }: FlowOutcome, userId: string) {
    const now = clock.now()
    const row = { connectionId: connection.id, subject, userId, claims, createdAt: now, lastUsedAt: now }
    await db.insert(ssoIdentity).values(row).onConflictDoNothing()
    // A concurrent sign-in may have inserted the row: it must be for the same person.
    if ((await known(connection, subject))?.id !== userId) throw signOnErrors.linkedElsewhere()
    await audit.record({ actorId: userId, enterpriseId: connection.enterpriseId, action: 'sso.link', target: userId })
  }
  /** The instance owner and break-glass accounts can never be linked to a provider. */
  const isProtected = async (user: UserRow) => user.isInstanceOwner || (await breakGlass.isOne(user.id))

  async function firstTime(connection: SsoConnectionRow, outcome: FlowOutcome): Promise<UserRow> {
    const email = textClaim(outcome.claims, 'email')
    const domain = email.split('@').at(-1)!.toLowerCase()
    const usable = await domains.usable(connection.enterpriseId)
    if (!email.includes('@') || !connection.domains.includes(domain) || !usable.has(domain))
      throw signOnErrors.foreignEmail()
    const isVerified = outcome.claims.email_verified === true || connection.trustsEmail
    const existing = await people.findAccount(email)
    if (existing) {
      if (!isVerified || (await isProtected(existing))) throw signOnErrors.linkFirst()
      await link(connection, outcome, existing.id)
      return existing
    }
    if (!isVerified) throw signOnErrors.unverifiedEmail()
    if (!connection.createsAccounts) throw signOnErrors.notInvited()
    const name = textClaim(outcome.claims, 'name') || email.split('@')[0]!
    const made = await db.transaction((tx) => people.createManaged(email, name, tx))
    await link(connection, outcome, made.id)
    return made
  }

  return {
    /** Returns the account that signs in, after adding it to the enterprise and updating its groups. */
    async settle(connection: SsoConnectionRow, outcome: FlowOutcome): Promise<UserRow> {
      const user = (await known(connection, outcome.subject)) ?? (await firstTime(connection, outcome))
      if (user.isInstanceOwner) throw signOnErrors.linkFirst()
      const { enterpriseId } = connection
      const isIn = (await enterprises.person(enterpriseId, user.id)) !== undefined
      if (!isIn && !connection.createsAccounts) throw signOnErrors.notInvited()
      const source = connection.kind === 'ldap' ? ('ldap' as const) : ('sso' as const)
      const isNew = await enterprises.addPerson(enterpriseId, {
        userId: user.id,
        roles: [connection.defaultRole],
        managedBy: source,
      })
      if (isNew) await enterprises.changed(enterpriseId)
      if ((await enterprises.person(enterpriseId, user.id))?.status !== 'active') throw signOnErrors.suspended()
      await deps.syncGroups(enterpriseId, user.id, mappedGroups(outcome.claims, connection.mapping), source)
      await db
        .update(ssoIdentity)
        .set({ claims: outcome.claims, lastUsedAt: clock.now() })
        .where(identityOf(connection.id, outcome.subject))
      return user
    },
    /** Links a provider identity to the signed-in account. */
    async linkTo(connection: SsoConnectionRow, outcome: FlowOutcome, userId: string) {
      const other = await known(connection, outcome.subject)
      if (other && other.id !== userId) throw signOnErrors.linkedElsewhere()
      if (await isProtected(await people.get(userId))) throw signOnErrors.linkFirst()
      await db
        .delete(ssoIdentity)
        .where(
          and(
            eq(ssoIdentity.connectionId, connection.id),
            eq(ssoIdentity.userId, userId),
            ne(ssoIdentity.subject, outcome.subject),
          ),
        )
      if (!other) await link(connection, outcome, userId)
    },
    identitiesOf: (userId: string) => db.select().from(ssoIdentity).where(eq(ssoIdentity.userId, userId)),
  }
}
export type Linking = ReturnType<typeof createLinking>
