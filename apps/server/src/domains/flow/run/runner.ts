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
import { currentUse, type ModelUse } from '#kit/models/model-use.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import type { ActiveRun, ActiveRuns, NewRunRequest, Outcome } from './active-run.ts'
import type { BigValues } from './big-values.ts'
import { type ChatLog, createChatLog } from './chat-log.ts'
import { unpackRecords } from './packed-records.ts'
import type { RunRow } from './run.table.ts'
import type { RunWriter } from './run-writer.ts'
import type { SentMessagesWriter } from './sent-messages-writer.ts'
import { RunKind, type RunMode, RunStatus } from './run-types.ts'

export interface RunnerDeps {
  runs: ActiveRuns
  writer: RunWriter
  texts: SentMessagesWriter
  plans: PlanService
  big: BigValues
  ports: Ports
  clock: Clock
  log: Log
  /** A test run of this commit of the draft succeeded. */
  onTested(workflowId: string, commitId: string): Promise<void>
  /** Stores the messages in the conversation, before the run is shown as finished. */
  saveChat(active: ActiveRun, outcome: Outcome): Promise<void>
  /** The run has finished or is interrupted, and is stored. */
  onEnd(active: ActiveRun, outcome: Outcome): void
  newId: NewId
}
/**
 * Runs that take longer than this are stored while they run, so that other processes can see them and take them over.
 */
const STORE_AFTER_MS = 300

/** Usage of a workflow within a bot is counted for the bot. */
const useOf = ({ kind, loaded, userId }: ActiveRun): ModelUse =>
  currentUse.getStore() ?? {
    resourceId: loaded.workflowId,
    userId,
    source: kind === RunKind.published ? 'online' : 'test',
  }

