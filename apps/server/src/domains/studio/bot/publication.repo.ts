import { ConnectorPublishStatus, PublishRecordStatus } from '@orrery/contract'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { botPublication, type ChannelRecord, type PublicationRow } from './publication.table.ts'

const isOpen = eq(botPublication.status, PublishRecordStatus.connectorPublishing)

/** Publications of bots, and who works on them. */
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
    async claim(id: string, now: number, until: number): Promise<number | undefined> {
      const [row] = await db
        .update(botPublication)
        .set({ leaseUntil: until, fence: sql`${botPublication.fence} + 1` })
        .where(and(eq(botPublication.id, id), isOpen, lt(botPublication.leaseUntil, now)))
        .returning({ fence: botPublication.fence })
      return row?.fence
    },
    renew: (id: string, fence: number, until: number) =>
      db.update(botPublication).set({ leaseUntil: until }).where(held(id, fence)),
    async heldUntil(id: string): Promise<number | undefined> {
      const found = db.select({ until: botPublication.leaseUntil }).from(botPublication)
      return (await found.where(and(eq(botPublication.id, id), isOpen)))[0]?.until
    },
    unfinished: async () =>
      (await db.select({ id: botPublication.id }).from(botPublication).where(isOpen).limit(1000)).map(({ id }) => id),
    /** False: it is somebody else's by now. */
    async note(id: string, fence: number, connectorId: string, record: ChannelRecord, tx: Tx = db) {
      const added = JSON.stringify({ [connectorId]: record })
      const done = await tx
        .update(botPublication)
        .set({ connectors: sql`${botPublication.connectors} || ${added}::jsonb` })
        .where(held(id, fence))
        .returning({ id: botPublication.id })
      return done.length > 0
    },
    finish: (id: string, fence: number) =>
      db.update(botPublication).set({ status: PublishRecordStatus.publishDone, leaseUntil: 0 }).where(held(id, fence)),
    /** Opens it again for these channels, unless it goes on already. */
    async reopen(id: string, connectors: PublicationRow['connectors']): Promise<boolean> {
      const rows = await db
        .update(botPublication)
        .set({ status: PublishRecordStatus.connectorPublishing, leaseUntil: 0, connectors })
        .where(and(eq(botPublication.id, id), eq(botPublication.status, PublishRecordStatus.publishDone)))
        .returning({ id: botPublication.id })
      return rows.length > 0
    },
    /** Whether a later publication has reached a channel. */
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
