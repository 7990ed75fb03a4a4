import { mayEnterprise, type EnterpriseAction, type EnterpriseRole, type PeopleType } from '@orrery/contract'
import { and, asc, count, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { EnterpriseStanding } from '#kit/access.ts'
import { newRow } from '#kit/insert-rows.ts'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { emailDomain, isUsableDomain } from '#domains/enterprise/sso/sso.table.ts'
import { enterpriseErrors } from './enterprise.errors.ts'
import {
  enterprise,
  enterprisePerson,
  type EnterprisePersonRow,
  type EnterpriseRow,
  type ManagedBy,
  organization,
} from './enterprise.table.ts'

const MAX_CREATED = 5
const CACHE_MS = 10_000
export const CLOSING_MS = 14 * 24 * 3600_000

export interface EnterpriseDeps {
  db: Db
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
  /** Whether a person may create enterprises here. */
  mayCreate(userId: string): Promise<boolean>
  requireIcon(key: string, userId: string): Promise<unknown>
}
export interface NewPerson {
  userId: string
  roles: EnterpriseRole[]
  managedBy?: ManagedBy
  externalId?: string | null
  organizationId?: string | null
  invitedBy?: string | null
}
export const peopleTypeOf = (roles: readonly EnterpriseRole[]): PeopleType =>
  roles.includes('Guest') ? 'EnterpriseGuest' : 'EnterpriseMember'

/** Enterprises of this instance, and the roles of people in them. */
export function createEnterpriseService({ db, bus, audit, newId, clock, mayCreate, requireIcon }: EnterpriseDeps) {
  const standings = createCache<EnterpriseStanding | undefined>({
    bus,
    clearOn: ['enterprise'],
    limit: 50_000,
    ttl: { ms: CACHE_MS, clock },
    keepsMissing: true,
    load: readStanding,
  })
  async function readStanding(userId: string, enterpriseId: string): Promise<EnterpriseStanding | undefined> {
    const [row] = await db
      .select({ roles: enterprisePerson.roles, closingAt: enterprise.closingAt })
      .from(enterprisePerson)
      .innerJoin(enterprise, eq(enterprise.id, enterprisePerson.enterpriseId))
      .where(and(isPerson(enterpriseId, userId), eq(enterprisePerson.status, 'active')))
    if (row) return { roles: row.roles, isClosing: row.closingAt !== null }
    // A service identity counts as admin, limited by its scopes; calls without a scope refuse every token.
    const { rows } = await db.execute<{ closing: boolean }>(
      sql`SELECT e.closing_at IS NOT NULL AS closing FROM service_identity i JOIN enterprise e ON e.id = i.enterprise_id
        WHERE i.id = ${userId} AND e.id = ${enterpriseId}`,
    )
    return rows[0] && { roles: ['Admin'], isClosing: rows[0].closing }
  }
  const isPerson = (enterpriseId: string, userId: string) =>
    and(eq(enterprisePerson.enterpriseId, enterpriseId), eq(enterprisePerson.userId, userId))
  /** Clears cached standings in every process. */
  const changed = (enterpriseId: string) => bus.publish('enterprise', enterpriseId)

  async function get(id: string): Promise<EnterpriseRow> {
    const [row] = await db.select().from(enterprise).where(eq(enterprise.id, id))
    if (!row) throw errors.notFound({ what: 'enterprise' })
    return row
  }
  async function rootOf(enterpriseId: string, tx: Tx = db): Promise<string> {
    const [row] = await tx
      .select({ id: organization.id })
      .from(organization)
      .where(and(eq(organization.enterpriseId, enterpriseId), sql`${organization.parentId} IS NULL`))
    return row!.id
  }

  const personOf = (enterpriseId: string, person: NewPerson) => ({
    enterpriseId,
    userId: person.userId,
    roles: person.roles,
    peopleType: peopleTypeOf(person.roles),
    organizationId: person.organizationId,
    managedBy: person.managedBy ?? 'manual',
    externalId: person.externalId ?? null,
    invitedBy: person.invitedBy ?? null,
    joinedAt: clock.now(),
  })

  return {
    get,
    rootOf,
    /** Builds a row for callers that insert a person together with the account. */
    newPerson: (enterpriseId: string, person: NewPerson & { organizationId: string }) =>
      newRow(enterprisePerson, personOf(enterpriseId, person)),
    changed,
    /** Roles of a person in an enterprise; cached, and cleared in every process when they change. */
    standing: (userId: string, enterpriseId: string) => standings.get(userId, enterpriseId),
    /** Checks a right outside of calls. Calls declare their access rule in the contract. */
    async may(userId: string, enterpriseId: string, action: EnterpriseAction): Promise<boolean> {
      const found = await standings.get(userId, enterpriseId)
      return found !== undefined && mayEnterprise(found.roles, action)
    },
    async person(enterpriseId: string, userId: string, tx: Tx = db): Promise<EnterprisePersonRow | undefined> {
      const [row] = await tx.select().from(enterprisePerson).where(isPerson(enterpriseId, userId))
      return row
    },
    /** Whether the account is an active person or a program of the enterprise. */
    async knows(userId: string, enterpriseId: string): Promise<boolean> {
      const { rows } = await db.execute(
        sql`SELECT 1 FROM enterprise_person WHERE enterprise_id = ${enterpriseId} AND user_id = ${userId} AND status = 'active'
          UNION ALL SELECT 1 FROM service_identity WHERE enterprise_id = ${enterpriseId} AND id = ${userId}
          UNION ALL SELECT 1 FROM app_installation WHERE enterprise_id = ${enterpriseId} AND user_id = ${userId}`,
      )
      return rows.length > 0
    },
    /** Verified domains of the enterprise. By those that are not usable, nobody joins any more. */
    domainsOf: (enterpriseId: string) =>
      db
        .select({ domain: emailDomain.domain, isUsable: sql<boolean>`${isUsableDomain}` })
        .from(emailDomain)
        .where(and(eq(emailDomain.enterpriseId, enterpriseId), isNotNull(emailDomain.verifiedAt)))
        .orderBy(asc(emailDomain.domain)),
    async superAdmins(enterpriseId: string): Promise<string[]> {
      const rows = await db
        .select({ id: enterprisePerson.userId })
        .from(enterprisePerson)
        .where(
          and(
            eq(enterprisePerson.enterpriseId, enterpriseId),
            eq(enterprisePerson.status, 'active'),
            sql`'SuperAdmin' = ANY(${enterprisePerson.roles})`,
          ),
        )
        .orderBy(asc(enterprisePerson.joinedAt), asc(enterprisePerson.userId))
      return rows.map((row) => row.id)
    },
    /** Enterprises of a person with their roles, oldest first. */
    listOf: (userId: string) =>
      db
        .select({ enterprise, roles: enterprisePerson.roles, rootId: organization.id })
        .from(enterprisePerson)
        .innerJoin(enterprise, eq(enterprise.id, enterprisePerson.enterpriseId))
        .innerJoin(
          organization,
          and(eq(organization.enterpriseId, enterprise.id), sql`${organization.parentId} IS NULL`),
        )
        .where(and(eq(enterprisePerson.userId, userId), eq(enterprisePerson.status, 'active')))
        .orderBy(asc(enterprise.id)),
    async byIds(ids: string[]): Promise<Map<string, EnterpriseRow>> {
      const rows = ids.length ? await db.select().from(enterprise).where(inArray(enterprise.id, ids)) : []
      return new Map(rows.map((row) => [row.id, row]))
    },
    async create(userId: string, name: string, iconUri: string): Promise<{ id: string; rootId: string }> {
      if (!(await mayCreate(userId))) throw enterpriseErrors.ownerCreates()
      if (iconUri) await requireIcon(iconUri, userId)
      const now = clock.now()
      const [id, rootId] = [newId(), newId()]
      await db.transaction(async (tx) => {
        // Lock, so that two concurrent calls cannot both pass the limit.
        await tx.execute(
          sql`SELECT pg_advisory_xact_lock(hashtext('enterprise.create'), ${Number(BigInt(userId) % 2147483647n)})`,
        )
        const [mine] = await tx.select({ n: count() }).from(enterprise).where(eq(enterprise.createdBy, userId))
        if (mine!.n >= MAX_CREATED) throw enterpriseErrors.limit({ max: MAX_CREATED })
        await tx
          .insert(enterprise)
          .values({ id, name, iconUri, settings: {}, security: {}, createdBy: userId, createdAt: now, updatedAt: now })
        await tx.insert(organization).values({ id: rootId, enterpriseId: id, name, createdAt: now })
        await tx.insert(enterprisePerson).values({
          enterpriseId: id,
          userId,
          roles: ['SuperAdmin'],
          peopleType: 'EnterpriseMember',
          organizationId: rootId,
          joinedAt: now,
        })
        await audit.record(
          { actorId: userId, enterpriseId: id, action: 'enterprise.create', target: id, detail: { name } },
          tx,
        )
      })
      await changed(id)
      return { id, rootId }
    },
    async update(
      id: string,
      actorId: string,
      change: { name?: string | undefined; iconUri?: string | undefined; replaceLogo?: boolean | undefined },
    ) {
      const before = await get(id)
      if (change.iconUri && change.iconUri !== before.iconUri) await requireIcon(change.iconUri, actorId)
      await db.transaction(async (tx) => {
        await tx
          .update(enterprise)
          .set({ ...change, updatedAt: clock.now() })
          .where(eq(enterprise.id, id))
        await audit.record(
          { actorId, enterpriseId: id, action: 'enterprise.update', target: id, detail: { ...change } },
          tx,
        )
      })
      await changed(id)
    },
    /** Adds a person; does nothing if the person is already in the enterprise. */
    async addPerson(enterpriseId: string, person: NewPerson, tx: Tx = db): Promise<boolean> {
      const root = sql`(SELECT id FROM organization WHERE enterprise_id = ${enterpriseId} AND parent_id IS NULL)`
      const added = await tx
        .insert(enterprisePerson)
        .values({ ...personOf(enterpriseId, person), organizationId: person.organizationId ?? root })
        .onConflictDoNothing()
        .returning({ id: enterprisePerson.userId })
      return added.length > 0
    },
    /** Turns a guest into a member. */
    promote: (enterpriseId: string, userId: string, tx: Tx) =>
      tx
        .update(enterprisePerson)
        .set({ roles: ['Member'], peopleType: 'EnterpriseMember' })
        .where(and(isPerson(enterpriseId, userId), eq(enterprisePerson.peopleType, 'EnterpriseGuest'))),
    /** Makes the enterprise read-only and schedules its deletion in 14 days. */
    async close(id: string, actorId: string, typedName: string) {
      const found = await get(id)
      if (found.closingAt !== null) return found.closingAt + CLOSING_MS
      if (typedName.trim() !== found.name) throw enterpriseErrors.wrongName({ name: found.name })
      const now = clock.now()
      await db.transaction(async (tx) => {
        await tx.update(enterprise).set({ closingAt: now, updatedAt: now }).where(eq(enterprise.id, id))
        await audit.record(
          { actorId, enterpriseId: id, action: 'enterprise.close', target: id, detail: { name: found.name } },
          tx,
        )
      })
      await changed(id)
      return now + CLOSING_MS
    },
    async reopen(id: string, actorId: string) {
      const reopened = await db
        .update(enterprise)
        .set({ closingAt: null, updatedAt: clock.now() })
        .where(and(eq(enterprise.id, id), isNotNull(enterprise.closingAt)))
        .returning({ id: enterprise.id })
      if (!reopened.length) throw enterpriseErrors.notClosing()
      await audit.record({ actorId, enterpriseId: id, action: 'enterprise.reopen', target: id })
      await changed(id)
    },
    /** Deletes enterprises closed 14 days ago. Spaces return to their owners, and people keep their accounts. */
    async removeClosed(): Promise<number> {
      const gone = await db
        .delete(enterprise)
        .where(lt(enterprise.closingAt, clock.now() - CLOSING_MS))
        .returning({ id: enterprise.id, name: enterprise.name })
      for (const { id, name } of gone) {
        await audit.record({ enterpriseId: id, action: 'enterprise.delete', target: id, detail: { name } })
        await changed(id)
      }
      if (gone.length) await bus.publish('membership', '*')
      return gone.length
    },
  }
}
export type EnterpriseService = ReturnType<typeof createEnterpriseService>
