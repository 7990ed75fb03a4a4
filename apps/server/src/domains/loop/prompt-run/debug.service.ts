import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { promptDebug, promptDebugContext } from './prompt-run.table.ts'

export type Tried = Omit<typeof promptDebug.$inferInsert, 'id' | 'endedAt'>
const DAY_MS = 86_400_000
const KEPT_DAYS = 90
const PAGE = 20

/** Tries in the editor, and the values saved there by each person. Others see that a try exists, but not its texts. */
export function createDebugService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  return {
    async record(tried: Tried): Promise<string> {
      const id = newId()
      await db.insert(promptDebug).values({ ...tried, id, endedAt: clock.now() })
      // Delete old tries of this prompt.
      const old = clock.now() - KEPT_DAYS * DAY_MS
      await db.delete(promptDebug).where(and(eq(promptDebug.promptId, tried.promptId), lt(promptDebug.startedAt, old)))
      return id
    },
    async list(promptId: string, filter: { userId?: string | undefined; before?: string | undefined; days: number }) {
      const { userId, before, days } = filter
      const rows = await db
        .select()
        .from(promptDebug)
        .where(
          and(
            eq(promptDebug.promptId, promptId),
            userId ? eq(promptDebug.userId, userId) : undefined,
            before ? lt(promptDebug.id, before) : undefined,
            gte(promptDebug.startedAt, clock.now() - days * DAY_MS),
          ),
        )
        .orderBy(desc(promptDebug.id))
        .limit(PAGE + 1)
      return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE }
    },
    async get(promptId: string, userId: string, id: string) {
      const mine = and(eq(promptDebug.id, id), eq(promptDebug.promptId, promptId), eq(promptDebug.userId, userId))
      const [row] = await db.select().from(promptDebug).where(mine)
      if (!row) throw errors.notFound({ what: 'record' })
      return row
    },
    async saveContext(promptId: string, userId: string, content: object) {
      await db
        .insert(promptDebugContext)
        .values({ promptId, userId, content })
        .onConflictDoUpdate({ target: [promptDebugContext.promptId, promptDebugContext.userId], set: { content } })
    },
    async context(promptId: string, userId: string): Promise<object> {
      const where = and(eq(promptDebugContext.promptId, promptId), eq(promptDebugContext.userId, userId))
      return (await db.select().from(promptDebugContext).where(where))[0]?.content ?? {}
    },
  }
}
export type DebugService = ReturnType<typeof createDebugService>
