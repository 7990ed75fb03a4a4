import type { ChartMetric, ChartSplit } from '@orrery/contract/shared/chart-metrics'
import { and, eq, gte, lt, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import { percentileOf } from '#domains/chat/span/shared/buckets.ts'
import { Measure } from '#domains/chat/span/shared/measures.ts'
import { spanHist, spanRollup } from '#domains/chat/span/span.table.ts'
import type { Db } from '#kit/db.ts'

export interface ChartQuery {
  spaceId: string
  from: number
  to: number
  step: number
  width: number
  metric: ChartMetric
  split: ChartSplit | ''
  objectKey: string
  model: string
}
/** Counts of one curve at one time, from which its value is computed. */
export interface CurveCounts {
  at: number
  key: string
  n: number
  of: number
  bucket: number
}
const percentiles: Partial<Record<ChartMetric, { measure: number; share: number }>> = {
  latency_p50: { measure: Measure.root, share: 0.5 },
  latency_p95: { measure: Measure.root, share: 0.95 },
  latency_p99: { measure: Measure.root, share: 0.99 },
  first_token_p95: { measure: Measure.rootFirst, share: 0.95 },
  model_latency_p95: { measure: Measure.model, share: 0.95 },
}
const { n, failed, inputTokens, outputTokens, cost, isRoot, kind } = spanRollup
const sums: Partial<Record<ChartMetric, { what: SQL; where: SQL }>> = {
  runs: { what: sql`${n}`, where: sql`${isRoot}` },
  errors: { what: sql`${failed}`, where: sql`${isRoot}` },
  error_rate: { what: sql`${failed}`, where: sql`${isRoot}` },
  model_calls: { what: sql`${n}`, where: sql`${kind} = 'model'` },
  tokens: { what: sql`${inputTokens} + ${outputTokens}`, where: sql`true` },
  cost: { what: sql`${cost}`, where: sql`true` },
}

/** Reads only roll-ups, so that the cost of a chart does not depend on the number of spans. */
export async function countsOf(db: Db, query: ChartQuery): Promise<CurveCounts[]> {
  const { spaceId, from, to, step, width, metric, split, objectKey, model } = query
  const within = (table: typeof spanRollup | typeof spanHist) =>
    and(
      eq(table.spaceId, spaceId),
      eq(table.step, step),
      gte(table.at, Math.floor(from / step) * step),
      lt(table.at, to),
      notInArray(table.scene, ['evaluation', 'arena']),
      objectKey ? eq(table.objectKey, objectKey) : undefined,
      model ? eq(table.model, model) : undefined,
      split === 'model' ? ne(table.model, '') : undefined,
    )
  const at = (table: typeof spanRollup | typeof spanHist) =>
    sql<number>`(${table.at} / ${sql.raw(String(width))} * ${sql.raw(String(width))})::float8`
  const keyOf = (table: typeof spanRollup | typeof spanHist): SQL<string> => {
    if (split === 'object') return sql<string>`${table.objectKey}`
    if (split === 'model') return sql<string>`${table.model}`
    if (split === 'scene') return sql<string>`${table.scene}`
    return split === 'version' ? sql<string>`${spanRollup.objectVersion}` : sql<string>`''`
  }
  const percentile = percentiles[metric]
  if (percentile)
    return db
      .select({
        at: at(spanHist),
        key: keyOf(spanHist),
        n: sql<number>`sum(${spanHist.n})::float8`,
        of: sql<number>`0`,
        bucket: spanHist.bucket,
      })
      .from(spanHist)
      .where(and(within(spanHist), eq(spanHist.measure, percentile.measure)))
      .groupBy(sql`1`, sql`2`, spanHist.bucket)
  const { what, where } = sums[metric]!
  return db
    .select({
      at: at(spanRollup),
      key: keyOf(spanRollup),
      n: sql<number>`sum(${what})::float8`,
      of: sql<number>`sum(${n})::float8`,
      bucket: sql<number>`0`,
    })
    .from(spanRollup)
    .where(and(within(spanRollup), where))
    .groupBy(sql`1`, sql`2`)
}

/** Computes the value from the counts; null if it is undefined. Shares in percent, times in milliseconds. */
export function valueOf(metric: ChartMetric, rows: readonly CurveCounts[]): number | null {
  const percentile = percentiles[metric]
  if (percentile) return rows.length ? percentileOf(rows, percentile.share) / 1000 : null
  const total = rows.reduce((all, row) => all + row.n, 0)
  if (metric !== 'error_rate') return total
  const runs = rows.reduce((all, row) => all + row.of, 0)
  return runs ? (total / runs) * 100 : null
}
