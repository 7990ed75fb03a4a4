import { and, asc, count, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db, Tx } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { message, turn, type TurnRow } from '#domains/chat/conversation/conversation.table.ts'
import type { ChannelEvent } from './adapter.ts'
import {
  type ActionRow,
  type AccountRow,
  channelAccount,
  channelAction,
  channelEvent,
  channelNote,
  channelSend,
  channelThread,
  type EventRow,
  EventState,
  type SendRow,
  SendState,
  type ThreadRow,
} from './channel.table.ts'
import type { EventNote } from './event-notes.ts'
import { createSendRepo, holds } from './send.repo.ts'

export interface NewEvent {
  id: string
  threadId: string
  accountId: string
  event: ChannelEvent
  position: number
  state: EventState
  note?: EventNote
  now: number
  dueAt: number | null
}
/** The first piece of an answer was sent, but it is unknown whether it arrived. */
const isUnsure = sql`${channelSend.platformId} = '' AND ${channelSend.state} = ${SendState.sending}`
/** Older messages failed for other reasons than an outage, so they keep their retry times. */
const RETRIED_MAX_AGE_MS = 6 * 3600_000
const openEvents = [EventState.waiting, EventState.taken]

/** A prepared statement, since platforms send more events than anything else. */
const storeSql = `SELECT found_thread, stored_event FROM channel_store(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::smallint, $12, $13::jsonb, $14, $15)`

