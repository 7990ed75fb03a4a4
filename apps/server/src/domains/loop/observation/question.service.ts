import type { QuestionFilter } from '@orrery/contract'
import { and, eq, ilike, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { traceHead } from '#domains/chat/span/span.table.ts'
import { type Db, likeText } from '#kit/db.ts'
import { type RequestedResource, isOf } from './shared/requested-resource.ts'
import type { NamedHead, ObservationRepo } from './observation.repo.ts'
import { makePageToken, readPageToken } from './shared/page-token.ts'

const AT_ONCE = 500
const MAX_ROWS = 10_000

export interface QuestionDeps {
  db: Db
  traces: Pick<ObservationRepo, 'heads'>
  queue: Pick<SpanQueue, 'flush'>
}
type Bounds = { gte?: number | undefined; lte?: number | undefined } | undefined

const within = (column: SQL | PgColumn, range: Bounds, factor = 1) => [
  range?.gte === undefined ? undefined : sql`${column} >= ${range.gte * factor}`,
  range?.lte === undefined ? undefined : sql`${column} <= ${range.lte * factor + (factor - 1)}`,
]
const tokens = sql`(${traceHead.inputTokens} + ${traceHead.outputTokens})`

function whereOf(asked: RequestedResource, filter: QuestionFilter = {}): SQL {
  const failed = filter.status?.map((status) => status === 1)
  return and(
    isOf(asked),
    ...within(traceHead.startedAt, filter.start_time, 1000),
    failed?.length === 1
      ? failed[0]
        ? eq(traceHead.status, SpanStatus.failed)
        : ne(traceHead.status, SpanStatus.failed)
      : undefined,
    filter.user_ids?.length
      ? inArray(sql`coalesce(${traceHead.userId}::text, ${traceHead.userKey})`, filter.user_ids)
      : undefined,
    filter.second_class_intents?.length ? inArray(traceHead.intentId, filter.second_class_intents) : undefined,
    filter.message_ids?.length ? inArray(traceHead.messageId, filter.message_ids) : undefined,
    filter.input ? ilike(traceHead.input, likeText(filter.input)) : undefined,
    filter.output ? ilike(traceHead.output, likeText(filter.output)) : undefined,
    ...within(traceHead.inputTokens, filter.input_tokens),
    ...within(traceHead.outputTokens, filter.output_tokens),
    ...within(tokens, filter.total_tokens),
    ...within(traceHead.durationUs, filter.latency, 1000),
    ...within(traceHead.firstUs, filter.latency_first_resp, 1000),
    filter.connector_ids?.length ? inArray(traceHead.connectorId, filter.connector_ids) : undefined,
    filter.workflow_execute_ids?.length ? inArray(traceHead.traceId, filter.workflow_execute_ids) : undefined,
    filter.version_codes?.length ? inArray(traceHead.objectVersion, filter.version_codes) : undefined,
  )!
}
const shareOf = (part: number, column: SQL | PgColumn) =>
  sql<number>`coalesce(percentile_cont(${sql.raw(String(part))}) WITHIN GROUP (ORDER BY ${column}), 0)::float8`

/** Questions of one bot, project or workflow. People with edit rights see all of them. */
export function createQuestionService({ db, traces, queue }: QuestionDeps) {
  return {
    async list(
      asked: RequestedResource,
      filter: QuestionFilter | undefined,
      { limit, pageToken }: { limit: number; pageToken?: string | undefined },
    ) {
      const key = { list: 'questions', asked, filter }
      const after = readPageToken(key, pageToken)
      await queue.flush()
      const rows = await traces.heads({ where: whereOf(asked, filter), after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const end = shown.at(-1)
      const hasMore = rows.length > limit
      const nextPageToken = hasMore && end ? makePageToken(key, { at: end.startedAt, id: end.traceId }) : ''
      return { rows: shown, hasMore, nextPageToken }
    },
    /** Figures of the questions. `parts` are the two percentiles to report. */
    async stat(asked: RequestedResource, filter: QuestionFilter | undefined, parts: readonly [number, number]) {
      await queue.flush()
      const pair = (column: SQL | PgColumn) => [shareOf(parts[0], column), shareOf(parts[1], column)] as const
      const [tokensLow, tokensHigh] = pair(tokens)
      const [low, high] = pair(traceHead.durationUs)
      const [firstLow, firstHigh] = pair(sql`nullif(${traceHead.firstUs}, 0)`)
      const [row] = await db
        .select({
          count: sql<number>`count(*)::float8`,
          failed: sql<number>`(count(*) FILTER (WHERE ${traceHead.status} = ${SpanStatus.failed}))::float8`,
          tokensLow,
          tokensHigh,
          low,
          high,
          firstLow,
          firstHigh,
        })
        .from(traceHead)
        .where(whereOf(asked, filter))
      return row!
    },
    async connectors(asked: RequestedResource): Promise<string[]> {
      await queue.flush()
      const rows = await db
        .selectDistinct({ id: traceHead.connectorId })
        .from(traceHead)
        .where(and(isOf(asked), ne(traceHead.connectorId, '')))
        .orderBy(traceHead.connectorId)
      return rows.map(({ id }) => id)
    },
    /** Yields all matching questions in batches, newest first, at most 10,000. */
    async *all(asked: RequestedResource, filter: QuestionFilter | undefined): AsyncGenerator<NamedHead[]> {
      await queue.flush()
      let after: { at: number; id: string } | undefined
      for (let seen = 0; seen < MAX_ROWS; seen += AT_ONCE) {
        const rows = await traces.heads({ where: whereOf(asked, filter), after, limit: AT_ONCE })
        if (rows.length) yield rows
        const end = rows.at(-1)
        if (rows.length < AT_ONCE || !end) return
        after = { at: end.startedAt, id: end.traceId }
      }
    },
    async byIds(asked: RequestedResource, traceIds: string[]): Promise<NamedHead[]> {
      if (!traceIds.length) return []
      await queue.flush()
      return traces.heads({ where: and(isOf(asked), inArray(traceHead.traceId, traceIds)), limit: traceIds.length })
    },
  }
}
export type QuestionService = ReturnType<typeof createQuestionService>
