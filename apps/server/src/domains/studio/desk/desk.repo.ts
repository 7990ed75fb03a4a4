import { TranslationState } from '@orrery/contract'
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'
import {
  deskInstance as instance,
  deskMessage as message,
  deskPage as page,
  deskPaper as paper,
  type InstanceRow,
  type PageRow,
  type PaperRow,
} from './desk.table.ts'

export interface InstanceQuery {
  userId: string
  agentId: string
  spaceId: string
  /** Whether this is the personal space, which also lists documents of spaces that the person has left. */
  isPersonal: boolean
  byCreation: boolean
  ascending: boolean
  page: number
  size: number
}

export function createDeskRepo(db: Db) {
  return {
    leases: createLeaseStore(db, instance, sql`translation = 1`),
    transaction: db.transaction.bind(db) as Db['transaction'],
    lock: (tx: Tx, name: string) => tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`),

    async paperOf(userId: string, uploadKey: string, tx: Tx = db): Promise<PaperRow | undefined> {
      const where = and(eq(paper.userId, userId), eq(paper.uploadKey, uploadKey))
      return (await tx.select().from(paper).where(where))[0]
    },
    async paper(id: string, userId: string): Promise<PaperRow | undefined> {
      return (
        await db
          .select()
          .from(paper)
          .where(and(eq(paper.id, id), eq(paper.userId, userId)))
      )[0]
    },
    papersWith: (userId: string, documentIds: string[]) =>
      db
        .select()
        .from(paper)
        .where(and(eq(paper.userId, userId), inArray(paper.documentId, documentIds))),
    baseOf: async (userId: string): Promise<string | undefined> =>
      (
        await db
          .select({ id: paper.datasetId })
          .from(paper)
          .where(eq(paper.userId, userId))
          .orderBy(desc(paper.id))
          .limit(1)
      )[0]?.id,
    addPaper: (row: PaperRow, tx: Tx = db) => tx.insert(paper).values(row),
    setPaper: (id: string, change: Partial<PaperRow>, tx: Tx = db) =>
      tx.update(paper).set(change).where(eq(paper.id, id)),
    /** Deletes the paper unless a document still uses it. */
    async dropPaper(id: string, tx: Tx): Promise<PaperRow | undefined> {
      const unused = sql`NOT EXISTS (SELECT FROM desk_instance i WHERE i.paper_id = ${id})`
      return (
        await tx
          .delete(paper)
          .where(and(eq(paper.id, id), unused))
          .returning()
      )[0]
    },

    async instance(id: string): Promise<InstanceRow | undefined> {
      return (await db.select().from(instance).where(eq(instance.id, id)))[0]
    },
    async byKey(userId: string, agentId: string, idemKey: string): Promise<InstanceRow | undefined> {
      const where = and(eq(instance.userId, userId), eq(instance.agentId, agentId), eq(instance.idemKey, idemKey))
      return (await db.select().from(instance).where(where))[0]
    },
    count: (userId: string, agentId: string) =>
      db.$count(instance, and(eq(instance.userId, userId), eq(instance.agentId, agentId))),
    /** Returns undefined if a document with this key exists. */
    async add(row: typeof instance.$inferInsert): Promise<InstanceRow | undefined> {
      return (await db.insert(instance).values(row).onConflictDoNothing().returning())[0]
    },
    set: (id: string, change: Partial<InstanceRow>) => db.update(instance).set(change).where(eq(instance.id, id)),
    async list(query: InstanceQuery) {
      const joined = db
        .select({ id: spaceMember.spaceId })
        .from(spaceMember)
        .where(eq(spaceMember.userId, query.userId))
      const here: SQL | undefined = query.isPersonal
        ? or(eq(instance.spaceId, query.spaceId), sql`${instance.spaceId} NOT IN ${joined}`)
        : eq(instance.spaceId, query.spaceId)
      const where = and(eq(instance.userId, query.userId), eq(instance.agentId, query.agentId), here)
      const column = query.byCreation ? instance.createdAt : instance.updatedAt
      const order = query.ascending ? asc : desc
      const rows = await db
        .select()
        .from(instance)
        .where(where)
        .orderBy(order(column), order(instance.id))
        .limit(query.size)
        .offset((query.page - 1) * query.size)
      return { rows, total: await db.$count(instance, where) }
    },
    remove: (id: string, tx: Tx) => tx.delete(instance).where(eq(instance.id, id)),

    /** Starts a translation; failed pages are retried. Returns false if it is already running. */
    async begin(id: string, language: string, now: number): Promise<boolean> {
      return db.transaction(async (tx) => {
        const { running } = TranslationState
        const [started] = await tx
          .update(instance)
          .set({ translation: running, language, problem: null, leaseUntil: 0, updatedAt: now })
          .where(and(eq(instance.id, id), ne(instance.translation, running)))
          .returning({ id: instance.id })
        if (!started) return false
        await tx
          .update(page)
          .set({ status: 0, attempts: 0, problem: null })
          .where(and(eq(page.instanceId, id), eq(page.status, TranslationState.failed)))
        return true
      })
    },
    /** Deletes all translated pages, when the language changes. */
    async forgetPages(id: string): Promise<PageRow[]> {
      return db.delete(page).where(eq(page.instanceId, id)).returning()
    },
    pages: (id: string) => db.select().from(page).where(eq(page.instanceId, id)).orderBy(page.pageNo),
    async addPages(id: string, fence: number, count: number): Promise<void> {
      await db.execute(sql`INSERT INTO desk_page (instance_id, page_no)
        SELECT ${id}::bigint, n FROM generate_series(1, ${count}::int) n
        WHERE EXISTS (SELECT FROM desk_instance WHERE id = ${id} AND fence = ${fence}) ON CONFLICT DO NOTHING`)
    },
    /** Returns false if another process has taken over, or the document was deleted. */
    async setPage(id: string, fence: number, pageNo: number, change: Partial<PageRow>): Promise<boolean> {
      const mine = sql`EXISTS (SELECT FROM desk_instance WHERE id = ${id} AND fence = ${fence} AND translation = 1)`
      const changed = await db
        .update(page)
        .set(change)
        .where(and(eq(page.instanceId, id), eq(page.pageNo, pageNo), mine))
        .returning({ n: page.pageNo })
      return changed.length > 0
    },
    end: (id: string, fence: number, change: Pick<InstanceRow, 'translation' | 'problem'>) =>
      db
        .update(instance)
        .set({ ...change, leaseUntil: 0 })
        .where(and(eq(instance.id, id), eq(instance.fence, fence))),

    say: (rows: (typeof message.$inferInsert)[]) => db.insert(message).values(rows),
    /** The last messages, in chronological order. */
    said: async (id: string, most: number) =>
      (
        await db.select().from(message).where(eq(message.instanceId, id)).orderBy(desc(message.id)).limit(most)
      ).toReversed(),
  }
}
export type DeskRepo = ReturnType<typeof createDeskRepo>
