import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { BigValues } from './big-values.ts'
import { runRetention } from './run.table.ts'

const DEFAULT_DAYS = 30
const DEFAULT_BYTES = 5_000_000_000
const DAY = 24 * 3600_000
const BATCH_SIZE = 500

/** Limits the age and total size of the runs of a space. Running and waiting runs are never removed. */
export function createRetentionService({
  db,
  pool,
  big,
  clock,
}: {
  db: Db
  pool: pg.Pool
  big: BigValues
  clock: Clock
}) {
  async function remove(where: string, values: unknown[]): Promise<number> {
    let removed = 0
    for (;;) {
      const { rows } = await pool.query<{ blobs: string[] }>(
        `DELETE FROM workflow_run WHERE id IN (SELECT id FROM workflow_run WHERE status IN (2, 3, 4) AND ${where} ORDER BY id LIMIT ${BATCH_SIZE}) RETURNING blobs`,
        values,
      )
      for (const { blobs } of rows) await big.drop(blobs)
      removed += rows.length
      if (rows.length < BATCH_SIZE) return removed
    }
  }

  return {
    async get(spaceId: string): Promise<{ days: number; maxBytes: number }> {
      const [row] = await db.select().from(runRetention).where(eq(runRetention.spaceId, spaceId))
      return { days: row?.days ?? DEFAULT_DAYS, maxBytes: row?.maxBytes ?? DEFAULT_BYTES }
    },
    async set(spaceId: string, days: number, maxBytes: number): Promise<void> {
      await db
        .insert(runRetention)
        .values({ spaceId, days, maxBytes })
        .onConflictDoUpdate({ target: runRetention.spaceId, set: { days, maxBytes } })
    },
    /** Removes expired runs, then the oldest ones above the size limit. Idempotent, and safe to interrupt. */
    async clean(): Promise<number> {
      const { rows: spaces } = await pool.query<{ space_id: string; days: number; max_bytes: string; bytes: string }>(
        `SELECT s.id AS space_id, coalesce(k.days, $1) AS days, coalesce(k.max_bytes, $2) AS max_bytes,
           coalesce((SELECT sum(r.size) FROM workflow_run r WHERE r.space_id = s.id), 0) AS bytes
         FROM space s LEFT JOIN run_retention k ON k.space_id = s.id`,
        [DEFAULT_DAYS, DEFAULT_BYTES],
      )
      let removed = 0
      for (const { space_id, days, max_bytes, bytes } of spaces) {
        removed += await remove('space_id = $1 AND created_at < $2', [space_id, clock.now() - days * DAY])
        if (Number(bytes) <= Number(max_bytes)) continue
        const { rows } = await pool.query<{ id: string }>(
          `SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY id DESC) AS total FROM workflow_run WHERE space_id = $1) one
           WHERE total > $2 ORDER BY id DESC LIMIT 1`,
          [space_id, max_bytes],
        )
        if (rows[0]) removed += await remove('space_id = $1 AND id <= $2', [space_id, rows[0].id])
      }
      return removed
    },
  }
}
export type RetentionService = ReturnType<typeof createRetentionService>
