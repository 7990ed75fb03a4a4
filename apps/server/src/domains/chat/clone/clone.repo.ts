import { and, asc, count, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { type CloneRow, removedClone, voiceClone, voiceQuota } from './clone.table.ts'

export function createCloneRepo(db: Db) {
  return {
    insert: (row: CloneRow) => db.insert(voiceClone).values(row),
    async find(id: string): Promise<CloneRow | undefined> {
      return (await db.select().from(voiceClone).where(eq(voiceClone.id, id)))[0]
    },
    ofSpaces: (spaceIds: readonly string[]): Promise<CloneRow[]> =>
      spaceIds.length
        ? db
            .select()
            .from(voiceClone)
            .where(inArray(voiceClone.spaceId, [...spaceIds]))
            .orderBy(asc(voiceClone.id))
        : Promise.resolve([]),
    /** Ids and marks of provider voices that a space may not use: those of other spaces, and deleted ones. */
    async hiddenFrom(spaceId: string): Promise<Set<string>> {
      const others = await db
        .select({ mark: voiceClone.id, speaker: voiceClone.speakerId })
        .from(voiceClone)
        .where(ne(voiceClone.spaceId, spaceId))
      const gone = await db.select({ speaker: removedClone.speakerId }).from(removedClone)
      const known = [...others.map(({ mark }) => mark), ...[...others, ...gone].map(({ speaker }) => speaker)]
      return new Set(known.filter(Boolean))
    },
    async countOf(userId: string): Promise<number> {
      return (await db.select({ all: count() }).from(voiceClone).where(eq(voiceClone.userId, userId)))[0]!.all
    },
    update: (id: string, change: Partial<CloneRow>) => db.update(voiceClone).set(change).where(eq(voiceClone.id, id)),
    /**
     * Claims the voice for one training. A training with no heartbeat since `before` is abandoned: its process has
     * died.
     */
    async claim(id: string, now: number, before: number): Promise<boolean> {
      const taken = await db
        .update(voiceClone)
        .set({ pendingSince: now })
        .where(and(eq(voiceClone.id, id), lt(voiceClone.pendingSince, before)))
        .returning({ id: voiceClone.id })
      return taken.length > 0
    },
    /** Changes a voice if the training whose last heartbeat was at `since` is still the current one. */
    changeDuringTraining: (
      id: string,
      since: number,
      change: Partial<CloneRow>,
      tell?: (row: CloneRow, tx: Tx) => Promise<void>,
    ): Promise<boolean> =>
      db.transaction(async (tx) => {
        const isCurrent = and(eq(voiceClone.id, id), eq(voiceClone.pendingSince, since))
        const [row] = await tx.update(voiceClone).set(change).where(isCurrent).returning()
        if (row) await tell?.(row, tx)
        return row !== undefined
      }),
    /** Trainings without a heartbeat since `before`. */
    abandoned: (before: number, most: number): Promise<CloneRow[]> =>
      db
        .select()
        .from(voiceClone)
        .where(and(gt(voiceClone.pendingSince, 0), lt(voiceClone.pendingSince, before)))
        .limit(most),
    remove: (id: string) => db.delete(voiceClone).where(eq(voiceClone.id, id)),
    removed: (most: number, tries: number) =>
      db.select().from(removedClone).where(lt(removedClone.tries, tries)).orderBy(asc(removedClone.tries)).limit(most),
    forget: (speakerId: string) => db.delete(removedClone).where(eq(removedClone.speakerId, speakerId)),
    tried: (speakerId: string) =>
      db
        .update(removedClone)
        .set({ tries: sql`${removedClone.tries} + 1` })
        .where(eq(removedClone.speakerId, speakerId)),
    async extraOf(userId: string): Promise<number> {
      return (await db.select().from(voiceQuota).where(eq(voiceQuota.userId, userId)))[0]?.extra ?? 0
    },
    addExtra: (userId: string, extra: number) =>
      db
        .insert(voiceQuota)
        .values({ userId, extra })
        .onConflictDoUpdate({ target: voiceQuota.userId, set: { extra: sql`${voiceQuota.extra} + ${extra}` } }),
  }
}
export type CloneRepo = ReturnType<typeof createCloneRepo>
