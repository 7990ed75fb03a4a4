import { and, asc, count, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import {
  type AccountRow,
  AccountStatus,
  channelAccount,
  channelEvent,
  channelSend,
  channelThread,
  EventState,
  SendState,
} from './channel.table.ts'

const letters = [SendState.waiting, SendState.sending, SendState.failed, SendState.uncertain]
const undelivered = [SendState.failed, SendState.uncertain]

/** Accounts of channels, and their figures. */
export function createChannelRepo(db: Db) {
  const at = (resourceId: string, connectorId: string) =>
    and(eq(channelAccount.resourceId, resourceId), eq(channelAccount.connectorId, connectorId))
  async function countBy(table: typeof channelSend, states: number[], accountIds: string[]) {
    const rows = await db
      .select({ id: table.accountId, state: table.state, count: count() })
      .from(table)
      .where(and(inArray(table.accountId, accountIds), inArray(table.state, states as SendState[])))
      .groupBy(table.accountId, table.state)
    return rows
  }
  return {
    async byKey(key: string): Promise<AccountRow | undefined> {
      return (await db.select().from(channelAccount).where(eq(channelAccount.pathKey, key)))[0]
    },
    async byId(id: string): Promise<AccountRow | undefined> {
      return (await db.select().from(channelAccount).where(eq(channelAccount.id, id)))[0]
    },
    async find(resourceId: string, connectorId: string, tx: Tx = db): Promise<AccountRow | undefined> {
      return (await tx.select().from(channelAccount).where(at(resourceId, connectorId)))[0]
    },
    of: (resourceIds: string[]): Promise<AccountRow[]> =>
      resourceIds.length
        ? db.select().from(channelAccount).where(inArray(channelAccount.resourceId, resourceIds))
        : Promise.resolve([]),
    /** The accounts of a space, with the names of their bots or projects. */
    ofSpace: (spaceId: string) =>
      db
        .select({ account: channelAccount, name: resource.name, kind: resource.kind })
        .from(channelAccount)
        .innerJoin(resource, eq(resource.id, channelAccount.resourceId))
        .where(eq(resource.spaceId, spaceId))
        .orderBy(asc(channelAccount.id)),
    insert: (row: AccountRow) => db.insert(channelAccount).values(row),
    async update(id: string, change: Partial<AccountRow>): Promise<AccountRow | undefined> {
      return (await db.update(channelAccount).set(change).where(eq(channelAccount.id, id)).returning())[0]
    },
    /**
     * Takes an account out of service. Only the caller that finds it serving succeeds, and notifies people in the same
     * transaction.
     */
    takeOutOfService: (id: string, change: Partial<AccountRow>, tell: (row: AccountRow, tx: Tx) => Promise<void>) =>
      db.transaction(async (tx) => {
        const isServing = and(eq(channelAccount.id, id), eq(channelAccount.status, AccountStatus.serving))
        const [row] = await tx.update(channelAccount).set(change).where(isServing).returning()
        if (row) await tell(row, tx)
        return row
      }),
    /** Number of messages that failed in a period, by account. */
    lettersBetween: (from: number, until: number) =>
      db
        .select({ account: channelAccount, count: count() })
        .from(channelSend)
        .innerJoin(channelAccount, eq(channelAccount.id, channelSend.accountId))
        .where(
          and(inArray(channelSend.state, undelivered), gte(channelSend.doneAt, from), lt(channelSend.doneAt, until)),
        )
        .groupBy(channelAccount.id),
    remove: (id: string) => db.delete(channelAccount).where(eq(channelAccount.id, id)),
    /** Saves how far a connection has read, if the caller still holds the account. */
    saveCursor: (id: string, fence: number, cursor: string) =>
      db
        .update(channelAccount)
        .set({ cursor })
        .where(and(eq(channelAccount.id, id), eq(channelAccount.fence, fence))),
    /** Releases the lease, so that another process can hold the account at once. */
    releaseLease: (id: string, fence: number) =>
      db
        .update(channelAccount)
        .set({ leaseUntil: 0 })
        .where(and(eq(channelAccount.id, id), eq(channelAccount.fence, fence))),
    /** Whether another channel account already uses this account of the platform. */
    async isUsed(account: AccountRow, identity: string): Promise<boolean> {
      const [row] = await db
        .select({ id: channelAccount.id })
        .from(channelAccount)
        .where(
          and(
            eq(channelAccount.connectorId, account.connectorId),
            ne(channelAccount.id, account.id),
            inArray(channelAccount.status, [AccountStatus.serving, AccountStatus.ready]),
            sql`${channelAccount.profile} ->> 'identity' = ${identity}`,
          ),
        )
        .limit(1)
      return row !== undefined
    },
    /** Accounts that need a connection of ours and have none. */
    async withoutConnection(now: number, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: channelAccount.id })
        .from(channelAccount)
        .where(
          and(
            eq(channelAccount.mode, 'long'),
            eq(channelAccount.status, AccountStatus.serving),
            eq(channelAccount.isPaused, false),
            lt(channelAccount.leaseUntil, now),
          ),
        )
        .limit(limit)
      return rows.map(({ id }) => id)
    },
    /** Waiting and failed messages, and the time of the last event, by account. */
    async figures(accountIds: string[]) {
      const found = new Map(
        accountIds.map((id) => [id, { waiting: 0, failed: 0, lastEventAt: undefined as number | undefined }]),
      )
      if (!accountIds.length) return found
      for (const { id, state, count } of await countBy(channelSend, letters, accountIds)) {
        const isOpen = state === SendState.waiting || state === SendState.sending
        found.get(id)![isOpen ? 'waiting' : 'failed'] += count
      }
      const waiting = await db
        .select({ id: channelEvent.accountId, count: count() })
        .from(channelEvent)
        .where(
          and(
            inArray(channelEvent.accountId, accountIds),
            inArray(channelEvent.state, [EventState.waiting, EventState.taken]),
          ),
        )
        .groupBy(channelEvent.accountId)
      for (const row of waiting) found.get(row.id)!.waiting += row.count
      // The index finds the newest event; counting a month of events would get slower with every message.
      const newest = sql<string | null>`(SELECT e.received_at FROM channel_event e
        WHERE e.account_id = channel_account.id ORDER BY e.id DESC LIMIT 1)`
      const last = await db
        .select({ id: channelAccount.id, at: newest })
        .from(channelAccount)
        .where(inArray(channelAccount.id, accountIds))
      for (const { id, at } of last) if (at !== null) found.get(id)!.lastEventAt = Number(at)
      return found
    },
    events: (accountId: string, before: string | undefined, size: number) =>
      db
        .select({ event: channelEvent, chatId: channelThread.chatId, chatKind: channelThread.kind })
        .from(channelEvent)
        .innerJoin(channelThread, eq(channelThread.id, channelEvent.threadId))
        .where(
          and(eq(channelEvent.accountId, accountId), before === undefined ? undefined : lt(channelEvent.id, before)),
        )
        .orderBy(desc(channelEvent.id))
        .limit(size),
    letters: (accountId: string, size: number) =>
      db
        .select({ send: channelSend, chatId: channelThread.chatId })
        .from(channelSend)
        .innerJoin(channelThread, eq(channelThread.id, channelSend.threadId))
        .where(and(eq(channelSend.accountId, accountId), inArray(channelSend.state, letters)))
        .orderBy(desc(channelSend.id))
        .limit(size),
  }
}
export type ChannelRepo = ReturnType<typeof createChannelRepo>
