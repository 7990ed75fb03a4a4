import { eq, inArray, like, or } from 'drizzle-orm'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { userKey } from '#kit/user-key.ts'
import { endUserFile, upload } from './upload.table.ts'

const AT_ONCE = 500

/** Which files were made for users of an account's own, so that they go when nothing of such a user is to stay. */
export function createEndUserFiles({ db, blobs, clock }: { db: Db; blobs: Blobs; clock: Clock }) {
  const notes = (whose: string) =>
    db
      .select({ key: endUserFile.key })
      .from(endUserFile)
      .where(or(eq(endUserFile.userKey, whose), like(endUserFile.userKey, `${whose}/%`)))
      .limit(AT_ONCE)
  return {
    /** Before the file is stored: one that nobody knows of would stay for ever. Files of the account itself are not noted. */
    async note(key: string, userId: string, endUser: string | undefined): Promise<void> {
      const whose = userKey(userId, endUser)
      if (whose !== userId) await db.insert(endUserFile).values({ key, userKey: whose, createdAt: clock.now() })
    },
    /** Those of a user, and of users below it; for an account, those of all its users. */
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
