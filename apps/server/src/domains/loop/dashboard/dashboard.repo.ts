import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { Measure } from '#domains/chat/span/shared/measures.ts'
import { spanHist, spanRollup, spanUserDay, traceHead } from '#domains/chat/span/span.table.ts'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import type { Db } from '#kit/db.ts'
import { namesOf } from './object-names.ts'

/** Selects figures of a space between two times in seconds, optionally of one object or scene. */
export interface Section {
  spaceId: string
  from: number
  to: number
  object?: string | undefined
  scene?: Scene | undefined
}
const DAY = 86_400
type Figured = typeof spanRollup | typeof spanHist
interface Part {
  step: number
  from: number
  to: number
}
/** Whole days come from roll-ups by day; the hours before the first and after the last whole day from those by hour. */
function partsOf({ from, to }: Section, step: number, width: number): Part[] {
  const [firstDay, lastDay] = [Math.ceil(from / DAY) * DAY, Math.floor(to / DAY) * DAY]
  if (width < DAY || step !== 3600 || lastDay <= firstDay) return [{ step, from, to }]
  return [
    { step, from, to: firstDay },
    { step: DAY, from: firstDay, to: lastDay },
    { step, from: lastDay, to },
  ].filter((part) => part.from < part.to)
}
/** The rows of a section. Each part scans its own range of the key; joined by OR the query takes 1.5 times as long. */
function rowsOf(table: Figured, columns: SQL, section: Section, { step, width, more }: Reading): SQL {
  const { spaceId, object, scene } = section
  const selects = partsOf(section, step, width).map((part) => {
    const where = and(
      eq(table.spaceId, spaceId),
      eq(table.step, part.step),
      gte(table.at, Math.floor(part.from / part.step) * part.step),
      lt(table.at, part.to),
      object === undefined ? undefined : eq(table.objectKey, object),
      scene === undefined ? undefined : eq(table.scene, scene),
      more,
    )
    return sql`SELECT ${columns} FROM ${table} WHERE ${where}`
  })
  return sql`(${sql.join(selects, sql` UNION ALL `)}) part`
}
interface Reading {
  step: number
  width: number
  more?: SQL
}
const barOf = (width: number) => sql.raw(`at / ${width} * ${width}`)
interface BarRow extends Record<string, unknown> {
  bucket: string
  object: string
  model: string
  runs: string
  failed: string
  calls: string
  failedCalls: string
  inputTokens: string
  outputTokens: string
  cachedTokens: string
  cost: string
}
/** Counts of a histogram: `counts[i]` belongs to `buckets[i]`. */
export interface Histogram extends Record<string, unknown> {
  buckets: number[]
  counts: number[]
}
interface RootHistogram extends Histogram {
  at: string
}
interface ModelHistogram extends Histogram {
  model: string
}

/** Figures from the roll-ups: their cost depends on the length of the time, not on the number of spans. */
export function createDashboardRepo(db: Db) {
  return {
    /** Runs, calls, tokens and cost by time, object and model. */
    async buckets(section: Section, step: number, width: number): Promise<BarRow[]> {
      const columns = sql.raw(
        'at, object_key, model, is_root, n, failed, input_tokens, output_tokens, cached_tokens, cost',
      )
      const { rows } = await db.execute<BarRow>(sql`
        SELECT ${barOf(width)} AS bucket, CASE WHEN is_root THEN object_key ELSE '' END AS object, model,
          coalesce(sum(n) FILTER (WHERE is_root), 0) AS runs, coalesce(sum(failed) FILTER (WHERE is_root), 0) AS failed,
          sum(n) AS calls, sum(failed) AS "failedCalls", sum(input_tokens) AS "inputTokens",
          sum(output_tokens) AS "outputTokens", sum(cached_tokens) AS "cachedTokens", sum(cost) AS cost
        FROM ${rowsOf(spanRollup, columns, section, { step, width })} GROUP BY 1, 2, 3`)
      return rows
    },
    /**
     * Durations of root spans by time. Grouped by numbers alone: one query that also groups by models of calls takes
     * three times as long.
     */
    async rootTimes(section: Section, step: number, width: number): Promise<RootHistogram[]> {
      const more = eq(spanHist.measure, Measure.root)
      const { rows } = await db.execute<RootHistogram>(sql`
        SELECT at, json_agg(bucket) AS buckets, json_agg(n) AS counts FROM (
          SELECT ${barOf(width)} AS at, bucket, sum(n) AS n
          FROM ${rowsOf(spanHist, sql.raw('at, bucket, n'), section, { step, width, more })} GROUP BY 1, 2
        ) bars GROUP BY at`)
      return rows
    },
    /** Durations of model calls by model. */
    async modelTimes(section: Section, step: number, width: number): Promise<ModelHistogram[]> {
      const more = eq(spanHist.measure, Measure.model)
      const { rows } = await db.execute<ModelHistogram>(sql`
        SELECT model, json_agg(bucket) AS buckets, json_agg(n) AS counts FROM (
          SELECT model, bucket, sum(n) AS n
          FROM ${rowsOf(spanHist, sql.raw('model, bucket, n'), section, { step, width, more })} GROUP BY 1, 2
        ) models GROUP BY model`)
      return rows
    },
    /** Distinct people on the UTC days of the time. */
    async people({ spaceId, from, to, object, scene }: Section): Promise<number> {
      // A subquery with DISTINCT, because count(DISTINCT …) on text would sort all rows.
      const distinctPeople = db
        .selectDistinct({ person: spanUserDay.person })
        .from(spanUserDay)
        .where(
          and(
            eq(spanUserDay.spaceId, spaceId),
            gte(spanUserDay.day, Math.floor(from / 86_400)),
            lt(spanUserDay.day, Math.ceil(to / 86_400)),
            object === undefined ? undefined : eq(spanUserDay.objectKey, object),
            scene === undefined ? undefined : eq(spanUserDay.scene, scene),
          ),
        )
        .as('different')
      const [row] = await db.select({ people: count() }).from(distinctPeople)
      return row!.people
    },
    errors: ({ spaceId, from, to, object, scene }: Section) =>
      db
        .select({
          errorMsg: traceHead.errorMsg,
          errorZh: sql<string>`max(${traceHead.errorZh})`,
          count: sql<string>`count(*)`,
        })
        .from(traceHead)
        .where(
          and(
            eq(traceHead.spaceId, spaceId),
            eq(traceHead.status, 2),
            gte(traceHead.startedAt, from * 1_000_000),
            lt(traceHead.startedAt, to * 1_000_000),
            object === undefined
              ? undefined
              : sql`coalesce(${traceHead.objectId}::text, ${traceHead.service}) = ${object}`,
            scene === undefined ? undefined : eq(traceHead.scene, scene),
          ),
        )
        .groupBy(traceHead.errorMsg)
        .orderBy(desc(sql`count(*)`))
        .limit(5),
    namesOf: (ids: string[]) => namesOf(db, ids),
  }
}
export type DashboardRepo = ReturnType<typeof createDashboardRepo>
