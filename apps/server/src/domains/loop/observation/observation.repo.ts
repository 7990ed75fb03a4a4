import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { span, spanBody, traceHead, traceLink, type HeadRow, type SpanHeadRow } from '#domains/chat/span/span.table.ts'
import { fillMissing, withBody } from '#domains/chat/span/shared/span-body.ts'
import type { ValueSource } from '#domains/chat/span/shared/value-source.ts'
import { type Db, likeText } from '#kit/db.ts'
import { latencyBand } from './fields.ts'
import type { Place } from './shared/page-token.ts'
import type { Reader } from './shared/reader.ts'

/** Maximum number of called traces shown inside another trace. */
const MAX_CALLED = 50
export interface Page {
  where: SQL | undefined
  after?: Place | undefined
  isOldestFirst?: boolean
  limit: number
}
/** Facets of the list. The counts of a facet ignore its own filter, so that further values can be chosen. */
export const facetFields = ['status', 'object', 'error_message', 'latency_band'] as const
export interface Overview {
  where: SQL | undefined
  facets: Record<(typeof facetFields)[number], SQL | undefined>
}
export type NamedHead = HeadRow & { objectName: string }
export interface FullSpan extends SpanHeadRow {
  input: string
  output: string
  attributes: Record<string, unknown>
}
/** Columns that the tree of a trace needs; reading only these saves parsing. */
const outlineKeys = [
  'startedAt',
  'spanId',
  'parentId',
  'kind',
  'name',
  'status',
  'errorCode',
  'errorMsg',
  'errorZh',
  'durationUs',
  'firstUs',
  'modelId',
  'model',
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  'reasoningTokens',
  'cost',
] as const satisfies (keyof SpanHeadRow)[]
export type OutlinedSpan = Pick<FullSpan, (typeof outlineKeys)[number] | 'attributes' | 'input' | 'output'>
const OUTLINE_ROWS = 200
const outlineColumns = outlineKeys.map((key) => ({ key, column: getTableColumns(span)[key] }))
const outlineSelect = Object.fromEntries(outlineColumns.map(({ key, column }) => [key, column]))
/** Converts a row of the database to a span without values. */
function outlined(row: Record<string, unknown>): OutlinedSpan {
  const read: Record<string, unknown> = { input: '', output: '', attributes: {} }
  for (const { key, column } of outlineColumns) read[key] = column.mapFromDriverValue(row[column.name] as never)
  return read as unknown as OutlinedSpan
}
const sameSpan = and(
  eq(spanBody.keep, span.keep),
  eq(spanBody.startedAt, span.startedAt),
  eq(spanBody.spaceId, span.spaceId),
  eq(spanBody.traceId, span.traceId),
  eq(spanBody.spanId, span.spanId),
)
const edits = (userId: string) => sql`(SELECT r.id FROM resource r LEFT JOIN resource p ON p.id = r.project_id
  WHERE r.owner_id = ${userId} OR p.owner_id = ${userId}
    OR EXISTS (SELECT FROM collaborator c WHERE c.resource_id = r.id AND c.user_id = ${userId}))`

export const headsOf = ({ spaceId, userId, seesAll }: Reader): SQL =>
  and(
    eq(traceHead.spaceId, spaceId),
    seesAll ? undefined : sql`(${traceHead.userId} = ${userId} OR ${traceHead.objectId} IN ${edits(userId)})`,
  )!
export const spansOf = (reader: Reader): SQL =>
  and(
    eq(span.spaceId, reader.spaceId),
    reader.seesAll
      ? undefined
      : sql`EXISTS (SELECT FROM trace_head WHERE trace_head.trace_id = ${span.traceId} AND ${headsOf(reader)})`,
  )!
export const between = (table: typeof traceHead | typeof span, fromMs: number, toMs: number): SQL =>
  and(gte(table.startedAt, fromMs * 1000), lte(table.startedAt, toMs * 1000 + 999))!

