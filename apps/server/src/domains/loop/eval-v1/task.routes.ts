import type { contract, CustomFilter, ShownRowResult, ShownTaskGroup } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { PlanService } from '#domains/loop/eval-plan/plan.service.ts'
import { experimentErrors } from '#domains/loop/experiment/experiment.errors.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ExperimentRow, ScoreRow, TurnRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { Scores } from '#domains/loop/experiment/score.service.ts'
import { LabelSource } from '#domains/loop/experiment-report/shared/label-source.ts'
import { ruleIdOf } from '#domains/loop/experiment/shared/rule-id.ts'
import type { CaseView } from './case.view.ts'
import type { PickRows } from './custom-filter.ts'
import type { PostColumns } from './post-columns.ts'
import { columnOf, groupsOf, readHuman, resultOf } from './task.view.ts'

export interface TaskRoutesDeps {
  plans: Pick<PlanService, 'get' | 'many'>
  experiments: ExperimentService
  results: Results
  scores: Scores
  datasets: Pick<DatasetService, 'get'>
  view: CaseView
  pickRows: PickRows
  postColumns: PostColumns
}
const ANY = -1
const SECRET_LEVEL = 4

/** The plan of an experiment. An experiment without a plan uses its own id. */
export const planIdOf = ({ planId, id }: Pick<ExperimentRow, 'planId' | 'id'>): string => planId ?? id

/** Returns an experiment that belongs to the plan in the path. */
export async function taskOf(
  experiments: Pick<ExperimentService, 'get'>,
  { space_id, case_id, task_id }: { space_id: string; case_id: string; task_id: string },
): Promise<ExperimentRow> {
  const row = await experiments.get(space_id, task_id)
  if (planIdOf(row) !== case_id) throw errors.notFound({ what: 'experiment' })
  return row
}

