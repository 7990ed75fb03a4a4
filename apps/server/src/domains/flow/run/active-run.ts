import type { Run, RunEvent, RunResult } from '@orrery/engine'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import type { ChatLog } from './chat-log.ts'
import type { NodeRecord } from './node-record.ts'
import { createRunRecorder, type RunRecorder } from './recorder.ts'
import { createSentMessages, type SentMessage, type SentMessages } from './sent-messages.ts'
import type { RunContext, RunKind, RunMode, RunStatus, StoredOptions } from './run-types.ts'

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
/** A run that this process executes. */
export interface ActiveRun {
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
  /** Cost of its model calls so far, at the prices of the models. */
  cost: number
  recorder: RunRecorder
  /** The messages it has sent to its user. */
  messages: SentMessages
  run: Run | undefined
  /** Fencing number; 0 while the run is not in the database. */
  fence: number
  lost: boolean
  /** Set when an effect has happened that the last checkpoint does not contain. */
  dirty: boolean
  writing: Promise<void>
  stored: Promise<void> | undefined
  onEvent: ((event: RunEvent) => void) | undefined
  /** Messages of the run, if it answers in a conversation. */
  chatLog?: ChatLog | undefined
  /** Further listeners. */
  watchers?: Set<(event: RunEvent, record: NodeRecord | undefined) => void>
  outcome: Promise<Outcome>
}
export interface Outcome {
  id: string
  status: Exclude<RunStatus, 0 | 1>
  /** As stored: JSON of the variables, or an answer in the form that API clients expect. */
  output: string
  result: RunResult
  /** At the prices of the models. */
  cost: number
}

type NewActive = Omit<ActiveRun, 'run' | 'lost' | 'dirty' | 'writing' | 'stored' | 'outcome' | 'recorder' | 'messages'>

/** The runs that this process executes. */
export function createActiveRuns() {
  const active = new Map<string, ActiveRun>()
  const isCurrent = (run: ActiveRun) => active.get(run.id) === run
  const drop = (run: ActiveRun) => void (isCurrent(run) && active.delete(run.id))
  return {
    byId: active as ReadonlyMap<string, ActiveRun>,
    isCurrent,
    drop,
    add(base: NewActive, records?: NodeRecord[], messages?: SentMessage[]): ActiveRun {
      const added: ActiveRun = {
        ...base,
        recorder: createRunRecorder(records),
        messages: createSentMessages(messages),
        run: undefined,
        lost: false,
        dirty: false,
        writing: Promise.resolve(),
        stored: base.fence ? Promise.resolve() : undefined,
        outcome: undefined as unknown as Promise<Outcome>,
      }
      active.set(added.id, added)
      return added
    },
    /** Stops a run that another process has taken over. */
    abandon(run: ActiveRun): void {
      run.lost = true
      drop(run)
      run.run?.cancel()
    },
  }
}
export type ActiveRuns = ReturnType<typeof createActiveRuns>
