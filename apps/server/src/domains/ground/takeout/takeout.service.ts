import { createGzip } from 'node:zlib'
import { and, eq, lt, ne } from 'drizzle-orm'
import type pg from 'pg'
import { pack } from 'tar-stream'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createQueue } from '#kit/work/queue.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { type ArchiveSource, writeArchive } from './takeout-archive.ts'
import { takeout, type TakeoutRow, TakeoutStatus } from './takeout.table.ts'

export interface TakeoutDeps {
  db: Db
  pool: pg.Pool
  blobs: Blobs
  jobs: Jobs
  audit: AuditService
  newId: NewId
  clock: Clock
  log: Log
  /** The person's rows in tables of spaces. */
  tableRows: ArchiveSource['tableRows']
}
const SWEEP = 'takeout.sweep'
export const KEPT_MS = 7 * 24 * 3600_000

/** Packs the data of a person in the background. The file is available for a week or until the next one replaces it. */
export function createTakeouts({ db, pool, blobs, jobs, audit, newId, clock, log, tableRows }: TakeoutDeps) {
  async function get(userId: string): Promise<TakeoutRow | undefined> {
    return (await db.select().from(takeout).where(eq(takeout.userId, userId)))[0]
  }
  const queue = createQueue({
    name: 'takeout',
    jobs,
    log,
    async unfinished() {
      const rows = await db.select().from(takeout).where(eq(takeout.status, TakeoutStatus.packing)).limit(500)
      return rows.map(({ userId }) => userId)
    },
    work: prepare,
  })

  /** Streams directly into the store: an archive may be larger than memory. */
  async function write(key: string, userId: string, requestedAt: number) {
    const archive = pack()
    const zipped = archive.pipe(createGzip())
    // Errors are reported through the promises below.
    zipped.on('error', () => {})
    const stored = blobs.put(key, zipped, 'application/gzip')
    // If the store fails, stop waiting for the writer.
    const failed = stored.then(
      () => new Promise<never>(() => {}),
      (cause: unknown) => Promise.reject(cause as Error),
    )
    const client = await pool.connect()
    try {
      await Promise.race([writeArchive(archive, { client, blobs, userId, requestedAt, tableRows }), failed])
      archive.finalize()
      await stored
      client.release()
    } catch (cause) {
      // Discard the connection: it may still be in the middle of a query.
      client.release(true)
      zipped.destroy(cause as Error)
      await stored.catch(() => {})
      throw cause
    }
  }
  async function prepare(userId: string) {
    const row = await get(userId)
    if (row?.status !== TakeoutStatus.packing) return
    const mine = and(eq(takeout.userId, userId), eq(takeout.requestedAt, row.requestedAt))
    try {
      const key = `takeout/${userId}/${newId()}.gz`
      await write(key, userId, row.requestedAt)
      const kept = await db
        .update(takeout)
        .set({ status: TakeoutStatus.packed, blobKey: key })
        .where(mine)
        .returning({ id: takeout.userId })
      // Requested again meanwhile, or the account was erased: delete this file.
      if (!kept.length) await blobs.delete(key)
    } catch (cause) {
      log.warn({ err: cause, userId }, 'what is kept of a person could not be packed')
      await db.update(takeout).set({ status: TakeoutStatus.failed }).where(mine)
    }
  }

  return {
    /** The archive of a user; undefined once it has expired, even before the sweep deletes it. */
    async get(userId: string): Promise<TakeoutRow | undefined> {
      const row = await get(userId)
      return row && row.blobKey && row.requestedAt + KEPT_MS <= clock.now() ? undefined : row
    },
    read: (row: TakeoutRow) => blobs.get(row.blobKey),
    async begin(userId: string) {
      const before = await get(userId)
      if (before?.status === TakeoutStatus.packing) return queue.enqueue(userId)
      const row = { userId, status: TakeoutStatus.packing, blobKey: '', requestedAt: clock.now() }
      await db.insert(takeout).values(row).onConflictDoUpdate({ target: takeout.userId, set: row })
      if (before?.blobKey) await blobs.delete(before.blobKey)
      await audit.record({ actorId: userId, action: 'takeout.begin', target: userId })
      await queue.enqueue(userId)
    },
    async start() {
      await jobs.define(SWEEP, async () => {
        const old = and(lt(takeout.requestedAt, clock.now() - KEPT_MS), ne(takeout.blobKey, ''))
        for (const { userId, blobKey } of await db.select().from(takeout).where(old).limit(500)) {
          await blobs.delete(blobKey)
          await db.delete(takeout).where(and(eq(takeout.userId, userId), eq(takeout.blobKey, blobKey)))
        }
      })
      await jobs.schedule(SWEEP, 'daily', '41 3 * * *', {})
      await queue.start()
    },
  }
}
export type Takeouts = ReturnType<typeof createTakeouts>
