import { and, asc, desc, eq, getTableColumns, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { type Db, likeText } from '#kit/db.ts'
import type { FinishedTrace } from './shared/recorder.ts'
import { type SpanRow, trace, type TraceRow, traceSpan, TraceStatus } from './trace.table.ts'

export interface TraceFilter {
  botId: string
  status?: number[]
  scene?: string[]
  userId?: string
  conversationId?: string
  search?: string
  from?: number
  to?: number
  minMs?: number
  maxMs?: number
  feedback?: number
  errorCode?: number
}
const bucketSteps = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
export type BucketStep = keyof typeof bucketSteps

function whereOf(filter: TraceFilter): SQL | undefined {
  const words = filter.search && likeText(filter.search)
  return and(
    eq(trace.botId, filter.botId),
    filter.status?.length ? inArray(trace.status, filter.status as TraceRow['status'][]) : undefined,
    filter.scene?.length ? inArray(trace.scene, filter.scene as TraceRow['scene'][]) : undefined,
    filter.userId ? eq(trace.userId, filter.userId) : undefined,
    filter.conversationId ? eq(trace.conversationId, filter.conversationId) : undefined,
    words ? or(ilike(trace.input, words), ilike(trace.output, words), ilike(trace.errorMsg, words)) : undefined,
    filter.from === undefined ? undefined : gte(trace.startedAt, filter.from),
    filter.to === undefined ? undefined : lte(trace.startedAt, filter.to),
    filter.minMs === undefined ? undefined : gte(trace.durationMs, filter.minMs),
    filter.maxMs === undefined ? undefined : lte(trace.durationMs, filter.maxMs),
    filter.feedback === undefined ? undefined : eq(trace.feedback, filter.feedback),
    filter.errorCode === undefined ? undefined : eq(trace.errorCode, filter.errorCode),
  )
}

const columnsOf = (table: PgTable) =>
  Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, name] as const)

