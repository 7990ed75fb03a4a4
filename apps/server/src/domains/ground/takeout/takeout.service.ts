import { and, eq, lt, ne } from 'drizzle-orm'
import type pg from 'pg'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createQueue } from '#kit/work/queue.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { readSections } from './takeout-sections.ts'
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
}
const SWEEP = 'takeout.sweep'
const KEPT_MS = 7 * 24 * 3600_000

/** Packs what is kept of a person in the background. The file is there for a week, and the next one takes its place. */
export function createTakeouts({ db, pool, blobs, jobs, audit, newId, clock, log }: TakeoutDeps) {
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
    work: pack,
  })

  async function pack(userId: string) {
    const row = await get(userId)
    if (row?.status !== TakeoutStatus.packing) return
    const mine = and(eq(takeout.userId, userId), eq(takeout.requestedAt, row.requestedAt))
    try {
      const content = { requested_at: row.requestedAt, ...(await readSections(pool, userId)) }
      const key = `takeout/${userId}/${newId()}.json`
      await blobs.put(key, Buffer.from(JSON.stringify(content, null, 2)), 'application/json')
      const kept = await db
        .update(takeout)
        .set({ status: TakeoutStatus.packed, blobKey: key })
        .where(mine)
        .returning({ id: takeout.userId })
      // Requested again meanwhile, or the account is gone: drop this one.
      if (!kept.length) await blobs.delete(key)
    } catch (cause) {
      log.warn({ err: cause, userId }, 'what is kept of a person could not be packed')
      await db.update(takeout).set({ status: TakeoutStatus.failed }).where(mine)
    }
  }

  return {
    get,
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
