import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { type BinnedRow, resourceBin, type ResourceRow } from './resource.table.ts'

const asBinned = (rows: ResourceRow[]) => rows.map((row) => ({ ...row, deletedAt: row.deletedAt ?? 0 }))
/** What a person deleted, without what went along with it. */
const isEntry = isNull(resourceBin.deletedWith)

/** The heads in the bin: nobody else sees them. */
export function createResourceBin({ db, invalidate }: { db: Db; invalidate(id: string): Promise<void> }) {
  return {
    async get(id: string): Promise<BinnedRow | undefined> {
      return asBinned(await db.select().from(resourceBin).where(eq(resourceBin.id, id)))[0]
    },
    /** The newest first; `before` is the last of the page before. */
    async inSpace(spaceId: string, size: number, before?: { at: number; id: string }): Promise<BinnedRow[]> {
      const after = before && sql`(${resourceBin.deletedAt}, ${resourceBin.id}) < (${before.at}, ${before.id})`
      return asBinned(
        await db
          .select()
          .from(resourceBin)
          .where(and(eq(resourceBin.spaceId, spaceId), isEntry, after))
          .orderBy(desc(resourceBin.deletedAt), desc(resourceBin.id))
          .limit(size),
      )
    },
    /** What went along with it, and what was deleted out of it before. */
    async inside(id: string): Promise<BinnedRow[]> {
      const where = or(eq(resourceBin.deletedWith, id), eq(resourceBin.projectId, id))
      return asBinned(await db.select().from(resourceBin).where(where).orderBy(asc(resourceBin.id)))
    },
    /** What was deleted before a time, the oldest first. */
    async olderThan(at: number, limit: number): Promise<BinnedRow[]> {
      const where = and(isEntry, lt(resourceBin.deletedAt, at))
      return asBinned(await db.select().from(resourceBin).where(where).orderBy(asc(resourceBin.deletedAt)).limit(limit))
    },
    /** Brings it back with what went along, and says what came. Nothing when somebody else was faster. */
    async restore(id: string, tx: Tx = db): Promise<ResourceRow[]> {
      const rows = await tx
        .update(resourceBin)
        .set({ deletedAt: null, deletedBy: null, deletedWith: null })
        .where(or(and(eq(resourceBin.id, id), isEntry), eq(resourceBin.deletedWith, id)))
        .returning()
      for (const row of rows) await invalidate(row.id)
      return rows
    },
    async remove(id: string): Promise<boolean> {
      return (await db.delete(resourceBin).where(eq(resourceBin.id, id)).returning({ id: resourceBin.id })).length > 0
    },
  }
}
