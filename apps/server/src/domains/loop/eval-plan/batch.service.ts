import type { ExperimentPlan } from '@orrery/contract'
import { EVALUATION_LIMITS, ExperimentStatus, RetryMode, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { EvaluatorSets, FoundMember } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import type { ExperimentOrigin, ExperimentService, Caller } from '#domains/loop/experiment/experiment.service.ts'
import { experiment, type ExperimentRow, type UsedEvaluator } from '#domains/loop/experiment/experiment.table.ts'
import { evalPlanErrors } from './eval-plan.errors.ts'
import { type BatchPolicy, type BatchRow, evalBatch, type PlanRow } from './eval-plan.table.ts'
import type { PlanService } from './plan.service.ts'

export interface BatchDeps {
  db: Db
  plans: Pick<PlanService, 'noteRun'>
  sets: Pick<EvaluatorSets, 'membersOf' | 'get'>
  experiments: ExperimentService
  newId: NewId
  clock: Clock
  log: Log
}
/** Describes one run of a plan. */
export interface RunOrder {
  plan: PlanRow
  times: number
  /** JSON; defaults to the runtime parameter of the plan. */
  runtime?: string | undefined
  description?: string | undefined
  /** Name of the experiment; a name that is already taken is refused. */
  name?: string | undefined
}
/** An experiment to start, and its origin. */
export interface RunRequest {
  request: ExperimentPlan & { name: string; desc: string }
  origin: ExperimentOrigin
  /** Name of the experiment; a name that is already taken is refused. Without a name, a free one is chosen. */
  name?: string
}
const Policy = { stop: 1, proceed: 2, whileGood: 3 } as const
const open: ExperimentStatus[] = [ExperimentStatus.pending, ExperimentStatus.processing]
const HISTORY = 50
/** Number of the rule "similarity to the input": it compares the output with the input instead of a reference. */
const InputSimilarity = 20_023

function originsOf(members: { found: FoundMember; only?: string[]; except?: string[] }[]) {
  return new Map(
    members.map(({ found: { member, versionId }, only, except }) => [
      versionId,
      {
        ruleId: member.id,
        ...(member.wireType && { wireType: member.wireType }),
        ...(member.granularity === 2 && { granularity: 2 as const }),
        ...(only && { only }),
        ...(except?.length && { except }),
      } satisfies Partial<UsedEvaluator>,
    ]),
  )
}

export function createBatches({ db, plans, sets, experiments, newId, clock, log }: BatchDeps) {
  async function membersOf({ spaceId, setId, rowSets }: Pick<PlanRow, 'spaceId' | 'setId' | 'rowSets'>) {
    const places = Object.keys(rowSets)
    const own = setId ? await sets.membersOf(spaceId, setId) : []
    const bySet = Map.groupBy(Object.entries(rowSets), ([, id]) => id)
    const ofRows = await Promise.all(
      [...bySet].map(async ([id, list]) =>
        (await sets.membersOf(spaceId, id)).map((found) => ({ found, only: list.map(([place]) => place) })),
      ),
    )
    return [...own.map((found) => ({ found, except: places })), ...ofRows.flat()]
  }
  /** Builds the experiment request for one run. */
  async function requestOf({ plan, runtime, description }: RunOrder, name: string, batchId: string) {
    const { target } = plan
    if (!target) throw evalPlanErrors.noObject({ name: plan.name })
    if (!plan.datasetId) throw evalPlanErrors.noDataset({ name: plan.name })
    const members = await membersOf(plan)
    if (!members.length) throw evalPlanErrors.noRules({ name: plan.name })
    const fromInput = members.filter(({ found }) => found.member.wireType === InputSimilarity)
    const request: ExperimentPlan & { name: string; desc: string } = {
      space_id: plan.spaceId,
      name,
      desc: description ?? '',
      eval_set_id: plan.datasetId,
      eval_set_version_id: undefined,
      TargetID: undefined,
      TargetVersionID: undefined,
      create_eval_target_param: {
        source_target_id: target.sourceId,
        eval_target_type: target.type,
        bot_info_type: target.state,
      },
      evaluator_version_ids: members.map(({ found }) => found.versionId),
      target_field_mapping: { from_eval_set: plan.targetMapping },
      evaluator_field_mapping: [
        ...plan.evaluatorMapping,
        ...fromInput.map(({ found: { versionId } }) => ({
          evaluator_version_id: versionId,
          from_eval_set: [{ field_name: 'reference_output', from_field_name: 'input' }],
          from_target: [{ field_name: 'output', from_field_name: 'actual_output' }],
        })),
      ],
      item_concur_num: EVALUATION_LIMITS.defaultItems,
      evaluators_concur_num: EVALUATION_LIMITS.defaultEvaluators,
      item_retry_num: 2,
      trial_num: plan.trials,
      runtime_parameter: undefined,
      weights: Object.fromEntries(members.map(({ found }) => [found.versionId, found.member.weight])),
    }
    const parameter = runtime ?? plan.runtimeParameter
    const origin: ExperimentOrigin = {
      planId: plan.id,
      batchId,
      pass: plan.pass,
      excellent: plan.excellent,
      members: originsOf(members),
      target: { meta: target.meta, runtime: parameter || target.runtime },
      ...(plan.setId && { setId: plan.setId }),
    }
    return { request, origin }
  }
  /** Expands stored outputs into one run for each dataset. What the plan sets itself takes precedence. */
  function spread(order: RunOrder): RunOrder[] {
    const { plan } = order
    const collection = plan.target?.type === TargetType.stored ? (plan.target.collection ?? []) : []
    if (!collection.length) return [order]
    return collection.map(({ datasetId, setId }) => ({
      ...order,
      plan: {
        ...plan,
        datasetId: collection.length === 1 ? (plan.datasetId ?? datasetId) : datasetId,
        setId: plan.setId ?? (setId === '0' ? null : setId),
      },
    }))
  }
  const hasSuccess = async (id: string) => (await experiments.counts([id]))[0]?.success
  /** Whether the batch stops its other experiments because this one ended without success. */
  async function isOver({ policy }: BatchRow, row: ExperimentRow): Promise<boolean> {
    if (policy === Policy.proceed) return false
    // An experiment stopped by a person has not failed.
    const isGood = row.status === ExperimentStatus.success || row.status === ExperimentStatus.terminated
    if (isGood || open.includes(row.status)) return false
    return policy === Policy.stop || !(await hasSuccess(row.id))
  }
  async function batchOf(id: string): Promise<BatchRow | undefined> {
    return (await db.select().from(evalBatch).where(eq(evalBatch.id, id)))[0]
  }
  experiments.guard(async (row) => {
    const batch = row.batchId ? await batchOf(row.batchId) : undefined
    if (!batch || batch.policy === Policy.proceed) return undefined
    for (const other of await experiments.ofBatch(row.spaceId, [batch.id]))
      if (other.id !== row.id && (await isOver(batch, other))) return evalPlanErrors.batchStopped()
    return undefined
  })
  async function stopOthers(row: ExperimentRow): Promise<void> {
    const batch = row.batchId ? await batchOf(row.batchId) : undefined
    if (!batch || !(await isOver(batch, row))) return
    for (const other of await experiments.ofBatch(row.spaceId, [batch.id]))
      if (open.includes(other.status)) await experiments.stop(row.spaceId, other.id, evalPlanErrors.batchStopped())
  }
  experiments.onEnded((row) => {
    stopOthers(row).catch((cause: unknown) => log.warn({ err: cause, experiment: row.id }, 'a batch was not ended'))
  })
  async function get(spaceId: string, id: string): Promise<BatchRow> {
    const row = await batchOf(id)
    if (row?.spaceId !== spaceId) throw errors.notFound({ what: 'batch' })
    return row
  }
  /** Starts all experiments or none. Resumes a batch that was started before. */
  async function begin(batch: BatchRow, wanted: RunRequest[]): Promise<ExperimentRow[]> {
    const { spaceId, createdBy: userId } = batch
    const known = await experiments.ofBatch(spaceId, [batch.id])
    if (!known.length) for (const { request, origin } of wanted) await experiments.check(request, userId, origin.target)
    await db.insert(evalBatch).values(batch).onConflictDoNothing()
    const rows: ExperimentRow[] = [...known]
    try {
      for (const { request, origin, name } of wanted.slice(known.length)) {
        const called = name ?? (await experiments.freeName(spaceId, request.name))
        rows.push(await experiments.submit({ ...request, name: called }, userId, { ...origin, batchId: batch.id }))
      }
    } catch (cause) {
      // Earlier experiments may have started already: stop them, because a batch must be complete.
      if (cause instanceof AppError)
        for (const row of rows) await experiments.stop(spaceId, row.id, evalPlanErrors.batchStopped())
      throw cause
    }
    return rows
  }
  return {
    get,
    begin,
    rowsOf: experiments.ofBatch,
    membersOf,
    /** Starts all runs or none: every order is checked before the first experiment starts. */
    async start(spaceId: string, userId: string, orders: RunOrder[], policy: BatchPolicy) {
      const batch = { id: newId(), spaceId, policy, createdBy: userId, createdAt: clock.now() }
      const all = orders.flatMap(spread)
      const wanted = await Promise.all(all.map((order) => requestOf(order, order.plan.name, batch.id)))
      const rows = await begin(
        batch,
        wanted.flatMap((run, at) => {
          const { times, name } = all[at]!
          return Array.from({ length: times }, () => (name === undefined ? run : { ...run, name }))
        }),
      )
      for (const id of new Set(orders.map(({ plan }) => plan.id))) await plans.noteRun(id)
      return { batch, rows }
    },
    async retry(spaceId: string, id: string, isAll: boolean): Promise<void> {
      await get(spaceId, id)
      for (const row of await experiments.ofBatch(spaceId, [id])) {
        if (open.includes(row.status) || (!isAll && row.status === ExperimentStatus.success)) continue
        await experiments.retry(spaceId, row.id, isAll ? RetryMode.all : RetryMode.failed, [])
      }
    },
    async kill(spaceId: string, who: Caller, id: string): Promise<void> {
      await get(spaceId, id)
      for (const row of await experiments.ofBatch(spaceId, [id]))
        if (open.includes(row.status)) await experiments.kill(spaceId, who, row.id)
    },
    /** Ids of the batches that ran a target, newest first. */
    async ofTarget(spaceId: string, type: TargetType, sourceId: string): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        SELECT DISTINCT e.batch_id::text AS id, e.batch_id FROM experiment e
          JOIN eval_target_version v ON v.id = e.target_version_id JOIN eval_target t ON t.id = v.target_id
        WHERE e.space_id = ${spaceId} AND e.batch_id IS NOT NULL AND t.type = ${type} AND t.source_id = ${sourceId}
        ORDER BY e.batch_id DESC LIMIT ${HISTORY}`)
      return rows.map(({ id }) => id)
    },
    /** Last run of each plan. */
    async lastRuns(planIds: string[]): Promise<Map<string, ExperimentRow>> {
      if (!planIds.length) return new Map()
      const rows = await db
        .selectDistinctOn([experiment.planId])
        .from(experiment)
        .where(and(inArray(experiment.planId, planIds)))
        .orderBy(experiment.planId, desc(experiment.id))
      return new Map(rows.map((row) => [row.planId!, row]))
    },
  }
}
export type Batches = ReturnType<typeof createBatches>
