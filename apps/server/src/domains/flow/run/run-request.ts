import type { NewId } from '#kit/ids.ts'
import { checkInput, EngineError, type RunEvent } from '@orrery/engine'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import type { NewRunRequest } from './active-run.ts'
import type { ChatLog } from './chat-log.ts'
import { runErrors } from './run.errors.ts'
import { type Caller, type RunContext, RunKind, RunMode, type StoredOptions } from './run-types.ts'

/** Listeners of a run. */
export interface Listening {
  onEvent?: ((event: RunEvent) => void) | undefined
  log?: ChatLog | undefined
}
const HALF_HOUR = 30 * 60_000
const DAY = 24 * 3600_000

/** The context stored with a run. Empty values are left out; the log id has its own column. */
export const contextOf = (loaded: Loaded, caller: Caller): RunContext => {
  const all = { ...caller, projectId: caller.projectId ?? loaded.projectId, logId: undefined }
  const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value))
  return { ...known, spaceId: loaded.spaceId, userId: caller.userId, workflowId: loaded.workflowId }
}

/** Throws if the run cannot start with this input, with a message for the user. */
export function refuseInput(
  loaded: Pick<Loaded, 'plan'>,
  input: Record<string, unknown>,
  options: StoredOptions,
): void {
  if (options.only !== undefined || options.from !== undefined) return
  try {
    checkInput(loaded.plan, input, options)
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause
    throw cause.parameter === undefined
      ? runErrors.badValues({ message: cause.message, messageZh: cause.zh ?? cause.message })
      : runErrors.missingInput({ name: cause.parameter })
  }
}

export function createRunRequests(newId: NewId) {
  return (
    loaded: Loaded,
    input: Record<string, unknown>,
    kind: RunKind,
    runMode: RunMode,
    caller: Caller,
    options: StoredOptions,
    { onEvent, log }: Listening = {},
  ): NewRunRequest => {
    refuseInput(loaded, input, options)
    return {
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
    }
  }
}
export type RunRequests = ReturnType<typeof createRunRequests>
