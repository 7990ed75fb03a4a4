import type { Run, RunEvent, RunResult } from '@orrery/engine'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import type { ChatLog } from './chat-log.ts'
import type { NodeRecord } from './node-record.ts'
import { createRunRecorder, type RunRecorder } from './recorder.ts'
import { createToldTexts, type ToldText, type ToldTexts } from './told-texts.ts'
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
/** A run that this process is working on. */
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
  /** What its model calls have cost so far, at the prices of the models. */
  cost: number
  recorder: RunRecorder
  /** What it has said to its person. */
  told: ToldTexts
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
export interface Outcome {
  id: string
  status: Exclude<RunStatus, 0 | 1>
  /** As it is stored: JSON of the variables, or the answer in the form that callers of the API know. */
  output: string
  result: RunResult
  /** At the prices of the models. */
  cost: number
}

type NewActive = Omit<ActiveRun, 'run' | 'lost' | 'dirty' | 'writing' | 'stored' | 'outcome' | 'recorder' | 'told'>

/** The runs that this process is working on. */
export function createActiveRuns() {
  const active = new Map<string, ActiveRun>()
  const isCurrent = (run: ActiveRun) => active.get(run.id) === run
  const drop = (run: ActiveRun) => void (isCurrent(run) && active.delete(run.id))
  return {
    byId: active as ReadonlyMap<string, ActiveRun>,
    isCurrent,
    drop,
    add(base: NewActive, records?: NodeRecord[], told?: ToldText[]): ActiveRun {
      const added: ActiveRun = {
        ...base,
        recorder: createRunRecorder(records),
        told: createToldTexts(told),
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
    /** Another process has taken the run over: nothing more is done here. */
    lose(run: ActiveRun): void {
      run.lost = true
      drop(run)
      run.run?.cancel()
    },
  }
}
export type ActiveRuns = ReturnType<typeof createActiveRuns>