/** Events, sends, and the lanes they wait in. */
export function createLaneRepo(db: Db, pool: Pool) {
  return {
    ...createSendRepo(db),
    leases: createLeaseStore(db, channelThread, sql`due_at IS NOT NULL`),
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    /**
     * Stores an event with its thread in one call. Once it has returned, the event may be acknowledged. For a repeated
     * event, returns the existing thread with `isNew: false`.
     */
    async store(input: NewEvent): Promise<{ threadId: string; isNew: boolean }> {
      const { event, accountId, now, dueAt } = input
      const isIgnored = input.state === EventState.ignored
      const values = [
        input.threadId,
        input.id,
        accountId,
        event.chat.id,
        event.chat.thread ?? '',
        event.chat.kind,
        dueAt,
        event.id,
        input.position,
        JSON.stringify(event),
        input.state,
        input.note?.key ?? '',
        JSON.stringify(input.note?.values ?? {}),
        now,
        isIgnored ? now : null,
      ]
      const { rows } = await pool.query<{ found_thread: string; stored_event: string | null }>({
        name: 'channel_store',
        text: storeSql,
        values,
      })
      return { threadId: rows[0]!.found_thread, isNew: rows[0]!.stored_event !== null }
    },
    async lane(threadId: string): Promise<{ thread: ThreadRow; account: AccountRow } | undefined> {
      const [found] = await db
        .select({ thread: channelThread, account: channelAccount })
        .from(channelThread)
        .innerJoin(channelAccount, eq(channelAccount.id, channelThread.accountId))
        .where(eq(channelThread.id, threadId))
      return found
    },
    /** Number of messages of a chat since then, in all of its threads. */
    async countFrom(accountId: string, chatId: string, since: number): Promise<number> {
      const own = and(eq(channelThread.accountId, accountId), eq(channelThread.chatId, chatId))
      const recent = and(gt(channelEvent.receivedAt, since), ne(channelEvent.state, EventState.ignored))
      const [found] = await db
        .select({ count: count() })
        .from(channelEvent)
        .innerJoin(channelThread, eq(channelThread.id, channelEvent.threadId))
        .where(and(own, recent))
      return found?.count ?? 0
    },
    /** Releases the lane, unless something has arrived since it was read. */
    async release(thread: ThreadRow, fence: number, dueAt: number | null): Promise<boolean> {
      const left = await db
        .update(channelThread)
        .set({ leaseUntil: 0, dueAt })
        .where(
          and(
            eq(channelThread.id, thread.id),
            eq(channelThread.fence, fence),
            eq(channelThread.arrivals, thread.arrivals),
          ),
        )
        .returning({ id: channelThread.id })
      return left.length > 0
    },
    /** Threads that are due and held by no process: left by a dead process, or scheduled for now. */
    async due(now: number, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: channelThread.id })
        .from(channelThread)
        .where(and(lt(channelThread.dueAt, now), lt(channelThread.leaseUntil, now)))
        .orderBy(asc(channelThread.dueAt))
        .limit(limit)
      return rows.map(({ id }) => id)
    },
    /** Makes every thread of an account due that has open events or sends. */
    async wakeAll(accountId: string, now: number): Promise<string[]> {
      const rows = await db
        .update(channelThread)
        .set({ dueAt: now, arrivals: sql`${channelThread.arrivals} + 1` })
        .where(
          and(
            eq(channelThread.accountId, accountId),
            sql`(EXISTS (SELECT FROM channel_event e WHERE e.thread_id = channel_thread.id AND e.state IN (0, 1))
              OR EXISTS (SELECT FROM channel_send s WHERE s.thread_id = channel_thread.id AND s.state IN (0, 1)))`,
          ),
        )
        .returning({ id: channelThread.id })
      return rows.map(({ id }) => id)
    },
    /** After an outage: makes waiting retries due now, and resets their number of tries. */
    async retryNow(accountId: string, now: number): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        WITH hurried AS (
          UPDATE channel_send SET next_at = ${now}, tries = 1 WHERE account_id = ${accountId}
            AND state = ${SendState.waiting} AND tries > 0 AND next_at > ${now}
            AND created_at > ${now - RETRIED_MAX_AGE_MS} RETURNING thread_id
        )
        UPDATE channel_thread SET due_at = ${now}, arrivals = arrivals + 1
          WHERE id IN (SELECT thread_id FROM hurried) RETURNING id`)
      return rows.map(({ id }) => id)
    },
    openEvents: (threadId: string): Promise<EventRow[]> =>
      db
        .select()
        .from(channelEvent)
        .where(and(eq(channelEvent.threadId, threadId), inArray(channelEvent.state, openEvents)))
        .orderBy(desc(channelEvent.state), asc(channelEvent.position), asc(channelEvent.id))
        .limit(1001),
    /** Claims events as one batch, which stays together if another process takes over. */
    async take(ids: string[], batchId: string, thread: ThreadRow, fence: number): Promise<boolean> {
      const taken = await db
        .update(channelEvent)
        .set({ state: EventState.taken, batchId })
        .where(and(inArray(channelEvent.id, ids), sql`${holds(thread.id, fence)}`))
        .returning({ id: channelEvent.id })
      return taken.length === ids.length
    },
    updateThread: (id: string, fence: number, change: Partial<ThreadRow>) =>
      db
        .update(channelThread)
        .set(change)
        .where(and(eq(channelThread.id, id), eq(channelThread.fence, fence))),
    /** Ends events together with the messages to send, in one transaction, if the caller still holds the lane. */
    async finish(input: {
      thread: ThreadRow
      fence: number
      batchId: string
      eventIds: string[]
      state: EventState
      note?: EventNote | undefined
      now: number
      sends: Omit<SendRow, 'seq'>[]
      actions: ActionRow[]
    }): Promise<boolean> {
      return db.transaction(async (tx) => {
        const [lane] = await tx
          .update(channelThread)
          .set({ nextSeq: sql`${channelThread.nextSeq} + ${input.sends.length}`, spokeAt: input.now })
          .where(and(eq(channelThread.id, input.thread.id), eq(channelThread.fence, input.fence)))
          .returning({ nextSeq: channelThread.nextSeq })
        if (!lane) return false
        const first = lane.nextSeq - input.sends.length
        const rows = input.sends.map((send, index) => ({ ...send, seq: first + index }))
        // The part that was streamed already exists: replace its text with the final one.
        for (const row of rows)
          await tx
            .insert(channelSend)
            .values(row)
            .onConflictDoUpdate({
              target: [channelSend.batchId, channelSend.part],
              set: {
                payload: sql`CASE WHEN ${isUnsure} THEN excluded.payload || '{"wasOpen":true}' ELSE excluded.payload END`,
                state: sql`CASE WHEN ${isUnsure} THEN ${SendState.sending}::smallint ELSE ${SendState.waiting}::smallint END`,
                tries: 0,
                nextAt: 0,
              },
            })
        // A streamed beginning without a final text stays as it was shown.
        await tx
          .update(channelSend)
          .set({
            payload: sql`${channelSend.payload} - 'isOpen'`,
            state: sql`CASE WHEN ${channelSend.platformId} = '' THEN ${SendState.uncertain}::smallint ELSE ${SendState.sent}::smallint END`,
            doneAt: input.now,
          })
          .where(and(eq(channelSend.batchId, input.batchId), sql`${channelSend.payload} ? 'isOpen'`))
        if (input.actions.length) await tx.insert(channelAction).values(input.actions).onConflictDoNothing()
        await tx
          .update(channelEvent)
          .set({
            state: input.state,
            note: input.note?.key ?? '',
            noteValues: input.note?.values ?? {},
            doneAt: input.now,
          })
          .where(inArray(channelEvent.id, input.eventIds))
        return true
      })
    },
    async makeDue(threadId: string, now: number): Promise<void> {
      await db
        .update(channelThread)
        .set({ dueAt: now, arrivals: sql`${channelThread.arrivals} + 1` })
        .where(eq(channelThread.id, threadId))
    },
    /** The question that a batch was sent as, with its newest turn. */
    async findQuestion(
      conversationId: string,
      batchId: string,
    ): Promise<{ questionId: string; turn: TurnRow | null } | undefined> {
      const [found] = await db
        .select({ questionId: message.id, turn })
        .from(message)
        .leftJoin(turn, eq(turn.questionId, message.id))
        .where(
          and(
            eq(message.conversationId, conversationId),
            eq(message.type, 'question'),
            sql`${message.extra} ->> 'channel_batch' = ${batchId}`,
          ),
        )
        .orderBy(desc(turn.id))
        .limit(1)
      return found
    },
    turnMessages: (turnId: string) =>
      db
        .select()
        .from(message)
        .where(and(eq(message.turnId, turnId), ne(message.status, 'replaced'), ne(message.type, 'question')))
        .orderBy(asc(message.id)),
    /** Deletes bodies first. Ids are kept longer, since platforms redeliver for days. */
    async forget(bodiesBefore: number, idsBefore: number, now: number): Promise<void> {
      await db
        .update(channelEvent)
        .set({ body: sql`'{}'::jsonb` })
        .where(
          and(
            lt(channelEvent.receivedAt, bodiesBefore),
            sql`${channelEvent.body} <> '{}'::jsonb AND ${channelEvent.state} > 1`,
          ),
        )
      await db.delete(channelEvent).where(and(lt(channelEvent.receivedAt, idsBefore), sql`${channelEvent.state} > 1`))
      await db
        .delete(channelSend)
        .where(
          and(lt(channelSend.createdAt, idsBefore), inArray(channelSend.state, [SendState.sent, SendState.dropped])),
        )
      await db.delete(channelAction).where(lt(channelAction.expiresAt, now))
      await db.delete(channelNote).where(lt(channelNote.expiresAt, now))
    },
  }
}
export type LaneRepo = ReturnType<typeof createLaneRepo>
