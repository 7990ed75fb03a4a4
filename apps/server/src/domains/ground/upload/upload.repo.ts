import { and, asc, count, eq, gte, lt, ne, or } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { upload, uploadPart, type UploadRow, UploadState } from './upload.table.ts'

/** A writer without progress for this long is considered dead. */
const STALE_MS = 10 * 60_000

export function createUploadRepo(db: Db) {
  const ofUser = (key: string, userId: string) => and(eq(upload.key, key), eq(upload.userId, userId))
  return {
    insert: (row: typeof upload.$inferInsert) => db.insert(upload).values(row),
    byKey: async (key: string) => (await db.select().from(upload).where(eq(upload.key, key)))[0],
    own: async (key: string, userId: string) => (await db.select().from(upload).where(ofUser(key, userId)))[0],
    /** Claims an incomplete upload for the caller as its only writer. */
    async claim(key: string, userId: string, now: number): Promise<boolean> {
      const isFree = or(
        eq(upload.state, UploadState.announced),
        and(eq(upload.state, UploadState.writing), lt(upload.changedAt, now - STALE_MS)),
      )
      const rows = await db
        .update(upload)
        .set({ state: UploadState.writing, changedAt: now })
        .where(and(ofUser(key, userId), isFree))
        .returning({ key: upload.key })
      return rows.length > 0
    },
    update: (key: string, values: Partial<UploadRow>) => db.update(upload).set(values).where(eq(upload.key, key)),
    async savePart(row: typeof uploadPart.$inferInsert): Promise<string | undefined> {
      const [before] = await db
        .select({ blobKey: uploadPart.blobKey })
        .from(uploadPart)
        .where(and(eq(uploadPart.uploadKey, row.uploadKey), eq(uploadPart.part, row.part)))
      await db
        .insert(uploadPart)
        .values(row)
        .onConflictDoUpdate({ target: [uploadPart.uploadKey, uploadPart.part], set: row })
      return before?.blobKey
    },
    parts: (key: string) =>
      db.select().from(uploadPart).where(eq(uploadPart.uploadKey, key)).orderBy(asc(uploadPart.part)),
    removeParts: (key: string) => db.delete(uploadPart).where(eq(uploadPart.uploadKey, key)),
    async countSince(userId: string, scene: string, since: number): Promise<number> {
      const where = and(eq(upload.userId, userId), eq(upload.scene, scene), gte(upload.createdAt, since))
      return (await db.select({ n: count() }).from(upload).where(where))[0]!.n
    },
    abandoned: (before: number) =>
      db
        .select({ key: upload.key })
        .from(upload)
        .where(and(ne(upload.state, UploadState.complete), lt(upload.changedAt, before)))
        .limit(500),
    remove: (key: string) => db.delete(upload).where(and(eq(upload.key, key), ne(upload.state, UploadState.complete))),
  }
}
export type UploadRepo = ReturnType<typeof createUploadRepo>
