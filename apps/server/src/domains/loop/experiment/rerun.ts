import type { ExperimentPlan } from '@orrery/contract'
import { ExperimentStatus, RetryMode, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { VersionService } from '#domains/loop/dataset/version.service.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import { experimentErrors } from './experiment.errors.ts'
import { experiment, type ExperimentRow, experimentScore, experimentTurn } from './experiment.table.ts'
import type { createPlanCheck } from './plan-check.ts'

/** An output that a program submits. */
interface SubmittedOutput {
  itemId: string
  turn: number
  trial: number
  output: string
  inputTokens: number
  outputTokens: number
  ms: number
}
interface RerunDeps {
  db: Db
  /** Locks the experiment for a transaction that changes it. */
  lock(spaceId: string, id: string, tx: Tx): Promise<ExperimentRow>
  plans: Pick<ReturnType<typeof createPlanCheck>, 'evaluatorsOf'>
  versions: Pick<VersionService, 'get' | 'schemaOf'>
  targets: Pick<EvalTargets, 'version'>
  newId: NewId
  clock: Clock
  enqueue(id: string): Promise<unknown>
}
const ended: ExperimentStatus[] = [
  ExperimentStatus.success,
  ExperimentStatus.failed,
  ExperimentStatus.terminated,
  ExperimentStatus.systemTerminated,
]
export const isEnded = ({ status }: Pick<ExperimentRow, 'status'>) => ended.includes(status)

/** Operations on ended experiments, and on experiments that wait for outputs. */
export function createReruns({ db, lock, plans, versions, targets, newId, clock, enqueue }: RerunDeps) {
  /** Resets an ended experiment to pending. The new fencing number stops a process that still works on it. */
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
          waitsOutside: false,
          fence: row.fence + 1,
          updatedAt: clock.now(),
        })
        .where(eq(experiment.id, id))
    })
    await enqueue(id)
    return runId
  }
  const resetTurn = {
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

  return {
    /** Stores outputs that a program submits. A later output replaces an earlier one until the turn is scored. */
    async submitOutputs(spaceId: string, id: string, outputs: SubmittedOutput[]): Promise<number> {
      const taken = await db.transaction(async (tx) => {
        const row = await lock(spaceId, id, tx)
        if (isEnded(row)) throw experimentErrors.notRunning()
        let count = 0
        for (const { itemId, turn, trial, output, ...used } of outputs) {
          const { rowCount } = await tx
            .update(experimentTurn)
            .set({
              ...used,
              hasOutput: true,
              outputs: { actual_output: output, trajectory: '[]' },
              updatedAt: clock.now(),
            })
            .where(
              and(
                eq(experimentTurn.experimentId, id),
                eq(experimentTurn.itemId, itemId),
                eq(experimentTurn.turn, turn),
                eq(experimentTurn.trial, trial),
                eq(experimentTurn.state, TurnState.queueing),
              ),
            )
          count += rowCount ?? 0
        }
        await tx.update(experiment).set({ waitsOutside: false }).where(eq(experiment.id, id))
        return count
      })
      await enqueue(id)
      return taken
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
            .set(resetTurn)
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
        await tx.update(experimentTurn).set(resetTurn).where(chosen)
      }),
    async addEvaluators(
      spaceId: string,
      id: string,
      given: Pick<ExperimentPlan, 'evaluator_version_ids' | 'evaluator_field_mapping'>,
    ): Promise<string> {
      const row = await db.transaction((tx) => lock(spaceId, id, tx))
      const version = await versions.get(row.datasetVersionId).catch(() => {
        throw experimentErrors.datasetGone()
      })
      const { fields } = await versions.schemaOf(version.schemaId)
      const { version: frozen } = await targets.version(spaceId, row.targetVersionId)
      const isStored = frozen.snapshot.kind === 'stored'
      const added = await plans.evaluatorsOf({ space_id: spaceId, weights: undefined, ...given }, fields, isStored)
      return reopen(spaceId, id, async ({ evaluators }, tx) => {
        const same = added.find(({ versionId }) => evaluators.some((one) => one.versionId === versionId))
        if (same) throw experimentErrors.sameEvaluator({ name: same.name, version: same.version })
        // Turns without an output cannot be scored.
        const good = and(eq(experimentTurn.experimentId, id), eq(experimentTurn.hasOutput, true))
        await tx.update(experimentTurn).set({ state: TurnState.queueing }).where(good)
        return { evaluators: [...evaluators, ...added] }
      })
    },
  }
}
