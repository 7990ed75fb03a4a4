import { and, eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '#kit/db.ts'
import { DeliveryState, type Fault, type FiredRow, type FiringReason, triggerDelivery } from './trigger.table.ts'

const DAY = 24 * 3600_000
/** Within this time a sender may repeat a delivery, so all deliveries are kept. */
const RETRY_WINDOW_MS = 7 * DAY
const KEEP_MS = 90 * DAY
const KEEP_NEWEST = 200
const SHOWN_CHARS = 2000

/** Deliveries: the runs that triggers started, and the attempts that started none. */
export function createDeliveryRepo({ db, pool }: { db: Db; pool: pg.Pool }) {
  return {
    /** Records that the delivery starts a run. Returns false if the delivery has already started one. */
    async addIn(
      client: Pick<pg.ClientBase, 'query'>,
      row: { triggerId: string; delivery: string; reason: FiringReason; runId: string; at: number },
    ): Promise<boolean> {
      const { rowCount } = await client.query(
        `INSERT INTO trigger_delivery AS d (trigger_id, delivery, reason, run_id, at, state) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (trigger_id, delivery) DO UPDATE SET run_id = excluded.run_id, at = excluded.at, state = excluded.state,
           error = '', error_zh = '' WHERE d.run_id IS NULL AND d.state = $7`,
        [row.triggerId, row.delivery, row.reason, row.runId, row.at, DeliveryState.started, DeliveryState.refused],
      )
      return Boolean(rowCount)
    },
    /** Records a delivery that started no run. A delivery that has already started a run is left unchanged. */
    async note(
      triggerId: string,
      delivery: string,
      reason: FiringReason,
      at: number,
      state: number,
      fault: Fault = { en: '', zh: '' },
    ): Promise<void> {
      await pool.query(
        `INSERT INTO trigger_delivery AS d (trigger_id, delivery, reason, at, state, error, error_zh)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (trigger_id, delivery) DO UPDATE
         SET at = excluded.at, error = excluded.error, error_zh = excluded.error_zh WHERE d.run_id IS NULL`,
        [triggerId, delivery, reason, at, state, fault.en, fault.zh],
      )
    },
    async find(triggerId: string, delivery: string) {
      const where = and(eq(triggerDelivery.triggerId, triggerId), eq(triggerDelivery.delivery, delivery))
      return (await db.select().from(triggerDelivery).where(where))[0]
    },
    async history(triggerId: string, isFailed: boolean | undefined, page: number, size: number): Promise<FiredRow[]> {
      const { rows } = await pool.query<FiredRow>(
        `SELECT d.*, r.status, r.version, left(r.input, ${SHOWN_CHARS}) AS input, left(r.output, ${SHOWN_CHARS}) AS output,
           r.error AS run_error, r.created_at, r.updated_at, count(*) OVER () AS found
         FROM trigger_delivery d LEFT JOIN workflow_run r ON r.id = d.run_id
         WHERE d.trigger_id = $1
           AND ($2::boolean IS NULL OR $2 = (d.state = ${DeliveryState.refused} OR coalesce(r.status = 3, false)))
         ORDER BY d.at DESC, d.delivery DESC LIMIT $3 OFFSET $4`,
        [triggerId, isFailed ?? null, size, (page - 1) * size],
      )
      return rows
    },
    async forget(now: number): Promise<void> {
      await db.execute(sql`DELETE FROM trigger_delivery d USING (
          SELECT trigger_id, delivery, row_number() OVER (PARTITION BY trigger_id ORDER BY at DESC) AS place
          FROM trigger_delivery
        ) n WHERE n.trigger_id = d.trigger_id AND n.delivery = d.delivery
          AND (d.at < ${now - KEEP_MS} OR (d.at < ${now - RETRY_WINDOW_MS} AND n.place > ${KEEP_NEWEST}))`)
    },
  }
}
export type DeliveryRepo = ReturnType<typeof createDeliveryRepo>
