import type { contract, ShownPlan } from '@orrery/contract'
import { ExperimentStatus, TargetState, TargetType } from '@orrery/contract/shared/evaluation-enums'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { mean } from '#kit/stats/intervals.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { EvaluatorSets } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { Batches } from './batch.service.ts'
import { evalPlanErrors } from './eval-plan.errors.ts'
import type { PlanRow } from './eval-plan.table.ts'
import type { Gates } from './gate.service.ts'
import type { PlanService } from './plan.service.ts'
import type { PlanSchedules } from './schedule.service.ts'

export interface PlanRoutesDeps {
  plans: PlanService
  batches: Batches
  sets: EvaluatorSets
  gates: Pick<Gates, 'gated'>
  schedules: PlanSchedules
  experiments: Pick<ExperimentService, 'check'>
  results: Pick<Results, 'weighted' | 'itemIds'>
  infos: BaseInfos
  /** Object type number of the first API version. */
  objectNumber(type: TargetType): number
  /** Names of the resources among `ids` that are in the space. */
  namesOf(spaceId: string, ids: string[]): Promise<Map<string, string>>
  modelName(spaceId: string, id: string): Promise<string>
}
const CONTINUE_ON_FAILURE = 2

export function planRoutes(deps: PlanRoutesDeps): Handlers<typeof contract.evaluationPlan> {
  const { plans, batches, sets, gates, schedules, experiments, results, infos, namesOf } = deps
  const who = async (ctx: Ctx, spaceId: string) => ({
    userId: ctx.userId,
    canManageAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
  })
  async function shown(spaceId: string, rows: PlanRow[], ctx: Ctx): Promise<ShownPlan[]> {
    const { userId, canManageAll } = await who(ctx, spaceId)
    const ids = rows.flatMap(({ datasetId, target }) => [datasetId, target?.sourceId].filter((one) => one) as string[])
    const [names, lastRuns, infoOf, gated] = await Promise.all([
      namesOf(spaceId, [...new Set(ids)]),
      batches.lastRuns(rows.map(({ id }) => id)),
      infos(rows.map(({ createdBy }) => createdBy)),
      gates.gated(rows.map(({ id }) => id)),
    ])
    const weighted = await results.weighted([...lastRuns.values()])
    return Promise.all(
      rows.map(async (row): Promise<ShownPlan> => {
        const { target, datasetId } = row
        const run = lastRuns.get(row.id)
        const values = run ? [...(weighted.get(run.id)?.values() ?? [])] : []
        const all = run && run.status >= ExperimentStatus.success ? (await results.itemIds(run.id)).length : 0
        const nameOf = (id: string) => names.get(id) ?? target?.name ?? ''
        return {
          id: row.id,
          name: row.name,
          desc: row.description,
          ...(target && {
            target: {
              type: target.type,
              source_id: target.sourceId,
              name:
                target.type === TargetType.model
                  ? await deps.modelName(spaceId, target.sourceId)
                  : nameOf(target.sourceId),
              is_published: target.state === TargetState.published,
            },
          }),
          ...(datasetId && { dataset: { id: datasetId, name: names.get(datasetId) ?? '' } }),
          evaluators: (await batches.membersOf(row)).map(({ found }) => ({
            version_id: found.versionId,
            name: found.evaluator.name,
          })),
          pass: row.pass,
          trials: row.trials,
          cron: row.scheduleCron,
          time_zone: row.scheduleZone,
          next_at: String(row.scheduleNext),
          schedule_problem: ctx.locale === 'zh-CN' ? row.scheduleProblemZh : row.scheduleProblem,
          ...(run && {
            last_run: {
              experiment_id: run.id,
              status: run.status,
              at: String(run.createdAt),
              ...(values.length && { mean: mean(values) }),
              // Rows without a score do not pass.
              ...(all && { passing_share: values.filter((value) => value >= row.pass).length / all }),
            },
          }),
          is_gate: gated.has(row.id),
          can_delete: canManageAll || row.createdBy === userId,
          created_by: { id: row.createdBy, name: infoOf(row).created_by.name },
          created_at: String(row.createdAt),
        }
      }),
    )
  }
  const one = async (row: PlanRow, ctx: Ctx) => ({ plan: (await shown(row.spaceId, [row], ctx))[0]! })
  return {
    list: async ({ space_id, name, source_id, cursor, page_size }, ctx) => {
      // A plan of the first API version may name any source: hide plans whose source is not in this space.
      if (source_id && !(await namesOf(space_id, [source_id])).has(source_id)) return { plans: [], next_cursor: '0' }
      const { rows, next } = await plans.list(space_id, { name, sourceId: source_id }, cursor, page_size)
      return { plans: await shown(space_id, rows, ctx), next_cursor: next || '0' }
    },
    save: async ({ name, desc, pass, ...plan }, ctx) => {
      const { space_id: spaceId } = plan
      // Refuse a plan now if starting it would be refused.
      const param = plan.create_eval_target_param
      if (!param) throw evalPlanErrors.noObject({ name })
      if (!plan.evaluator_version_ids.length) throw evalPlanErrors.noRules({ name })
      const { set, mapping } = await experiments.check(plan, ctx.userId)
      const type = param.eval_target_type
      const list = await sets.create(spaceId, ctx.userId, { name, description: '', isPublished: false })
      const versions = plan.evaluator_version_ids.map((versionId) => ({
        versionId,
        weight: plan.weights?.[versionId] ?? 1,
      }))
      await sets.setVersions(spaceId, ctx.userId, list.id, versions)
      const [row] = await plans.create(spaceId, ctx.userId, [
        {
          name,
          description: desc,
          target: {
            type,
            sourceId: param.source_target_id,
            state: param.bot_info_type === TargetState.published ? 2 : 1,
            objectType: deps.objectNumber(type),
            name: '',
          },
          datasetId: set.datasetId,
          setId: list.id,
          trials: plan.trial_num,
          runtimeParameter: plan.runtime_parameter ?? '',
          pass,
          targetMapping: mapping,
          evaluatorMapping: plan.evaluator_field_mapping,
        },
      ])
      return one(row!, ctx)
    },
    run: async ({ plan_id, space_id }, ctx) => {
      const plan = await plans.get(space_id, plan_id)
      const { rows } = await batches.start(space_id, ctx.userId, [{ plan, times: 1 }], CONTINUE_ON_FAILURE)
      return { experiment_id: rows[0]!.id }
    },
    schedule: async ({ plan_id, space_id, cron, time_zone }, ctx) =>
      one(await schedules.set(space_id, ctx.userId, plan_id, cron, time_zone), ctx),
    remove: async ({ plan_id, space_id }, ctx) => {
      await plans.remove(space_id, await who(ctx, space_id), plan_id)
      return {}
    },
  }
}
