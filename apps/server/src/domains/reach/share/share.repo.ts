import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { conversation, message } from '#domains/chat/conversation/conversation.table.ts'
import { share, shareFile, type ShareRow, shareVisitor, type VisitorRow } from './share.table.ts'

const LISTED = 100
/** Enough of the first question for a title, including files. */
const FIRST_CHARS = 8000

export function createShareRepo(db: Db) {
  const at = (resourceId: string, connectorId: string) =>
    and(eq(share.resourceId, resourceId), eq(share.connectorId, connectorId))
  return {
    async byKey(key: string): Promise<ShareRow | undefined> {
      return (await db.select().from(share).where(eq(share.key, key)))[0]
    },
    async find(resourceId: string, connectorId: string): Promise<ShareRow | undefined> {
      return (await db.select().from(share).where(at(resourceId, connectorId)))[0]
    },
    of: (resourceIds: string[]): Promise<ShareRow[]> =>
      resourceIds.length ? db.select().from(share).where(inArray(share.resourceId, resourceIds)) : Promise.resolve([]),
    /** Inserts the link unless one exists. Concurrent calls get the same one. */
    async ensure(row: ShareRow): Promise<ShareRow> {
      await db.insert(share).values(row).onConflictDoNothing()
      return (await db.select().from(share).where(at(row.resourceId, row.connectorId)))[0]!
    },
    async update(resourceId: string, connectorId: string, change: Partial<ShareRow>): Promise<ShareRow> {
      return (await db.update(share).set(change).where(at(resourceId, connectorId)).returning())[0]!
    },

    addVisitor: (row: VisitorRow) => db.insert(shareVisitor).values(row),
    /** A link, and the visitor of the token if the token belongs to the link. Read on every call of a visitor. */
    async visit(key: string, tokenHash: string): Promise<{ share: ShareRow; visitor: VisitorRow | null } | undefined> {
      const isOfLink = and(
        eq(shareVisitor.tokenHash, tokenHash),
        eq(shareVisitor.resourceId, share.resourceId),
        eq(shareVisitor.connectorId, share.connectorId),
      )
      const rows = await db
        .select({ share, visitor: shareVisitor })
        .from(share)
        .leftJoin(shareVisitor, isOfLink)
        .where(eq(share.key, key))
      return rows[0]
    },
    async visitor(tokenHash: string): Promise<VisitorRow | undefined> {
      return (await db.select().from(shareVisitor).where(eq(shareVisitor.tokenHash, tokenHash)))[0]
    },
    addFile: (key: string, visitorId: string, createdAt: number) =>
      db.insert(shareFile).values({ key, visitorId, createdAt }),
    /** Returns those of the keys that the visitor uploaded. */
    async files(visitorId: string, keys: string[]): Promise<Set<string>> {
      const rows = await db
        .select({ key: shareFile.key })
        .from(shareFile)
        .where(and(eq(shareFile.visitorId, visitorId), inArray(shareFile.key, keys)))
      return new Set(rows.map(({ key }) => key))
    },
    updateVisitor: (id: string, change: Partial<VisitorRow>) =>
      db.update(shareVisitor).set(change).where(eq(shareVisitor.id, id)),
    /** Deletes visitors who were inactive since then and have no messages. */
    async dropIdle(before: number): Promise<void> {
      const said = sql`EXISTS (SELECT FROM ${conversation} c JOIN ${message} m ON m.conversation_id = c.id
        WHERE c.bot_id = "share_visitor"."resource_id" AND c.end_user = 'visitor:' || "share_visitor"."id")`
      await db.delete(shareVisitor).where(and(lt(shareVisitor.seenAt, before), sql`NOT ${said}`))
    },

    /** Conversations of a visitor with at least one message, newest first. */
    async conversations(botId: string, endUser: string) {
      const first = (column: string) => sql<string>`(SELECT ${sql.raw(column)} FROM ${message} m
        WHERE m.conversation_id = "conversation"."id" AND m.type = 'question' ORDER BY m.id LIMIT 1)`
      const content = first(`left(m.content, ${FIRST_CHARS})`)
      return db
        .select({ id: conversation.id, content, type: first('m.content_type'), updatedAt: conversation.updatedAt })
        .from(conversation)
        .where(and(eq(conversation.botId, botId), eq(conversation.endUser, endUser), sql`${content} IS NOT NULL`))
        .orderBy(desc(conversation.id))
        .limit(LISTED)
    },
    async newest(botId: string, endUser: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id: conversation.id })
        .from(conversation)
        .where(and(eq(conversation.botId, botId), eq(conversation.endUser, endUser)))
        .orderBy(desc(conversation.id))
        .limit(1)
      return row?.id
    },
    async conversation(id: string) {
      return (await db.select().from(conversation).where(eq(conversation.id, id)))[0]
    },
  }
}
export type ShareRepo = ReturnType<typeof createShareRepo>
