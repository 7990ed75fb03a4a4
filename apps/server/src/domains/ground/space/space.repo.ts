import { SpaceRole, SpaceType } from '@orrery/contract'
import { and, asc, count, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { space, spaceInvite, spaceMember, type SpaceRow } from './space.table.ts'

const isMember = (spaceId: string, userId: string) =>
  and(eq(spaceMember.spaceId, spaceId), eq(spaceMember.userId, userId))

export function createSpaceRepo(db: Db) {
  const owner = appUser
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async insert(row: SpaceRow, joinedAt: number, tx: Tx) {
      await tx.insert(space).values(row)
      await tx.insert(spaceMember).values({ spaceId: row.id, userId: row.ownerId, role: SpaceRole.owner, joinedAt })
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
          lastActiveAt: spaceMember.lastActiveAt,
          owner: { id: owner.id, name: owner.name, uniqueName: owner.uniqueName, avatarKey: owner.avatarKey },
          members: sql<number>`(SELECT count(*)::int FROM space_member m WHERE m.space_id = ${space.id})`,
        })
        .from(spaceMember)
        .innerJoin(space, eq(space.id, spaceMember.spaceId))
        .innerJoin(owner, eq(owner.id, space.ownerId))
        .where(and(eq(spaceMember.userId, userId), search ? ilike(space.name, likeText(search)) : undefined))
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
          .select({ role: spaceMember.role, type: space.type, lastActiveAt: spaceMember.lastActiveAt })
          .from(spaceMember)
          .innerJoin(space, eq(space.id, spaceMember.spaceId))
          .where(isMember(spaceId, userId))
      )[0],
    async members(spaceId: string, filter: { search?: string; role?: SpaceRole; page: number; size: number }) {
      const like = filter.search && likeText(filter.search)
      const where = and(
        eq(spaceMember.spaceId, spaceId),
        filter.role ? eq(spaceMember.role, filter.role) : undefined,
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
          .values({ spaceId, userId, role, joinedAt })
          .onConflictDoNothing()
          .returning({ id: spaceMember.userId })
      ).length > 0,
    setRole: (spaceId: string, userId: string, role: SpaceRole, tx: Tx = db) =>
      tx.update(spaceMember).set({ role }).where(isMember(spaceId, userId)),
    removeMember: (spaceId: string, userId: string, tx: Tx = db) =>
      tx.delete(spaceMember).where(isMember(spaceId, userId)),
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
