import { sql, type SQL } from 'drizzle-orm'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { Db } from '#kit/db.ts'
import { type RequestedResource, isOf } from '#domains/loop/observation/shared/requested-resource.ts'
import { dashboardErrors } from './dashboard.errors.ts'

const MAX_DAYS = 30
const MAX_POINTS = 360
const OTHER = 'other'
/** Widths of points: the number on the wire and the seconds. */
const widths = [
  [2, 30],
  [3, 60],
  [4, 120],
  [5, 300],
  [6, 600],
  [7, 1200],
  [8, 1800],
] as const
type What = 'rate' | 'success' | 'first' | 'latency' | 'tokens'
/** Groups of metric types: the number of the first type, the spans they cover, and the figures in order of type. */
const kinds: readonly [first: number, where: SQL, what: What[]][] = [
  [2, sql`s.parent_id = ''`, ['rate', 'success', 'first', 'latency']],
  [6, sql`s.kind = 'workflow'`, ['rate', 'success', 'latency']],
  [9, sql`s.kind = 'tool'`, ['rate', 'success', 'latency']],
  [12, sql`(s.kind = 'function' OR s.raw_type = 'Code')`, ['rate', 'success', 'latency']],
  [15, sql`s.kind = 'retrieval'`, ['rate']],
  [17, sql`s.kind = 'retrieval'`, ['success', 'latency']],
  [19, sql`s.kind = 'model'`, ['rate', 'success', 'latency', 'tokens']],
  [23, sql`s.kind = 'hook'`, ['rate', 'success', 'latency']],
]
export type TagKey = 'model_name' | 'connector_id' | 'name' | 'bot_version'
export type Choices = Partial<Record<TagKey, string[]>>
const tags: Readonly<Record<TagKey, SQL>> = {
  model_name: sql`s.model`,
  connector_id: sql`trace_head.connector_id`,
  name: sql`s.name`,
  bot_version: sql`trace_head.object_version`,
}
const shares: Readonly<Record<number, number>> = { 3: 0.5, 4: 0.99, 5: 0.999, 6: 0.9 }
const SUM = 7

function kindOf(type: number): { where: SQL; what: What } {
  const [first, where, what] = kinds.findLast(([from]) => from <= type)!
  return { where, what: what[type - first]! }
}
function valueOf(what: What, aggregate: number, width: number): SQL {
  if (what === 'rate') return sql`count(*)::float8 / ${sql.raw(String(width))}`
  if (what === 'success')
    return sql`(count(*) FILTER (WHERE s.status <> ${sql.raw(String(SpanStatus.failed))}))::float8 / count(*)`
  if (what === 'tokens') return sql`sum(s.output_tokens)::float8 / ${sql.raw(String(width))}`
  // Only the head of a trace records the time to the first token.
  const us = what === 'first' ? sql`nullif(trace_head.first_us, 0)` : sql`s.duration_us`
  if (aggregate === SUM) return sql`sum(${us}) / 1000.0`
  const share = shares[aggregate]
  return share === undefined
    ? sql`avg(${us}) / 1000.0`
    : sql`percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY ${us}) / 1000.0`
}
export interface MetricQuery {
  asked: RequestedResource
  /** Seconds. */
  from: number
  to: number
  type: number
  aggregate: number
  choices: Choices
  topK: number
}

/** How often the parts of a bot are called, how often they fail, and how long they take. */
export function createBotMetrics({ db, queue }: { db: Db; queue: Pick<SpanQueue, 'flush'> }) {
  async function ready(from: number, to: number) {
    if (to <= from || to - from > MAX_DAYS * 86_400) throw dashboardErrors.badRange({ days: MAX_DAYS })
    await queue.flush()
  }
  const whereOf = (asked: RequestedResource, from: number, to: number, more: SQL, choices: Choices) => sql`
    FROM trace_head JOIN span s ON s.space_id = trace_head.space_id AND s.trace_id = trace_head.trace_id
    WHERE ${isOf(asked)} AND trace_head.started_at BETWEEN ${from * 1_000_000} AND ${to * 1_000_000}
      AND s.started_at BETWEEN ${from * 1_000_000} AND ${to * 1_000_000} AND ${more}
      ${sql.join(
        Object.entries(choices).map(([key, chosen]) =>
          chosen.length ? sql` AND ${tags[key as TagKey]} = ANY (${sql.param(chosen)}::text[])` : sql``,
        ),
        sql``,
      )}`
  return {
    async curves({ asked, from, to, type, aggregate, choices, topK }: MetricQuery) {
      await ready(from, to)
      const [interval, width] = widths.find(([, wide]) => (to - from) / wide <= MAX_POINTS) ?? widths.at(-1)!
      const { where, what } = kindOf(type)
      const split = Object.keys(choices) as TagKey[]
      const key = split.length
        ? sql`jsonb_build_object(${sql.join(
            split.flatMap((name) => [sql`${name}::text`, tags[name]]),
            sql`, `,
          )})::text`
        : sql`'{}'`
      const source = whereOf(asked, from, to, where, choices)
      const ranked = await db.execute<{ key: string }>(
        sql`SELECT ${key} AS key ${source} GROUP BY 1 ORDER BY count(*) DESC, 1`,
      )
      const shown = ranked.rows.slice(0, topK).map((row) => row.key)
      const name = sql`CASE WHEN ${key} = ANY (${sql.param(shown)}::text[]) THEN ${key} ELSE ${OTHER} END`
      const { rows } = await db.execute<{ key: string; at: number; value: number | null }>(
        sql`SELECT ${name} AS key, (s.started_at / 1000000 / ${sql.raw(String(width))} * ${sql.raw(String(width))})::float8 AS at,
          (${valueOf(what, aggregate, width)})::float8 AS value ${source} GROUP BY 1, 2 ORDER BY 2`,
      )
      const curves = Map.groupBy(rows, (row) => row.key)
      const names = [...shown, ...(curves.has(OTHER) ? [OTHER] : [])]
      return {
        interval,
        curves: names.map((one) => ({
          tags:
            one === OTHER
              ? Object.fromEntries(split.map((tag) => [tag, OTHER]))
              : (JSON.parse(one) as Record<string, string>),
          points: (curves.get(one) ?? []).flatMap(({ at, value }) => (value === null ? [] : [{ at, value }])),
        })),
      }
    },
    /** Values of a tag, most frequent first. */
    async options(
      asked: RequestedResource,
      tag: TagKey,
      from: number,
      to: number,
      choices: Choices,
      type: number | undefined,
      topK: number,
    ) {
      await ready(from, to)
      const where = type === undefined ? sql`true` : kindOf(type).where
      const { rows } = await db.execute<{ value: string }>(
        sql`SELECT ${tags[tag]} AS value ${whereOf(asked, from, to, where, choices)} AND ${tags[tag]} <> ''
          GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${topK}`,
      )
      return rows.map(({ value }) => value)
    },
  }
}
export type BotMetrics = ReturnType<typeof createBotMetrics>
