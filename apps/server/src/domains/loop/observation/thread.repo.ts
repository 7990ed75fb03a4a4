import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { traceHead } from '#domains/chat/span/span.table.ts'
import type { Db } from '#kit/db.ts'
import type { Place } from './shared/page-token.ts'

const first = (column: PgColumn | SQL) =>
  sql<string>`(array_agg(${column} ORDER BY ${traceHead.startedAt}, ${traceHead.traceId}))[1]`
const last = (column: PgColumn | SQL) =>
  sql<string>`(array_agg(${column} ORDER BY ${traceHead.startedAt} DESC, ${traceHead.traceId} DESC))[1]`
const lastAt = sql<string>`max(${traceHead.startedAt})`

/** Traces grouped by conversation. */
export function createThreadRepo(db: Db) {
  return {
    list: ({ where, after, limit }: { where: SQL | undefined; after?: Place | undefined; limit: number }) =>
      db
        .select({
          threadId: traceHead.threadId,
          count: sql<string>`count(*)`,
          firstAt: sql<string>`min(${traceHead.startedAt})`,
          lastAt,
          endedAt: sql<string>`max(${traceHead.startedAt} + ${traceHead.durationUs})`,
          durationUs: sql<string>`sum(${traceHead.durationUs})`,
          tokens: sql<string>`sum(${traceHead.inputTokens} + ${traceHead.outputTokens})`,
          firstInput: first(traceHead.input),
          lastInput: last(traceHead.input),
          lastOutput: last(traceHead.output),
          user: last(sql`coalesce(${traceHead.userId}::text, ${traceHead.userKey})`),
          connectorId: last(traceHead.connectorId),
        })
        .from(traceHead)
        .where(where)
        .groupBy(traceHead.threadId)
        .having(after && sql`(${lastAt}, ${traceHead.threadId}) < (${after.at}::bigint, ${after.id}::text)`)
        .orderBy(desc(lastAt), desc(traceHead.threadId))
        .limit(limit),
    /** Matches conversations with at least one matching turn. */
    having: (where: SQL | undefined): SQL =>
      sql`${traceHead.threadId} IN ${db
        .select({ threadId: traceHead.threadId })
        .from(traceHead)
        .where(and(where, sql`${traceHead.threadId} <> ''`))}`,
  }
}
export type ThreadRepo = ReturnType<typeof createThreadRepo>
export type ThreadRow = Awaited<ReturnType<ThreadRepo['list']>>[number]
