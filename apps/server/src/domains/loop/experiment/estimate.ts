import type { ExperimentPlan } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { createPlanCheck } from './plan-check.ts'

const ESTIMATED_ROWS = 100
/** English has about four characters per token, Chinese fewer. */
const SIGNS_PER_TOKEN = 3

/** Checks a plan, and estimates its calls and tokens. */
export const createEstimate =
  (db: Db, plans: Pick<ReturnType<typeof createPlanCheck>, 'check'>) =>
  async (plan: ExperimentPlan, userId: string) => {
    const { set, snapshot, evaluators } = await plans.check(plan, userId)
    const vn = set.version?.vn
    const within =
      vn === undefined
        ? sql`del_vn IS NULL AND add_vn IS NOT NULL`
        : sql`add_vn <= ${vn} AND (del_vn IS NULL OR del_vn > ${vn})`
    const { rows } = await db.execute<{ turns: string; signs: string }>(sql`
      SELECT sum(jsonb_array_length(turns)) AS turns,
        (SELECT avg(length(s.turns::text)) FROM (SELECT turns FROM dataset_item
          WHERE dataset_id = ${set.datasetId} AND ${within} LIMIT ${ESTIMATED_ROWS}) s) AS signs
      FROM dataset_item WHERE dataset_id = ${set.datasetId} AND ${within}`)
    const turns = Number(rows[0]?.turns ?? 0) * plan.trial_num
    const perRow = Number(rows[0]?.signs ?? 0) / SIGNS_PER_TOKEN
    const judges = evaluators.filter(({ content }) => content.kind === 'judge').length
    const asks = snapshot.kind === 'bot' || snapshot.kind === 'model' ? 1 : 0
    return {
      itemCount: set.itemCount,
      turnCount: turns,
      targetCalls: snapshot.kind === 'stored' ? 0 : turns,
      judgeCalls: turns * judges,
      inputTokens: Math.round(turns * perRow * (asks + judges)),
    }
  }
