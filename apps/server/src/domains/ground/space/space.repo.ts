import { SpaceRole, SpaceType } from '@orrery/contract'
import { and, asc, count, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { space, spaceInvite, spaceMember, spaceMemberSource, type SpaceRow } from './space.table.ts'

const isMember = (spaceId: string, userId: string) =>
  and(eq(spaceMember.spaceId, spaceId), eq(spaceMember.userId, userId))

/** A person who is suspended in the enterprise of a space has no rights there, whatever else is stored. */
const isNotSuspended = sql`(${space.enterpriseId} IS NULL OR NOT EXISTS (
  SELECT FROM enterprise_person p
  WHERE p.enterprise_id = ${space.enterpriseId} AND p.user_id = ${spaceMember.userId} AND p.status = 'suspended'))`

export interface MemberFilter {
  search?: string
  role?: SpaceRole
  isTester?: boolean
  page: number
  size: number
}

/** The creator of a space owns it. */
export const ownerOf = ({ id, ownerId, createdAt }: SpaceRow) => ({
  spaceId: id,
  userId: ownerId,
  role: SpaceRole.owner,
  directRole: SpaceRole.owner,
  joinedAt: createdAt,
})

export function createSpaceRepo(db: Db) {
  const owner = appUser
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async insert(row: SpaceRow, joinedAt: number, tx: Tx) {
      const made = tx.$with('made').as(tx.insert(space).values(row).returning({ id: space.id }))
      await tx
        .with(made)
        .insert(spaceMember)
        .values({ ...ownerOf(row), joinedAt })
    },
    byId: async (id: string) => (await db.select().from(space).where(eq(space.id, id)))[0],
    update: (id: string, values: Partial<SpaceRow>, tx: Tx = db) =>
      tx.update(space).set(values).where(eq(space.id, id)),
    remove: (id: string) => db.delete(space).where(eq(space.id, id)),
    /** Spaces of a user, the personal one first, with their owner and number of members. */
    listOf: (userId: string, search?: string) =>
      db
        .select({
          space,
          role: spaceMember.role,
          isTester: spaceMember.isTester,
          lastActiveAt: spaceMember.lastActiveAt,
          owner: { id: owner.id, name: owner.name, uniqueName: owner.uniqueName, avatarKey: owner.avatarKey },
          members: sql<number>`(SELECT count(*)::int FROM space_member m WHERE m.space_id = ${space.id})`,
        })
        .from(spaceMember)
        .innerJoin(space, eq(space.id, spaceMember.spaceId))
        .innerJoin(owner, eq(owner.id, space.ownerId))
        .where(
          and(eq(spaceMember.userId, userId), isNotSuspended, search ? ilike(space.name, likeText(search)) : undefined),
        )
        .orderBy(asc(space.type), asc(space.id)),
    countOwnedTeams: async (userId: string) =>
      (
        await db
          .select({ n: count() })
          .from(space)
          .where(and(eq(space.ownerId, userId), eq(space.type, SpaceType.team)))
      )[0]!.n,
    membership: async (userId: string, spaceId: string) =>
      (
        await db
          .select({
            role: spaceMember.role,
            type: space.type,
            enterpriseId: space.enterpriseId,
            lastActiveAt: spaceMember.lastActiveAt,
            isTester: spaceMember.isTester,
          })
          .from(spaceMember)
          .innerJoin(space, eq(space.id, spaceMember.spaceId))
          .where(and(isMember(spaceId, userId), isNotSuspended))
      )[0],
    async members(spaceId: string, filter: MemberFilter) {
      const like = filter.search && likeText(filter.search)
      const where = and(
        eq(spaceMember.spaceId, spaceId),
        filter.role ? eq(spaceMember.role, filter.role) : undefined,
        filter.isTester === undefined ? undefined : eq(spaceMember.isTester, filter.isTester),
        like ? or(ilike(appUser.name, like), ilike(appUser.uniqueName, like)) : undefined,
      )
      const from = () =>
        db
          .select({ member: spaceMember, user: appUser })
          .from(spaceMember)
          .innerJoin(appUser, eq(appUser.id, spaceMember.userId))
          .where(where)
      const rows = await from()
        .orderBy(asc(spaceMember.role), asc(spaceMember.joinedAt), asc(appUser.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db
        .select({ n: count() })
        .from(spaceMember)
        .innerJoin(appUser, eq(appUser.id, spaceMember.userId))
        .where(where)
      return { rows, total: total!.n }
    },
    countByRole: async (spaceId: string) => {
      const rows = await db
        .select({ role: spaceMember.role, n: count() })
        .from(spaceMember)
        .where(eq(spaceMember.spaceId, spaceId))
        .groupBy(spaceMember.role)
      return new Map(rows.map((row) => [row.role, row.n]))
    },
    roleOf: async (spaceId: string, userId: string) =>
      (await db.select({ role: spaceMember.role }).from(spaceMember).where(isMember(spaceId, userId)))[0]?.role,
    addMember: async (spaceId: string, userId: string, role: SpaceRole, joinedAt: number) =>
      (
        await db
          .insert(spaceMember)
          .values({ spaceId, userId, role, directRole: role, joinedAt })
          .onConflictDoNothing()
          .returning({ id: spaceMember.userId })
      ).length > 0,
    setRole: (spaceId: string, userId: string, role: SpaceRole, tx: Tx = db) =>
      tx
        .update(spaceMember)
        .set({
          directRole: role,
          isTester: false,
          role: sql`least(${role}::smallint, (SELECT min(g.role) FROM ${spaceMemberSource} g WHERE g.space_id = ${spaceId} AND g.user_id = ${userId}))`,
        })
        .where(isMember(spaceId, userId)),
    setTester: (spaceId: string, userId: string, isTester: boolean) =>
      db.update(spaceMember).set({ isTester }).where(isMember(spaceId, userId)),
    /** Removes a member, including the roles given by groups. */
    async removeMember(spaceId: string, userId: string, tx: Tx = db) {
      await tx
        .delete(spaceMemberSource)
        .where(and(eq(spaceMemberSource.spaceId, spaceId), eq(spaceMemberSource.userId, userId)))
      await tx.delete(spaceMember).where(isMember(spaceId, userId))
    },
    /** Replaces all roles that a group gives; returns the users and spaces where a role changed. */
    async setSources(groupId: string, given: { spaceId: string; userId: string; role: SpaceRole }[], tx: Tx) {
      const wanted = sql`(SELECT s.space_id, s.user_id, s.role FROM unnest(
        ${sql.param(given.map(({ spaceId }) => spaceId))}::bigint[], ${sql.param(given.map(({ userId }) => userId))}::bigint[],
        ${sql.param(given.map(({ role }) => role))}::smallint[]) AS s(space_id, user_id, role))`
      const { rows } = await tx.execute<{ space_id: string; user_id: string }>(sql`
        WITH wanted AS ${wanted}, gone AS (
          DELETE FROM space_member_source g WHERE g.group_id = ${groupId} AND NOT EXISTS (
            SELECT FROM wanted w WHERE w.space_id = g.space_id AND w.user_id = g.user_id)
          RETURNING g.space_id, g.user_id
        ), put AS (
          INSERT INTO space_member_source AS g (space_id, user_id, group_id, role)
          SELECT w.space_id, w.user_id, ${groupId}, w.role FROM wanted w
          ON CONFLICT (space_id, user_id, group_id) DO UPDATE SET role = EXCLUDED.role WHERE g.role <> EXCLUDED.role
          RETURNING g.space_id, g.user_id
        ) SELECT space_id, user_id FROM gone UNION SELECT space_id, user_id FROM put`)
      return rows.map((row) => ({ spaceId: row.space_id, userId: row.user_id }))
    },
    /** Recomputes members from direct and group roles; returns those who no longer have any role in a space. */
    async settle(pairs: { spaceId: string; userId: string }[], joinedAt: number, tx: Tx) {
      const changed = sql`(SELECT c.space_id, c.user_id FROM unnest(
        ${sql.param(pairs.map(({ spaceId }) => spaceId))}::bigint[],
        ${sql.param(pairs.map(({ userId }) => userId))}::bigint[]) AS c(space_id, user_id))`
      await tx.execute(sql`
        INSERT INTO space_member AS m (space_id, user_id, role, joined_at)
        SELECT c.space_id, c.user_id, min(g.role), ${joinedAt} FROM ${changed} c
        JOIN space_member_source g ON g.space_id = c.space_id AND g.user_id = c.user_id
        GROUP BY 1, 2
        ON CONFLICT (space_id, user_id) DO UPDATE SET role = least(m.direct_role, EXCLUDED.role)`)
      await tx.execute(sql`
        UPDATE space_member m SET role = m.direct_role FROM ${changed} c
        WHERE m.space_id = c.space_id AND m.user_id = c.user_id AND m.direct_role IS NOT NULL AND NOT EXISTS (
          SELECT FROM space_member_source g WHERE g.space_id = m.space_id AND g.user_id = m.user_id)`)
      const { rows } = await tx.execute<{ space_id: string; user_id: string }>(sql`
        SELECT m.space_id, m.user_id FROM space_member m JOIN ${changed} c USING (space_id, user_id)
        WHERE m.direct_role IS NULL AND NOT EXISTS (
          SELECT FROM space_member_source g WHERE g.space_id = m.space_id AND g.user_id = m.user_id)`)
      return rows.map((row) => ({ spaceId: row.space_id, userId: row.user_id }))
    },
    ofEnterprise: (enterpriseId: string) =>
      db.select().from(space).where(eq(space.enterpriseId, enterpriseId)).orderBy(asc(space.id)),
    memberIds: async (spaceId: string) =>
      (await db.select({ id: spaceMember.userId }).from(spaceMember).where(eq(spaceMember.spaceId, spaceId))).map(
        (row) => row.id,
      ),
    markActive: (spaceId: string, userId: string, at: number) =>
      db.update(spaceMember).set({ lastActiveAt: at }).where(isMember(spaceId, userId)),
    /** Users among `ids` who share a space with `userId`. */
    async sharing(userId: string, ids: string[]): Promise<string[]> {
      if (!ids.length) return []
      const mine = db.select({ id: spaceMember.spaceId }).from(spaceMember).where(eq(spaceMember.userId, userId))
      const rows = await db
        .selectDistinct({ id: spaceMember.userId })
        .from(spaceMember)
        .where(and(inArray(spaceMember.userId, ids), inArray(spaceMember.spaceId, mine)))
      return rows.map((row) => row.id)
    },
    inviteOf: async (spaceId: string) =>
      (await db.select().from(spaceInvite).where(eq(spaceInvite.spaceId, spaceId)))[0],
    inviteByKey: async (key: string) => (await db.select().from(spaceInvite).where(eq(spaceInvite.key, key)))[0],
    saveInvite: (row: typeof spaceInvite.$inferInsert) =>
      db.insert(spaceInvite).values(row).onConflictDoUpdate({ target: spaceInvite.spaceId, set: row }),
  }
}
export type SpaceRepo = ReturnType<typeof createSpaceRepo>
