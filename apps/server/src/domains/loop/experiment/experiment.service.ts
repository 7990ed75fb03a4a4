import { type ExperimentPlan, personaOf } from '@orrery/contract'
import { EVALUATION_LIMITS, ExperimentStatus, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Finished } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { VersionRow } from '#domains/loop/dataset/dataset.table.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { Judge } from '#domains/loop/evaluator/judge.service.ts'
import { nextPatch } from '#domains/loop/evaluator/shared/next-version.ts'
import { type CleaningDeps, createCleaning } from './cleaning.ts'
import { openExperimentPass, problemOf } from './experiment-pass.ts'
import { createEstimate } from './estimate.ts'
import { experimentErrors } from './experiment.errors.ts'
import { notifyEnd } from './experiment-notices.ts'
import type { ExperimentRepo } from './experiment.repo.ts'
import { freeName } from './free-name.ts'
import type { ProgressFeed } from './progress.ts'
import { experiment, type ExperimentRow, experimentTurn, type UsedEvaluator } from './experiment.table.ts'
import { createReruns, isEnded } from './rerun.ts'
import { type CheckedSet, createPlanCheck, moreOf, paramOf, type PlanDeps, type TargetMore } from './plan-check.ts'

export interface ExperimentDeps extends PlanDeps, CleaningDeps {
  repo: ExperimentRepo
  items: Pick<ItemService, 'byIds'>
  targets: EvalTargets
  judge: Judge
  progress: ProgressFeed
  notices: Notices
  newId: NewId
  log: Log
}
/** Origin of an experiment, and the settings that come with it. */
export interface ExperimentOrigin {
  planId?: string
  batchId?: string
  setId?: string
  pass?: number
  excellent?: number
  target?: TargetMore
  /** Limits the experiment to these rows of the version; defaults to all. */
  itemIds?: string[]
  /** Settings by evaluator version. */
  members?: Map<string, Pick<UsedEvaluator, 'ruleId' | 'wireType' | 'granularity' | 'only' | 'except'>>
}
export interface Caller {
  userId: string
  /** Whether the person is an owner or admin of the space. */
  canManageAll: boolean
}
/** Number of experiments that one process runs at a time. */
const AT_ONCE = 4
const DEFAULT_PASS = 0.6
const DEFAULT_EXCELLENT = 0.9

