import type { ShownExperiment } from '@orrery/contract'
import { Aggregator } from '@orrery/contract/shared/evaluation-enums'
import type { Locale } from '#kit/errors.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import { shownTarget } from '#domains/loop/eval-target/shared/shown-target.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { Counts, ExperimentRepo } from './experiment.repo.ts'
import type { ExperimentRow, UsedEvaluator } from './experiment.table.ts'
import type { ResultRepo } from './result.repo.ts'
import { typeOfContent } from './used-evaluator.ts'
import { shownUsed } from './used-evaluator.ts'

export interface ExperimentViewDeps {
  repo: Pick<ExperimentRepo, 'counts'>
  results: Pick<ResultRepo, 'rawFigures'>
  targets: Pick<EvalTargets, 'versions'>
  infos: BaseInfos
}
type Raw = Awaited<ReturnType<ResultRepo['rawFigures']>>

/** Averages and distributions of raw scores. */
export function aggregatesOf(evaluators: UsedEvaluator[], raw: Raw) {
  return evaluators.flatMap(({ versionId, name, version }) => {
    const own = raw.filter((one) => one.versionId === versionId)
    const count = own.reduce((sum, one) => sum + one.count, 0)
    if (!count) return []
    const sum = own.reduce((total, one) => total + one.score * one.count, 0)
    const scores = own.map(({ score }) => score)
    const number = (aggregator_type: number, value: number) => ({ aggregator_type, data: { data_type: 0, value } })
    return [
      {
        evaluator_version_id: versionId,
        name,
        version,
        aggregator_results: [
          number(Aggregator.average, sum / count),
          number(Aggregator.sum, sum),
          number(Aggregator.max, Math.max(...scores)),
          number(Aggregator.min, Math.min(...scores)),
          {
            aggregator_type: Aggregator.distribution,
            data: {
              data_type: 1,
              score_distribution: {
                score_distribution_items: own.map((one) => ({
                  score: String(one.score),
                  count: String(one.count),
                  percentage: one.count / count,
                })),
              },
            },
          },
        ],
      },
    ]
  })
}
const none: Omit<Counts, 'experimentId'> = {
  waiting: 0,
  success: 0,
  failed: 0,
  processing: 0,
  terminated: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
}

export function createExperimentView({ repo, results, targets, infos }: ExperimentViewDeps) {
  return async (spaceId: string, rows: ExperimentRow[], locale: Locale): Promise<ShownExperiment[]> => {
    const ids = rows.map(({ id }) => id)
    const [counts, raw, found, infoOf] = await Promise.all([
      repo.counts(ids),
      results.rawFigures(ids),
      targets.versions(spaceId, [...new Set(rows.map((row) => row.targetVersionId))]),
      infos(rows.flatMap(({ createdBy, editedBy }) => [createdBy, editedBy])),
    ])
    return rows.map((row) => {
      const count = counts.find(({ experimentId }) => experimentId === row.id) ?? none
      const target = found.find(({ version }) => version.id === row.targetVersionId)
      return {
        id: row.id,
        plan_id: row.planId ?? row.id,
        name: row.name,
        desc: row.description,
        creator_by: row.createdBy,
        status: row.status,
        status_message: locale === 'zh-CN' ? row.problemZh : row.problem,
        start_time: String(row.startedAt),
        end_time: String(row.endedAt),
        eval_set_id: row.datasetId,
        eval_set_version_id: row.datasetVersionId,
        target_id: target?.target.id ?? '0',
        target_version_id: row.targetVersionId,
        evaluator_version_ids: row.evaluators.map(({ versionId }) => versionId),
        eval_set: {
          id: row.datasetId,
          name: row.datasetName,
          version: row.datasetVersion,
          item_count: String(row.itemCount),
        },
        ...(target && { eval_target: shownTarget(target, infoOf) }),
        evaluators: row.evaluators.map((one) => shownUsed(one, row, infoOf(row))),
        base_info: infoOf(row),
        expt_stats: {
          evaluator_aggregate_results: aggregatesOf(
            row.evaluators,
            raw.filter(({ experimentId }) => experimentId === row.id),
          ),
          token_usage: { input_tokens: String(count.inputTokens), output_tokens: String(count.outputTokens) },
          credit_cost: count.cost,
          pending_turn_cnt: count.waiting,
          success_turn_cnt: count.success,
          fail_turn_cnt: count.failed,
          terminated_turn_cnt: count.terminated,
          processing_turn_cnt: count.processing,
        },
        target_field_mapping: { from_eval_set: row.targetMapping },
        evaluator_field_mapping: row.evaluators.map(({ versionId, fromSet, fromTarget }) => ({
          evaluator_version_id: versionId,
          from_eval_set: fromSet,
          from_target: fromTarget,
        })),
        item_concur_num: row.conf.items,
        evaluators_concur_num: row.conf.evaluators,
        item_retry_num: row.conf.retries,
        trial_num: row.conf.trials,
        weights: Object.fromEntries(row.evaluators.map(({ versionId, weight }) => [versionId, weight])),
      }
    })
  }
}
export type ExperimentView = ReturnType<typeof createExperimentView>
export const columnsOf = (rows: ExperimentRow[]) => {
  const all = new Map(rows.flatMap((row) => row.evaluators).map((one) => [one.versionId, one]))
  return [...all.values()].map((one) => ({
    evaluator_version_id: one.versionId,
    evaluator_id: one.evaluatorId,
    evaluator_type: typeOfContent(one.content),
    name: one.name,
    version: one.version,
    description: '',
  }))
}