export function createObservationRepo(db: Db, values?: ValueSource) {
  const whole = async (
    rows: { span: SpanHeadRow; span_body: typeof spanBody.$inferSelect | null }[],
  ): Promise<FullSpan[]> => {
    const found = rows.map((row) => withBody(row.span, row.span_body))
    return values ? fillMissing(values, found) : found
  }
  const objectName = sql<string>`coalesce((SELECT name FROM public.resource WHERE id = ${traceHead.objectId}), ${traceHead.service})`
  return {
    async heads({ where, after, isOldestFirst = false, limit }: Page): Promise<NamedHead[]> {
      const order = isOldestFirst ? asc : desc
      const rows = await db
        .select({ head: traceHead, objectName })
        .from(traceHead)
        .where(and(where, after && beyond(traceHead.startedAt, traceHead.traceId, after, isOldestFirst)))
        .orderBy(order(traceHead.startedAt), order(traceHead.traceId))
        .limit(limit)
      return rows.map(({ head, objectName: name }) => ({ ...head, objectName: name }))
    },
    async spans({ where, after, isOldestFirst = false, limit }: Page): Promise<FullSpan[]> {
      const order = isOldestFirst ? asc : desc
      const rows = await db
        .select()
        .from(span)
        .leftJoin(spanBody, sameSpan)
        .where(and(where, after && beyond(span.startedAt, span.spanId, after, isOldestFirst)))
        .orderBy(order(span.startedAt), order(span.spanId))
        .limit(limit)
      return whole(rows)
    },
    /** Spans of a trace in order of time, without values, in batches. */
    async outline(
      { spaceId, traceId }: { spaceId: string; traceId: string },
      max: number,
      each: (spans: OutlinedSpan[]) => void,
    ): Promise<void> {
      const query = db
        .select(outlineSelect)
        .from(span)
        .where(and(eq(span.spaceId, spaceId), eq(span.traceId, traceId)))
        .orderBy(asc(span.startedAt), asc(span.spanId))
        .limit(max)
      await db.transaction(async (tx) => {
        // Use a cursor: reading thousands of rows at once would block the event loop.
        await tx.execute(sql`DECLARE outline NO SCROLL CURSOR FOR ${query.getSQL()}`)
        for (let size = OUTLINE_ROWS; size === OUTLINE_ROWS;) {
          const { rows } = await tx.execute<Record<string, unknown>>(sql.raw(`FETCH ${OUTLINE_ROWS} FROM outline`))
          each(rows.map(outlined))
          size = rows.length
        }
      })
    },
    /** Spans of a trace in order of time with values, all or some. */
    async tree(spaceId: string, traceId: string, max: number, ids?: string[]): Promise<FullSpan[]> {
      const rows = await db
        .select()
        .from(span)
        .leftJoin(spanBody, sameSpan)
        .where(and(eq(span.spaceId, spaceId), eq(span.traceId, traceId), ids ? inArray(span.spanId, ids) : undefined))
        .orderBy(asc(span.startedAt), asc(span.spanId))
        .limit(max)
      return whole(rows)
    },
    /** Traces of turns and runs that spans of a trace called, with the calling span. */
    called: (reader: Reader, traceId: string): Promise<{ traceId: string; parentSpanId: string }[]> =>
      db
        .select({ traceId: traceLink.traceId, parentSpanId: traceLink.parentSpanId })
        .from(traceLink)
        .innerJoin(traceHead, and(eq(traceHead.spaceId, traceLink.spaceId), eq(traceHead.traceId, traceLink.traceId)))
        .where(and(headsOf(reader), eq(traceLink.spaceId, reader.spaceId), eq(traceLink.parentTraceId, traceId)))
        .orderBy(asc(traceLink.startedAt))
        .limit(MAX_CALLED),
    count: async (where: SQL | undefined): Promise<number> => {
      const [row] = await db
        .select({ n: sql<string>`count(*)` })
        .from(span)
        .leftJoin(spanBody, sameSpan)
        .where(where)
      return Number(row!.n)
    },
    async overview({ where, facets }: Overview, fromMs: number, widthMs: number) {
      const bucket = sql<string>`(${traceHead.startedAt} / 1000 - ${sql.raw(String(fromMs))}) / ${sql.raw(String(widthMs))}`
      const object = sql<string>`coalesce(${traceHead.objectId}::text, ${traceHead.service})`
      const count = sql<string>`count(*)`
      const failed = sql<string>`count(*) FILTER (WHERE ${traceHead.status} = 2)`
      const [buckets, statuses, objects, errors, latencies] = await Promise.all([
        db.select({ bucket, count, failed }).from(traceHead).where(where).groupBy(bucket).orderBy(bucket),
        db
          .select({ value: sql<string>`${traceHead.status}::text`, count })
          .from(traceHead)
          .where(facets.status)
          .groupBy(traceHead.status)
          .orderBy(traceHead.status),
        db
          .select({ value: object, name: sql<string>`max(${objectName})`, count })
          .from(traceHead)
          .where(facets.object)
          .groupBy(object)
          .orderBy(desc(count))
          .limit(8),
        db
          .select({ value: traceHead.errorMsg, count })
          .from(traceHead)
          .where(and(facets.error_message, eq(traceHead.status, 2)))
          .groupBy(traceHead.errorMsg)
          .orderBy(desc(count))
          .limit(5),
        db
          .select({ value: latencyBand, count })
          .from(traceHead)
          .where(facets.latency_band)
          .groupBy(latencyBand)
          .orderBy(sql`min(${traceHead.durationUs})`),
      ])
      return { buckets, statuses, objects, errors, latencies }
    },
    /** Counts the matching traces, and how many of them meet each condition, in one query. */
    async counts(where: SQL | undefined, conditions: readonly (SQL | undefined)[]): Promise<number[]> {
      const every = [sql`true`, ...conditions.map((one) => one ?? sql`true`)]
      const [row] = await db
        .select(Object.fromEntries(every.map((one, at) => [at, sql<string>`count(*) FILTER (WHERE ${one})`])))
        .from(traceHead)
        .where(where)
      return every.map((_, at) => Number(row![at]))
    },
    options: (where: SQL | undefined, column: SQL, words: string) => {
      const value = sql<string>`left(${column}, 200)`
      return db
        .select({ value, count: sql<string>`count(*)` })
        .from(traceHead)
        .where(and(where, sql`${column} <> ''`, words ? sql`${column} ILIKE ${likeText(words)}` : undefined))
        .groupBy(sql`1`)
        .orderBy(desc(sql`count(*)`), sql`1`)
        .limit(20)
    },
    /** 95th percentile of the latency of an object since a time; undefined with fewer than 20 traces. */
    async p95(spaceId: string, objectId: string | null, service: string, sinceUs: number): Promise<number | undefined> {
      const [row] = await db
        .select({
          n: sql<string>`count(*)`,
          us: sql<number>`percentile_cont(0.95) WITHIN GROUP (ORDER BY ${traceHead.durationUs})`,
        })
        .from(traceHead)
        .where(
          and(
            eq(traceHead.spaceId, spaceId),
            gte(traceHead.startedAt, sinceUs),
            objectId ? eq(traceHead.objectId, objectId) : eq(traceHead.service, service),
          ),
        )
      return row && Number(row.n) >= 20 ? Number(row.us) / 1000 : undefined
    },
  }
}
export type ObservationRepo = ReturnType<typeof createObservationRepo>

const beyond = (
  time: typeof traceHead.startedAt | typeof span.startedAt,
  id: typeof traceHead.traceId | typeof span.spanId,
  { at, id: last }: Place,
  isOldestFirst: boolean,
): SQL => sql`(${time}, ${id}) ${isOldestFirst ? sql`>` : sql`<`} (${at}::bigint, ${last}::text)`
