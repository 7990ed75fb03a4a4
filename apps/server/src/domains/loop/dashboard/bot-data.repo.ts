import type { BotMetric, BotPeriod, Criteria } from '@orrery/contract'
import { and, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import { traceHead } from '#domains/chat/span/span.table.ts'
import type { Db } from '#kit/db.ts'
import { type RequestedResource, isOf } from '#domains/loop/observation/shared/requested-resource.ts'

export interface DataQuery {
  asked: RequestedResource
  /** Milliseconds. */
  from: number
  to: number
  connectors?: string[] | undefined
  models?: string[] | undefined
  userTypes?: ('new_user' | 'old_user')[] | undefined
  criterias?: Criteria[] | undefined
}
export type Group = 'connector' | 'model' | 'user_type' | 'error_code' | 'intent'
const DAY_US = 86_400_000_000
/** A longer pause between two turns of a person begins a new session. */
const SESSION_US = 30 * 60_000_000

const person = sql`coalesce(${traceHead.userId}::text, nullif(${traceHead.userKey}, ''))`
const dayOf = (column: SQL) => sql`(${column} / ${sql.raw(String(DAY_US))})`
const startedAt = sql`${traceHead.startedAt}`
/** A person counts as new on the day of their first turn. */
const isNew = sql`(${dayOf(startedAt)} = ${dayOf(sql`first_seen.at`)})`
const startOf = (period: BotPeriod, column: SQL) =>
  sql<number>`(extract(epoch FROM date_trunc(${sql.raw(`'${period}'`)}, to_timestamp(${column} / 1000000.0) AT TIME ZONE 'UTC')) * 1000)::float8`
const failed = sql`${traceHead.status} = ${sql.raw(String(SpanStatus.failed))}`
const share = (part: number) =>
  sql`percentile_cont(${sql.raw(String(part))}) WITHIN GROUP (ORDER BY ${traceHead.durationUs}) / 1000.0`

type Counted = Exclude<BotMetric, 'retention_rate' | 'session_count'>
const values: Readonly<Record<Counted, SQL>> = {
  dau: sql`count(DISTINCT ${person})`,
  wau: sql`count(DISTINCT ${person})`,
  dnu: sql`count(DISTINCT ${person}) FILTER (WHERE ${isNew})`,
  wnu: sql`count(DISTINCT ${person}) FILTER (WHERE ${isNew})`,
  message_count: sql`count(*)`,
  token: sql`sum(${traceHead.inputTokens} + ${traceHead.outputTokens})`,
  cost: sql`sum(${traceHead.cost})`,
  error_count: sql`count(*) FILTER (WHERE ${failed})`,
  error_rate: sql`(count(*) FILTER (WHERE ${failed}))::float8 / greatest(count(*), 1)`,
  latency_p50: share(0.5),
  latency_p99: share(0.99),
  like_count: sql`count(*) FILTER (WHERE ${traceHead.feedback} = 1)`,
  dislike_count: sql`count(*) FILTER (WHERE ${traceHead.feedback} = 2)`,
}
const groups: Readonly<Record<Group, SQL<string>>> = {
  connector: sql<string>`${traceHead.connectorId}`,
  model: sql<string>`${traceHead.models}`,
  user_type: sql<string>`CASE WHEN ${isNew} THEN 'new_user' ELSE 'old_user' END`,
  error_code: sql<string>`${traceHead.errorCode}::text`,
  intent: sql<string>`${traceHead.intentId}`,
}
const ofKey = (key: Criteria['key'], value: string): SQL =>
  key === 'connector_name'
    ? sql`${traceHead.connectorId} = ${value}`
    : key === 'model_name'
      ? sql`${value} = ANY (string_to_array(${traceHead.models}, ', '))`
      : value === 'new_user'
        ? isNew
        : sql`NOT ${isNew}`
function chainSql({ key, value, op = 0, criteria }: Criteria): SQL {
  const own = ofKey(key, value)
  if (!criteria) return own
  const next = chainSql(criteria)
  return op === 1 ? or(own, next)! : op === 2 ? sql`(${own} AND NOT (${next}))` : and(own, next)!
}
const whereOf = ({ asked, from, to, connectors, models, userTypes, criterias }: DataQuery): SQL =>
  and(
    isOf(asked),
    gte(traceHead.startedAt, from * 1000),
    lte(traceHead.startedAt, to * 1000),
    connectors?.length ? inArray(traceHead.connectorId, connectors) : undefined,
    models?.length ? or(...models.map((model) => ofKey('model_name', model))) : undefined,
    userTypes?.length === 1 ? ofKey('user_type', userTypes[0]!) : undefined,
    ...(criterias ?? []).map(chainSql),
  )!

export interface Signs {
  intent: string
  turns: number
  liked: number
  voted: number
  /** The number of turns that evaluators scored, and the sum of their scores from 0 to 1. */
  scored: number
  score: number
  /** Turns after which people neither repeated their question nor left after a failure. */
  smooth: number
}

/** Figures of one bot, project or workflow. They are computed from its traces, because one resource has few of them. */
export function createBotDataRepo(db: Db) {
  const from = ({ asked }: DataQuery) => sql`trace_head LEFT JOIN LATERAL (
      SELECT min(other.started_at) AS at FROM trace_head other
      WHERE other.space_id = ${asked.spaceId} AND other.object_id = trace_head.object_id
        AND coalesce(other.user_id::text, nullif(other.user_key, '')) = ${person}) first_seen ON true`
  return {
    /** One value for each period that has turns. */
    async points(query: DataQuery, metric: Counted, period: BotPeriod): Promise<{ at: number; value: number }[]> {
      const { rows } = await db.execute<{ at: number; value: number | null }>(
        sql`SELECT ${startOf(period, startedAt)} AS at, (${values[metric]})::float8 AS value
          FROM ${from(query)} WHERE ${whereOf(query)} GROUP BY 1 ORDER BY 1`,
      )
      return rows.map(({ at, value }) => ({ at, value: value ?? 0 }))
    },
    async total(query: DataQuery, metric: Counted): Promise<number> {
      const { rows } = await db.execute<{ value: number | null }>(
        sql`SELECT (${values[metric]})::float8 AS value FROM ${from(query)} WHERE ${whereOf(query)}`,
      )
      return rows[0]?.value ?? 0
    },
    async groups(query: DataQuery, metric: Counted, group: Group): Promise<{ group: string; value: number }[]> {
      const { rows } = await db.execute<{ name: string; value: number | null }>(
        sql`SELECT ${groups[group]} AS name, (${values[metric]})::float8 AS value
          FROM ${from(query)} WHERE ${whereOf(query)} GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 LIMIT 100`,
      )
      return rows.map(({ name, value }) => ({ group: name, value: value ?? 0 }))
    },
    /** Of the people first seen on a day, the share that was seen again `days` later. */
    async retention({ asked, from: start, to }: DataQuery, days: number): Promise<{ at: number; value: number }[]> {
      const { rows } = await db.execute<{ day: number; value: number }>(
        sql`WITH seen AS (SELECT DISTINCT ${person} AS person, ${dayOf(startedAt)} AS day FROM trace_head WHERE ${isOf(asked)}),
            first AS (SELECT person, min(day) AS day FROM seen WHERE person IS NOT NULL GROUP BY person)
          SELECT first.day::float8 AS day, avg((EXISTS (SELECT FROM seen WHERE seen.person = first.person AND seen.day = first.day + ${days}))::int)::float8 AS value
          FROM first WHERE first.day BETWEEN ${Math.floor(start / 86_400_000)} AND ${Math.floor(to / 86_400_000)} GROUP BY 1 ORDER BY 1`,
      )
      return rows.map(({ day, value }) => ({ at: day * 86_400_000, value }))
    },
    /** Counts sessions by the time they began. A session is the turns of one person without a long pause. */
    async sessions(query: DataQuery, period: BotPeriod): Promise<{ at: number; value: number }[]> {
      const { rows } = await db.execute<{ at: number; value: number }>(
        sql`WITH turns AS (
            SELECT started_at, coalesce(started_at - lag(started_at + duration_us) OVER (
              PARTITION BY ${person} ORDER BY started_at, trace_id) > ${SESSION_US}, true) AS begins
            FROM ${from(query)} WHERE ${whereOf(query)})
          SELECT ${startOf(period, sql`started_at`)} AS at, (count(*) FILTER (WHERE begins))::float8 AS value
          FROM turns GROUP BY 1 ORDER BY 1`,
      )
      return rows
    },
    /** Questions with their session, whose id is that of its first trace. */
    async questions(
      query: DataQuery,
      narrow: {
        input?: string | undefined
        output?: string | undefined
        sessions?: string[] | undefined
        intents?: string[] | undefined
      },
      page: { isOldestFirst: boolean; offset: number; limit: number },
    ) {
      const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const order = sql.raw(page.isOldestFirst ? 'ASC' : 'DESC')
      const { rows } = await db.execute<{
        trace_id: string
        started_at: string
        input: string
        output: string
        connector_id: string
        intent_id: string
        session: string
      }>(
        sql`WITH turns AS (
            SELECT trace_id, started_at, duration_us, input, output, connector_id, intent_id, ${person} AS person,
              coalesce(started_at - lag(started_at + duration_us) OVER w > ${SESSION_US}, true) AS begins
            FROM trace_head WHERE ${whereOf({ ...query, connectors: undefined })}
            WINDOW w AS (PARTITION BY ${person} ORDER BY started_at, trace_id)),
          numbered AS (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY person ORDER BY started_at, trace_id) AS number FROM turns),
          named AS (SELECT *, first_value(trace_id) OVER (PARTITION BY person, number ORDER BY started_at, trace_id) AS session FROM numbered)
          SELECT trace_id, started_at, input, output, connector_id, intent_id, session FROM named
          WHERE ${and(
            sql`true`,
            query.connectors?.length ? sql`connector_id = ANY (${sql.param(query.connectors)}::text[])` : undefined,
            narrow.sessions?.length ? sql`session = ANY (${sql.param(narrow.sessions)}::text[])` : undefined,
            narrow.intents?.length ? sql`intent_id = ANY (${sql.param(narrow.intents)}::text[])` : undefined,
            narrow.input ? sql`input ILIKE ${like(narrow.input)}` : undefined,
            narrow.output ? sql`output ILIKE ${like(narrow.output)}` : undefined,
          )!}
          ORDER BY started_at ${order}, trace_id ${order} OFFSET ${page.offset} LIMIT ${page.limit}`,
      )
      return rows
    },
    async connectors(asked: RequestedResource): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT DISTINCT connector_id AS id FROM trace_head WHERE ${isOf(asked)} AND connector_id <> '' ORDER BY 1`,
      )
      return rows.map(({ id }) => id)
    },
    /** Signs of satisfaction by intent: votes, scores, repeated questions and abandoned conversations. */
    async signs(query: DataQuery): Promise<Signs[]> {
      const { rows } = await db.execute<{ [K in keyof Signs]: Signs[K] }>(
        sql`WITH turns AS (
            SELECT trace_id, feedback, status, input, intent_id, lead(input) OVER (PARTITION BY thread_id ORDER BY started_at) AS next_input,
              lead(trace_id) OVER (PARTITION BY thread_id ORDER BY started_at) IS NULL AS is_last,
              (SELECT avg(least(1, greatest(0, coalesce(corrected_score, score))))::float8 FROM span_score s
                WHERE s.space_id = trace_head.space_id AND s.trace_id = trace_head.trace_id) AS score
            FROM ${from(query)} WHERE ${whereOf(query)})
          SELECT intent_id AS intent, count(*)::float8 AS turns, (count(*) FILTER (WHERE feedback = 1))::float8 AS liked,
            (count(*) FILTER (WHERE feedback > 0))::float8 AS voted, count(score)::float8 AS scored, coalesce(sum(score), 0)::float8 AS score,
            (count(*) FILTER (WHERE input IS DISTINCT FROM next_input AND NOT (is_last AND status <> 1)))::float8 AS smooth
          FROM turns GROUP BY 1`,
      )
      return rows
    },
  }
}
export type BotDataRepo = ReturnType<typeof createBotDataRepo>
