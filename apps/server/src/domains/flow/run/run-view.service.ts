import type { InterruptEvent, RunEvent } from '@orrery/engine'
import type { ActiveRuns } from './active-run.ts'
import type { BigValues } from './big-values.ts'
import { type NodeRecord, NodeStatus } from './node-record.ts'
import { unpackRecords } from './packed-records.ts'
import { runErrors } from './run.errors.ts'
import type { HistoryFilter, RunRepo } from './run.repo.ts'
import type { RunRow } from './run.table.ts'
import { RunStatus, type StoredOptions } from './run-types.ts'
import type { SentMessagesRepo } from './sent-messages.repo.ts'
import type { SentMessage } from './sent-messages.ts'

/** The current state of a run, whichever process executes it. */
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
    | 'errorZh'
    | 'tokensIn'
    | 'tokensOut'
    | 'cost'
    | 'input'
    | 'output'
  >
  records: NodeRecord[]
  interrupts: InterruptEvent[]
}
export interface RunViewDeps {
  repo: Pick<RunRepo, 'get' | 'list' | 'workflowOf'>
  active: ActiveRuns
  big: BigValues
  texts: Pick<SentMessagesRepo, 'of'>
}
const nothing = () => {}

/** Reads finished and active runs, of this process and others. */
export function createRunViews({ repo, active, big, texts }: RunViewDeps) {
  async function rowOf(workflowId: string, id: string): Promise<RunRow> {
    const row = await repo.get(id)
    if (row?.workflowId !== workflowId) throw runErrors.notFound()
    return row
  }
  return {
    rowOf,
    /** Recorded outputs of a run, reused instead of computed again. */
    async recordedOutputs(row: RunRow): Promise<NonNullable<StoredOptions['pinned']>> {
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
    },
    /** Status of a run: from memory while it runs here, otherwise from the database. */
    async view(workflowId: string, id: string): Promise<RunView> {
      const row = await rowOf(workflowId, id)
      const running = active.byId.get(id)
      return {
        row: { ...row, input: await big.unpackText(row.input), output: await big.unpackText(row.output) },
        records: running ? running.recorder.list() : unpackRecords(row.nodes),
        // An answered question is not shown again while the run continues.
        interrupts: row.status === RunStatus.interrupted ? (JSON.parse(row.interrupts) as InterruptEvent[]) : [],
      }
    },
    /** The messages a run has sent so far, in this process or another. */
    messagesOf: async (id: string): Promise<SentMessage[]> => active.byId.get(id)?.messages.list() ?? texts.of(id),
    /** Listens to a run; undefined if this process does not execute it. */
    watch(id: string, listener: (event: RunEvent, record: NodeRecord | undefined) => void) {
      const running = active.byId.get(id)
      if (!running) return undefined
      const watchers = (running.watchers ??= new Set())
      watchers.add(listener)
      return {
        messages: running.messages.list,
        settled: running.outcome.then(nothing, nothing),
        stop: () => void watchers.delete(listener),
      }
    },
    history: (filter: HistoryFilter): Promise<RunRow[]> => repo.list(filter),
    full: big.full,
    async contentOf(workflowId: string, id: string): Promise<{ workflowId: string; which: string } | undefined> {
      const row = await repo.get(id)
      return row?.workflowId === workflowId ? { workflowId, which: row.version || row.commitId } : undefined
    },
    workflowOf: (id: string) => repo.workflowOf(id),
    stateOf: async (id: string): Promise<number | undefined> => (await repo.get(id))?.status,
    /** The output of a run as text; empty if its record was removed. */
    async outputOf(id: string): Promise<string> {
      const row = await repo.get(id)
      return row ? big.unpackText(row.output) : ''
    },
  }
}
