import { ConnectorPublicType, isId } from '@orrery/contract'
import { and, desc, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'
import { botConnector } from '#domains/studio/bot/bot.table.ts'
import { connector, connectorAccount, type ConnectorRow, connectorSpace } from './connector.table.ts'

export interface Found {
  row: ConnectorRow
  /** The account of the creator was closed. */
  isClosed: boolean
}

export function createConnectorRepo(db: Db) {
  const found = () =>
    db
      .select({ row: connector, isClosed: appUser.disabled })
      .from(connector)
      .innerJoin(appUser, eq(appUser.id, connector.ownerId))
  const isPublic = eq(connector.publicType, ConnectorPublicType.public)
  const inSpace = (spaceId: string) =>
    inArray(
      connector.id,
      db.select({ id: connectorSpace.connectorId }).from(connectorSpace).where(eq(connectorSpace.spaceId, spaceId)),
    )
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    insert: (row: ConnectorRow, tx: Tx) => tx.insert(connector).values(row),
    update: (id: string, values: Partial<ConnectorRow>) => db.update(connector).set(values).where(eq(connector.id, id)),
    remove: (id: string) => db.delete(connector).where(eq(connector.id, id)),
    byId: async (id: string): Promise<Found | undefined> => (await found().where(eq(connector.id, id)))[0],
    ofOwner: (ownerId: string) => db.select().from(connector).where(eq(connector.ownerId, ownerId)),
    /** Newest first; the token of a page is the last id of the page before. */
    page: (ownerId: string, token: string, size: number) =>
      db
        .select()
        .from(connector)
        .where(and(eq(connector.ownerId, ownerId), isId(token) ? lt(connector.id, token) : undefined))
        .orderBy(desc(connector.id))
        .limit(size),
    /** The channels of all accounts, with the names of their creators. */
    allOf: (token: string, size: number) =>
      db
        .select({ row: connector, userName: appUser.name })
        .from(connector)
        .innerJoin(appUser, eq(appUser.id, connector.ownerId))
        .where(isId(token) ? lt(connector.id, token) : undefined)
        .orderBy(desc(connector.id))
        .limit(size),
    /** The channels that a person can see from a space: those installed there, their own, and public ones. */
    seenFrom: (userId: string, spaceId: string | undefined): Promise<Found[]> =>
      found()
        .where(or(isPublic, eq(connector.ownerId, userId), spaceId ? inSpace(spaceId) : undefined))
        .orderBy(desc(connector.id))
        .execute(),
    /** Channels with OAuth that this person created, or that are installed in one of their spaces. */
    authorizable: (userId: string): Promise<ConnectorRow[]> => {
      const spaces = db.select({ id: spaceMember.spaceId }).from(spaceMember).where(eq(spaceMember.userId, userId))
      const there = db
        .select({ id: connectorSpace.connectorId })
        .from(connectorSpace)
        .where(inArray(connectorSpace.spaceId, spaces))
      return db
        .select()
        .from(connector)
        .where(and(ne(connector.oauthConfig, ''), or(eq(connector.ownerId, userId), inArray(connector.id, there))))
        .orderBy(desc(connector.id))
        .execute()
    },
    installed: (spaceId: string) => db.select().from(connector).where(inSpace(spaceId)).orderBy(desc(connector.id)),
    async isInstalled(id: string, spaceId: string): Promise<boolean> {
      const rows = await db
        .select({ id: connectorSpace.connectorId })
        .from(connectorSpace)
        .where(and(eq(connectorSpace.connectorId, id), eq(connectorSpace.spaceId, spaceId)))
      return rows.length > 0
    },
    async installs(ids: string[]): Promise<(typeof connectorSpace.$inferSelect)[]> {
      if (!ids.length) return []
      return db.select().from(connectorSpace).where(inArray(connectorSpace.connectorId, ids))
    },
    /** Returns false if the channel is already installed. */
    async install(row: typeof connectorSpace.$inferInsert): Promise<boolean> {
      const added = await db.insert(connectorSpace).values(row).onConflictDoNothing().returning()
      return added.length > 0
    },
    async uninstall(id: string, spaceId: string): Promise<boolean> {
      const gone = await db
        .delete(connectorSpace)
        .where(and(eq(connectorSpace.connectorId, id), eq(connectorSpace.spaceId, spaceId)))
        .returning()
      return gone.length > 0
    },
    atHand: async (accountId: string): Promise<ReadonlySet<string>> => {
      const rows = await db.select().from(connectorAccount).where(eq(connectorAccount.accountId, accountId))
      return new Set(rows.map((row) => row.connectorId))
    },
    addToAccount: (row: typeof connectorAccount.$inferInsert, tx: Tx = db) =>
      tx.insert(connectorAccount).values(row).onConflictDoNothing(),
    removeFromAccount: (id: string, accountId: string) =>
      db
        .delete(connectorAccount)
        .where(and(eq(connectorAccount.connectorId, id), eq(connectorAccount.accountId, accountId))),
    /** The custom channels on which a bot is served. */
    serving: async (botId: string): Promise<string[]> => {
      const rows = await db
        .select({ id: connector.id })
        .from(connector)
        .innerJoin(botConnector, sql`${botConnector.connectorId} = ${connector.id}::text`)
        .where(and(eq(botConnector.botId, botId), isNotNull(botConnector.historyId)))
      return rows.map(({ id }) => id)
    },
    /** Bots that are bound to the channel, in all spaces or in one. */
    bots: (id: string, spaceId?: string) =>
      db
        .select({
          id: resource.id,
          ownerId: resource.ownerId,
          isServed: sql<boolean>`${botConnector.historyId} IS NOT NULL`,
        })
        .from(botConnector)
        .innerJoin(resource, eq(resource.id, botConnector.botId))
        .where(
          and(
            eq(botConnector.connectorId, id),
            eq(botConnector.isBound, true),
            spaceId ? eq(resource.spaceId, spaceId) : undefined,
          ),
        ),
  }
}
export type ConnectorRepo = ReturnType<typeof createConnectorRepo>
