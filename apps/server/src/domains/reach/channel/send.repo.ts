import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type ActionRow, channelAction, channelSend, channelThread, type SendRow, SendState } from './channel.table.ts'

const openSends = [SendState.waiting, SendState.sending]
/** Whether the caller still holds the lane; only the holder may change its rows. */
export const holds = (threadId: string, fence: number) =>
  sql`EXISTS (SELECT FROM channel_thread t WHERE t.id = ${threadId} AND t.fence = ${fence})`

/** Outgoing messages, and the buttons below them. */
export function createSendRepo(db: Db) {
  return {
    async nextSend(threadId: string): Promise<SendRow | undefined> {
      const [row] = await db
        .select()
        .from(channelSend)
        .where(
          and(
            eq(channelSend.threadId, threadId),
            inArray(channelSend.state, openSends),
            // Skip the beginning of an answer that is still being generated.
            sql`NOT ${channelSend.payload} ? 'isOpen'`,
          ),
        )
        .orderBy(asc(channelSend.seq))
        .limit(1)
      return row
    },
    /** Inserts the first message of an answer that is being generated, and reserves its number. */
    async openStream(row: Omit<SendRow, 'seq'>, fence: number): Promise<boolean> {
      return db.transaction(async (tx) => {
        const [lane] = await tx
          .update(channelThread)
          .set({ nextSeq: sql`${channelThread.nextSeq} + 1` })
          .where(and(eq(channelThread.id, row.threadId), eq(channelThread.fence, fence)))
          .returning({ nextSeq: channelThread.nextSeq })
        if (!lane) return false
        const made = await tx
          .insert(channelSend)
          .values({ ...row, seq: lane.nextSeq - 1 })
          .onConflictDoNothing()
          .returning({ id: channelSend.id })
        return made.length > 0
      })
    },
    /** Returns false if another process holds the lane now. */
    async updateSend(row: SendRow, fence: number, change: Partial<SendRow>): Promise<boolean> {
      const changed = await db
        .update(channelSend)
        .set(change)
        .where(and(eq(channelSend.id, row.id), sql`${holds(row.threadId, fence)}`))
        .returning({ id: channelSend.id })
      return changed.length > 0
    },
    /** Moves a dead letter back into its lane, or takes it off the list. */
    async changeLetter(accountId: string, id: string, change: Partial<SendRow>): Promise<string | undefined> {
      const [row] = await db
        .update(channelSend)
        .set(change)
        .where(
          and(
            eq(channelSend.id, id),
            eq(channelSend.accountId, accountId),
            inArray(channelSend.state, [SendState.failed, SendState.uncertain]),
          ),
        )
        .returning({ threadId: channelSend.threadId })
      return row?.threadId
    },
    /** Uses a button up for one batch. Undefined if it is unknown, used, expired, or of another person. */
    async press(input: { id: string; threadId: string; sender: string; batchId: string; now: number }) {
      const { now, batchId } = input
      const [row] = await db
        .update(channelAction)
        .set({ usedAt: now, usedFor: batchId })
        .where(
          and(
            eq(channelAction.id, input.id),
            eq(channelAction.threadId, input.threadId),
            eq(channelAction.sender, input.sender),
            sql`(${channelAction.usedAt} IS NULL OR ${channelAction.usedFor} = ${batchId}) AND ${channelAction.expiresAt} > ${now}`,
          ),
        )
        .returning()
      return row
    },
    /** The choice with this number, among those shown last. */
    async numbered(threadId: string, sender: string, position: number, now: number): Promise<ActionRow | undefined> {
      const [row] = await db
        .select()
        .from(channelAction)
        .where(
          and(
            eq(channelAction.threadId, threadId),
            eq(channelAction.sender, sender),
            eq(channelAction.position, position),
            sql`${channelAction.usedAt} IS NULL AND ${channelAction.expiresAt} > ${now}`,
          ),
        )
        .orderBy(desc(channelAction.expiresAt))
        .limit(1)
      return row
    },
    /** Removes earlier choices, which no longer apply after another answer. */
    dropActions: (threadId: string, sender: string) =>
      db.delete(channelAction).where(and(eq(channelAction.threadId, threadId), eq(channelAction.sender, sender))),
  }
}
