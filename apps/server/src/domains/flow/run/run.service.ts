import type { InterruptEvent, RunEvent } from '@orrery/engine'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import type { BigValues } from './big-values.ts'
import type { ChatLog } from './chat-log.ts'
import { type NodeRecord, NodeStatus } from './node-record.ts'
import { unpackRecords } from './packed-records.ts'
import { runErrors } from './run.errors.ts'
import type { HistoryFilter, RunRepo } from './run.repo.ts'
import type { RunRow } from './run.table.ts'
import { type Caller, type RunContext, RunKind, RunMode, RunStatus, type StoredOptions } from './run-types.ts'
import type { Active, NewRunRequest, Runner } from './runner.ts'

export interface RunServiceDeps {
  repo: RunRepo
  runner: Runner
  plans: PlanService
  workflows: Pick<WorkflowService, 'get' | 'keepDraft'>
  big: BigValues
  bus: Bus
  newId: NewId
  clock: Clock
  owner: string
  /** The commit that stands in an environment. */
  environmentOf(workflowId: string, env: string): Promise<string | undefined>
  /** Looks for queued runs at once instead of at the next round. */
  wake(): void
}
/** Listeners of a run. */
export interface Listening {
  onEvent?: ((event: RunEvent) => void) | undefined
  log?: ChatLog | undefined
}
/** A run as it stands, wherever it is being worked on. */
export interface RunView {
  row: Pick<
    RunRow,
    | 'id'
    | 'workflowId'
    | 'spaceId'
    | 'commitId'
    | 'version'
    | 'kind'
    | 'runMode'
    | 'status'
    | 'userId'
    | 'context'
    | 'logId'
    | 'createdAt'
    | 'updatedAt'
    | 'errorCode'
    | 'error'
    | 'tokensIn'
    | 'tokensOut'
    | 'cost'
    | 'input'
    | 'output'
  >
  records: NodeRecord[]
  interrupts: InterruptEvent[]
}
const MAX_QUEUED = 10_000
const MAX_ACTIVE_OF_SPACE = 500
const HALF_HOUR = 30 * 60_000
const DAY = 24 * 3600_000
const nothing = () => {}

