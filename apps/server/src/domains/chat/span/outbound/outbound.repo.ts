import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { type OutboundRow, spanOutbound, spanOutbox } from '../span.table.ts'

const LEASE_MS = 60_000
const ROWS_AT_ONCE = 100

export function createOutboundRepo(db: Db, clock: Clock) {
  const isOf = (spaceId: string) => eq(spanOutbound.spaceId, spaceId)
  /** Deletes rows from the outbox and updates the backlog in one transaction. */
  const settle = (
    spaceId: string,
    ids: string[],
    set: (spans: number) => Partial<Record<'sent' | 'dropped', number>>,
  ) =>
    db.transaction(async (tx) => {
      const gone = await tx
        .delete(spanOutbox)
        .where(inArray(spanOutbox.id, ids))
        .returning({ spans: spanOutbox.spans, bytes: spanOutbox.bytes })
      const bytes = gone.reduce((sum, row) => sum + row.bytes, 0)
      const { sent = 0, dropped = 0 } = set(gone.reduce((sum, row) => sum + row.spans, 0))
      await tx
        .update(spanOutbound)
        .set({
          backlogBytes: sql`greatest(0, ${spanOutbound.backlogBytes} - ${bytes})`,
          sent: sql`${spanOutbound.sent} + ${sent}`,
          dropped: sql`${spanOutbound.dropped} + ${dropped}`,
        })
        .where(isOf(spaceId))
    })
  return {
    find: async (spaceId: string): Promise<OutboundRow | undefined> =>
      (await db.select().from(spanOutbound).where(isOf(spaceId)))[0],
    save: (row: typeof spanOutbound.$inferInsert) =>
      db.insert(spanOutbound).values(row).onConflictDoUpdate({ target: spanOutbound.spaceId, set: row }),
    remove: (spaceId: string) => db.delete(spanOutbound).where(isOf(spaceId)),
    /** Claims a space with waiting spans for one process. */
    async claim(): Promise<OutboundRow | undefined> {
      const now = clock.now()
      const next = db
        .select({ id: spanOutbound.spaceId })
        .from(spanOutbound)
        .where(
          and(
            eq(spanOutbound.isOn, true),
            sql`${spanOutbound.backlogBytes} > 0`,
            sql`${spanOutbound.nextAt} <= ${now}`,
            sql`${spanOutbound.leaseUntil} < ${now}`,
          ),
        )
        .orderBy(asc(spanOutbound.nextAt))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await db
        .update(spanOutbound)
        .set({ leaseUntil: now + LEASE_MS })
        .where(eq(spanOutbound.spaceId, sql`(${next})`))
        .returning()
      return row
    },
    renew: (spaceId: string) =>
      db
        .update(spanOutbound)
        .set({ leaseUntil: clock.now() + LEASE_MS })
        .where(isOf(spaceId)),
    release: (spaceId: string, set: Partial<Pick<OutboundRow, 'problem' | 'nextAt'>>) =>
      db
        .update(spanOutbound)
        .set({ ...set, leaseUntil: 0 })
        .where(isOf(spaceId)),
    /** The oldest waiting rows of a space. */
    waiting: (spaceId: string) =>
      db
        .select()
        .from(spanOutbox)
        .where(eq(spanOutbox.spaceId, spaceId))
        .orderBy(asc(spanOutbox.id))
        .limit(ROWS_AT_ONCE),
    /** Total bytes waiting in all spaces. */
    async backlog(): Promise<number> {
      const [row] = await db
        .select({ bytes: sql<number>`coalesce(sum(${spanOutbound.backlogBytes}), 0)::float8` })
        .from(spanOutbound)
      return row!.bytes
    },
    tried: (ids: string[]) =>
      db
        .update(spanOutbox)
        .set({ attempts: sql`${spanOutbox.attempts} + 1` })
        .where(inArray(spanOutbox.id, ids)),
    sent: (spaceId: string, ids: string[]) => settle(spaceId, ids, (sent) => ({ sent })),
    dropped: (spaceId: string, ids: string[]) => settle(spaceId, ids, (dropped) => ({ dropped })),
  }
}
export type OutboundRepo = ReturnType<typeof createOutboundRepo>