/** Experiments in the first API version, where they are called tasks. */
export function taskRoutes(deps: TaskRoutesDeps): Handlers<typeof contract.evaluationTask> {
  const { plans, experiments, results, scores, datasets, view, pickRows, postColumns } = deps
  const who = async (ctx: Ctx, spaceId: string) => ({
    userId: ctx.userId,
    canManageAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
  })
  const shown = async (spaceId: string, id: string, ctx: Ctx) => ({
    task: (await view.tasks(spaceId, [await experiments.get(spaceId, id)], ctx.locale))[0]!,
  })
  const isSecret = async ({ datasetId }: ExperimentRow) =>
    datasets.get(datasetId).then(
      ({ dataset }) => dataset.securityLevel === SECRET_LEVEL,
      () => false,
    )
  interface Asked {
    case_id: string
    task_id: string
    space_id: string
    row_group_run_state?: number | undefined
    page: number
    page_size: number
  }
  /** Adds to each row the answers of people in the extra columns. */
  async function withPeople(row: ExperimentRow, groups: ShownTaskGroup[], ctx: Ctx) {
    const rowIds = groups.flatMap(({ rows }) => rows.map(({ row_id }) => row_id))
    const of = { spaceId: row.spaceId, source: LabelSource.experiment, sourceId: row.id }
    const { columns, reportsOf } = await postColumns(of, rowIds, ctx)
    const labelled = (one: ShownTaskGroup['rows'][number]) => ({
      ...one,
      row_eval_cell: { ...one.row_eval_cell, manual_annotation_reports: reportsOf(one.row_id) },
    })
    return { columns, groups: groups.map((group) => ({ ...group, rows: group.rows.map(labelled) })) }
  }
  async function dashboard(input: Asked, ctx: Ctx, filter?: CustomFilter) {
    const row = await taskOf(experiments, input)
    const wanted = input.row_group_run_state ?? ANY
    const all = (await results.itemIds(row.id)).map((one, at) => ({ ...one, index: at + 1 }))
    const places = wanted === ANY ? all : all.filter(({ state }) => state === wanted)
    const tags = await results.tagsOf(row)
    const groups = async (some: typeof places) =>
      groupsOf(
        row,
        some,
        await results.parts(
          row,
          some.map(({ itemId }) => itemId),
        ),
        tags,
        ctx.locale,
      )
    const picked = filter ? await pickRows(filter, await groups(places), row.spaceId, ctx) : undefined
    const kept = picked ? places.filter(({ itemId }) => picked.ids.has(itemId)) : places
    const from = (input.page - 1) * input.page_size
    const { fields } = await results.parts(row, [])
    const labelled = await withPeople(row, await groups(kept.slice(from, from + input.page_size)), ctx)
    return {
      column_name: fields.map(({ name }) => name),
      dashboard_row_groups: labelled.groups,
      column_rule_info: row.evaluators.map(columnOf),
      default_rule_group_id: row.setId ?? '0',
      task_id: row.id,
      ...labelled.columns,
      not_allow_export_dataset_content: await isSecret(row),
      total: String(kept.length),
      custom_filter_err_msg: picked?.problem ?? '',
    }
  }
  function rowResult(row: ExperimentRow, turn: TurnRow, own: ScoreRow[], ctx: Ctx): ShownRowResult {
    return {
      task_id: row.id,
      row_id: turn.id,
      row_group_id: turn.itemId,
      rule_eval_results: Object.fromEntries(
        row.evaluators.map((used) => [
          ruleIdOf(used),
          resultOf(
            used,
            own.find((one) => one.evaluatorVersionId === used.versionId),
            ctx.locale,
          ),
        ]),
      ),
      token: String(turn.inputTokens + turn.outputTokens),
      consuming: String(turn.ms),
      output: turn.outputs.actual_output ?? '',
      create_time: String(turn.createdAt),
      end_time: String(turn.updatedAt),
      space_id: row.spaceId,
      case_id: planIdOf(row),
    }
  }
  async function rowResults(row: ExperimentRow, turnIds: string[], ctx: Ctx) {
    const turns = (await scores.outputs(row.spaceId, turnIds)).filter((turn) => turn.experimentId === row.id)
    const { scores: given } = await results.parts(
      row,
      turns.map(({ itemId }) => itemId),
    )
    return {
      row_eval_res_list: Object.fromEntries(
        turns.map((turn) => [
          turn.id,
          rowResult(
            row,
            turn,
            given.filter(({ turnId }) => turnId === turn.id),
            ctx,
          ),
        ]),
      ),
    }
  }
  interface History {
    case_id: string
    space_id: string
    cursor?: string | undefined
    limit: number
    start_time?: number | undefined
    end_time?: number | undefined
    task_description?: string | undefined
  }
  async function history(
    input: History,
    by: { datasetIds?: string[] | undefined; makers?: string[] | undefined },
    ctx: Ctx,
  ) {
    const plan = await plans.get(input.space_id, input.case_id)
    const question = { from: input.start_time, to: input.end_time, description: input.task_description, ...by }
    const { rows, next } = await experiments.byPlan(input.space_id, plan.id, question, input.cursor, input.limit)
    const groups = Map.groupBy(rows, ({ batchId, id }) => batchId ?? id)
    return {
      tasks: await view.tasks(input.space_id, rows, ctx.locale),
      has_more: next !== '',
      next_cursor: next || '0',
      group_task_info_list: [...groups.values()].map((list) => ({
        task_ids: list.map(({ id }) => id),
        create_time: String(list[0]!.createdAt),
      })),
      ...(await view.entities(
        rows.map(({ createdBy }) => createdBy),
        [plan],
      )),
    }
  }
  return {
    remove: async (input, ctx) => {
      const row = await taskOf(experiments, input)
      await experiments.remove(input.space_id, await who(ctx, input.space_id), [row.id])
      return {}
    },
    retry: async ({ mode, row_group_id = [], ...input }, ctx) => {
      const row = await taskOf(experiments, input)
      await experiments.retry(input.space_id, row.id, mode, row_group_id)
      return shown(input.space_id, row.id, ctx)
    },
    kill: async (input, ctx) => {
      const row = await taskOf(experiments, input)
      await experiments.kill(input.space_id, await who(ctx, input.space_id), row.id)
      return shown(input.space_id, row.id, ctx)
    },
    score: async ({ manual_scores, group_manual_scores, ...input }, ctx) => {
      const row = await taskOf(experiments, input)
      const usedBy = (ruleId: string) => {
        const used = row.evaluators.find((one) => ruleIdOf(one) === ruleId)
        if (!used) throw experimentErrors.evaluatorGone()
        return used
      }
      const groupIds = Object.entries(group_manual_scores).map(([key, { row_group_id = key }]) => row_group_id)
      const byGroup = groupIds.length ? (await results.parts(row, groupIds)).turns : []
      const turnIds = Object.entries(manual_scores).map(([key, { row_id = key }]) => row_id)
      const bad = turnIds.find((id) => !/^[1-9]\d{0,18}$/.test(id))
      if (bad !== undefined) throw badInput('manual_scores', 'its keys are ids of rows', '键须为数据行 ID')
      const turns = await scores.outputs(row.spaceId, turnIds)
      if (turns.some((turn) => turn.experimentId !== row.id) || turns.length < turnIds.length)
        throw errors.notFound({ what: 'row' })
      // Validate everything before storing anything.
      const given = [
        ...Object.entries(manual_scores).flatMap(([key, { row_id = key, rule_scores }]) =>
          Object.entries(rule_scores).map(([ruleId, result]) => {
            const used = usedBy(ruleId)
            const at = `manual_scores.${key}.rule_scores.${ruleId}`
            return { turnId: row_id, versionId: used.versionId, ...readHuman(result, used, at) }
          }),
        ),
        ...Object.entries(group_manual_scores).flatMap(([key, { row_group_id = key, rule_scores }]) => {
          const last = byGroup.filter(({ itemId }) => itemId === row_group_id).at(-1)
          if (!last) throw errors.notFound({ what: 'row' })
          return Object.entries(rule_scores).map(([ruleId, result]) => {
            const used = usedBy(ruleId)
            const at = `group_manual_scores.${key}.rule_scores.${ruleId}`
            return { turnId: last.id, versionId: used.versionId, ...readHuman(result, used, at) }
          })
        }),
      ]
      for (const one of given) await scores.setHuman(row.spaceId, ctx.userId, row, one)
      return rowResults(row, [...new Set(given.map(({ turnId }) => turnId))], ctx)
    },
    get: async (input, ctx) => {
      const row = await taskOf(experiments, input)
      return { task: (await view.tasks(row.spaceId, [row], ctx.locale))[0]! }
    },
    getMany: async ({ case_id, space_id, task_ids }, ctx) => {
      const rows = await experiments.many(space_id, task_ids)
      return {
        tasks: await view.tasks(
          space_id,
          rows.filter((row) => planIdOf(row) === case_id),
          ctx.locale,
        ),
      }
    },
    list: (input, ctx) => history(input, { datasetIds: input.DatasetIDs }, ctx),
    listTwo: (input, ctx) => history(input, { datasetIds: input.dataset_ids, makers: input.creator_ids }, ctx),
    ruleGroup: async (input) => ({ rule_group_id: (await taskOf(experiments, input)).setId ?? '0' }),
    rows: async (input, ctx) => {
      const { custom_filter_err_msg: _, ...shownRows } = await dashboard(input, ctx)
      return shownRows
    },
    rowsTwo: ({ custom_filter, ...input }, ctx) => dashboard(input, ctx, custom_filter),
    group: async ({ row_group_id, ...input }, ctx) => {
      const row = await taskOf(experiments, input)
      const places = (await results.itemIds(row.id)).map((one, at) => ({ ...one, index: at + 1 }))
      const place = places.find(({ itemId }) => itemId === row_group_id)
      if (!place) throw errors.notFound({ what: 'row' })
      const parts = await results.parts(row, [row_group_id])
      const found = groupsOf(row, [place], parts, await results.tagsOf(row), ctx.locale)
      const [group] = (await withPeople(row, found, ctx)).groups
      return {
        column_name: parts.fields.map(({ name }) => name),
        dashboard_row_group: group!,
        column_rule_info: row.evaluators.map(columnOf),
        default_rule_group_id: row.setId ?? '0',
      }
    },
    rowsByIds: async ({ row_ids, ...input }, ctx) => rowResults(await taskOf(experiments, input), row_ids, ctx),
  }
}