export function createRunService(deps: RunServiceDeps) {
  const { repo, runner, plans, workflows, big, bus, newId, clock } = deps
  const perSpace = new Map<string, number>()
  bus.subscribe('run-cancel', (id) => runner.active.get(id)?.run?.cancel())

  /** One space must not take all the room of a process. */
  function takePlace(spaceId: string): () => void {
    const count = perSpace.get(spaceId) ?? 0
    if (count >= MAX_ACTIVE_OF_SPACE) throw runErrors.tooManyAtOnce({ max: MAX_ACTIVE_OF_SPACE })
    perSpace.set(spaceId, count + 1)
    return () => {
      const now = perSpace.get(spaceId)! - 1
      if (now) perSpace.set(spaceId, now)
      else perSpace.delete(spaceId)
    }
  }
  const holdPlace = (active: Active, leave: () => void): Active => {
    active.outcome.then(leave, leave)
    return active
  }

  const contextOf = (loaded: Loaded, caller: Caller): RunContext => {
    const all = { ...caller, projectId: caller.projectId ?? loaded.projectId, logId: undefined }
    // Only what is known is stored with the run, which has the log id in a column of its own.
    const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value))
    return { ...known, spaceId: loaded.spaceId, userId: caller.userId, workflowId: loaded.workflowId }
  }
  const request = (
    loaded: Loaded,
    input: Record<string, unknown>,
    kind: RunKind,
    runMode: RunMode,
    caller: Caller,
    options: StoredOptions,
    { onEvent, log }: Listening = {},
  ): NewRunRequest => ({
    id: newId(),
    loaded,
    input,
    kind,
    runMode,
    userId: caller.userId,
    context: contextOf(loaded, caller),
    options: { totalMs: runMode === RunMode.async || kind !== RunKind.published ? DAY : HALF_HOUR, ...options },
    logId: caller.logId,
    onEvent,
    chatLog: log,
  })

  async function draftFor(workflowId: string): Promise<Loaded> {
    const { head, row } = await workflows.get(workflowId)
    await workflows.keepDraft(head, row)
    const loaded = await plans.draft(workflowId)
    if (loaded.commitId === row.commitId) return loaded
    return (await plans.version(workflowId, row.commitId)) ?? loaded
  }
  async function startDebug(
    loaded: Loaded,
    input: Record<string, unknown>,
    kind: RunKind,
    caller: Caller,
    options: StoredOptions,
    listening?: Listening,
  ) {
    const leave = takePlace(loaded.spaceId)
    try {
      const asked = request(loaded, input, kind, RunMode.sync, caller, options, listening)
      return holdPlace(await runner.startStored(asked), leave)
    } catch (cause) {
      leave()
      throw cause
    }
  }

  async function refuseFull(spaceId: string): Promise<void> {
    if ((await repo.countQueued(spaceId, MAX_QUEUED)) >= MAX_QUEUED) throw runErrors.queueFull({ max: MAX_QUEUED })
  }

  async function rowOf(workflowId: string, id: string): Promise<RunRow> {
    const row = await repo.get(id)
    if (row?.workflowId !== workflowId) throw runErrors.notFound()
    return row
  }
  /** Recorded outputs of a run, reused instead of computed again. */
  async function recordedOutputs(row: RunRow): Promise<NonNullable<StoredOptions['pinned']>> {
    const pinned: Record<string, { output: Record<string, unknown>; port?: string; text?: string }> = {}
    for (const record of unpackRecords(row.nodes)) {
      if (record.depth || record.round !== undefined || record.status !== NodeStatus.success) continue
      const output = (await big.full(record.output)) as Record<string, unknown> | undefined
      const text = (await big.full(record.text)) as string | undefined
      if (output)
        pinned[record.nodeId] = {
          output,
          ...(record.port !== undefined && { port: record.port }),
          ...(text !== undefined && { text }),
        }
    }
    return pinned
  }
  async function claim(
    workflowId: string,
    id: string,
    eventId: string,
    data: string,
    turn: StoredOptions['turn'],
  ): Promise<RunRow> {
    const row = await rowOf(workflowId, id)
    if (row.status !== RunStatus.interrupted) throw runErrors.notWaiting()
    const [first] = JSON.parse(row.interrupts) as InterruptEvent[]
    if (first?.id !== eventId) throw runErrors.wrongEvent({ expected: first?.id ?? '' })
    const options = { ...row.options, answer: { eventId, data }, ...(turn && { turn }) }
    const claimed = await repo.claimWaiting(id, row.fence, deps.owner, options)
    if (!claimed) throw runErrors.notWaiting()
    return claimed
  }

  return {
    contextOf,
    draft: draftFor,
    /** Runs the draft as it was loaded. */
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
    async debugNode(workflowId: string, nodeId: string, inputs: Record<string, unknown>, caller: Caller) {
      return startDebug(await draftFor(workflowId), {}, RunKind.node, caller, {
        only: nodeId,
        edited: { [nodeId]: inputs },
      })
    },
    /** Runs again from a node, with what the nodes before it gave in that run. */
    async runAgain(
      workflowId: string,
      runId: string,
      from: string,
      edited: Record<string, unknown> | undefined,
      pins: Record<string, Record<string, unknown>>,
      caller: Caller,
    ) {
      const row = await rowOf(workflowId, runId)
      const loaded = await plans.version(workflowId, row.version || row.commitId)
      if (!loaded) throw runErrors.notFound()
      if (!loaded.plan.root.index.has(from)) throw runErrors.noNode({ node: from })
      const pinned = { ...(await recordedOutputs(row)) }
      for (const [nodeId, output] of Object.entries(pins)) pinned[nodeId] = { output }
      const input = JSON.parse(await big.unpackText(row.input)) as Record<string, unknown>
      return startDebug(loaded, input, RunKind.again, caller, {
        from,
        pinned,
        ...(edited && { edited: { [from]: edited } }),
      })
    },
    /** Runs the newest published version; drafts are never reached from outside. */
    async runPublished(
      loaded: Loaded,
      input: Record<string, unknown>,
      runMode: RunMode,
      caller: Caller,
      options: StoredOptions = {},
      listening?: Listening,
    ): Promise<Active> {
      const leave = takePlace(loaded.spaceId)
      return holdPlace(
        runner.start(request(loaded, input, RunKind.published, runMode, caller, options, listening)),
        leave,
      )
    },
    /** What external callers run: the newest version, or the one in the named environment. */
    async published(workflowId: string, env?: string): Promise<Loaded> {
      const commitId = env ? await deps.environmentOf(workflowId, env) : undefined
      if (env && !commitId) throw runErrors.noEnvironment({ env })
      const loaded = commitId ? await plans.version(workflowId, commitId) : await plans.newest(workflowId)
      if (!loaded) throw runErrors.notPublished()
      return loaded
    },
    /** A state that was kept under its commit id. */
    async kept(workflowId: string, commitId: string): Promise<Loaded> {
      const loaded = await plans.version(workflowId, commitId)
      if (!loaded) throw runErrors.notPublished()
      return loaded
    },
    async enqueue(
      loaded: Loaded,
      input: Record<string, unknown>,
      caller: Caller,
      options: StoredOptions = {},
    ): Promise<string> {
      await refuseFull(loaded.spaceId)
      const queued = request(loaded, input, RunKind.published, RunMode.async, caller, options)
      await runner.queue(queued)
      deps.wake()
      return queued.id
    },
    /** A queued run that exists when the caller's transaction does. */
    async enqueueIn(
      client: Parameters<Runner['queueIn']>[0],
      id: string,
      loaded: Loaded,
      input: Record<string, unknown>,
      caller: Caller,
    ): Promise<void> {
      await refuseFull(loaded.spaceId)
      await runner.queueIn(client, { ...request(loaded, input, RunKind.published, RunMode.async, caller, {}), id })
    },
    /** Many queued runs in the caller's transaction. */
    async enqueueMany(
      client: Parameters<Runner['queueManyIn']>[0],
      list: { id: string; input: Record<string, unknown> }[],
      loaded: Loaded,
      caller: Caller,
    ): Promise<void> {
      const waiting = await repo.countQueued(loaded.spaceId, MAX_QUEUED)
      if (waiting + list.length > MAX_QUEUED) throw runErrors.queueFull({ max: MAX_QUEUED })
      await runner.queueManyIn(
        client,
        list.map(({ id, input }) => ({
          ...request(loaded, input, RunKind.published, RunMode.async, caller, {}),
          id,
        })),
      )
    },
    wake: deps.wake,
    async resume(
      workflowId: string,
      id: string,
      eventId: string,
      data: string,
      { onEvent, log, turn }: Listening & { turn?: StoredOptions['turn'] } = {},
    ): Promise<Active> {
      return runner.takeOver(await claim(workflowId, id, eventId, data, turn), onEvent, log)
    },
    async cancel(workflowId: string | undefined, id: string): Promise<void> {
      const owner = await repo.workflowOf(id)
      const active = runner.active.get(id)
      if (
        (owner ?? active?.loaded.workflowId) === undefined ||
        (workflowId && (owner ?? active?.loaded.workflowId) !== workflowId)
      )
        throw runErrors.notFound()
      if (owner && (await repo.cancel(id, clock.now())) === 'over') throw runErrors.ended()
      if (active) active.run?.cancel()
      else if (owner) await bus.publish('run-cancel', id)
      await active?.outcome.catch(() => {})
    },
    /** Status of a run: from memory while it runs here, otherwise from the database. */
    async view(workflowId: string, id: string): Promise<RunView> {
      const row = await rowOf(workflowId, id)
      const active = runner.active.get(id)
      return {
        row: { ...row, input: await big.unpackText(row.input), output: await big.unpackText(row.output) },
        records: active ? active.recorder.list() : unpackRecords(row.nodes),
        interrupts: JSON.parse(row.interrupts) as InterruptEvent[],
      }
    },
    /** Listens to a run that this process works on; undefined when it is not here. */
    watch(id: string, listener: (event: RunEvent, record: NodeRecord | undefined) => void) {
      const active = runner.active.get(id)
      if (!active) return undefined
      const watchers = (active.watchers ??= new Set())
      watchers.add(listener)
      return { settled: active.outcome.then(nothing, nothing), stop: () => void watchers.delete(listener) }
    },
    history: (filter: HistoryFilter): Promise<RunRow[]> => repo.list(filter),
    full: big.full,
    async contentOf(workflowId: string, id: string): Promise<{ workflowId: string; which: string } | undefined> {
      const row = await repo.get(id)
      return row?.workflowId === workflowId ? { workflowId, which: row.version || row.commitId } : undefined
    },
    workflowOf: (id: string) => repo.workflowOf(id),
    rowOf,
  }
}
export type RunService = ReturnType<typeof createRunService>
