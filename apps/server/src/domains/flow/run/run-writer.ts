import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '@orrery/engine'
import type { Clock } from '#kit/clock.ts'
import type { ActiveRun, ActiveRuns, NewRunRequest, Outcome } from './active-run.ts'
import type { BigValues } from './big-values.ts'
import type { Change, NewRun, RunStore } from './run.store.ts'
import { RunStatus } from './run-types.ts'

/** Fields of the initial row of a run. */
type Described = Pick<
  ActiveRun,
  'id' | 'loaded' | 'kind' | 'runMode' | 'userId' | 'context' | 'options' | 'input' | 'logId' | 'createdAt'
>
export interface RunWriterDeps {
  store: RunStore
  runs: ActiveRuns
  big: BigValues
  clock: Clock
  owner: string
}

/** Writes runs to the database: when they are queued, before and after each effect, and at their end. */
export function createRunWriter({ store, runs, big, clock, owner }: RunWriterDeps) {
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

  /** Inserts the run the first time; later calls wait for the same insert. */
  function ensureStored(active: ActiveRun): Promise<void> {
    return (active.stored ??= insertRunning(active, active.run && JSON.stringify(active.run.checkpoint())))
  }
  async function insertRunning(active: ActiveRun, checkpoint: string | undefined): Promise<void> {
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

  /** Writes a checkpoint. Throws if another process has taken the run over, so that this process stops. */
  async function checkpoint(item: ActiveRun): Promise<void> {
    if (!item.stored) return ensureStored(item)
    await item.stored
    // Serialised now, while the run does not change; written after the pending write.
    const state = item.run && JSON.stringify(item.run.checkpoint())
    const records = item.recorder.list()
    const turn = item.writing.then(async () => {
      if (item.lost || !runs.isCurrent(item)) return
      const nodes = await big.pack(item.id, records)
      const change: Change = { nodes: nodes.text, blobs: nodes.keys, size: nodes.size, cost: item.cost }
      if (state !== undefined) change.checkpoint = state
      const { held, cancelAsked } = await store.change(item.id, item.fence, change, clock.now())
      if (!held) runs.abandon(item)
      else if (cancelAsked) item.run?.cancel()
    })
    item.writing = turn.catch(() => {})
    await turn
    if (item.lost)
      throw new EngineError(ErrorCode.engine.cancelled, 'this run was taken over by another process', {
        zh: '此运行已由另一个进程接手',
        retryable: false,
      })
  }

  /** Writes the end or the interruption of a run. */
  async function finish(active: ActiveRun, outcome: Outcome): Promise<void> {
    const { result } = outcome
    // Packed one after the other, since equal values share a blob.
    const nodes = await big.pack(active.id, active.recorder.list())
    const input = await big.packText(active.id, active.input)
    const output = await big.packText(active.id, outcome.output)
    const change: Change = {
      status: outcome.status,
      output: output.text,
      nodes: nodes.text,
      interrupts: result.status === 'interrupted' ? JSON.stringify(result.interrupts) : '[]',
      checkpoint: result.status === 'interrupted' ? JSON.stringify(result.checkpoint) : null,
      ...faultOf(result),
      tokensIn: result.usage.input,
      tokensOut: result.usage.output,
      cost: outcome.cost,
      size: nodes.size + input.size + output.size,
      blobs: [...nodes.keys, ...input.keys, ...output.keys],
    }
    if (active.stored) {
      await active.stored
      await active.writing
      const { held } = await store.change(active.id, active.fence, change, clock.now())
      if (!held) runs.abandon(active)
    } else
      await store.insert({
        ...rowOf(active, outcome.status),
        ...change,
        options: active.options,
        input: input.text,
      } as NewRun)
  }
  /** The final write failed: try to mark the run as failed at least. */
  async function markFailed(active: ActiveRun): Promise<void> {
    const change = {
      status: RunStatus.failed,
      errorCode: ErrorCode.engine.executeFail,
      error: 'the run ended, but its records could not be stored',
      errorZh: '运行已结束，但运行记录未能保存',
      checkpoint: null,
    }
    if (active.fence) await store.change(active.id, active.fence, change, clock.now()).catch(() => {})
  }

  return {
    queue: (request: NewRunRequest): Promise<void> => store.insert(queued(request)),
    queueIn: (client: Parameters<RunStore['insertIn']>[0], request: NewRunRequest): Promise<void> =>
      store.insertIn(client, queued(request)),
    queueManyIn: (client: Parameters<RunStore['insertManyIn']>[0], list: NewRunRequest[]): Promise<void> =>
      store.insertManyIn(client, list.map(queued)),
    ensureStored,
    checkpoint,
    finish,
    markFailed,
  }
}
export type RunWriter = ReturnType<typeof createRunWriter>

/** For a cancelled run, the canceller has already stored the reason. */
function faultOf(result: Outcome['result']): Pick<Change, 'errorCode' | 'error' | 'errorZh'> {
  if (result.status === 'cancelled') return {}
  if (result.status !== 'failed') return { errorCode: 0, error: '', errorZh: '' }
  const { code, message, messageZh = '' } = result.error
  return { errorCode: code, error: message, errorZh: messageZh }
}
