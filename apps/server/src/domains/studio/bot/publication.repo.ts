import { ConnectorPublishStatus, PublishRecordStatus } from '@orrery/contract'
import { and, desc, eq, gt, not, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { botPublication, type ChannelRecord, type PublicationRow } from './publication.table.ts'

const isOpen = eq(botPublication.status, PublishRecordStatus.connectorPublishing)
const hasChannel = (status: number) =>
  sql`jsonb_path_exists(${botPublication.connectors}, ${`$.*.status ? (@ == ${status})`}::jsonpath)`
const isReviewed = hasChannel(ConnectorPublishStatus.auditing)
/** A publication that only waits for a review needs no worker. */
const isToBeWorkedOn = and(isOpen, or(hasChannel(ConnectorPublishStatus.default), not(isReviewed)))!

/** Publications of bots with their leases. */
export function createPublicationRepo(db: Db) {
  const held = (id: string, fence: number) => and(eq(botPublication.id, id), eq(botPublication.fence, fence), isOpen)
  return {
    insert: (row: typeof botPublication.$inferInsert, tx: Tx) => tx.insert(botPublication).values(row),
    async byId(id: string): Promise<PublicationRow | undefined> {
      return (await db.select().from(botPublication).where(eq(botPublication.id, id)))[0]
    },
    async newest(botId: string): Promise<PublicationRow | undefined> {
      const rows = db.select().from(botPublication).where(eq(botPublication.botId, botId))
      return (await rows.orderBy(desc(botPublication.id)).limit(1))[0]
    },
    leases: createLeaseStore(db, botPublication, isToBeWorkedOn),
    /** Records the result of a channel. Returns false if another process has taken over. */
    async note(id: string, fence: number, connectorId: string, record: ChannelRecord, tx: Tx = db) {
      const added = JSON.stringify({ [connectorId]: record })
      const done = await tx
        .update(botPublication)
        .set({ connectors: sql`${botPublication.connectors} || ${added}::jsonb` })
        .where(held(id, fence))
        .returning({ id: botPublication.id })
      return done.length > 0
    },
    /** Marks the publication as done. If a channel still reviews it, only the lease is released. */
    async finish(id: string, fence: number): Promise<void> {
      const done = { status: PublishRecordStatus.publishDone, leaseUntil: 0 }
      await db
        .update(botPublication)
        .set(done)
        .where(and(held(id, fence), not(isReviewed)))
      await db
        .update(botPublication)
        .set({ leaseUntil: 0 })
        .where(and(held(id, fence), isReviewed))
    },
    /** Records the outcome of a review. Returns false if the channel is not in review any more. */
    async settle(id: string, connectorId: string, record: ChannelRecord, tx: Tx = db): Promise<boolean> {
      const added = JSON.stringify({ [connectorId]: record })
      const status = sql`${botPublication.connectors} -> ${connectorId} ->> 'status'`
      const settled = await tx
        .update(botPublication)
        .set({ connectors: sql`${botPublication.connectors} || ${added}::jsonb` })
        .where(and(eq(botPublication.id, id), isOpen, sql`${status} = ${String(ConnectorPublishStatus.auditing)}`))
        .returning({ id: botPublication.id })
      if (!settled.length) return false
      const isLeft = or(hasChannel(ConnectorPublishStatus.default), isReviewed)!
      await tx
        .update(botPublication)
        .set({ status: PublishRecordStatus.publishDone, leaseUntil: 0 })
        .where(and(eq(botPublication.id, id), isOpen, not(isLeft)))
      return true
    },
    /** Reopens a finished publication for these channels. Returns false if it is in progress. */
    async reopen(id: string, connectors: PublicationRow['connectors']): Promise<boolean> {
      const rows = await db
        .update(botPublication)
        .set({ status: PublishRecordStatus.connectorPublishing, leaseUntil: 0, connectors })
        .where(and(eq(botPublication.id, id), eq(botPublication.status, PublishRecordStatus.publishDone)))
        .returning({ id: botPublication.id })
      return rows.length > 0
    },
    /** Whether a later publication has already reached the channel. */
    async isOvertaken({ id, botId }: PublicationRow, connectorId: string, tx: Tx = db): Promise<boolean> {
      const status = sql`${botPublication.connectors} -> ${connectorId} ->> 'status'`
      const reached = sql`${status} = ${String(ConnectorPublishStatus.success)}`
      const [row] = await tx
        .select({ id: botPublication.id })
        .from(botPublication)
        .where(and(eq(botPublication.botId, botId), gt(botPublication.id, id), reached))
        .limit(1)
      return row !== undefined
    },
  }
}
export type PublicationRepo = ReturnType<typeof createPublicationRepo>
