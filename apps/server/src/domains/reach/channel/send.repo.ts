import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type ActionRow, channelAction, channelSend, channelThread, type SendRow, SendState } from './channel.table.ts'

const openSends = [SendState.waiting, SendState.sending]
/** Only who holds the lane changes what is in it. */
export const holds = (threadId: string, fence: number) =>
  sql`EXISTS (SELECT FROM channel_thread t WHERE t.id = ${threadId} AND t.fence = ${fence})`

/** Messages on their way out, and what can be pressed below them. */
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
            // The beginning of an answer that is still being made.
            sql`NOT ${channelSend.payload} ? 'isOpen'`,
          ),
        )
        .orderBy(asc(channelSend.seq))
        .limit(1)
      return row
    },
    /** The first message of an answer that is still being made; its number is kept for it. */
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
    /** False when another process holds the lane by now. */
    async updateSend(row: SendRow, fence: number, change: Partial<SendRow>): Promise<boolean> {
      const changed = await db
        .update(channelSend)
        .set(change)
        .where(and(eq(channelSend.id, row.id), sql`${holds(row.threadId, fence)}`))
        .returning({ id: channelSend.id })
      return changed.length > 0
    },
    /** Puts a dead letter back into its lane, or takes it off the list. */
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
    /** Uses a button up, for these events alone. Undefined: unknown, used, too old, or not this person's. */
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
    /** The choice that a number stands for, among those that were shown last. */
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
    /** What was offered before does not count any more once something else was said. */
    dropActions: (threadId: string, sender: string) =>
      db.delete(channelAction).where(and(eq(channelAction.threadId, threadId), eq(channelAction.sender, sender))),
  }
}
