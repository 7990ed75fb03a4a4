import type { ExperimentPlan } from '@orrery/contract'
import { EVALUATION_LIMITS, ExperimentStatus, RetryMode, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Finished } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { userKey } from '#kit/user-key.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { VersionRow } from '#domains/loop/dataset/dataset.table.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { Judge } from '#domains/loop/evaluator/judge.service.ts'
import { nextPatch } from '#domains/loop/evaluator/shared/next-version.ts'
import { openExperimentPass, problemOf } from './experiment-pass.ts'
import { experimentErrors } from './experiment.errors.ts'
import type { ExperimentRepo } from './experiment.repo.ts'
import { experiment, type ExperimentRow, experimentScore, experimentTurn } from './experiment.table.ts'
import { type CheckedSet, createPlanCheck, paramOf, type PlanDeps } from './plan-check.ts'

export interface ExperimentDeps extends PlanDeps {
  db: Db
  repo: ExperimentRepo
  items: Pick<ItemService, 'byIds'>
  targets: EvalTargets
  judge: Judge
  /** Deletes what was kept of an end user, and of those below it. */
  eraseUserData(userKey: string): Promise<void>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface Who {
  userId: string
  /** An owner or admin of the space. */
  isKeeper: boolean
}
const ended: ExperimentStatus[] = [
  ExperimentStatus.success,
  ExperimentStatus.failed,
  ExperimentStatus.terminated,
  ExperimentStatus.systemTerminated,
]
const isEnded = ({ status }: Pick<ExperimentRow, 'status'>) => ended.includes(status)
const ESTIMATED_ROWS = 100
/** About four signs of English to a token; fewer of Chinese. */
const SIGNS_PER_TOKEN = 3

/** Experiments: checked, started, stopped, run again. The pass over their rows is held work. */
export function createExperimentService(deps: ExperimentDeps) {
  const { db, repo, targets, versions, items, clock, newId, log } = deps
  const plans = createPlanCheck(deps)

  async function get(spaceId: string, id: string): Promise<ExperimentRow> {
    const [row] = await repo.many(spaceId, [id])
    if (!row) throw errors.notFound({ what: 'experiment' })
    return row
  }
  function requireOwn(row: ExperimentRow, { userId, isKeeper }: Who) {
    if (!isKeeper && row.createdBy !== userId) throw experimentErrors.notYours()
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
  /** Whatever the users of an experiment left is deleted. Until that is done, the experiment says so. */
  async function clean(row: Pick<ExperimentRow, 'id' | 'createdBy'>): Promise<void> {
    await deps.eraseUserData(userKey(row.createdBy, `eval-${row.id}`))
    await db.update(experiment).set({ isClean: true }).where(eq(experiment.id, row.id))
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
      return openExperimentPass({
        repo,
        row,
        fence,
        run: targets.runnerOf(target.version),
        judge: deps.judge,
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
  async function finish(id: string, fence: number, outcome: Finished): Promise<void> {
    const row = await db.transaction(async (tx) => {
      const mine = and(eq(experiment.id, id), eq(experiment.fence, fence))
      const [found] = await tx.select().from(experiment).where(mine).for('update')
      if (!found) return undefined
      if (isEnded(found)) return found
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
      return found
    })
    if (row) await clean(row)
  }
  const sweep = createSweep({ name: 'experiment', store: repo.lease, jobs: deps.jobs, clock, log, open, finish })

  /** The rows as they are now, as a version. The last one does when nothing has changed since. */
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
  async function insert(row: ExperimentRow, vn: number): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`experiment/${row.spaceId}`}, 0))`)
      if (await repo.isTaken(row.spaceId, row.name, undefined, tx)) throw experimentErrors.nameTaken()
      if ((await repo.countOpen(row.spaceId, tx)) >= EVALUATION_LIMITS.waiting)
        throw experimentErrors.tooMany({ max: EVALUATION_LIMITS.waiting })
      await repo.insert(row, tx)
      await repo.insertTurns(row, vn, newId, tx)
    })
    await sweep.enqueue(row.id)
  }
  /** Puts an ended experiment back to its beginning; a process that is still at it has lost it. */
  async function reopen(
    spaceId: string,
    id: string,
    change: (row: ExperimentRow, tx: Tx) => Promise<Partial<ExperimentRow> | void>,
  ) {
    const runId = newId()
    await db.transaction(async (tx) => {
      const row = await lock(spaceId, id, tx)
      if (!isEnded(row)) throw experimentErrors.running()
      const more = await change(row, tx)
      await tx
        .update(experiment)
        .set({
          ...more,
          status: ExperimentStatus.pending,
          problem: '',
          problemZh: '',
          runId,
          endedAt: 0,
          leaseUntil: 0,
          fence: row.fence + 1,
          updatedAt: clock.now(),
        })
        .where(eq(experiment.id, id))
    })
    await sweep.enqueue(id)
    return runId
  }
  const emptied = {
    state: TurnState.queueing,
    hasOutput: false,
    outputs: {},
    workflowRunId: null,
    traceId: '',
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    ms: 0,
    errorCode: 0,
    error: '',
    errorZh: '',
  }

  /** The fields of an experiment that has not started. */
  function notBegun(userId: string) {
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
      fence: 0,
      createdBy: userId,
      createdAt: now,
      editedBy: userId,
      updatedAt: now,
    }
  }
  return {
    get,
    many: repo.many,
    list: repo.list,
    counts: repo.counts,
    isTaken: repo.isTaken,
    /** Runs what is open now, in this process. */
    run: sweep.run,
    start: sweep.start,
    /** What is wrong with a plan, or what it will take. */
    async estimate(plan: ExperimentPlan, userId: string) {
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
    },
    async submit(plan: ExperimentPlan & { name: string; desc: string }, userId: string): Promise<ExperimentRow> {
      const spaceId = plan.space_id
      if (await repo.isTaken(spaceId, plan.name)) throw experimentErrors.nameTaken()
      const { set, mapping, evaluators } = await plans.check(plan, userId)
      const target = plan.TargetVersionID
        ? await targets.version(spaceId, plan.TargetVersionID)
        : await targets.freeze(spaceId, userId, paramOf(plan.create_eval_target_param!))
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
        itemCount: version.itemCount,
        targetVersionId: target.version.id,
        evaluators,
        targetMapping: mapping,
        conf: {
          items: plan.item_concur_num,
          evaluators: plan.evaluators_concur_num,
          retries: plan.item_retry_num,
          trials: plan.trial_num,
        },
        ...notBegun(userId),
      }
      await insert(row, version.vn)
      return row
    },
    /** The same rows, target and evaluators once more. */
    async clone(spaceId: string, userId: string, id: string): Promise<ExperimentRow> {
      const before = await get(spaceId, id)
      const version = await versions.get(before.datasetVersionId).catch(() => {
        throw experimentErrors.datasetGone()
      })
      const row: ExperimentRow = {
        ...before,
        id: newId(),
        name: await freeName(spaceId, before.name),
        ...notBegun(userId),
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
    async kill(spaceId: string, who: Who, id: string): Promise<void> {
      const row = await db.transaction(async (tx) => {
        const found = await lock(spaceId, id, tx)
        requireOwn(found, who)
        if (isEnded(found)) throw experimentErrors.notRunning()
        await repo.endOpenTurns(id, tx)
        await tx
          .update(experiment)
          .set({ status: ExperimentStatus.terminated, endedAt: clock.now() })
          .where(eq(experiment.id, id))
        return found
      })
      // Nobody is at it who would clean up when it ends.
      if (row.leaseUntil < clock.now()) await clean(row)
    },
    retry: (spaceId: string, id: string, mode: number, itemIds: string[]) =>
      reopen(spaceId, id, async (_row, tx) => {
        const ofThis = eq(experimentTurn.experimentId, id)
        if (mode === RetryMode.failed) {
          const bad = and(ofThis, ne(experimentTurn.state, TurnState.success))
          await tx
            .delete(experimentScore)
            .where(and(eq(experimentScore.experimentId, id), eq(experimentScore.status, 2)))
          await tx
            .update(experimentTurn)
            .set(emptied)
            .where(and(bad, eq(experimentTurn.hasOutput, false)))
          await tx
            .update(experimentTurn)
            .set({ state: TurnState.queueing, errorCode: 0, error: '', errorZh: '' })
            .where(bad)
          return
        }
        const chosen: SQL | undefined =
          mode === RetryMode.items
            ? and(ofThis, inArray(experimentTurn.itemId, itemIds.length ? itemIds : ['0']))
            : ofThis
        const turnIds = tx.select({ id: experimentTurn.id }).from(experimentTurn).where(chosen)
        await tx.delete(experimentScore).where(inArray(experimentScore.turnId, turnIds))
        await tx.update(experimentTurn).set(emptied).where(chosen)
      }),
    async addEvaluators(
      spaceId: string,
      id: string,
      given: Pick<ExperimentPlan, 'evaluator_version_ids' | 'evaluator_field_mapping'>,
    ): Promise<string> {
      const row = await get(spaceId, id)
      const version = await versions.get(row.datasetVersionId).catch(() => {
        throw experimentErrors.datasetGone()
      })
      const { fields } = await versions.schemaOf(version.schemaId)
      const added = await plans.evaluatorsOf({ space_id: spaceId, weights: undefined, ...given }, fields)
      return reopen(spaceId, id, async ({ evaluators }, tx) => {
        const same = added.find(({ versionId }) => evaluators.some((one) => one.versionId === versionId))
        if (same) throw experimentErrors.sameEvaluator({ name: same.name, version: same.version })
        // Turns without an output have nothing to be scored.
        const good = and(eq(experimentTurn.experimentId, id), eq(experimentTurn.hasOutput, true))
        await tx.update(experimentTurn).set({ state: TurnState.queueing }).where(good)
        return { evaluators: [...evaluators, ...added] }
      })
    },
    async remove(spaceId: string, who: Who, ids: string[]): Promise<void> {
      const rows = await repo.many(spaceId, ids)
      if (rows.length < new Set(ids).size) throw errors.notFound({ what: 'experiment' })
      for (const row of rows) requireOwn(row, who)
      for (const row of rows) {
        await db.delete(experiment).where(eq(experiment.id, row.id))
        if (!row.isClean) await deps.eraseUserData(userKey(row.createdBy, `eval-${row.id}`))
      }
    },
  }
  async function freeName(spaceId: string, name: string): Promise<string> {
    const most = EVALUATION_LIMITS.experimentName - 8
    for (let number = 2; ; number += 1) {
      const candidate = `${[...name].slice(0, most).join('')} (${number})`
      if (!(await repo.isTaken(spaceId, candidate))) return candidate
    }
  }
}
export type ExperimentService = ReturnType<typeof createExperimentService>
