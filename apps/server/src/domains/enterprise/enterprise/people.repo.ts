import type { EnterpriseRole, PeopleType } from '@orrery/contract/shared/policy'
import { and, asc, count, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'
import { enterprise, enterprisePerson } from './enterprise.table.ts'
import { enterpriseRemoval, joinInvitation } from './join.table.ts'

export interface PeopleFilter {
  key?: string | undefined
  roles?: EnterpriseRole[] | undefined
  peopleType?: PeopleType | undefined
  organizationIds?: string[] | undefined
  page: number
  size: number
}
const beginningWith = (key: string) => `${key.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
/** Matches the start of a name, user name or e-mail. */
export function begins(key: string): SQL | undefined {
  const pattern = beginningWith(key)
  return or(
    sql`lower(${appUser.name}) LIKE ${pattern}`,
    sql`lower(${appUser.uniqueName}) LIKE ${pattern}`,
    sql`${appUser.emailKey} LIKE ${pattern}`,
  )
}

export function createPeopleRepo(db: Db) {
  const person = (enterpriseId: string, userId: string) =>
    and(eq(enterprisePerson.enterpriseId, enterpriseId), eq(enterprisePerson.userId, userId))
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    /** Locks the enterprise, so that concurrent changes of roles run one after the other. */
    lock: (enterpriseId: string, tx: Tx) =>
      tx.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, enterpriseId)).for('update'),
    async search(enterpriseId: string, filter: PeopleFilter) {
      const chosenBy = [
        filter.roles?.length ? sql`${enterprisePerson.roles} && ${sql.param(filter.roles)}::text[]` : undefined,
        filter.peopleType ? eq(enterprisePerson.peopleType, filter.peopleType) : undefined,
        filter.organizationIds ? inArray(enterprisePerson.organizationId, filter.organizationIds) : undefined,
      ].filter((condition) => condition !== undefined)
      const where = and(eq(enterprisePerson.enterpriseId, enterpriseId), ...chosenBy)
      const offset = (filter.page - 1) * filter.size
      const page = (condition: SQL | undefined) =>
        db
          .select({ person: enterprisePerson, user: appUser })
          .from(enterprisePerson)
          .innerJoin(appUser, eq(appUser.id, enterprisePerson.userId))
          .where(condition)
          .orderBy(asc(enterprisePerson.userId))
          .limit(filter.size)
      if (!filter.key) {
        const counted = db.select({ n: count() }).from(enterprisePerson).where(where)
        const [rows, [total]] = await Promise.all([page(where).offset(offset), counted])
        return { rows, total: total!.n }
      }
      // A prefix may match thousands of names, so read a dedicated index once for both total and page.
      const { rows: found } = await db.execute<{ total: number; ids: string[] }>(sql`
        WITH hit AS MATERIALIZED (
          SELECT DISTINCT w.user_id FROM enterprise_person_word w
          WHERE w.enterprise_id = ${enterpriseId} AND w.word LIKE ${beginningWith(filter.key)} ${
            chosenBy.length
              ? sql`AND EXISTS (SELECT FROM ${enterprisePerson}
                  WHERE ${and(where, sql`${enterprisePerson.userId} = w.user_id`)})`
              : sql``
          })
        SELECT (SELECT count(*)::int FROM hit) AS total,
          ARRAY(SELECT h.user_id::text FROM hit h ORDER BY h.user_id LIMIT ${filter.size} OFFSET ${offset}) AS ids`)
      const { total, ids } = found[0]!
      const chosen = and(eq(enterprisePerson.enterpriseId, enterpriseId), inArray(enterprisePerson.userId, ids))
      return { rows: ids.length ? await page(chosen) : [], total }
    },
    number: async (enterpriseId: string) =>
      (
        await db.select({ n: count() }).from(enterprisePerson).where(eq(enterprisePerson.enterpriseId, enterpriseId))
      )[0]!.n,
    setRoles: (enterpriseId: string, userId: string, roles: EnterpriseRole[], peopleType: PeopleType, tx: Tx) =>
      tx.update(enterprisePerson).set({ roles, peopleType }).where(person(enterpriseId, userId)),
    setStatus: (enterpriseId: string, userId: string, status: 'active' | 'suspended', tx: Tx) =>
      tx.update(enterprisePerson).set({ status }).where(person(enterpriseId, userId)),
    place: (enterpriseId: string, userId: string, organizationId: string) =>
      db.update(enterprisePerson).set({ organizationId }).where(person(enterpriseId, userId)),
    drop: (enterpriseId: string, userId: string, tx: Tx = db) =>
      tx.delete(enterprisePerson).where(person(enterpriseId, userId)),
    /** Number of other super admins who can sign in. */
    async otherSuperAdmins(enterpriseId: string, userId: string, tx: Tx): Promise<number> {
      const [row] = await tx
        .select({ n: count() })
        .from(enterprisePerson)
        .innerJoin(appUser, and(eq(appUser.id, enterprisePerson.userId), eq(appUser.disabled, false)))
        .where(
          and(
            eq(enterprisePerson.enterpriseId, enterpriseId),
            eq(enterprisePerson.status, 'active'),
            sql`'SuperAdmin' = ANY(${enterprisePerson.roles})`,
            sql`${enterprisePerson.userId} <> ${userId}`,
          ),
        )
      return row!.n
    },
    /** Whether the person is being removed and their resources are still being handed over. */
    isLeaving: async (enterpriseId: string, userId: string, tx: Tx) =>
      (
        await tx
          .select({ id: enterpriseRemoval.id })
          .from(enterpriseRemoval)
          .where(
            and(
              eq(enterpriseRemoval.enterpriseId, enterpriseId),
              eq(enterpriseRemoval.userId, userId),
              isNull(enterpriseRemoval.endedAt),
            ),
          )
      ).length > 0,
    ofUsers: (userIds: string[]) =>
      userIds.length
        ? db
            .select({ person: enterprisePerson, settings: enterprise.settings, name: enterprise.name })
            .from(enterprisePerson)
            .innerJoin(enterprise, eq(enterprise.id, enterprisePerson.enterpriseId))
            .where(inArray(enterprisePerson.userId, userIds))
        : Promise.resolve([]),
    async invited(enterpriseId: string, userIds: string[], now: number): Promise<Set<string>> {
      if (!userIds.length) return new Set()
      const rows = await db
        .select({ id: joinInvitation.userId })
        .from(joinInvitation)
        .where(
          and(
            eq(joinInvitation.enterpriseId, enterpriseId),
            inArray(joinInvitation.userId, userIds),
            eq(joinInvitation.status, 'Confirming'),
            gt(joinInvitation.expiresAt, now),
          ),
        )
      return new Set(rows.map((row) => row.id))
    },
    /** People who share a space with a person, whom that person may find by the start of a name. */
    acquaintances: (userId: string, key: string) => {
      const mine = db.select({ id: spaceMember.spaceId }).from(spaceMember).where(eq(spaceMember.userId, userId))
      const shared = db.select({ id: spaceMember.userId }).from(spaceMember).where(inArray(spaceMember.spaceId, mine))
      return db
        .select()
        .from(appUser)
        .where(
          and(
            inArray(appUser.id, shared),
            eq(appUser.disabled, false),
            eq(appUser.kind, 'person'),
            sql`${appUser.id} <> ${userId}`,
            key ? begins(key) : undefined,
          ),
        )
        .orderBy(asc(appUser.name), asc(appUser.id))
        .limit(20)
    },
    /** People of an enterprise who are also in other enterprises. */
    async elsewhere(enterpriseId: string, key: string | undefined, page: number, size: number) {
      const where = and(
        eq(enterprisePerson.enterpriseId, enterpriseId),
        key ? begins(key) : undefined,
        sql`EXISTS (SELECT FROM enterprise_person o WHERE o.user_id = ${enterprisePerson.userId} AND o.enterprise_id <> ${enterpriseId})`,
      )
      const from = db
        .select({ user: appUser })
        .from(enterprisePerson)
        .innerJoin(appUser, eq(appUser.id, enterprisePerson.userId))
        .where(where)
      const all = await from.orderBy(asc(appUser.id))
      return { users: all.slice((page - 1) * size, page * size).map(({ user }) => user), total: all.length }
    },
  }
}
export type PeopleRepo = ReturnType<typeof createPeopleRepo>