/** Executes runs with the engine: new ones, resumed ones, and those taken over from dead processes. */
export function createRunner(deps: RunnerDeps) {
  const { runs, writer, texts, plans, big, ports, clock, log } = deps

  const onEvent = (active: ActiveRun) => (happened: RunEvent, run: Run) => {
    active.run = run
    active.recorder.on(happened)
    if (active.lost) return
    const event = happened.type === 'message' && happened.depth === 0 ? active.messages.take(happened) : happened
    if (!event) return
    if (event.type === 'message') texts.later(active)
    active.chatLog?.on(event)
    active.onEvent?.(event)
    if (active.watchers)
      for (const watch of active.watchers) watch(event, 'path' in event ? active.recorder.get(event.path) : undefined)
    if (active.dirty && event.type === 'node.finished') {
      active.dirty = false
      writer.checkpoint(active).catch(() => {})
    }
  }
  const engineOptions = (active: ActiveRun) => ({
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

  async function settle(active: ActiveRun, result: RunResult): Promise<Outcome> {
    const { cost } = active
    const outcome = { id: active.id, status: statusOf(result), output: outputOf(active, result), result, cost }
    if (active.lost) return outcome
    try {
      if (active.options.turn) await deps.saveChat(active, outcome)
      // Stored before the run is shown as finished, since callers may publish right away.
      if (result.status === 'success' && active.kind === RunKind.test && !active.loaded.version)
        await deps.onTested(active.loaded.workflowId, active.loaded.commitId)
      await texts.save(active)
      await writer.finish(active, outcome)
      if (!active.lost) deps.onEnd(active, outcome)
    } catch (cause) {
      // The workflow was deleted meanwhile, together with its runs.
      if (!violates(cause, 'workflow_run_workflow_id_fkey')) {
        await writer.markFailed(active)
        throw cause
      }
    } finally {
      runs.drop(active)
    }
    return outcome
  }

  function work(active: ActiveRun, begin: () => Run): ActiveRun {
    try {
      active.run = currentUse.run(useOf(active), begin)
    } catch (thrown) {
      const error = thrown instanceof EngineError ? thrown : undefined
      if (!error) log.error({ err: thrown, run: active.id }, 'a run could not be started')
      const failure = {
        code: error?.code ?? ErrorCode.engine.executeFail,
        message: error?.message ?? 'the run could not be started',
        messageZh: error ? error.zh : '运行未能启动',
        nodeId: error?.nodeId ?? '',
        path: '',
      }
      active.outcome = settle(active, { status: 'failed', error: failure, usage: { input: 0, output: 0 } })
      return active
    }
    const later = active.stored
      ? undefined
      : setTimeout(() => void writer.ensureStored(active).catch(() => {}), STORE_AFTER_MS)
    active.outcome = active.run.result.then((result) => {
      clearTimeout(later)
      return settle(active, result)
    })
    active.outcome.catch((cause: unknown) => log.error({ err: cause, run: active.id }, 'a run could not be stored'))
    return active
  }

  const begin = (request: NewRunRequest): ActiveRun =>
    runs.add({
      ...request,
      input: JSON.stringify(request.input),
      createdAt: clock.now(),
      cost: 0,
      fence: 0,
      onEvent: request.onEvent,
    })
  const launch = (active: ActiveRun, input: Record<string, unknown>) =>
    work(active, () =>
      start(active.loaded.plan, {
        ...engineOptions(active),
        runId: active.id,
        input,
        ...(active.options.only !== undefined && { only: active.options.only }),
        ...(active.options.from !== undefined && { from: active.options.from }),
      }),
    )

  /** Continues a run that this process has claimed. */
  async function takeOver(row: RunRow, listener?: (event: RunEvent) => void, chatLog?: ChatLog): Promise<ActiveRun> {
    const which = row.version || row.commitId
    const { only } = row.options
    const loading = only === undefined ? plans.version(row.workflowId, which) : plans.alone(row.workflowId, which, only)
    const loaded = await loading.catch(() => undefined)
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
      cost: row.cost,
      fence: row.fence,
      onEvent: listener,
      chatLog: chatLog ?? (row.options.turn && createChatLog(deps.newId)),
    }
    // This process itself may have lost the lease of the run and claimed it again.
    const before = runs.byId.get(row.id)
    if (before) runs.abandon(before)
    const messages = await texts.of(row.id)
    for (const { path, text } of messages) if (base.chatLog) base.chatLog.of(path).text = text
    const found = runs.add(base, unpackRecords(row.nodes), messages)
    if (!loaded)
      return work(found, () => {
        throw new EngineError(
          ErrorCode.engine.notFound,
          'the version of the workflow that this run began with is gone',
          { zh: '此运行所用的工作流版本已不存在' },
        )
      })
    if (row.cancelAsked) {
      found.outcome = settle(found, { status: 'cancelled', usage: { input: row.tokensIn, output: row.tokensOut } })
      return found
    }
    if (!row.checkpoint) return launch(found, JSON.parse(found.input) as Record<string, unknown>)
    const saved = JSON.parse(row.checkpoint) as Checkpoint
    const { answer } = row.options
    const [first] = saved.interrupts
    const isOpen = answer && first?.id === answer.eventId
    if (isOpen) found.recorder.answered(first.path)
    return work(found, () => resume(loaded.plan, saved, { ...engineOptions(found), ...(isOpen && { answer }) }))
  }

  return {
    /** Starts at once. The run is stored only when it ends, takes long, or is about to cause an effect. */
    start(request: NewRunRequest): ActiveRun {
      return launch(begin(request), request.input)
    },
    /** Stores the run before it starts. */
    async startStored(request: NewRunRequest): Promise<ActiveRun> {
      const active = begin(request)
      try {
        await writer.ensureStored(active)
      } catch (cause) {
        runs.drop(active)
        throw cause
      }
      return launch(active, request.input)
    },
    takeOver,
  }
}
export type Runner = ReturnType<typeof createRunner>

const statusOf = (result: RunResult): Outcome['status'] => RunStatus[result.status]

function outputOf(active: ActiveRun, result: RunResult): string {
  if (result.status !== 'success') return ''
  if (active.loaded.plan.terminate === 'answer' && result.text !== undefined)
    return JSON.stringify({ content_type: 1, data: result.text, type_for_model: 2 })
  return JSON.stringify(result.output)
}
