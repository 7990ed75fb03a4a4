import type { contract } from '@orrery/contract'
import { ExperimentStatus } from '@orrery/contract/shared/evaluation-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { ExperimentService } from './experiment.service.ts'
import type { ScoreRow } from './experiment.table.ts'
import { aggregatesOf, columnsOf } from './experiment.view.ts'
import { fileOf, linesOf } from './shared/result-file.ts'
import type { Results } from './result.service.ts'
import { shownRecord } from './result.view.ts'
import type { Scores } from './score.service.ts'
import type { Statistics } from './statistics.service.ts'
import { contentTypeOf } from '#domains/loop/evaluation-set/shared/set-content.ts'

export interface ResultRoutesDeps {
  experiments: Pick<ExperimentService, 'get' | 'many'>
  results: Results
  statistics: Statistics
  scores: Scores
  infos: BaseInfos
  spreadsheet(rows: Buffer, name: string): Promise<Uint8Array>
}
const Calculated = { idle: 1, calculating: 2 } as const

export function resultRoutes(deps: ResultRoutesDeps): Handlers<typeof contract.experimentResult> {
  const { experiments, results, statistics, scores, infos } = deps
  async function recordsOf(spaceId: string, rows: ScoreRow[], ctx: Ctx) {
    const turns = await scores.outputs(
      spaceId,
      rows.flatMap(({ turnId }) => turnId ?? []),
    )
    const infoOf = await infos(rows.map(({ createdBy }) => createdBy))
    const turnOf = (row: ScoreRow) => turns.find(({ id }) => id === row.turnId)
    return rows.map((row) => shownRecord(row, turnOf(row), infoOf, ctx.locale))
  }
  return {
    rows: async (input, ctx) => {
      const found = await results.page({
        spaceId: input.space_id,
        ids: input.experiment_ids,
        baselineId: input.baseline_experiment_id,
        filters: input.filters ?? {},
        change: input.change,
        changeEvaluatorId: input.change_evaluator_id,
        sort: input.sort,
        page: input.page,
        size: input.page_size,
        locale: ctx.locale,
      })
      return {
        column_eval_set_fields: found.fields.map((field) => ({
          key: field.key,
          name: field.name,
          description: field.description,
          content_type: contentTypeOf(field),
        })),
        column_evaluators: columnsOf(found.rows),
        item_results: found.items,
        total: String(found.total),
      }
    },
    aggregate: async ({ space_id, experiment_ids }) => {
      const rows = await experiments.many(space_id, experiment_ids)
      const raw = await results.rawFigures(rows.map(({ id }) => id))
      return {
        expt_aggregate_result: rows.map((row) => {
          const own = aggregatesOf(
            row.evaluators,
            raw.filter(({ experimentId }) => experimentId === row.id),
          )
          return {
            experiment_id: row.id,
            evaluator_results: Object.fromEntries(own.map((one) => [one.evaluator_version_id, one])),
            status: row.status >= ExperimentStatus.success ? Calculated.idle : Calculated.calculating,
          }
        }),
      }
    },
    statistics: async ({ space_id, expt_id }, ctx) =>
      statistics.of(await experiments.get(space_id, expt_id), ctx.locale),
    compare: async ({ space_id, experiment_ids, baseline_experiment_id }) =>
      statistics.compare(await results.rowsOf(space_id, experiment_ids, baseline_experiment_id), space_id),
    export: async ({ space_id, experiment_ids, format }, ctx) => {
      const found = await results.all({ spaceId: space_id, ids: experiment_ids, locale: ctx.locale })
      const lines = linesOf(
        found.rows,
        found.fields.map(({ name }) => name),
        found.items,
      )
      return fileOf(lines, format, deps.spreadsheet)
    },
    record: async ({ space_id, evaluator_record_id }, ctx) => {
      const [record] = await recordsOf(space_id, [await scores.one(space_id, evaluator_record_id)], ctx)
      return { record: record! }
    },
    records: async ({ space_id, evaluator_record_ids }, ctx) => ({
      records: await recordsOf(space_id, await scores.scores(space_id, evaluator_record_ids), ctx),
    }),
    correct: async ({ space_id, evaluator_record_id, correction: { score, explain } }, ctx) => {
      const row = await scores.correct(space_id, ctx.userId, evaluator_record_id, score, explain)
      const [record] = await recordsOf(space_id, [row], ctx)
      if (!record) throw errors.notFound({ what: 'score' })
      return { record }
    },
    corrections: async ({ space_id, evaluator_record_id, size }) => {
      const rows = await scores.corrections(space_id, evaluator_record_id, size)
      const infoOf = await infos(rows.map(({ userId }) => userId))
      return {
        corrections: rows.map((row) => ({
          score: row.score,
          explain: row.why,
          user_id: row.userId,
          user_name: infoOf({ createdBy: row.userId, createdAt: row.createdAt }).created_by.name,
          at: String(row.createdAt),
        })),
      }
    },
  }
}
