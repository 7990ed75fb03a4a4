import {
  type Checkpoint,
  EngineError,
  type Ports,
  resume,
  type Run,
  type RunEvent,
  type RunResult,
  start,
} from '@orrery/engine'
import type { Clock } from '#kit/clock.ts'
import { violates } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import type { BigValues } from './big-values.ts'
import { type ChatLog, createChatLog } from './chat-log.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { Change, NewRun, RunStore } from './run.store.ts'
import type { RunRow } from './run.table.ts'
import { type NodeRecord, type RunContext, RunKind, type RunMode, RunStatus, type StoredOptions } from './run-types.ts'

export interface NewRunRequest {
  id: string
  loaded: Loaded
  input: Record<string, unknown>
  kind: RunKind
  runMode: RunMode
  userId: string
  context: RunContext
  options: StoredOptions
  logId: string
  onEvent?: ((event: RunEvent) => void) | undefined
  chatLog?: ChatLog | undefined
}
/** A run that this process is working on. */
export interface Active {
  id: string
  loaded: Pick<Loaded, 'plan' | 'workflowId' | 'spaceId' | 'commitId' | 'version'>
  kind: RunKind
  runMode: RunMode
  userId: string
  context: RunContext
  options: StoredOptions
  input: string
  logId: string
  createdAt: number
  recorder: Recorder
  run: Run | undefined
  /** 0: not in the database yet. */
  fence: number
  lost: boolean
  /** An effect has happened that the last checkpoint does not know. */
  dirty: boolean
  writing: Promise<void>
  stored: Promise<void> | undefined
  onEvent: ((event: RunEvent) => void) | undefined
  /** Of a run that answers in a conversation. */
  chatLog?: ChatLog | undefined
  /** Others who look on; absent while nobody does. */
  watchers?: Set<(event: RunEvent, record: NodeRecord | undefined) => void>
  outcome: Promise<Outcome>
}
/** What a row says of a run before anything has happened. */
type Described = Pick<
  Active,
  'id' | 'loaded' | 'kind' | 'runMode' | 'userId' | 'context' | 'options' | 'input' | 'logId' | 'createdAt'
>
export interface Outcome {
  id: string
  status: Exclude<RunStatus, 0 | 1>
  /** As it is stored: JSON of the variables, or the answer in the form that callers of the API know. */
  output: string
  result: RunResult
  /** At the prices of the models. */
  cost: number
}
export interface RunnerDeps {
  store: RunStore
  plans: PlanService
  big: BigValues
  ports: Ports
  clock: Clock
  log: Log
  owner: string
  /** A test run of this state of the draft came to a good end. */
  onTested(workflowId: string, commitId: string): Promise<void>
  /** What a run said goes into its conversation before the run is seen to have ended. */
  keepChat(active: Active, outcome: Outcome): Promise<void>
  /** It has ended, or waits for a person, and is kept. */
  onEnd(active: Active, outcome: Outcome): void
  newId: NewId
}
/** Runs that take longer than this are in the database while they last, so that others can see and take over them. */
const STORE_AFTER_MS = 300

