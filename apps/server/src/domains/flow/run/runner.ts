import { ErrorCode } from '@orrery/contract/shared/error-codes'
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
import type { NodeRecord } from './node-record.ts'
import { unpackRecords } from './packed-records.ts'
import { createRunRecorder, type RunRecorder } from './recorder.ts'
import type { Change, NewRun, RunStore } from './run.store.ts'
import type { RunRow } from './run.table.ts'
import { type RunContext, RunKind, type RunMode, RunStatus, type StoredOptions } from './run-types.ts'

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
  recorder: RunRecorder
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
  /** Further listeners, if any. */
  watchers?: Set<(event: RunEvent, record: NodeRecord | undefined) => void>
  outcome: Promise<Outcome>
}
/** Initial row of a run. */
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
  /** Messages are stored in the conversation before the run is seen as finished. */
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
    const found: Active = {
      ...base,
      recorder: createRunRecorder(records),
      run: undefined,
      lost: false,
      dirty: false,
      writing: Promise.resolve(),
      stored: base.fence ? Promise.resolve() : undefined,
      outcome: undefined as unknown as Promise<Outcome>,
    }
    active.set(found.id, found)
    return found
  }
  const onEvent = (active: Active) => (event: RunEvent, run: Run) => {
    active.run = run
    active.recorder.on(event)
    if (active.lost) return
    active.chatLog?.on(event)
    active.onEvent?.(event)
    if (active.watchers)
      for (const watch of active.watchers) watch(event, 'path' in event ? active.recorder.get(event.path) : undefined)
    if (active.dirty && event.type === 'node.finished') {
      active.dirty = false
      checkpoint(active).catch(() => {})
    }
  }
  const engineOptions = (active: Active) => ({
    ports,
    context: active.context,
    mode: active.kind === RunKind.published ? ('release' as const) : ('debug' as const),
    onEvent: onEvent(active),
    limits: active.options.totalMs ? { totalMs: active.options.totalMs } : {},
    ...(active.options.stream !== undefined && { stream: active.options.stream }),
    ...(active.options.failFast && { failFast: true }),
    ...(active.options.chat && { chat: true }),
    ...(active.options.pinned && { pinned: active.options.pinned }),
    ...(active.options.edited && { edited: active.options.edited }),
  })

  const rowOf = (described: Described, status: RunStatus): NewRun => ({
    id: described.id,
    workflowId: described.loaded.workflowId,
    spaceId: described.loaded.spaceId,
    commitId: described.loaded.commitId,
    version: described.loaded.version,
    kind: described.kind,
    runMode: described.runMode,
    status,
    userId: described.userId,
    context: described.context,
    options: described.options,
    input: described.input,
    logId: described.logId,
    createdAt: described.createdAt,
    updatedAt: clock.now(),
  })

  const queued = (request: NewRunRequest): NewRun =>
    rowOf({ ...request, input: JSON.stringify(request.input), createdAt: clock.now() }, RunStatus.queued)

  /** The first time a run is written; later calls wait for the same write. */
  function ensureStored(active: Active): Promise<void> {
    return (active.stored ??= insertRunning(active, active.run && JSON.stringify(active.run.checkpoint())))
  }
  async function insertRunning(active: Active, checkpoint: string | undefined): Promise<void> {
    const input = await big.packText(active.id, active.input)
    await store.insert({
      ...rowOf(active, RunStatus.running),
      input: input.text,
      blobs: input.keys,
      size: input.size,
      checkpoint: checkpoint ?? null,
      leaseOwner: owner,
    })
    active.fence = 1
  }

  /** Saves where the run stands; fails when another process has taken it over, so that nothing more is done here. */
  async function checkpoint(item: Active): Promise<void> {
    if (!item.stored) return ensureStored(item)
    await item.stored
    // Written down now, while the run stands still; sent in turn.
    const state = item.run && JSON.stringify(item.run.checkpoint())
    const records = item.recorder.list()
    const turn = item.writing.then(async () => {
      if (item.lost || active.get(item.id) !== item) return
      const nodes = await big.pack(item.id, records)
      const change: Change = { nodes: nodes.text, blobs: nodes.keys, size: nodes.size }
      if (state !== undefined) change.checkpoint = state
      const { held, cancelAsked } = await store.change(item.id, item.fence, change, clock.now())
      if (!held) lose(item)
      else if (cancelAsked) item.run?.cancel()
    })
    item.writing = turn.catch(() => {})
    await turn
    if (item.lost)
      throw new EngineError(ErrorCode.engine.cancelled, 'this run was taken over by another process', {
        retryable: false,
      })
  }
  function lose(item: Active): void {
    item.lost = true
    if (active.get(item.id) === item) active.delete(item.id)
    item.run?.cancel()
  }

  async function settle(item: Active, result: RunResult): Promise<Outcome> {
    const cost = costOfRecords(item.recorder.list())
    const outcome = { id: item.id, status: statusOf(result), output: outputOf(item, result), result, cost }
    if (item.lost) return outcome
    try {
      await keep(item, outcome, result)
      if (!item.lost) deps.onEnd(item, outcome)
    } catch (cause) {
      // The workflow was deleted meanwhile, and its runs with it.
      if (!violates(cause, 'workflow_run_workflow_id_fkey')) {
        await giveUp(item)
        throw cause
      }
    } finally {
      if (active.get(item.id) === item) active.delete(item.id)
    }
    return outcome
  }
  async function keep(active: Active, outcome: Outcome, result: RunResult): Promise<void> {
    if (active.options.turn) await deps.keepChat(active, outcome)
    // One after the other: equal values have one place in the store.
    const nodes = await big.pack(active.id, active.recorder.list())
    const input = await big.packText(active.id, active.input)
    const output = await big.packText(active.id, outcome.output)
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
    // Known before the run is seen as finished: callers may publish right away.
    if (result.status === 'success' && active.kind === RunKind.test && !active.loaded.version)
      await deps.onTested(active.loaded.workflowId, active.loaded.commitId)
    if (active.stored) {
      await active.stored
      await active.writing
      const { held } = await store.change(active.id, active.fence, change, clock.now())
      if (!held) lose(active)
    } else
      await store.insert({
        ...rowOf(active, outcome.status),
        ...change,
        options: active.options,
        input: input.text,
      } as NewRun)
  }
  /** The records could not be written: mark the run as ended anyway. */
  async function giveUp(active: Active): Promise<void> {
    const change = {
      status: RunStatus.failed,
      errorCode: ErrorCode.engine.executeFail,
      error: 'the run ended, but its records could not be stored',
      checkpoint: null,
    }
    if (active.fence) await store.change(active.id, active.fence, change, clock.now()).catch(() => {})
  }

  function work(active: Active, begin: () => Run): Active {
    try {
      active.run = begin()
    } catch (thrown) {
      const error = thrown instanceof EngineError ? thrown : undefined
      if (!error) log.error({ err: thrown, run: active.id }, 'a run could not be started')
      const failure = {
        code: error?.code ?? ErrorCode.engine.executeFail,
        message: error?.message ?? 'the run could not be started',
        nodeId: error?.nodeId ?? '',
        path: '',
      }
      active.outcome = settle(active, { status: 'failed', error: failure, usage: { input: 0, output: 0 } })
      return active
    }
    const later = active.stored
      ? undefined
      : setTimeout(() => void ensureStored(active).catch(() => {}), STORE_AFTER_MS)
    active.outcome = active.run.result.then((result) => {
      clearTimeout(later)
      return settle(active, result)
    })
    active.outcome.catch((cause: unknown) => log.error({ err: cause, run: active.id }, 'a run could not be stored'))
    return active
  }

  function begin(request: NewRunRequest): Active {
    const found = track({
      ...request,
      input: JSON.stringify(request.input),
      createdAt: clock.now(),
      fence: 0,
      onEvent: request.onEvent,
    })
    return found
  }
  const launch = (active: Active, input: Record<string, unknown>) =>
    work(active, () =>
      start(active.loaded.plan, {
        ...engineOptions(active),
        runId: active.id,
        input,
        ...(active.options.only !== undefined && { only: active.options.only }),
        ...(active.options.from !== undefined && { from: active.options.from }),
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
    const found = track(base, unpackRecords(row.nodes))
    if (!loaded)
      return work(found, () => {
        throw new EngineError(ErrorCode.engine.notFound, 'the version of the workflow that this run began with is gone')
      })
    if (row.cancelAsked) {
      found.outcome = settle(found, { status: 'cancelled', usage: { input: row.tokensIn, output: row.tokensOut } })
      return found
    }
    if (!row.checkpoint) return launch(found, JSON.parse(found.input) as Record<string, unknown>)
    const saved = JSON.parse(row.checkpoint) as Checkpoint
    const { answer } = row.options
    const isOpen = answer && saved.interrupts[0]?.id === answer.eventId
    return work(found, () => resume(loaded.plan, saved, { ...engineOptions(found), ...(isOpen && { answer }) }))
  }

  return {
    active,
    /** Starts at once; in the database only when it ends, lasts, or is about to do something outside. */
    start(request: NewRunRequest): Active {
      return launch(begin(request), request.input)
    },
    /** In the database before anything else happens. */
    async startStored(request: NewRunRequest): Promise<Active> {
      const found = begin(request)
      try {
        await ensureStored(found)
      } catch (cause) {
        active.delete(found.id)
        throw cause
      }
      return launch(found, request.input)
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
  for (const { modelCalls } of records)
    if (modelCalls) for (const { costIn, costOut } of modelCalls) sum += costIn + costOut
  return sum
}
const statusOf = (result: RunResult): Outcome['status'] => RunStatus[result.status]

function outputOf(active: Active, result: RunResult): string {
  if (result.status !== 'success') return ''
  if (active.loaded.plan.terminate === 'answer' && result.text !== undefined)
    return JSON.stringify({ content_type: 1, data: result.text, type_for_model: 2 })
  return JSON.stringify(result.output)
}
