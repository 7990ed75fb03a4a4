import type { InterruptEvent } from '@orrery/engine'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import type { ActiveRun, ActiveRuns } from './active-run.ts'
import type { BigValues } from './big-values.ts'
import { runErrors } from './run.errors.ts'
import { createRunQueue, type RunQueueDeps } from './run-queue.ts'
import type { RunRepo } from './run.repo.ts'
import { createRunRequests, type Listening } from './run-request.ts'
import type { RunRow } from './run.table.ts'
import { type Caller, RunKind, RunMode, RunStatus, type StoredOptions } from './run-types.ts'
import { createRunViews } from './run-view.service.ts'
import type { Runner } from './runner.ts'
import type { SentMessagesRepo } from './sent-messages.repo.ts'
import { createSpaceSlots } from './space-slots.ts'

export interface RunServiceDeps extends Pick<RunQueueDeps, 'writer' | 'wake'> {
  repo: RunRepo
  active: ActiveRuns
  runner: Runner
  plans: PlanService
  workflows: Pick<WorkflowService, 'get' | 'keepDraft' | 'onRemoval'>
  big: BigValues
  texts: Pick<SentMessagesRepo, 'of'>
  bus: Bus
  newId: NewId
  clock: Clock
  owner: string
  /** The commit that an environment points to. */
  environmentOf(workflowId: string, env: string): Promise<string | undefined>
}

/** Where a run starts again, and with which values. */
interface Rerun {
  from: string
  edited: Record<string, unknown> | undefined
  pins: Record<string, Record<string, unknown>>
  /** Uses the canvas of the earlier run instead of the current one. */
  isRecorded: boolean
}

