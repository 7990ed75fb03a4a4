import type { contract } from '@orrery/contract'
import { DATASET_LIMITS, DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { evalPlanErrors } from '#domains/loop/eval-plan/eval-plan.errors.ts'
import type { Batches, RunOrder } from '#domains/loop/eval-plan/batch.service.ts'
import type { BatchRow, PlanRow } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { PlanService } from '#domains/loop/eval-plan/plan.service.ts'
import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import type { EvaluatorSets } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { CaseView } from './case.view.ts'
import { objectKinds, readObject } from './eval-object.ts'

export interface CaseRoutesDeps {
  plans: PlanService
  batches: Batches
  sets: Pick<EvaluatorSets, 'create' | 'get'>
  types: EvalTypes
  datasets: Pick<DatasetService, 'create' | 'get'>
  items: Pick<ItemService, 'list'>
  view: CaseView
}
const Mode = { manual: 0, auto: 1, reset: 2 } as const
const Scope = { row: 0 } as const
const PRIVATE = 2
const RetryAll = 1

/** Plans in the first API version, where they are called cases. */
export function caseRoutes(deps: CaseRoutesDeps): Handlers<typeof contract.evaluationCase> {
  const { plans, batches, sets, types, datasets, items, view } = deps
  const who = async (ctx: Ctx, spaceId: string) => ({
    userId: ctx.userId,
    canManageAll: await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe'),
  })
  const one = async (row: PlanRow) => ({ case: (await view.cases([row]))[0]! })
  const keyOf = (ctx: Ctx, cid: string | undefined) => (cid ? `${ctx.userId}/${cid}` : '')
  async function begin(spaceId: string, ctx: Ctx, order: RunOrder) {
    const { rows } = await batches.start(spaceId, ctx.userId, [order], 2)
    const tasks = await view.tasks(spaceId, rows, ctx.locale)
    return { task: tasks[0]!, task_ids: rows.map(({ id }) => id), tasks }
  }
  async function page(found: { rows: PlanRow[]; next: string }) {
    return {
      cases: await view.cases(found.rows),
      has_more: found.next !== '',
      next_cursor: found.next || '0',
      ...(await view.entities(
        found.rows.map(({ createdBy }) => createdBy),
        found.rows,
      )),
    }
  }
  async function shownBatches(spaceId: string, rows: ExperimentRow[], ids: string[], ctx: Ctx) {
    const own = await plans.many(spaceId, [...new Set(rows.flatMap(({ planId }) => planId ?? []))])
    const cases = await view.cases(own)
    const tasks = await view.tasks(spaceId, rows, ctx.locale)
    return ids.map((batch_task_id) => ({
      batch_task_id,
      list_case_tasks: cases.flatMap((shown) => {
        const list = tasks.filter((_, at) => rows[at]!.batchId === batch_task_id && rows[at]!.planId === shown.id)
        return list.length ? [{ case: shown, tasks: list }] : []
      }),
    }))
  }
  const shownBatch = async (spaceId: string, { id }: BatchRow, ctx: Ctx) =>
    (await shownBatches(spaceId, await batches.rowsOf(spaceId, [id]), [id], ctx))[0]!
  interface Found {
    space_id: string
    cursor?: string | undefined
    limit: number
    tag_name?: string | undefined
    tag_value?: string | undefined
    fuzzy_name?: string | undefined
    creator_id?: string | undefined
    region?: string | undefined
    object_type?: number | undefined
    dataset_ids?: string[] | undefined
  }
  const search = (input: Found) =>
    plans.list(
      input.space_id,
      {
        name: input.fuzzy_name,
        maker: input.creator_id,
        region: input.region,
        objectType: input.object_type,
        datasetIds: input.dataset_ids,
        tag: input.tag_name ? { name: input.tag_name, value: input.tag_value } : undefined,
      },
      input.cursor,
      input.limit,
    )
  /** Creates a dataset that belongs to one plan. */
  async function ownSet(plan: PlanRow, userId: string): Promise<string> {
    return datasets.create(plan.spaceId, userId, {
      name: `${plan.name} ${plan.id}`,
      description: '',
      category: DatasetCategory.evaluation,
      bizCategory: '',
      features: { editSchema: true, repeatedData: true },
      spec: {},
      fields: [{ name: 'input' }, { name: 'output' }],
      listing: PRIVATE,
    })
  }
  return {
    create: async ({ space_id, name, desc, cid, tag_list, region, UserChangeMode, eval_object }, ctx) => {
      const target = eval_object && (await readObject(eval_object, space_id, types))
      const given = { name, description: desc, region, tags: tag_list, isReadOnly: UserChangeMode === 5, target }
      const [row] = await plans.create(space_id, ctx.userId, [{ ...given, requestKey: keyOf(ctx, cid) }])
      return one(row!)
    },
    update: async ({ case_id, space_id, name, desc, runtime_parameter }, ctx) =>
      one(
        await plans.update(space_id, ctx.userId, case_id, {
          ...(name !== undefined && { name }),
          ...(desc !== undefined && { description: desc }),
          ...(runtime_parameter !== undefined && { runtimeParameter: runtime_parameter }),
        }),
      ),
    remove: async ({ case_id, space_id }, ctx) => {
      await plans.remove(space_id, await who(ctx, space_id), case_id)
      return {}
    },
    bindNewSet: async ({ case_id, space_id }, ctx) => {
      const plan = await plans.get(space_id, case_id)
      if (plan.isReadOnly) throw evalPlanErrors.readOnly()
      const datasetId = await ownSet(plan, ctx.userId)
      await plans.update(space_id, ctx.userId, case_id, { datasetId })
      return { new_dataset_id: datasetId }
    },
    bindSet: async ({ case_id, space_id, dataset_id }, ctx) => {
      await plans.update(space_id, ctx.userId, case_id, { datasetId: dataset_id })
      return {}
    },
    unbindSet: async ({ case_id, space_id, dataset_id }, ctx) => {
      const plan = await plans.get(space_id, case_id)
      if (plan.datasetId !== dataset_id) throw evalPlanErrors.otherDataset()
      await plans.update(space_id, ctx.userId, case_id, { datasetId: null })
      return {}
    },
    bindObject: async ({ case_id, space_id, eval_object }, ctx) => {
      const target = await readObject(eval_object, space_id, types)
      await plans.update(space_id, ctx.userId, case_id, { target })
      return {}
    },
    bindEvaluators: async (input, ctx) => {
      const { case_id, space_id, mode, scope, row_id, row_group_id, threshold, rule_group_id } = input
      const plan = await plans.get(space_id, case_id)
      if (plan.isReadOnly) throw evalPlanErrors.readOnly()
      const place = row_group_id && row_id ? `${row_group_id}/${row_id}` : row_group_id
      if (scope === Scope.row && !place)
        throw badInput('row_group_id', 'say which row the evaluators are for', '请指定评估器所属的数据')
      if (rule_group_id) await sets.get(space_id, rule_group_id)
      const isTaken = mode === Mode.reset
      const setId = isTaken
        ? undefined
        : (rule_group_id ??
          (await sets.create(space_id, ctx.userId, { name: plan.name, description: '', isPublished: false })).id)
      const { [place ?? '']: _, ...others } = plan.rowSets
      await plans.update(space_id, ctx.userId, case_id, {
        ...(scope === Scope.row
          ? { rowSets: setId ? { ...others, [place!]: setId } : others }
          : { setId: setId ?? null }),
        ...(threshold?.pass_threshold !== undefined && { pass: threshold.pass_threshold }),
        ...(threshold?.excellent_threshold !== undefined && { excellent: threshold.excellent_threshold }),
      })
      return { new_rule_group_id: setId ?? '0' }
    },
    run: async ({ case_id, space_id, runtime_parameter, exec_times, task_description }, ctx) =>
      begin(space_id, ctx, {
        plan: await plans.get(space_id, case_id),
        times: exec_times,
        runtime: runtime_parameter,
        description: task_description,
      }),
    runWith: async (input, ctx) => {
      const { case_id, space_id, runtime_parameter, exec_times, dataset_source, evaluator_source, eval_object } = input
      const plan = await plans.get(space_id, case_id)
      const datasetId = dataset_source?.dataset_id
      const setId = evaluator_source?.case_source?.rule_group_id
      if (datasetId && (await datasets.get(datasetId)).head.spaceId !== space_id)
        throw errors.notFound({ what: 'dataset' })
      if (setId) await sets.get(space_id, setId)
      const changed: PlanRow = {
        ...plan,
        ...(datasetId && { datasetId }),
        ...(setId && { setId, rowSets: {} }),
        pass: evaluator_source?.threshold?.pass_threshold ?? plan.pass,
        excellent: evaluator_source?.threshold?.excellent_threshold ?? plan.excellent,
        ...(eval_object && { target: await readObject(eval_object, space_id, types) }),
      }
      return begin(space_id, ctx, { plan: changed, times: exec_times, runtime: runtime_parameter })
    },
    getMany: async ({ case_ids, space_id }) => ({ cases: await view.cases(await plans.many(space_id, case_ids)) }),
    createMany: async ({ name_eval_object, space_id, region }, ctx) => {
      const given = await Promise.all(
        Object.entries(name_eval_object).map(async ([name, object]) => ({
          name,
          region,
          target: await readObject(object, space_id, types),
        })),
      )
      return { cases: await view.cases(await plans.create(space_id, ctx.userId, given)) }
    },
    list: async (input) => page(await search(input)),
    listTwo: async (input) => page(await search(input)),
    startBatch: async ({ space_id, batch_case_tasks, default_exec_runtime_parameter, execution_policy }, ctx) => {
      const otherwise = default_exec_runtime_parameter ?? { runtime_parameter: '', exec_times: 1 }
      const orders: RunOrder[] = []
      for (const [at, { case_id, space_id_of_case, list_exec_runtime_parameter }] of batch_case_tasks.entries()) {
        if (space_id_of_case && space_id_of_case !== space_id)
          throw badInput(
            `batch_case_tasks[${at}].space_id_of_case`,
            'is not the space of the batch',
            '不是该批次所属的空间',
          )
        const plan = await plans.get(space_id, case_id)
        const wanted = list_exec_runtime_parameter.length ? list_exec_runtime_parameter : [otherwise]
        for (const { runtime_parameter, exec_times } of wanted)
          orders.push({ plan, times: exec_times, runtime: runtime_parameter || undefined })
      }
      const { batch } = await batches.start(space_id, ctx.userId, orders, execution_policy)
      return { batch_task_id: batch.id }
    },
    batchHistory: async ({ space_id, object_id, object_type }, ctx) => {
      const builtin = objectKinds.find(({ number }) => number === object_type)
      const sourceId = builtin ? object_id : (await types.find(space_id, 'object', object_type))?.id
      if (!sourceId) return { batch_task_rets: [] }
      const ids = await batches.ofTarget(space_id, builtin?.type ?? 6, sourceId)
      return { batch_task_rets: await shownBatches(space_id, await batches.rowsOf(space_id, ids), ids, ctx) }
    },
    batch: async ({ batch_task_id, space_id }, ctx) => ({
      batch_task_ret: await shownBatch(space_id, await batches.get(space_id, batch_task_id), ctx),
    }),
    retryBatch: async ({ batch_task_id, space_id, mode }) => {
      await batches.retry(space_id, batch_task_id, mode === RetryAll)
      return { batch_task_id }
    },
    killBatch: async ({ batch_task_id, space_id }, ctx) => {
      await batches.kill(space_id, await who(ctx, space_id), batch_task_id)
      return { batch_task_id }
    },
    get: async ({ case_id, space_id }) => one(await plans.get(space_id, case_id)),
    check: async ({ case_id, space_id }) => {
      const plan = await plans.get(space_id, case_id)
      const members = await batches.membersOf(plan)
      const found = plan.datasetId
        ? await datasets.get(plan.datasetId).catch((cause: unknown) => {
            if (cause instanceof AppError) return undefined
            throw cause
          })
        : undefined
      const rows = found?.dataset.itemCount ?? 0
      const over =
        rows > DATASET_LIMITS.evaluationItems
          ? await items.list({ datasetId: plan.datasetId! }, { size: 100, page: 1 })
          : []
      const check_result = {
        over_limit_rows: over.map(({ itemId }) => itemId),
        lack_row_rule: !members.length,
        lack_dataset_row: !rows,
      }
      return { pass: !over.length && members.length > 0 && rows > 0 && plan.target !== null, check_result }
    },
    copy: async ({ case_id, space_id, name, desc, eval_object, region }, ctx) => {
      const target = eval_object && (await readObject(eval_object, space_id, types))
      const change = { name, region, ...(desc !== undefined && { description: desc }), ...(target && { target }) }
      return { case_id: (await plans.copy(space_id, ctx.userId, case_id, change)).id }
    },
  }
}
