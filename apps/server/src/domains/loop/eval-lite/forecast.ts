import type { EvaluatorContent } from '@orrery/contract'
import { CHECKUP_LIMITS, RunType } from '@orrery/contract/shared/checkup-enums'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { EvaluatorSets } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import { liteBatchErrors } from './lite-batch.errors.ts'
import type { FoundBatch, LiteBatches } from './lite-batch.service.ts'

export interface LiteForecastDeps {
  db: Db
  rules: Pick<EvaluatorSets, 'membersOf'>
  models: Pick<ModelService, 'list' | 'defaultId' | 'resolve'>
  batches: Pick<LiteBatches, 'rowsOf'>
}
const Kind = { retry: 1, test: 2, formal: 3, free: 4 } as const
/** Assumes about three characters per token. */
const SIGNS_PER_TOKEN = 3
const ANSWER_TOKENS = 200
const MS_A_ROW = 2000
const CONCURRENT = 5
const LOOKED_AT = 200
const MILLION = 1_000_000

/** Forecasts tokens, cost and time from the last runs of the same objects, otherwise from the length of the rows. */
export function createLiteForecast({ db, rules, models, batches }: LiteForecastDeps) {
  async function signsOf(datasetIds: string[]): Promise<number> {
    if (!datasetIds.length) return 0
    const { rows } = await db.execute<{ signs: string | null }>(sql`
      SELECT avg(length(turns::text)) AS signs FROM (SELECT turns FROM dataset_item
        WHERE dataset_id = ANY (${sql.param(datasetIds)}::bigint[]) AND del_vn IS NULL LIMIT ${LOOKED_AT}) s`)
    return Number(rows[0]?.signs ?? 0)
  }
  async function paceOf(spaceId: string, { type, sourceId }: PlanTarget) {
    const { rows } = await db.execute<{ tokens: string | null; ms: string | null; cost: string | null }>(sql`
      SELECT avg(tokens) AS tokens, avg(ms) AS ms, avg(cost) AS cost FROM (
        SELECT t.input_tokens + t.output_tokens AS tokens, t.ms, t.cost FROM experiment_turn t
          JOIN eval_target_version v ON v.id = t.target_version_id JOIN eval_target g ON g.id = v.target_id
        WHERE g.space_id = ${spaceId} AND g.type = ${type} AND g.source_id = ${sourceId} AND t.has_output
        ORDER BY t.id DESC LIMIT ${LOOKED_AT}) s`)
    const [one] = rows
    return one?.tokens == null ? undefined : { tokens: Number(one.tokens), ms: Number(one.ms), cost: Number(one.cost) }
  }
  return async ({ row, runs }: FoundBatch, kind: number) => {
    const { spaceId, objects, datasets } = row
    const [signs, all, defaultId] = await Promise.all([
      signsOf(datasets.map(({ datasetId }) => datasetId)),
      models.list(spaceId),
      models.defaultId(spaceId),
    ])
    const rows = kind === Kind.test ? CHECKUP_LIMITS.testRows : await batches.rowsOf(datasets)
    const missing = kind === Kind.retry ? await missingOf(runs.map(({ id }) => id)) : undefined
    const perObject = objects.length && missing !== undefined ? missing / objects.length : rows
    const ofRow = signs / SIGNS_PER_TOKEN
    const [member] = row.runType === RunType.full && row.setId ? await rules.membersOf(spaceId, row.setId) : []
    const judge: EvaluatorContent | undefined = member?.content
    const judgeTokens = judge?.kind === 'judge' ? (judge.prompt.length + signs) / SIGNS_PER_TOKEN + ANSWER_TOKENS : 0
    const priceOf = (id: string | undefined) => all.find((one) => one.id === (id || defaultId))?.priceIn ?? 0
    let [targetTokens, cost, ms] = [0, 0, 0]
    for (const target of objects) {
      const pace = await paceOf(spaceId, target)
      const tokens = pace?.tokens ?? ofRow + ANSWER_TOKENS
      targetTokens += tokens * perObject
      cost += (pace?.cost ?? (tokens * priceOf(target.sourceId)) / MILLION) * perObject
      ms += (pace?.ms ?? MS_A_ROW) * perObject
    }
    const count = Math.round(missing ?? rows * objects.length)
    const judged = judgeTokens * count
    const judgeId = judge?.kind === 'judge' ? judge.model_id : undefined
    cost += (judged * priceOf(judgeId)) / MILLION
    const model = judge?.kind === 'judge' ? await models.resolve(judgeId, spaceId).catch(() => undefined) : undefined
    const problem =
      count > CHECKUP_LIMITS.batchRows
        ? liteBatchErrors.tooManyRows({ count, max: CHECKUP_LIMITS.batchRows })
        : undefined
    return {
      count,
      targetTokens: Math.round(targetTokens),
      judgeTokens: Math.round(judged),
      cost,
      seconds: Math.ceil(ms / CONCURRENT / 1000),
      judgeModel: model?.name ?? '',
      problem,
    }
  }
  async function missingOf(ids: string[]): Promise<number> {
    if (!ids.length) return 0
    const { rows } = await db.execute<{ n: number }>(sql`
      SELECT count(*)::int AS n FROM experiment_turn
      WHERE experiment_id = ANY (${sql.param(ids)}::bigint[]) AND state <> 1`)
    return rows[0]?.n ?? 0
  }
}
export type LiteForecast = ReturnType<typeof createLiteForecast>
