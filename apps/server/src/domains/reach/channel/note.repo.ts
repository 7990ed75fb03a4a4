import { and, eq, gt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Notes } from './adapter.ts'
import { channelNote } from './channel.table.ts'

/** Notes that adapters share between processes, such as an answer that the platform may fetch from any process. */
export function createNoteRepo(db: Db, clock: Clock) {
  return {
    of: (accountId: string): Notes => ({
      async get(key) {
        const [row] = await db
          .select({ value: channelNote.value })
          .from(channelNote)
          .where(
            and(eq(channelNote.accountId, accountId), eq(channelNote.key, key), gt(channelNote.expiresAt, clock.now())),
          )
        return row?.value
      },
      async put(key, value, keepMs) {
        const expiresAt = clock.now() + keepMs
        await db
          .insert(channelNote)
          .values({ accountId, key, value, expiresAt })
          .onConflictDoUpdate({
            target: [channelNote.accountId, channelNote.key],
            set: { value: sql`${channelNote.value} || excluded.value`, expiresAt },
          })
      },
    }),
  }
}
export type NoteRepo = ReturnType<typeof createNoteRepo>
