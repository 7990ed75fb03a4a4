import { and, asc, desc, eq, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { span, spanBody, traceHead, type HeadRow } from '#domains/chat/span/span.table.ts'
import { fillMissing, withBody } from '#domains/chat/span/shared/span-body.ts'
import type { ValueSource } from '#domains/chat/span/shared/value-source.ts'
import { type Db, likeText } from '#kit/db.ts'
import type { SpanKind, SpanRow, TraceRow, TraceScene, TraceStatus } from './shared/trace-types.ts'

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

/** Turns share a table with other traces: the id of a turn is unique among turns only. */
const isTurn = eq(traceHead.source, 'turn')

function whereOf(filter: TraceFilter): SQL | undefined {
  const words = filter.search && likeText(filter.search)
  return and(
    isTurn,
    eq(traceHead.objectId, filter.botId),
    filter.status?.length ? inArray(traceHead.status, filter.status as TraceStatus[]) : undefined,
    filter.scene?.length ? inArray(traceHead.scene, filter.scene as TraceScene[]) : undefined,
    filter.userId ? eq(traceHead.userId, filter.userId) : undefined,
    filter.conversationId ? eq(traceHead.threadId, filter.conversationId) : undefined,
    words
      ? or(ilike(traceHead.input, words), ilike(traceHead.output, words), ilike(traceHead.errorMsg, words))
      : undefined,
    filter.from === undefined ? undefined : gte(traceHead.startedAt, filter.from * 1000),
    filter.to === undefined ? undefined : lte(traceHead.startedAt, filter.to * 1000 + 999),
    filter.minMs === undefined ? undefined : gte(traceHead.durationUs, Math.round(filter.minMs * 1000)),
    filter.maxMs === undefined ? undefined : lte(traceHead.durationUs, Math.round(filter.maxMs * 1000)),
    filter.feedback === undefined ? undefined : eq(traceHead.feedback, filter.feedback),
    filter.errorCode === undefined ? undefined : eq(traceHead.errorCode, filter.errorCode),
  )
}
/** Position of a turn in the list, which is sorted by start time, newest first. */
const placeOf = (id: string) =>
  sql`(SELECT started_at, trace_id FROM trace_head WHERE trace_id = ${id} AND source = 'turn' LIMIT 1)`
const latest = [desc(traceHead.startedAt), desc(traceHead.traceId)]

export function createTraceRepo(db: Db, values?: ValueSource) {
  return {
    async get(id: string): Promise<TraceRow | undefined> {
      const [row] = await db
        .select()
        .from(traceHead)
        .where(and(isTurn, eq(traceHead.traceId, id)))
      return row && toTraceRow(row)
    },
    async spans({ id, spaceId, startedAt }: TraceRow): Promise<SpanRow[]> {
      const rows = await db
        .select()
        .from(span)
        .leftJoin(
          spanBody,
          and(
            eq(spanBody.keep, span.keep),
            eq(spanBody.startedAt, span.startedAt),
            eq(spanBody.spaceId, span.spaceId),
            eq(spanBody.traceId, span.traceId),
            eq(spanBody.spanId, span.spanId),
          ),
        )
        .where(and(eq(span.spaceId, spaceId), eq(span.traceId, id), eq(span.source, 'turn')))
        .orderBy(asc(span.startedAt), asc(span.spanId))
      const found = rows.map(({ span: head, span_body: body }) => withBody(head, body))
      const whole = values ? await fillMissing(values, found) : found
      return whole.map((head) => ({
        ...head,
        id: head.spanId,
        parentId: head.parentId || null,
        kind: head.kind as SpanKind,
        offsetMs: head.startedAt / 1000 - startedAt,
        durationMs: head.durationUs / 1000,
        firstTokenMs: head.firstUs / 1000,
        modelName: head.model,
      }))
    },
    async list(filter: TraceFilter, before: string | undefined, size: number): Promise<TraceRow[]> {
      const rows = await db
        .select()
        .from(traceHead)
        .where(
          and(
            whereOf(filter),
            before === undefined ? undefined : sql`(${traceHead.startedAt}, ${traceHead.traceId}) < ${placeOf(before)}`,
          ),
        )
        .orderBy(...latest)
        .limit(size)
      return rows.map(toTraceRow)
    },
    async count(filter: TraceFilter): Promise<number> {
      const [row] = await db
        .select({ n: sql<string>`count(*)` })
        .from(traceHead)
        .where(whereOf(filter))
      return Number(row!.n)
    },
    /** Figures over time, one row for each bucket with values. */
    async buckets(filter: TraceFilter, step: BucketStep, offsetMs: number) {
      const width = bucketSteps[step]
      // Inlined: PostgreSQL must see the same expression in SELECT and GROUP BY.
      const bucket = sql<string>`((${traceHead.startedAt} / 1000 + ${sql.raw(String(offsetMs))}) / ${sql.raw(String(width))}) * ${sql.raw(String(width))} - ${sql.raw(String(offsetMs))}`
      return db
        .select({ at: bucket, ...figures })
        .from(traceHead)
        .where(whereOf(filter))
        .groupBy(bucket)
        .orderBy(bucket)
    },
    async totals(filter: TraceFilter) {
      return (await db.select(figures).from(traceHead).where(whereOf(filter)))[0]!
    },
    errors: (filter: TraceFilter) =>
      db
        .select({
          code: traceHead.errorCode,
          errorMsg: sql<string>`max(${traceHead.errorMsg})`,
          errorZh: sql<string>`max(${traceHead.errorZh})`,
          count: sql<string>`count(*)`,
        })
        .from(traceHead)
        .where(and(whereOf(filter), eq(traceHead.status, 2)))
        .groupBy(traceHead.errorCode)
        .orderBy(desc(sql`count(*)`))
        .limit(20),
    /** Conversations with their figures, latest first. */
    conversations: (filter: TraceFilter, before: string | undefined, size: number) =>
      db
        .select({
          conversationId: traceHead.threadId,
          userId: sql<string>`max(${traceHead.userId})`,
          scene: sql<string>`max(${traceHead.scene})`,
          lastTraceId: newest(traceHead.traceId),
          lastInput: newest(traceHead.input),
          startedAt: sql<string>`min(${traceHead.startedAt}) / 1000`,
          lastAt: sql<string>`max(${traceHead.startedAt}) / 1000`,
          likes: sql<string>`count(*) FILTER (WHERE ${traceHead.feedback} = 1)`,
          dislikes: sql<string>`count(*) FILTER (WHERE ${traceHead.feedback} = 2)`,
          ...figures,
        })
        .from(traceHead)
        .where(whereOf(filter))
        .groupBy(traceHead.threadId)
        .having(
          before === undefined
            ? undefined
            : sql`(max(${traceHead.startedAt}), ${newest(traceHead.traceId)}) < ${placeOf(before)}`,
        )
        .orderBy(desc(sql`max(${traceHead.startedAt})`), desc(newest(traceHead.traceId)))
        .limit(size),
  }
}
export type TraceRepo = ReturnType<typeof createTraceRepo>

const newest = (column: PgColumn) =>
  sql<string>`(array_agg(${column} ORDER BY ${traceHead.startedAt} DESC, ${traceHead.traceId} DESC))[1]`
const percentile = (share: number, column: PgColumn) =>
  sql<number>`coalesce(percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${column}), 0) / 1000`
const figures = {
  count: sql<string>`count(*)`,
  failed: sql<string>`count(*) FILTER (WHERE ${traceHead.status} = 2)`,
  stopped: sql<string>`count(*) FILTER (WHERE ${traceHead.status} = 3)`,
  users: sql<string>`count(DISTINCT ${traceHead.userId})`,
  conversationCount: sql<string>`count(DISTINCT ${traceHead.threadId})`,
  inputTokens: sql<string>`coalesce(sum(${traceHead.inputTokens}), 0)`,
  outputTokens: sql<string>`coalesce(sum(${traceHead.outputTokens}), 0)`,
  cost: sql<number>`coalesce(sum(${traceHead.cost}), 0)`,
  medianMs: percentile(0.5, traceHead.durationUs),
  p95Ms: percentile(0.95, traceHead.durationUs),
  firstTokenMs: percentile(0.5, traceHead.firstUs),
}
export type Figures = { [K in keyof typeof figures]: string | number }

const toTraceRow = (row: HeadRow): TraceRow => ({
  ...row,
  id: row.traceId,
  botId: row.objectId!,
  botVersion: row.objectVersion,
  // Scores by evaluators belong to no bot, so their scene does not occur here.
  scene: row.scene as TraceScene,
  conversationId: row.threadId,
  messageId: row.messageId!,
  userId: row.userId!,
  startedAt: row.startedAt / 1000,
  durationMs: row.durationUs / 1000,
  firstTokenMs: row.firstUs / 1000,
  modelNames: row.models,
})
