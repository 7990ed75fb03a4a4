import { and, asc, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type BinnedRow, resourceBin, type ResourceRow } from './resource.table.ts'

const asBinned = (rows: ResourceRow[]) => rows.map((row) => ({ ...row, deletedAt: row.deletedAt ?? 0 }))
/** Stored instead of the deletion time while a resource is being purged: it can no longer be restored. */
const PURGING = 0
/** A resource that a person deleted, not one that was deleted along with it. */
const isEntry = isNull(resourceBin.deletedWith)
const isKept = gt(resourceBin.deletedAt, PURGING)

/** The heads of resources in the bin, which nothing else reads. */
export function createResourceBin({ db, invalidate }: { db: Db; invalidate(id: string): Promise<void> }) {
  return {
    async get(id: string): Promise<BinnedRow | undefined> {
      const where = and(eq(resourceBin.id, id), isKept)
      return asBinned(await db.select().from(resourceBin).where(where))[0]
    },
    /** Newest first; `before` is the last entry of the previous page. */
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
    /** Resources that were deleted along with this one, and those deleted out of it earlier. */
    async inside(id: string): Promise<BinnedRow[]> {
      const where = or(eq(resourceBin.deletedWith, id), eq(resourceBin.projectId, id))
      return asBinned(await db.select().from(resourceBin).where(where).orderBy(asc(resourceBin.id)))
    },
    /** Entries deleted before a time, oldest first, preceded by those that a process left half purged. */
    async olderThan(at: number, limit: number): Promise<BinnedRow[]> {
      const where = and(isEntry, lt(resourceBin.deletedAt, at))
      return asBinned(await db.select().from(resourceBin).where(where).orderBy(asc(resourceBin.deletedAt)).limit(limit))
    },
    /** Restores a resource with everything deleted along with it; empty if it was restored or purged concurrently. */
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
    /** Marks a resource as being purged, so that it cannot be restored. False if it was restored meanwhile. */
    async markPurging(id: string): Promise<boolean> {
      const rows = await db
        .update(resourceBin)
        .set({ deletedAt: PURGING })
        .where(and(eq(resourceBin.id, id), isEntry))
        .returning({ id: resourceBin.id })
      return rows.length > 0
    },
    remove: async (id: string) => void (await db.delete(resourceBin).where(eq(resourceBin.id, id))),
  }
}