/** Checks, starts, stops and retries experiments. The pass over their rows is held work. */
export function createExperimentService(deps: ExperimentDeps) {
  const { db, repo, targets, versions, items, clock, newId, log } = deps
  const plans = createPlanCheck(deps)
  const cleaning = createCleaning(deps)

  async function get(spaceId: string, id: string): Promise<ExperimentRow> {
    const [row] = await repo.many(spaceId, [id])
    if (!row) throw errors.notFound({ what: 'experiment' })
    return row
  }
  function requireOwn(row: ExperimentRow, { userId, canManageAll }: Caller) {
    if (!canManageAll && row.createdBy !== userId) throw experimentErrors.notYours()
  }
  async function lock(spaceId: string, id: string, tx: Tx): Promise<ExperimentRow> {
    const of = tx
      .select()
      .from(experiment)
      .where(and(eq(experiment.id, id), eq(experiment.spaceId, spaceId)))
    const [row] = await of.for('update')
    if (!row) throw errors.notFound({ what: 'experiment' })
    return row
  }
  async function open(id: string, fence: number) {
    const row = await repo.row(id)
    if (!row) return undefined
    await repo.begin(id, fence)
    try {
      const version = await versions.get(row.datasetVersionId)
      const target = await targets.version(row.spaceId, row.targetVersionId)
      const { fields } = await versions.schemaOf(version.schemaId)
      const view = { datasetId: row.datasetId, vn: version.vn }
      const { snapshot } = target.version
      const stop = await mayNotBegin(row)
      if (stop) {
        await finish(id, fence, { end: 'stopped', cause: stop })
        return undefined
      }
      return openExperimentPass({
        repo,
        row,
        fence,
        run: targets.runnerOf(target.version),
        isPulled: snapshot.kind === 'external' && snapshot.isPulled,
        isStored: snapshot.kind === 'stored',
        persona: snapshot.kind === 'bot' ? personaOf(snapshot.config.prompt_info) : '',
        judge: deps.judge,
        progress: await deps.progress.begin(row, fence),
        fields,
        contentsOf: async (ids) => new Map((await items.byIds(view, ids)).map((one) => [one.itemId, one.turns])),
        newId,
        clock,
        isOpen: async () => {
          const status = await repo.status(id)
          return status === ExperimentStatus.pending || status === ExperimentStatus.processing
        },
      })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      await finish(id, fence, { end: 'stopped', cause: experimentErrors.datasetGone() })
      return undefined
    }
  }
  const listeners: ((row: ExperimentRow) => void)[] = []
  const guards: ((row: ExperimentRow) => Promise<AppError | undefined>)[] = []
  /** Why a waiting experiment must not begin, e.g. because another experiment of its batch failed. */
  async function mayNotBegin(row: ExperimentRow): Promise<AppError | undefined> {
    for (const guard of guards) {
      const stop = await guard(row)
      if (stop) return stop
    }
    return undefined
  }
  async function publishChange(id: string): Promise<void> {
    await deps.progress.changed(id)
    const row = await repo.row(id)
    if (row && isEnded(row)) for (const listener of listeners) listener(row)
  }
  /** After a pass with missing submissions: wait for the program, or continue with outputs submitted meanwhile. */
  async function waitsOutside(id: string, tx: Tx): Promise<'no' | 'waits' | 'goes on'> {
    const { rows } = await tx.execute<{ missing: number; brought: number }>(sql`
      SELECT count(*) FILTER (WHERE NOT t.has_output)::int AS missing, count(*) FILTER (WHERE t.has_output)::int AS brought
      FROM experiment_turn t JOIN eval_target_version v ON v.id = t.target_version_id
      WHERE t.experiment_id = ${id} AND t.state IN (0, 3) AND (v.snapshot ->> 'isPulled')::boolean`)
    const { missing, brought } = rows[0]!
    return brought ? 'goes on' : missing ? 'waits' : 'no'
  }
  async function finish(id: string, fence: number, outcome: Finished): Promise<void> {
    let isOver = true
    const row = await db.transaction(async (tx) => {
      const mine = and(eq(experiment.id, id), eq(experiment.fence, fence))
      const [found] = await tx.select().from(experiment).where(mine).for('update')
      if (!found) return undefined
      if (isEnded(found)) return found
      const waits = outcome.end === 'done' ? await waitsOutside(id, tx) : 'no'
      if (waits !== 'no') {
        isOver = false
        const set = { leaseUntil: 0, waitsOutside: waits === 'waits' }
        await tx.update(experiment).set(set).where(mine)
        return found
      }
      if (outcome.end === 'stopped') await repo.endOpenTurns(id, tx)
      const failed = await tx.$count(
        experimentTurn,
        and(eq(experimentTurn.experimentId, id), ne(experimentTurn.state, TurnState.success)),
      )
      const problem = outcome.end === 'stopped' ? problemOf(outcome.cause) : undefined
      await tx
        .update(experiment)
        .set({
          status: problem
            ? ExperimentStatus.systemTerminated
            : failed
              ? ExperimentStatus.failed
              : ExperimentStatus.success,
          problem: problem?.error ?? '',
          problemZh: problem?.errorZh ?? '',
          endedAt: clock.now(),
          leaseUntil: 0,
        })
        .where(mine)
      await notifyEnd(deps, found, problem, tx)
      return found
    })
    await deps.notices.wake()
    if (!isOver) return void (await sweep.enqueue(id))
    if (row) await cleaning.clean(row)
    await publishChange(id)
  }
  const sweep = createSweep({
    name: 'experiment',
    store: repo.lease,
    jobs: deps.jobs,
    clock,
    log,
    open,
    finish,
    // Passes mostly wait for models and programs; each worker polls for jobs twice a second.
    concurrency: AT_ONCE,
  })

  /** Freezes the current rows as a version, or returns the last version if nothing has changed. */
  async function freezeSet({ datasetId, version }: CheckedSet, userId: string): Promise<VersionRow> {
    if (version) return version
    const last = await versions.last(datasetId)
    const next = last ? nextPatch(last.version) : '0.0.1'
    try {
      return await versions.get(await versions.make(datasetId, userId, next, ''))
    } catch (cause) {
      if (last && cause instanceof AppError && cause.code === datasetErrors.nothingChanged().code) return last
      throw cause
    }
  }
  async function insert(row: ExperimentRow, vn: number, itemIds?: string[]): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`experiment/${row.spaceId}`}, 0))`)
      if (await repo.isTaken(row.spaceId, row.name, undefined, tx)) throw experimentErrors.nameTaken()
      if ((await repo.countOpen(row.spaceId, tx)) >= EVALUATION_LIMITS.waiting)
        throw experimentErrors.tooMany({ max: EVALUATION_LIMITS.waiting })
      await repo.insert(row, tx)
      await repo.insertTurns(row, vn, newId, tx, itemIds)
    })
    await enqueue(row.id)
  }
  /** Queues an experiment behind the open experiments of its space. */
  async function enqueue(id: string): Promise<void> {
    const row = await repo.row(id)
    if (row) await sweep.enqueue(id, Math.max(0, (await repo.countOpen(row.spaceId)) - 1))
  }
  /** Initial column values of an experiment. */
  function initialState(userId: string) {
    const now = clock.now()
    return {
      status: ExperimentStatus.pending,
      problem: '',
      problemZh: '',
      runId: newId(),
      startedAt: 0,
      endedAt: 0,
      isClean: true,
      leaseUntil: 0,
      waitsOutside: false,
      fence: 0,
      createdBy: userId,
      createdAt: now,
      editedBy: userId,
      updatedAt: now,
    }
  }
  const reruns = createReruns({ db, lock, plans, versions, targets, newId, clock, enqueue })
  return {
    get,
    ...reruns,
    many: repo.many,
    list: repo.list,
    counts: repo.counts,
    isTaken: repo.isTaken,
    freeName: (spaceId: string, name: string) => freeName(repo, spaceId, name),
    /** Throws if the plan cannot be run. */
    check: plans.check,
    byPlan: repo.byPlan,
    ofBatch: repo.ofBatch,
    /** Streams the progress of an experiment until it ends. */
    follow: (spaceId: string, id: string, known: string | undefined, signal: AbortSignal) =>
      deps.progress.follow(async () => (await repo.many(spaceId, [id]))[0], known, signal),
    /** Runs the open experiments now, in this process. */
    run: sweep.run,
    async start() {
      await sweep.start()
      await cleaning.start()
    },
    /** Deletes the data of end users of experiments that were not cleaned up. */
    cleanUp: cleaning.cleanUp,
    /** Checks a plan, and estimates its calls and tokens. */
    estimate: createEstimate(db, plans),
    async submit(
      plan: ExperimentPlan & { name: string; desc: string },
      userId: string,
      origin: ExperimentOrigin = {},
    ): Promise<ExperimentRow> {
      const spaceId = plan.space_id
      if (await repo.isTaken(spaceId, plan.name)) throw experimentErrors.nameTaken()
      const more = origin.target ?? moreOf(plan)
      const { set, mapping, evaluators } = await plans.check(plan, userId, more)
      const target = plan.TargetVersionID
        ? await targets.version(spaceId, plan.TargetVersionID)
        : await targets.freeze(spaceId, userId, paramOf(plan.create_eval_target_param!, more))
      const version = await freezeSet(set, userId)
      const row: ExperimentRow = {
        id: newId(),
        spaceId,
        name: plan.name,
        description: plan.desc,
        datasetId: set.datasetId,
        datasetVersionId: version.id,
        datasetName: set.name,
        datasetVersion: version.version,
        itemCount: origin.itemIds?.length ?? version.itemCount,
        targetVersionId: target.version.id,
        evaluators: evaluators.map((one) => ({ ...one, ...origin.members?.get(one.versionId) })),
        planId: origin.planId ?? null,
        batchId: origin.batchId ?? null,
        setId: origin.setId ?? null,
        pass: origin.pass ?? DEFAULT_PASS,
        excellent: origin.excellent ?? DEFAULT_EXCELLENT,
        runtimeParameter: more?.runtime ?? '',
        targetMapping: mapping,
        conf: {
          items: plan.item_concur_num,
          evaluators: plan.evaluators_concur_num,
          retries: plan.item_retry_num,
          trials: plan.trial_num,
        },
        ...initialState(userId),
      }
      await insert(row, version.vn, origin.itemIds)
      return row
    },
    /** Starts a copy with the same rows, target and evaluators. */
    async clone(spaceId: string, userId: string, id: string): Promise<ExperimentRow> {
      const before = await get(spaceId, id)
      const version = await versions.get(before.datasetVersionId).catch(() => {
        throw experimentErrors.datasetGone()
      })
      const row: ExperimentRow = {
        ...before,
        id: newId(),
        name: await freeName(repo, spaceId, before.name),
        ...initialState(userId),
      }
      await insert(row, version.vn)
      return row
    },
    update: (
      spaceId: string,
      userId: string,
      id: string,
      set: { name?: string | undefined; desc?: string | undefined },
    ) =>
      db.transaction(async (tx) => {
        await lock(spaceId, id, tx)
        if (set.name !== undefined && (await repo.isTaken(spaceId, set.name, id, tx)))
          throw experimentErrors.nameTaken()
        await tx
          .update(experiment)
          .set({
            ...(set.name !== undefined && { name: set.name }),
            ...(set.desc !== undefined && { description: set.desc }),
            editedBy: userId,
            updatedAt: clock.now(),
          })
          .where(eq(experiment.id, id))
      }),
    async kill(spaceId: string, who: Caller, id: string): Promise<void> {
      const row = await db.transaction(async (tx) => {
        const found = await lock(spaceId, id, tx)
        requireOwn(found, who)
        if (isEnded(found)) throw experimentErrors.notRunning()
        await repo.endOpenTurns(id, tx)
        await tx
          .update(experiment)
          .set({ status: ExperimentStatus.terminated, endedAt: clock.now(), waitsOutside: false })
          .where(eq(experiment.id, id))
        return found
      })
      // No process is running the experiment, so clean up here.
      if (row.leaseUntil < clock.now()) await cleaning.clean(row)
      await publishChange(id)
    },
    /** Stops an experiment for a reason other than a person's request; the reason is shown. */
    async stop(spaceId: string, id: string, cause: AppError): Promise<void> {
      const row = await db.transaction(async (tx) => {
        const found = await lock(spaceId, id, tx)
        if (isEnded(found)) return undefined
        await repo.endOpenTurns(id, tx)
        const { error, errorZh } = problemOf(cause)
        const ended = { status: ExperimentStatus.systemTerminated, endedAt: clock.now(), waitsOutside: false }
        await tx
          .update(experiment)
          .set({ ...ended, problem: error, problemZh: errorZh })
          .where(eq(experiment.id, id))
        return found
      })
      if (row && row.leaseUntil < clock.now()) await cleaning.clean(row)
      if (row) await deps.progress.changed(id)
    },
    /** Calls the listener when an experiment ends, in the process that ended it. */
    onEnded: (listener: (row: ExperimentRow) => void) => void listeners.push(listener),
    /** Adds a check that can refuse the start of a waiting experiment. */
    guard: (ask: (row: ExperimentRow) => Promise<AppError | undefined>) => void guards.push(ask),
    async remove(spaceId: string, who: Caller, ids: string[]): Promise<void> {
      const rows = await repo.many(spaceId, ids)
      if (rows.length < new Set(ids).size) throw errors.notFound({ what: 'experiment' })
      for (const row of rows) requireOwn(row, who)
      for (const row of rows) {
        await db.delete(experiment).where(eq(experiment.id, row.id))
        if (!row.isClean) await cleaning.erase(row)
      }
    },
  }
}
export type ExperimentService = ReturnType<typeof createExperimentService>
