import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { percentileOf } from '#domains/chat/span/shared/buckets.ts'
import { Measure } from '#domains/chat/span/shared/measures.ts'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import { spanHist, spanRollup } from '#domains/chat/span/span.table.ts'
import type { Db } from '#kit/db.ts'
import type { AlarmRow } from './alarm.table.ts'

/** Only real use counts: trials, evaluations and arena battles raise no alarm. */
const scenes: Scene[] = ['online', 'task']
type Rule = Pick<AlarmRow, 'spaceId' | 'metric' | 'windowMinutes' | 'minRuns' | 'objectKey'>
const sum = (what: SQL) => sql<number>`coalesce(sum(${what}), 0)::float8`

/** Computes the figure of an alarm from the roll-ups by minute; undefined if there were fewer than `minRuns` runs. */
export async function figureOf(db: Db, rule: Rule, nowMs: number): Promise<number | undefined> {
  const { spaceId, metric, windowMinutes, minRuns, objectKey } = rule
  const from = Math.floor(nowMs / 60_000 - windowMinutes) * 60
  const within = (table: typeof spanRollup | typeof spanHist) =>
    and(
      eq(table.spaceId, spaceId),
      eq(table.step, 60),
      gte(table.at, from),
      inArray(table.scene, scenes),
      objectKey ? eq(table.objectKey, objectKey) : undefined,
    )
  const { isRoot, n, failed, inputTokens, outputTokens, cost } = spanRollup
  const ofRoots = (what: SQL) => sql<number>`coalesce(sum(${what}) FILTER (WHERE ${isRoot}), 0)::float8`
  const [counted] = await db
    .select({
      runs: ofRoots(sql`${n}`),
      errors: ofRoots(sql`${failed}`),
      tokens: sum(sql`${inputTokens} + ${outputTokens}`),
      cost: sum(sql`${cost}`),
    })
    .from(spanRollup)
    .where(within(spanRollup))
  const { runs, errors, tokens, cost: spent } = counted!
  if (runs < minRuns) return undefined
  if (metric === 'runs') return runs
  if (metric === 'errors') return errors
  if (metric === 'error_rate') return runs ? (errors / runs) * 100 : 0
  if (metric === 'tokens') return tokens
  if (metric === 'cost') return spent
  const buckets = await db
    .select({ bucket: spanHist.bucket, n: sum(sql`${spanHist.n}`) })
    .from(spanHist)
    .where(and(within(spanHist), eq(spanHist.measure, Measure.root)))
    .groupBy(spanHist.bucket)
  return percentileOf(buckets, metric === 'latency_p50' ? 0.5 : 0.95) / 1000
}
