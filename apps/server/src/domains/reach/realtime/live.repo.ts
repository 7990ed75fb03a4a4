import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type LiveRow, voiceLive } from './live.table.ts'

export function createLiveRepo(db: Db) {
  return {
    put: (row: LiveRow) =>
      db
        .insert(voiceLive)
        .values(row)
        .onConflictDoUpdate({ target: voiceLive.id, set: { seenAt: row.seenAt } }),
    async find(id: string, since: number): Promise<LiveRow | undefined> {
      const alive = and(eq(voiceLive.id, id), gt(voiceLive.seenAt, since))
      return (await db.select().from(voiceLive).where(alive))[0]
    },
    remove: (id: string) => db.delete(voiceLive).where(eq(voiceLive.id, id)),
    removeSilent: (before: number) => db.delete(voiceLive).where(lt(voiceLive.seenAt, before)),
  }
}
export type LiveRepo = ReturnType<typeof createLiveRepo>
