import { and, asc, desc, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { projectVersion } from '#domains/studio/project/project.table.ts'
import { interfaceSnapshot, type SnapshotRow } from './snapshot.table.ts'

/** How many snapshots of a sandbox are stored. The oldest are deleted, except for published ones. */
const KEPT = 500

export function createSnapshotRepo(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    async find(id: string): Promise<SnapshotRow | undefined> {
      return (await db.select().from(interfaceSnapshot).where(eq(interfaceSnapshot.id, id)))[0]
    },
    async numbered(sandboxId: string, version: number): Promise<SnapshotRow | undefined> {
      const where = and(eq(interfaceSnapshot.sandboxId, sandboxId), eq(interfaceSnapshot.version, version))
      return (await db.select().from(interfaceSnapshot).where(where))[0]
    },
    async newest(sandboxId: string, tx: Tx = db): Promise<SnapshotRow | undefined> {
      const [row] = await tx
        .select()
        .from(interfaceSnapshot)
        .where(eq(interfaceSnapshot.sandboxId, sandboxId))
        .orderBy(desc(interfaceSnapshot.version))
        .limit(1)
      return row
    },
    async insert(row: SnapshotRow, tx: Tx): Promise<void> {
      await tx.insert(interfaceSnapshot).values(row)
      const isPublished = tx
        .select({ one: sql`1` })
        .from(projectVersion)
        .where(eq(projectVersion.snapshotId, interfaceSnapshot.id))
      const count = await tx.$count(interfaceSnapshot, eq(interfaceSnapshot.sandboxId, row.sandboxId))
      if (count <= KEPT) return
      const oldest = tx
        .select({ id: interfaceSnapshot.id })
        .from(interfaceSnapshot)
        .where(
          and(eq(interfaceSnapshot.sandboxId, row.sandboxId), ne(interfaceSnapshot.id, row.id), notExists(isPublished)),
        )
        .orderBy(asc(interfaceSnapshot.version))
        .limit(count - KEPT)
      await tx.delete(interfaceSnapshot).where(inArray(interfaceSnapshot.id, oldest))
    },
  }
}
export type SnapshotRepo = ReturnType<typeof createSnapshotRepo>
