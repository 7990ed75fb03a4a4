import { and, asc, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type BinnedRow, resourceBin, type ResourceRow } from './resource.table.ts'

const asBinned = (rows: ResourceRow[]) => rows.map((row) => ({ ...row, deletedAt: row.deletedAt ?? 0 }))
/** In the place of the time: it is being deleted for good, and cannot come back. */
const CONDEMNED = 0
/** What a person deleted, without what went along with it. */
const isEntry = isNull(resourceBin.deletedWith)
const isKept = gt(resourceBin.deletedAt, CONDEMNED)

/** The heads in the bin: nobody else sees them. */
export function createResourceBin({ db, invalidate }: { db: Db; invalidate(id: string): Promise<void> }) {
  return {
    async get(id: string): Promise<BinnedRow | undefined> {
      const where = and(eq(resourceBin.id, id), isKept)
      return asBinned(await db.select().from(resourceBin).where(where))[0]
    },
    /** The newest first; `before` is the last of the page before. */
    async inSpace(spaceId: string, size: number, before?: { at: number; id: string }): Promise<BinnedRow[]> {
      const after = before && sql`(${resourceBin.deletedAt}, ${resourceBin.id}) < (${before.at}, ${before.id})`
      return asBinned(
        await db
          .select()
          .from(resourceBin)
          .where(and(eq(resourceBin.spaceId, spaceId), isEntry, isKept, after))
          .orderBy(desc(resourceBin.deletedAt), desc(resourceBin.id))
          .limit(size),
      )
    },
    /** What went along with it, and what was deleted out of it before. */
    async inside(id: string): Promise<BinnedRow[]> {
      const where = or(eq(resourceBin.deletedWith, id), eq(resourceBin.projectId, id))
      return asBinned(await db.select().from(resourceBin).where(where).orderBy(asc(resourceBin.id)))
    },
    /** What was deleted before a time, the oldest first, and before it what a process left half deleted. */
    async olderThan(at: number, limit: number): Promise<BinnedRow[]> {
      const where = and(isEntry, lt(resourceBin.deletedAt, at))
      return asBinned(await db.select().from(resourceBin).where(where).orderBy(asc(resourceBin.deletedAt)).limit(limit))
    },
    /** Brings it back with what went along, and says what came. Nothing when somebody else was faster. */
    async restore(id: string): Promise<ResourceRow[]> {
      const rows = await db.transaction(async (tx) => {
        const back = (where: SQL | undefined) =>
          tx.update(resourceBin).set({ deletedAt: null, deletedBy: null, deletedWith: null }).where(where).returning()
        const entry = await back(and(eq(resourceBin.id, id), isEntry, isKept))
        return entry.length ? [...entry, ...(await back(eq(resourceBin.deletedWith, id)))] : []
      })
      for (const row of rows) await invalidate(row.id)
      return rows
    },
    /** From here on nobody can restore it. False when somebody has. */
    async condemn(id: string): Promise<boolean> {
      const rows = await db
        .update(resourceBin)
        .set({ deletedAt: CONDEMNED })
        .where(and(eq(resourceBin.id, id), isEntry))
        .returning({ id: resourceBin.id })
      return rows.length > 0
    },
    remove: async (id: string) => void (await db.delete(resourceBin).where(eq(resourceBin.id, id))),
  }
}
