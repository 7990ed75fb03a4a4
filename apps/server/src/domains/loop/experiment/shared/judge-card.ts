import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { cohenKappa, krippendorffAlpha } from '#kit/stats/agreement.ts'
import { mean, tInterval } from '#kit/stats/intervals.ts'

const TOLERANCE = 0.1 + 1e-9
const MOST = 5000
/** With fewer rows, no confidence interval of the bias is given. */
const LEAST_FOR_INTERVAL = 5
const isBinary = (value: number) => value === 0 || value === 1
const known = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never

/** Statistics of an evaluator over all experiments of a space, compared with corrections by people. */
export const createJudgeCard = (db: Db) => async (spaceId: string, evaluatorId: string) => {
  const { rows } = await db.execute<Record<'scored' | 'failed' | 'offline' | 'cost' | 'ms', number>>(sql`
    SELECT count(*) FILTER (WHERE status = 1)::int AS scored, count(*) FILTER (WHERE status = 2)::int AS failed,
      count(*) FILTER (WHERE is_offline)::int AS offline, coalesce(avg(cost), 0)::float8 AS cost,
      coalesce(avg(ms), 0)::float8 AS ms
    FROM experiment_score WHERE space_id = ${spaceId} AND evaluator_id = ${evaluatorId}`)
  const { rows: pairs } = await db.execute<{ judge: number; human: number }>(sql`
    SELECT normal AS judge, corrected_normal AS human FROM experiment_score
    WHERE space_id = ${spaceId} AND evaluator_id = ${evaluatorId} AND corrected_normal IS NOT NULL AND normal IS NOT NULL
    ORDER BY corrected_at DESC LIMIT ${MOST}`)
  const { scored, failed, offline, cost, ms } = rows[0]!
  const shifts = pairs.map(({ judge, human }) => judge - human)
  const areBinary = pairs.every(({ judge, human }) => isBinary(judge) && isBinary(human))
  return known({
    scored,
    failed,
    offline,
    cost_per_row: cost,
    seconds_per_row: ms / 1000,
    looked_at: pairs.length,
    share: pairs.length ? shifts.filter((one) => Math.abs(one) <= TOLERANCE).length / pairs.length : undefined,
    kappa: areBinary ? cohenKappa(pairs.map(({ judge, human }) => [judge, human] as const)) : undefined,
    alpha: krippendorffAlpha(
      pairs.map(({ judge, human }) => [judge, human]),
      'interval',
    ),
    bias: pairs.length ? mean(shifts) : undefined,
    bias_interval: pairs.length >= LEAST_FOR_INTERVAL ? tInterval(shifts) : undefined,
  })
}
