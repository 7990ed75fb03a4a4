import { BatchObject, BatchStatus, CHECKUP_LIMITS, RunType } from '@orrery/contract/shared/checkup-enums'
import { EVALUATION_LIMITS, ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { Batches, RunRequest } from '#domains/loop/eval-plan/batch.service.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { EvaluatorSets, GivenMember } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import type { ExperimentService, Caller } from '#domains/loop/experiment/experiment.service.ts'
import { experiment, type ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import { liteBatchErrors } from './lite-batch.errors.ts'
import { type BoundSet, liteBatch, type LiteBatchRow } from './lite-batch.table.ts'
import type { LiteSets } from './lite-sets.service.ts'

export interface LiteBatchDeps {
  db: Db
  targets: Pick<EvalTargets, 'look'>
  experiments: Pick<ExperimentService, 'ofBatch' | 'remove' | 'counts' | 'check'>
  batches: Pick<Batches, 'begin' | 'kill' | 'retry'>
  rules: Pick<EvaluatorSets, 'create' | 'add' | 'membersOf' | 'removeMember' | 'copy' | 'remove'>
  sets: LiteSets
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface FoundBatch {
  row: LiteBatchRow
  /** Experiments of the last submit; `tests` are those of the last test run. */
  runs: ExperimentRow[]
  tests: ExperimentRow[]
  status: BatchStatus
}
const open = [ExperimentStatus.pending, ExperimentStatus.processing] as number[]
const isOpen = ({ status }: ExperimentRow) => open.includes(status)
const POLICY = 2
const CONCURRENT = 5
const running: BatchStatus[] = [BatchStatus.awaiting, BatchStatus.running, BatchStatus.testRun]
const kindOf = ({ type }: PlanTarget): BatchObject | undefined =>
  type === TargetType.bot
    ? BatchObject.bot
    : type === TargetType.workflow || type === TargetType.appWorkflow
      ? BatchObject.workflow
      : type === TargetType.model
        ? BatchObject.model
        : undefined

/** Comparisons: a draft is filled in, and each submit is a batch of experiments, one for each object and dataset. */
export function createLiteBatches(deps: LiteBatchDeps) {
  const { db, targets, experiments, batches, rules, sets, newId, clock, log } = deps

  async function statusOf(row: LiteBatchRow, runs: ExperimentRow[], tests: ExperimentRow[]): Promise<BatchStatus> {
    if (!row.batchId) return tests.some(isOpen) ? BatchStatus.testRun : BatchStatus.creating
    if (row.isStarting || !runs.length) return row.isStarting ? BatchStatus.awaiting : BatchStatus.failed
    if (runs.some(isOpen)) return runs.some(({ startedAt }) => startedAt) ? BatchStatus.running : BatchStatus.awaiting
    if (runs.some(({ status }) => status === ExperimentStatus.terminated)) return BatchStatus.paused
    const counts = await experiments.counts(runs.map(({ id }) => id))
    return counts.some(({ success }) => success) ? BatchStatus.complete : BatchStatus.failed
  }
  async function found(rows: LiteBatchRow[]): Promise<FoundBatch[]> {
    const ids = rows.flatMap(({ batchId, testBatchId }) => [batchId, testBatchId].flatMap((id) => id ?? []))
    const all = ids.length
      ? await db.select().from(experiment).where(inArray(experiment.batchId, ids)).orderBy(experiment.id)
      : []
    return Promise.all(
      rows.map(async (row) => {
        const of = (id: string | null) => (id ? all.filter(({ batchId }) => batchId === id) : [])
        const [runs, tests] = [of(row.batchId), of(row.testBatchId)]
        return { row, runs, tests, status: await statusOf(row, runs, tests) }
      }),
    )
  }
  async function get(spaceId: string, id: string): Promise<FoundBatch> {
    const rows = await db
      .select()
      .from(liteBatch)
      .where(and(eq(liteBatch.id, id), eq(liteBatch.spaceId, spaceId)))
    const [one] = await found(rows)
    if (!one) throw errors.notFound({ what: 'comparison' })
    return one
  }
  async function draft(spaceId: string, id: string): Promise<FoundBatch> {
    const one = await get(spaceId, id)
    if (one.row.batchId) throw liteBatchErrors.hasRun()
    if (one.status === BatchStatus.testRun) throw liteBatchErrors.stillRuns()
    return one
  }
  async function change(id: string, set: Partial<LiteBatchRow>): Promise<LiteBatchRow> {
    const [row] = await db
      .update(liteBatch)
      .set({ ...set, updatedAt: clock.now() })
      .where(eq(liteBatch.id, id))
      .returning()
    return row!
  }
  /** Changes objects, datasets or rule of a draft. Locks the row and checks that it still is a draft. */
  const edit = (spaceId: string, id: string, work: (row: LiteBatchRow) => Partial<LiteBatchRow>) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(liteBatch)
        .where(and(eq(liteBatch.id, id), eq(liteBatch.spaceId, spaceId)))
        .for('update')
      if (!row) throw errors.notFound({ what: 'comparison' })
      if (row.batchId) throw liteBatchErrors.hasRun()
      await tx
        .update(liteBatch)
        .set({ ...work(row), updatedAt: clock.now() })
        .where(eq(liteBatch.id, id))
    })
  function requireOwn({ row }: FoundBatch, { userId, canManageAll }: Caller) {
    if (!canManageAll && row.createdBy !== userId) throw liteBatchErrors.notYours()
  }
  async function runRequestsOf(row: LiteBatchRow, datasetIds: string[]): Promise<RunRequest[]> {
    const isJudged = row.runType === RunType.full
    const members = isJudged && row.setId ? await rules.membersOf(row.spaceId, row.setId) : []
    if (isJudged && !members.length) throw liteBatchErrors.noRule()
    if (!row.objects.length) throw liteBatchErrors.noObjects()
    if (!datasetIds.length) throw liteBatchErrors.noDatasets()
    return datasetIds.flatMap((datasetId) =>
      row.objects.map((target): RunRequest => ({
        request: {
          space_id: row.spaceId,
          name: `${row.name}: ${target.name || target.sourceId}`.slice(0, EVALUATION_LIMITS.experimentName - 8),
          desc: '',
          eval_set_id: datasetId,
          eval_set_version_id: undefined,
          TargetID: undefined,
          TargetVersionID: undefined,
          create_eval_target_param: {
            source_target_id: target.sourceId,
            eval_target_type: target.type,
            bot_info_type: target.state,
          },
          evaluator_version_ids: members.map(({ versionId }) => versionId),
          target_field_mapping: { from_eval_set: [] },
          evaluator_field_mapping: [],
          item_concur_num: CONCURRENT,
          evaluators_concur_num: EVALUATION_LIMITS.defaultEvaluators,
          item_retry_num: 2,
          trial_num: 1,
          weights: undefined,
        },
        origin: {
          ...(row.setId && { setId: row.setId }),
          target: { runtime: target.runtime },
          members: new Map(
            members.map(({ versionId, member }) => [
              versionId,
              { ruleId: member.id, ...(member.wireType && { wireType: member.wireType }) },
            ]),
          ),
        },
      })),
    )
  }
  const headOf = (row: LiteBatchRow, batchId: string) =>
    ({
      id: batchId,
      spaceId: row.spaceId,
      policy: POLICY,
      createdBy: row.submittedBy ?? row.createdBy,
      createdAt: clock.now(),
    }) as const
  async function rowsOf(datasets: BoundSet[]): Promise<number> {
    const counts = await Promise.all(datasets.map(({ datasetId }) => sets.count(datasetId)))
    return counts.reduce((sum, one) => sum + one, 0)
  }
  async function work(id: string, fence: number): Promise<void> {
    const mine = and(eq(liteBatch.id, id), eq(liteBatch.fence, fence), eq(liteBatch.isStarting, true))
    const [row] = await db.select().from(liteBatch).where(mine)
    if (!row?.batchId) return
    try {
      await batches.begin(
        headOf(row, row.batchId),
        await runRequestsOf(
          row,
          row.datasets.map(({ datasetId }) => datasetId),
        ),
      )
      await db.update(liteBatch).set({ isStarting: false, leaseUntil: 0 }).where(mine)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      const problem = { problem: cause.text('en'), problemZh: cause.text('zh-CN') }
      await db
        .update(liteBatch)
        .set({ isStarting: false, leaseUntil: 0, ...problem })
        .where(mine)
      throw cause
    }
  }
  const held = createLeasedWork({
    name: 'lite-batch',
    store: createLeaseStore(db, liteBatch, sql`is_starting`),
    jobs: deps.jobs,
    clock,
    log,
    work,
  })
  const dropRuns = async (spaceId: string, who: Caller, rows: ExperimentRow[]) =>
    experiments.remove(
      spaceId,
      { ...who, canManageAll: true },
      rows.map(({ id }) => id),
    )
  async function dropTest(one: FoundBatch, userId: string): Promise<void> {
    await dropRuns(one.row.spaceId, { userId, canManageAll: true }, one.tests)
    if (one.row.testDatasetId) await sets.discard(one.row.testDatasetId, userId)
    await change(one.row.id, { testBatchId: null, testDatasetId: null })
  }

  return {
    get,
    draft,
    found,
    edit,
    rowsOf,
    kindOf,
    run: held.run,
    start: held.start,
    async create(spaceId: string, userId: string, name: string | undefined): Promise<string> {
      const [id, now] = [newId(), clock.now()]
      const day = new Date(now).toISOString().slice(0, 16).replace('T', ' ')
      const made = { createdBy: userId, createdAt: now, updatedAt: now }
      await db
        .insert(liteBatch)
        .values({ id, spaceId, name: name ?? `Comparison ${day}`, objects: [], datasets: [], ...made })
      return id
    },
    async list(
      spaceId: string,
      by: {
        creator?: string | undefined
        types?: number[] | undefined
        statuses?: number[] | undefined
        name?: string | undefined
      },
    ): Promise<FoundBatch[]> {
      const rows = await db
        .select()
        .from(liteBatch)
        .where(
          and(
            eq(liteBatch.spaceId, spaceId),
            by.creator ? eq(liteBatch.createdBy, by.creator) : undefined,
            by.name ? ilike(liteBatch.name, likeText(by.name)) : undefined,
          ),
        )
        .orderBy(desc(liteBatch.id))
        .limit(1000)
      const ofType = rows.filter(
        ({ objects: [first] }) => !by.types?.length || (first && by.types.includes(kindOf(first) ?? 0)),
      )
      const all = await found(ofType)
      return all.filter(({ status }) => !by.statuses?.length || by.statuses.includes(status))
    },
    async bindObjects(spaceId: string, userId: string, id: string, objects: PlanTarget[]): Promise<void> {
      await draft(spaceId, id)
      if (objects.length > CHECKUP_LIMITS.objects) throw liteBatchErrors.tooManyObjects({ max: CHECKUP_LIMITS.objects })
      const kinds = objects.map(kindOf)
      const odd = kinds.findIndex((kind) => kind === undefined)
      if (odd >= 0) throw liteBatchErrors.notOperable({ index: odd })
      const other = kinds.findIndex((kind) => kind !== kinds[0])
      if (other >= 0) throw liteBatchErrors.mixedObjects({ index: other })
      // Check access to every object before binding any: the look fails for other spaces and for missing rights.
      for (const { sourceId, type, state, runtime } of objects)
        await targets.look(spaceId, userId, { sourceId, type, state, runtime })
      await edit(spaceId, id, () => ({ objects }))
    },
    async setRule(spaceId: string, userId: string, id: string, given: GivenMember) {
      const { row } = await draft(spaceId, id)
      const setId =
        row.setId ?? (await rules.create(spaceId, userId, { name: row.name, description: '', isPublished: false })).id
      const before = await rules.membersOf(spaceId, setId)
      const [member] = await rules.add(spaceId, userId, setId, [given])
      for (const { member: old } of before) await rules.removeMember(spaceId, userId, setId, old.id)
      await edit(spaceId, id, () => ({ setId }))
      return member!
    },
    async update(
      spaceId: string,
      who: Caller,
      id: string,
      {
        name,
        status,
        runType,
      }: { name?: string | undefined; status?: BatchStatus | undefined; runType?: RunType | undefined },
    ): Promise<void> {
      const one = await get(spaceId, id)
      const isPause =
        status === BatchStatus.paused && (one.status === BatchStatus.awaiting || one.status === BatchStatus.running)
      const isResume = status === BatchStatus.running && one.status === BatchStatus.paused
      if (status !== undefined && !isPause && !isResume) throw liteBatchErrors.badStatus({ status, now: one.status })
      if (runType !== undefined && runType !== one.row.runType) await edit(spaceId, id, () => ({ runType }))
      if (name !== undefined) await change(id, { name })
      if (isPause) await this.kill(spaceId, who, id, false)
      if (isResume) await this.retry(spaceId, id)
    },
    async submit(spaceId: string, userId: string, id: string, isTest: boolean): Promise<string[]> {
      const one = await draft(spaceId, id)
      const { row } = one
      if (isTest) {
        if (!row.testDatasetId) throw liteBatchErrors.noTestRows()
        const wanted = await runRequestsOf(row, [row.testDatasetId])
        await dropRuns(spaceId, { userId, canManageAll: true }, one.tests)
        const batchId = newId()
        await change(id, { testBatchId: batchId })
        return (await batches.begin({ ...headOf(row, batchId), createdBy: userId }, wanted)).map((run) => run.id)
      }
      // Check everything before anything is started.
      const wanted = await runRequestsOf(
        row,
        row.datasets.map(({ datasetId }) => datasetId),
      )
      const count = (await rowsOf(row.datasets)) * row.objects.length
      if (count > CHECKUP_LIMITS.batchRows) throw liteBatchErrors.tooManyRows({ count, max: CHECKUP_LIMITS.batchRows })
      for (const { request, origin } of wanted) await experiments.check(request, userId, origin.target)
      await dropTest(one, userId)
      await edit(spaceId, id, () => ({
        batchId: newId(),
        isStarting: true,
        problem: '',
        problemZh: '',
        submittedBy: userId,
      }))
      await held.watch(id)
      await held.run(id)
      return (await get(spaceId, id)).runs.map((run) => run.id)
    },
    async kill(spaceId: string, who: Caller, id: string, isTest: boolean): Promise<void> {
      const one = await get(spaceId, id)
      requireOwn(one, who)
      const runs = isTest ? one.tests : one.runs
      const batchId = isTest ? one.row.testBatchId : one.row.batchId
      if (!batchId || !runs.some(isOpen)) throw liteBatchErrors.notRunning()
      await batches.kill(spaceId, { ...who, canManageAll: true }, batchId)
    },
    /** Retries only missing results. */
    async retry(spaceId: string, id: string): Promise<void> {
      const { row, status } = await get(spaceId, id)
      if (running.includes(status)) throw liteBatchErrors.stillRuns()
      if (!row.batchId) throw liteBatchErrors.notRunning()
      if (row.problem) {
        await change(id, { isStarting: true, problem: '', problemZh: '' })
        await held.watch(id)
        return void (await held.run(id))
      }
      await batches.retry(spaceId, row.batchId, false)
    },
    async clone(spaceId: string, userId: string, id: string): Promise<string> {
      const { row } = await get(spaceId, id)
      const copies: BoundSet[] = []
      for (const one of row.datasets)
        copies.push(one.isPrivate ? { ...one, datasetId: await sets.copy(spaceId, userId, one.datasetId) } : one)
      const setId = row.setId
        ? (await rules.create(spaceId, userId, { name: row.name, description: '', isPublished: false })).id
        : null
      if (row.setId && setId) await rules.copy(spaceId, userId, row.setId, { spaceId, setId })
      const [fresh, now] = [newId(), clock.now()]
      const { name, objects, runType } = row
      await db.insert(liteBatch).values({
        id: fresh,
        spaceId,
        name: `${[...name].slice(0, 90).join('')} (copy)`,
        objects,
        datasets: copies,
        setId,
        runType,
        createdBy: userId,
        createdAt: now,
        updatedAt: now,
      })
      return fresh
    },
    async remove(spaceId: string, who: Caller, id: string): Promise<void> {
      const one = await get(spaceId, id)
      requireOwn(one, who)
      if (running.includes(one.status)) throw liteBatchErrors.stillRuns()
      await dropRuns(spaceId, who, [...one.runs, ...one.tests])
      const own = one.row.datasets.flatMap(({ datasetId, isPrivate }) => (isPrivate ? [datasetId] : []))
      for (const datasetId of [...own, ...(one.row.testDatasetId ? [one.row.testDatasetId] : [])])
        await sets.discard(datasetId, who.userId)
      if (one.row.setId) await rules.remove(spaceId, who.userId, true, one.row.setId)
      await db.delete(liteBatch).where(eq(liteBatch.id, id))
    },
    /** Selects five rows for a test run, spread over the datasets; without a dataset, general questions. */
    async testRows(spaceId: string, userId: string, id: string): Promise<string> {
      const one = await draft(spaceId, id)
      if (!one.row.objects.length) throw liteBatchErrors.noObjects()
      const datasetId = await sets.createTest(
        spaceId,
        userId,
        `${one.row.name} (test run)`,
        one.row.datasets.map((item) => item.datasetId),
      )
      await dropTest(one, userId)
      await change(id, { testDatasetId: datasetId })
      return datasetId
    },
    change,
  }
}
export type LiteBatches = ReturnType<typeof createLiteBatches>
