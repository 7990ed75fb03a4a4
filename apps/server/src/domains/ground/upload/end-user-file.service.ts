import { eq, inArray, like, or } from 'drizzle-orm'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { userKey } from '#kit/user-key.ts'
import { endUserFile, upload } from './upload.table.ts'

const DELETE_BATCH = 500

/** Records which files were created for end users, so that they can be erased with the end user. */
export function createEndUserFiles({ db, blobs, clock }: { db: Db; blobs: Blobs; clock: Clock }) {
  const notes = (whose: string) =>
    db
      .select({ key: endUserFile.key })
      .from(endUserFile)
      .where(or(eq(endUserFile.userKey, whose), like(endUserFile.userKey, `${whose}/%`)))
      .limit(DELETE_BATCH)
  return {
    /**
     * Must run before the file is stored: an unrecorded file would never be erased. Files of the account are not
     * recorded.
     */
    async note(key: string, userId: string, endUser: string | undefined): Promise<void> {
      const whose = userKey(userId, endUser)
      if (whose !== userId) await db.insert(endUserFile).values({ key, userKey: whose, createdAt: clock.now() })
    },
    /** Erases the files of an end user and its sub-users; for an account, those of all its end users. */
    async eraseUser(whose: string): Promise<void> {
      for (;;) {
        const keys = (await notes(whose)).map(({ key }) => key)
        if (!keys.length) return
        for (const key of keys) await blobs.delete(key)
        await db.delete(upload).where(inArray(upload.key, keys))
        await db.delete(endUserFile).where(inArray(endUserFile.key, keys))
      }
    },
  }
}
export type EndUserFiles = ReturnType<typeof createEndUserFiles>