/** Works on runs and keeps them in the database: before anything happens outside, after it happened, and at the end. */
export function createRunner(deps: RunnerDeps) {
  const { store, plans, big, ports, clock, log, owner } = deps
  const active = new Map<string, Active>()

  function track(
    base: Omit<Active, 'run' | 'lost' | 'dirty' | 'writing' | 'stored' | 'outcome' | 'recorder'>,
    records?: NodeRecord[],
  ): Active {
    const one: Active = {
      ...base,
      recorder: createRecorder(records),
      run: undefined,
      lost: false,
      dirty: false,
      writing: Promise.resolve(),
      stored: base.fence ? Promise.resolve() : undefined,
      outcome: undefined as unknown as Promise<Outcome>,
    }
    active.set(one.id, one)
    return one
  }
  const onEvent = (one: Active) => (event: RunEvent, run: Run) => {
    one.run = run
    one.recorder.on(event)
    if (one.lost) return
    one.chatLog?.on(event)
    one.onEvent?.(event)
    if (one.watchers)
      for (const watch of one.watchers) watch(event, 'path' in event ? one.recorder.get(event.path) : undefined)
    if (one.dirty && event.type === 'node.finished') {
      one.dirty = false
      checkpoint(one).catch(() => {})
    }
  }
  const engineOptions = (one: Active) => ({
    ports,
    context: one.context,
    mode: one.kind === RunKind.published ? ('release' as const) : ('debug' as const),
    onEvent: onEvent(one),
    limits: one.options.totalMs ? { totalMs: one.options.totalMs } : {},
    ...(one.options.stream !== undefined && { stream: one.options.stream }),
    ...(one.options.failFast && { failFast: true }),
    ...(one.options.chat && { chat: true }),
    ...(one.options.pinned && { pinned: one.options.pinned }),
    ...(one.options.edited && { edited: one.options.edited }),
  })

  const rowOf = (one: Described, status: RunStatus): NewRun => ({
    id: one.id,
    workflowId: one.loaded.workflowId,
    spaceId: one.loaded.spaceId,
    commitId: one.loaded.commitId,
    version: one.loaded.version,
    kind: one.kind,
    runMode: one.runMode,
    status,
    userId: one.userId,
    context: one.context,
    options: one.options,
    input: one.input,
    logId: one.logId,
    createdAt: one.createdAt,
    updatedAt: clock.now(),
  })

  const queued = (request: NewRunRequest): NewRun =>
    rowOf({ ...request, input: JSON.stringify(request.input), createdAt: clock.now() }, RunStatus.queued)

  /** The first time a run is written; later calls wait for the same write. */
  function ensureStored(one: Active): Promise<void> {
    return (one.stored ??= insertRunning(one, one.run && JSON.stringify(one.run.checkpoint())))
  }
  async function insertRunning(one: Active, checkpoint: string | undefined): Promise<void> {
    const input = await big.packText(one.id, one.input)
    await store.insert({
      ...rowOf(one, RunStatus.running),
      input: input.text,
      blobs: input.keys,
      size: input.size,
      checkpoint: checkpoint ?? null,
      leaseOwner: owner,
    })
    one.fence = 1
  }

  /** Saves where the run stands; fails when another process has taken it over, so that nothing more is done here. */
  async function checkpoint(one: Active): Promise<void> {
    if (!one.stored) return ensureStored(one)
    await one.stored
    // Written down now, while the run stands still; sent in turn.
    const state = one.run && JSON.stringify(one.run.checkpoint())
    const records = one.recorder.list()
    const turn = one.writing.then(async () => {
      if (one.lost || active.get(one.id) !== one) return
      const nodes = await big.pack(one.id, records)
      const change: Change = { nodes: nodes.text, blobs: nodes.keys, size: nodes.size }
      if (state !== undefined) change.checkpoint = state
      const { held, cancelAsked } = await store.change(one.id, one.fence, change, clock.now())
      if (!held) lose(one)
      else if (cancelAsked) one.run?.cancel()
    })
    one.writing = turn.catch(() => {})
    await turn
    if (one.lost) throw new EngineError(777777777, 'this run was taken over by another process', { retryable: false })
  }
  function lose(one: Active): void {
    one.lost = true
    if (active.get(one.id) === one) active.delete(one.id)
    one.run?.cancel()
  }

  async function settle(one: Active, result: RunResult): Promise<Outcome> {
    const cost = costOfRecords(one.recorder.list())
    const outcome = { id: one.id, status: statusOf(result), output: outputOf(one, result), result, cost }
    if (one.lost) return outcome
    try {
      await keep(one, outcome, result)
      if (!one.lost) deps.onEnd(one, outcome)
    } catch (cause) {
      // The workflow was deleted meanwhile, and its runs with it.
      if (!violates(cause, 'workflow_run_workflow_id_fkey')) {
        await giveUp(one)
        throw cause
      }
    } finally {
      if (active.get(one.id) === one) active.delete(one.id)
    }
    return outcome
  }
  async function keep(one: Active, outcome: Outcome, result: RunResult): Promise<void> {
    if (one.options.turn) await deps.keepChat(one, outcome)
    // One after the other: equal values have one place in the store.
    const nodes = await big.pack(one.id, one.recorder.list())
    const input = await big.packText(one.id, one.input)
    const output = await big.packText(one.id, outcome.output)
    const change: Change = {
      status: outcome.status,
      output: output.text,
      nodes: nodes.text,
      interrupts: result.status === 'interrupted' ? JSON.stringify(result.interrupts) : '[]',
      checkpoint: result.status === 'interrupted' ? JSON.stringify(result.checkpoint) : null,
      errorCode: result.status === 'failed' ? result.error.code : 0,
      error: result.status === 'failed' ? result.error.message : '',
      tokensIn: result.usage.input,
      tokensOut: result.usage.output,
      cost: outcome.cost,
      size: nodes.size + input.size + output.size,
      blobs: [...nodes.keys, ...input.keys, ...output.keys],
    }
    // Known before the run is seen to have ended: whoever waits for that publishes at once.
    if (result.status === 'success' && one.kind === RunKind.test && !one.loaded.version)
      await deps.onTested(one.loaded.workflowId, one.loaded.commitId)
    if (one.stored) {
      await one.stored
      await one.writing
      const { held } = await store.change(one.id, one.fence, change, clock.now())
      if (!held) lose(one)
    } else
      await store.insert({
        ...rowOf(one, outcome.status),
        ...change,
        options: one.options,
        input: input.text,
      } as NewRun)
  }
  /** The records could not be written: at least nobody should believe that the run goes on. */
  async function giveUp(one: Active): Promise<void> {
    const change = {
      status: RunStatus.failed,
      errorCode: 720701013,
      error: 'the run ended, but its records could not be stored',
      checkpoint: null,
    }
    if (one.fence) await store.change(one.id, one.fence, change, clock.now()).catch(() => {})
  }

  function work(one: Active, begin: () => Run): Active {
    try {
      one.run = begin()
    } catch (thrown) {
      const error = thrown instanceof EngineError ? thrown : undefined
      if (!error) log.error({ err: thrown, run: one.id }, 'a run could not be started')
      const failure = {
        code: error?.code ?? 720701013,
        message: error?.message ?? 'the run could not be started',
        nodeId: error?.nodeId ?? '',
        path: '',
      }
      one.outcome = settle(one, { status: 'failed', error: failure, usage: { input: 0, output: 0 } })
      return one
    }
    const later = one.stored ? undefined : setTimeout(() => void ensureStored(one).catch(() => {}), STORE_AFTER_MS)
    one.outcome = one.run.result.then((result) => {
      clearTimeout(later)
      return settle(one, result)
    })
    one.outcome.catch((cause: unknown) => log.error({ err: cause, run: one.id }, 'a run could not be stored'))
    return one
  }

  function begin(request: NewRunRequest): Active {
    const one = track({
      ...request,
      input: JSON.stringify(request.input),
      createdAt: clock.now(),
      fence: 0,
      onEvent: request.onEvent,
    })
    return one
  }
  const launch = (one: Active, input: Record<string, unknown>) =>
    work(one, () =>
      start(one.loaded.plan, {
        ...engineOptions(one),
        runId: one.id,
        input,
        ...(one.options.only !== undefined && { only: one.options.only }),
        ...(one.options.from !== undefined && { from: one.options.from }),
      }),
    )

  /** Goes on with a run that this process has claimed. */
  async function takeOver(row: RunRow, listener?: (event: RunEvent) => void, chatLog?: ChatLog): Promise<Active> {
    const loaded = await plans.version(row.workflowId, row.version || row.commitId).catch(() => undefined)
    const base = {
      id: row.id,
      loaded: loaded ?? (row as unknown as Loaded),
      kind: row.kind as RunKind,
      runMode: row.runMode as RunMode,
      userId: row.userId,
      context: row.context,
      options: row.options,
      input: await big.unpackText(row.input),
      logId: row.logId,
      createdAt: row.createdAt,
      fence: row.fence,
      onEvent: listener,
      chatLog: chatLog ?? (row.options.turn && createChatLog(deps.newId)),
    }
    // This process itself may have been silent for too long.
    const before = active.get(row.id)
    if (before) lose(before)
    const one = track(base, JSON.parse(row.nodes) as NodeRecord[])
    if (!loaded)
      return work(one, () => {
        throw new EngineError(720702004, 'the version of the workflow that this run began with is gone')
      })
    if (row.cancelAsked) {
      one.outcome = settle(one, { status: 'cancelled', usage: { input: row.tokensIn, output: row.tokensOut } })
      return one
    }
    if (!row.checkpoint) return launch(one, JSON.parse(one.input) as Record<string, unknown>)
    const saved = JSON.parse(row.checkpoint) as Checkpoint
    const { answer } = row.options
    const isOpen = answer && saved.interrupts[0]?.id === answer.eventId
    return work(one, () => resume(loaded.plan, saved, { ...engineOptions(one), ...(isOpen && { answer }) }))
  }

  return {
    active,
    /** Starts at once; in the database only when it ends, lasts, or is about to do something outside. */
    start(request: NewRunRequest): Active {
      return launch(begin(request), request.input)
    },
    /** In the database before anything else happens. */
    async startStored(request: NewRunRequest): Promise<Active> {
      const one = begin(request)
      try {
        await ensureStored(one)
      } catch (cause) {
        active.delete(one.id)
        throw cause
      }
      return launch(one, request.input)
    },
    queue: (request: NewRunRequest): Promise<void> => store.insert(queued(request)),
    queueIn: (client: Parameters<RunStore['insertIn']>[0], request: NewRunRequest): Promise<void> =>
      store.insertIn(client, queued(request)),
    queueManyIn: (client: Parameters<RunStore['insertManyIn']>[0], list: NewRunRequest[]): Promise<void> =>
      store.insertManyIn(client, list.map(queued)),
    takeOver,
    checkpoint,
    lose,
  }
}
export type Runner = ReturnType<typeof createRunner>

const costOfRecords = (records: readonly NodeRecord[]): number => {
  let sum = 0
  for (const { m } of records) if (m) for (const { ci, co } of m) sum += ci + co
  return sum
}
const statusOf = (result: RunResult): Outcome['status'] => RunStatus[result.status]

function outputOf(one: Active, result: RunResult): string {
  if (result.status !== 'success') return ''
  if (one.loaded.plan.terminate === 'answer' && result.text !== undefined)
    return JSON.stringify({ content_type: 1, data: result.text, type_for_model: 2 })
  return JSON.stringify(result.output)
}