export function createTraceRepo(db: Db, pool: pg.Pool) {
  const traceColumns = columnsOf(trace)
  const spanColumns = columnsOf(traceSpan)
  const rowsOf = (rows: object[], columns: (readonly [string, string])[]) =>
    JSON.stringify(
      rows.map((row) =>
        Object.fromEntries(columns.map(([key, name]) => [name, (row as Record<string, unknown>)[key]])),
      ),
    )
  const insertSql = (table: string, columns: (readonly [string, string])[], where: string) => {
    const names = columns.map(([, name]) => name).join(', ')
    return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1) AS r WHERE ${where} ON CONFLICT (id) DO NOTHING`
  }
  // A bot that was deleted meanwhile takes its traces along, and only those.
  const insertTraces = insertSql('trace', traceColumns, 'EXISTS (SELECT 1 FROM resource WHERE resource.id = r.bot_id)')
  const insertSpans = insertSql('trace_span', spanColumns, 'EXISTS (SELECT 1 FROM trace WHERE trace.id = r.trace_id)')

  return {
    /** Many traces in two statements. */
    async insert(finished: FinishedTrace[]) {
      await pool.query(insertTraces, [
        rowsOf(
          finished.map((item) => item.trace),
          traceColumns,
        ),
      ])
      await pool.query(insertSpans, [
        rowsOf(
          finished.flatMap(({ spans }) => spans),
          spanColumns,
        ),
      ])
    },
    async get(id: string): Promise<TraceRow | undefined> {
      return (await db.select().from(trace).where(eq(trace.id, id)))[0]
    },
    spans: (traceId: string) =>
      db
        .select()
        .from(traceSpan)
        .where(eq(traceSpan.traceId, traceId))
        .orderBy(asc(traceSpan.offsetMs), asc(traceSpan.id)),
    list: (filter: TraceFilter, before: string | undefined, size: number): Promise<TraceRow[]> =>
      db
        .select()
        .from(trace)
        .where(and(whereOf(filter), before === undefined ? undefined : lt(trace.id, before)))
        .orderBy(desc(trace.id))
        .limit(size),
    async count(filter: TraceFilter): Promise<number> {
      return (
        await db
          .select({ n: sql<string>`count(*)` })
          .from(trace)
          .where(whereOf(filter))
      )[0]!.n as unknown as number
    },
    /** One more span, and its part in the sums of the trace. */
    async addSpan(row: SpanRow) {
      await db.transaction(async (tx) => {
        await tx.insert(traceSpan).values(row)
        const names = sql`CASE WHEN position(${row.modelName} IN ${trace.modelNames}) > 0 THEN ${trace.modelNames}
          ELSE left(concat_ws(', ', nullif(${trace.modelNames}, ''), ${row.modelName}::text), 500) END`
        await tx
          .update(trace)
          .set({
            inputTokens: sql`${trace.inputTokens} + ${row.inputTokens}`,
            outputTokens: sql`${trace.outputTokens} + ${row.outputTokens}`,
            cost: sql`${trace.cost} + ${row.cost}`,
            spanCount: sql`${trace.spanCount} + 1`,
            failedCount: sql`${trace.failedCount} + ${row.status === TraceStatus.failed ? 1 : 0}`,
            modelNames: names,
          })
          .where(eq(trace.id, row.traceId))
      })
    },
    async setFeedback(messageId: string, feedback: number) {
      await db.update(trace).set({ feedback }).where(eq(trace.messageId, messageId))
    },
    /** Figures over time, one row a bucket that has any. */
    async buckets(filter: TraceFilter, step: BucketStep, offsetMs: number) {
      const width = bucketSteps[step]
      // Inlined: PostgreSQL must see the same expression in SELECT and GROUP BY.
      const bucket = sql<string>`((${trace.startedAt} + ${sql.raw(String(offsetMs))}) / ${sql.raw(String(width))}) * ${sql.raw(String(width))} - ${sql.raw(String(offsetMs))}`
      return db
        .select({ at: bucket, ...figures })
        .from(trace)
        .where(whereOf(filter))
        .groupBy(bucket)
        .orderBy(bucket)
    },
    async totals(filter: TraceFilter) {
      return (await db.select(figures).from(trace).where(whereOf(filter)))[0]!
    },
    errors: (filter: TraceFilter) =>
      db
        .select({ code: trace.errorCode, msg: sql<string>`max(${trace.errorMsg})`, count: sql<string>`count(*)` })
        .from(trace)
        .where(and(whereOf(filter), eq(trace.status, 2)))
        .groupBy(trace.errorCode)
        .orderBy(desc(sql`count(*)`))
        .limit(20),
    /** Conversations with what happened in them, latest first. */
    conversations: (filter: TraceFilter, before: string | undefined, size: number) =>
      db
        .select({
          conversationId: trace.conversationId,
          userId: sql<string>`max(${trace.userId})`,
          scene: sql<string>`max(${trace.scene})`,
          lastTraceId: sql<string>`max(${trace.id})`,
          lastInput: sql<string>`(array_agg(${trace.input} ORDER BY ${trace.id} DESC))[1]`,
          startedAt: sql<string>`min(${trace.startedAt})`,
          lastAt: sql<string>`max(${trace.startedAt})`,
          likes: sql<string>`count(*) FILTER (WHERE ${trace.feedback} = 1)`,
          dislikes: sql<string>`count(*) FILTER (WHERE ${trace.feedback} = 2)`,
          ...figures,
        })
        .from(trace)
        .where(whereOf(filter))
        .groupBy(trace.conversationId)
        .having(before === undefined ? undefined : lt(sql`max(${trace.id})`, before))
        .orderBy(desc(sql`max(${trace.id})`))
        .limit(size),
  }
}
export type TraceRepo = ReturnType<typeof createTraceRepo>

const percentile = (share: number, column: SQL | typeof trace.durationMs | typeof trace.firstTokenMs) =>
  sql<number>`coalesce(percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${column}), 0)`
const figures = {
  count: sql<string>`count(*)`,
  failed: sql<string>`count(*) FILTER (WHERE ${trace.status} = 2)`,
  stopped: sql<string>`count(*) FILTER (WHERE ${trace.status} = 3)`,
  users: sql<string>`count(DISTINCT ${trace.userId})`,
  conversationCount: sql<string>`count(DISTINCT ${trace.conversationId})`,
  inputTokens: sql<string>`coalesce(sum(${trace.inputTokens}), 0)`,
  outputTokens: sql<string>`coalesce(sum(${trace.outputTokens}), 0)`,
  cost: sql<number>`coalesce(sum(${trace.cost}), 0)`,
  medianMs: percentile(0.5, trace.durationMs),
  p95Ms: percentile(0.95, trace.durationMs),
  firstTokenMs: percentile(0.5, trace.firstTokenMs),
}
export type Figures = { [K in keyof typeof figures]: string | number }
