import { and, count, desc, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { appUser, passwordReset, type UserRow, userSession } from './passport.table.ts'

export function createPassportRepo(db: Db) {
  return {
    insert: (row: UserRow) => db.insert(appUser).values(row),
    /** Returns whether the row was inserted; a taken name or address does not abort the transaction. */
    insertIfFree: async (row: UserRow, tx: Tx) =>
      (await tx.insert(appUser).values(row).onConflictDoNothing().returning({ id: appUser.id })).length > 0,
    instanceOwners: async () =>
      (await db.select({ id: appUser.id }).from(appUser).where(eq(appUser.isInstanceOwner, true))).map(({ id }) => id),
    byEmailKey: async (key: string, tx: Tx = db) =>
      (await tx.select().from(appUser).where(eq(appUser.emailKey, key)))[0],
    byId: async (id: string) => (await db.select().from(appUser).where(eq(appUser.id, id)))[0],
    byIds: (ids: string[]) =>
      ids.length ? db.select().from(appUser).where(inArray(appUser.id, ids)) : Promise.resolve([]),
    byUniqueName: async (name: string) =>
      (
        await db
          .select()
          .from(appUser)
          .where(sql`lower(${appUser.uniqueName}) = ${name.toLowerCase()}`)
      )[0],
    update: (id: string, values: Partial<UserRow>) => db.update(appUser).set(values).where(eq(appUser.id, id)),
    anyone: async () =>
      (await db.select({ id: appUser.id }).from(appUser).where(isNull(appUser.erasedAt)).limit(1)).length > 0,
    async page(search: string | undefined, page: number, size: number) {
      const like = search && likeText(search)
      const where = and(
        isNull(appUser.erasedAt),
        like ? or(ilike(appUser.email, like), ilike(appUser.name, like), ilike(appUser.uniqueName, like)) : undefined,
      )
      const lastSeen = db
        .select({ userId: userSession.userId, at: sql<string>`max(${userSession.lastSeenAt})`.as('at') })
        .from(userSession)
        .groupBy(userSession.userId)
        .as('seen')
      const rows = await db
        .select({ user: appUser, lastSeenAt: lastSeen.at })
        .from(appUser)
        .leftJoin(lastSeen, eq(lastSeen.userId, appUser.id))
        .where(where)
        .orderBy(appUser.id)
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(appUser).where(where)
      return {
        rows: rows.map((row) => ({ ...row.user, lastSeenAt: Number(row.lastSeenAt ?? 0) })),
        total: total?.n ?? 0,
      }
    },
    insertReset: (row: typeof passwordReset.$inferInsert) => db.insert(passwordReset).values(row),
    /** Counts the attempt and returns the open code in one statement, so that parallel guesses are all counted. */
    tryReset: async (userId: string, now: number, maxTries: number) =>
      (
        await db
          .update(passwordReset)
          .set({ tries: sql`${passwordReset.tries} + 1` })
          .where(
            and(
              eq(passwordReset.userId, userId),
              eq(passwordReset.used, false),
              gt(passwordReset.expiresAt, now),
              sql`${passwordReset.tries} < ${maxTries}`,
            ),
          )
          .returning()
      ).toSorted((a, b) => b.createdAt - a.createdAt)[0],
    useReset: async (id: string) =>
      (
        await db
          .update(passwordReset)
          .set({ used: true })
          .where(and(eq(passwordReset.id, id), eq(passwordReset.used, false)))
          .returning({ id: passwordReset.id })
      ).length > 0,
    dropResets: (userId: string) =>
      db.update(passwordReset).set({ used: true }).where(eq(passwordReset.userId, userId)),
    openResets: (now: number) =>
      db
        .select({
          email: appUser.email,
          sealedCode: passwordReset.sealedCode,
          createdAt: passwordReset.createdAt,
          expiresAt: passwordReset.expiresAt,
        })
        .from(passwordReset)
        .innerJoin(appUser, eq(appUser.id, passwordReset.userId))
        .where(and(eq(passwordReset.used, false), gt(passwordReset.expiresAt, now)))
        .orderBy(desc(passwordReset.createdAt)),
  }
}
export type PassportRepo = ReturnType<typeof createPassportRepo>