/** Starts, resumes and cancels runs. */
export function createRunService(deps: RunServiceDeps) {
  const { repo, active, runner, writer, plans, workflows, big, bus, clock, wake } = deps
  const request = createRunRequests(deps.newId)
  const views = createRunViews({ repo, active, big, texts: deps.texts })
  const withSlot = createSpaceSlots()
  bus.subscribe('run-cancel', (id) => active.byId.get(id)?.run?.cancel())
  workflows.onRemoval(async (workflowId) => {
    for (const id of await repo.endOf(workflowId, clock.now(), runErrors.workflowInBin()))
      await bus.publish('run-cancel', id)
  })

  /** The draft, or a commit of it. */
  async function draftFor(workflowId: string, commitId?: string): Promise<Loaded> {
    const { head, row } = await workflows.get(workflowId)
    if (commitId && commitId !== row.commitId) {
      const kept = await plans.version(workflowId, commitId)
      if (!kept) throw runErrors.noCommit({ commit: commitId })
      return kept
    }
    await workflows.keepDraft(head, row)
    const loaded = await plans.draft(workflowId)
    if (loaded.commitId === row.commitId) return loaded
    return (await plans.version(workflowId, row.commitId)) ?? loaded
  }
  const startDebug = (
    loaded: Loaded,
    input: Record<string, unknown>,
    kind: RunKind,
    caller: Caller,
    options: StoredOptions,
    listening?: Listening,
  ) =>
    withSlot(loaded.spaceId, () =>
      runner.startStored(request(loaded, input, kind, RunMode.sync, caller, options, listening)),
    )
  async function claim(
    workflowId: string,
    id: string,
    eventId: string,
    data: string,
    turn: StoredOptions['turn'],
  ): Promise<RunRow> {
    const row = await views.rowOf(workflowId, id)
    if (row.status !== RunStatus.interrupted) throw runErrors.notWaiting()
    const [first] = JSON.parse(row.interrupts) as InterruptEvent[]
    if (first?.id !== eventId) throw runErrors.wrongEvent({ expected: first?.id ?? '' })
    const options = { ...row.options, answer: { eventId, data }, ...(turn && { turn }) }
    const claimed = await repo.claimWaiting(id, row.fence, deps.owner, options)
    if (!claimed) throw runErrors.notWaiting()
    return claimed
  }

  return {
    ...views,
    ...createRunQueue({ repo, writer, request, wake }),
    draft: draftFor,
    /** Runs a draft that the caller has already loaded. */
    startDraft: (
      loaded: Loaded,
      input: Record<string, unknown>,
      caller: Caller,
      options: StoredOptions = {},
      listening?: Listening,
    ) => startDebug(loaded, input, RunKind.test, caller, options, listening),
    testRun: async (
      workflowId: string,
      input: Record<string, unknown>,
      caller: Caller,
      pinned?: StoredOptions['pinned'],
    ) => startDebug(await draftFor(workflowId), input, RunKind.test, caller, pinned ? { pinned } : {}),
    /** Runs one node, even if the rest of the canvas is invalid. */
    async debugNode(workflowId: string, nodeId: string, inputs: Record<string, unknown>, caller: Caller) {
      const { head, row } = await workflows.get(workflowId)
      await workflows.keepDraft(head, row)
      const loaded = await plans.alone(workflowId, row.commitId, nodeId)
      if (!loaded) throw runErrors.notFound()
      return startDebug(loaded, {}, RunKind.node, caller, {
        only: nodeId,
        edited: { [nodeId]: inputs },
      })
    },
    /**
     * Runs again from a node, on the current canvas or that of the earlier run, and reuses the recorded outputs of the
     * nodes before it.
     */
    async runAgain(workflowId: string, runId: string, { from, edited, pins, isRecorded }: Rerun, caller: Caller) {
      const row = await views.rowOf(workflowId, runId)
      const loaded = isRecorded
        ? await plans.version(workflowId, row.version || row.commitId)
        : await draftFor(workflowId)
      if (!loaded) throw runErrors.notFound()
      if (!loaded.plan.root.index.has(from))
        throw isRecorded ? runErrors.noNode({ node: from }) : runErrors.notOnCanvas({ node: from })
      const pinned = { ...(await views.recordedOutputs(row)) }
      for (const [nodeId, output] of Object.entries(pins)) pinned[nodeId] = { output }
      const input = JSON.parse(await big.unpackText(row.input)) as Record<string, unknown>
      return startDebug(loaded, input, RunKind.again, caller, {
        from,
        pinned,
        ...(edited && { edited: { [from]: edited } }),
      })
    },
    /** Runs a published version. Callers of the public API never run drafts. */
    async runPublished(
      loaded: Loaded,
      input: Record<string, unknown>,
      runMode: RunMode,
      caller: Caller,
      options: StoredOptions = {},
      listening?: Listening,
    ): Promise<ActiveRun> {
      return withSlot(loaded.spaceId, () =>
        runner.start(request(loaded, input, RunKind.published, runMode, caller, options, listening)),
      )
    },
    /** The version for callers of the public API: the newest, or that of the named environment. */
    async published(workflowId: string, env?: string): Promise<Loaded> {
      const commitId = env ? await deps.environmentOf(workflowId, env) : undefined
      if (env && !commitId) throw runErrors.noEnvironment({ env })
      const loaded = commitId ? await plans.version(workflowId, commitId) : await plans.newest(workflowId)
      if (!loaded) throw runErrors.notPublished()
      return loaded
    },
    /** A stored commit by its id. */
    async kept(workflowId: string, commitId: string): Promise<Loaded> {
      const loaded = await plans.version(workflowId, commitId)
      if (!loaded) throw runErrors.notPublished()
      return loaded
    },
    async resume(
      workflowId: string,
      id: string,
      eventId: string,
      data: string,
      { onEvent, log, turn }: Listening & { turn?: StoredOptions['turn'] } = {},
    ): Promise<ActiveRun> {
      return runner.takeOver(await claim(workflowId, id, eventId, data, turn), onEvent, log)
    },
    async cancel(workflowId: string | undefined, id: string): Promise<void> {
      const owner = await repo.workflowOf(id)
      const running = active.byId.get(id)
      if (
        (owner ?? running?.loaded.workflowId) === undefined ||
        (workflowId && (owner ?? running?.loaded.workflowId) !== workflowId)
      )
        throw runErrors.notFound()
      if (owner && (await repo.cancel(id, clock.now())) === 'over') throw runErrors.ended()
      if (running) running.run?.cancel()
      else if (owner) await bus.publish('run-cancel', id)
      await running?.outcome.catch(() => {})
    },
  }
}
export type RunService = ReturnType<typeof createRunService>
