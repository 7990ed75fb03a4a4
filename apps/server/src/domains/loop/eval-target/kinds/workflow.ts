import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import type pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { evalTargetErrors } from '../eval-target.errors.ts'
import type { Snapshot } from '../eval-target.table.ts'
import { withOverrides } from '../shared/runtime.ts'
import { type RunTarget, type TargetFiles, withAddresses } from '../shared/target-run.ts'

type WorkflowSnapshot = Extract<Snapshot, { kind: 'workflow' }>
export interface WorkflowKindDeps {
  runs: Pick<RunService, 'kept' | 'enqueueIn' | 'wake' | 'view' | 'cancel'>
  pool: pg.Pool
  newId: NewId
  files: Pick<TargetFiles, 'linkOf'>
}
const POLL_EVERY_MS = 100
const LIMIT_MS = 600_000
const RunStatus = { success: 2, failed: 3, cancelled: 4, interrupted: 5 } as const

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Outputs of a workflow: the whole answer, and each output by its name. */
function outputsOf(text: string): Record<string, string> {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { actual_output: text }
  const parts = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)]))
  const names = Object.keys(parts)
  return { ...parts, actual_output: names.length === 1 ? parts[names[0]!]! : text }
}

/** Runs a stored state of a workflow through the queue of background runs. Starts it once, even if a process dies. */
export const workflowTarget =
  (
    { runs, pool, newId, files }: WorkflowKindDeps,
    { workflowId, which, inputs, given: defaults }: WorkflowSnapshot,
  ): RunTarget =>
  async ({ userId, endUser, signal }, { fields: row, media, runId: startedRunId, noteRun }) => {
    const fields = withAddresses(row, media, files)
    const runId = startedRunId ?? newId()
    if (!startedRunId) {
      const loaded = await runs.kept(workflowId, which)
      // Convert the texts of the row to the types of the inputs.
      const names = new Set(inputs.map(({ name }) => name))
      const given = Object.entries(withOverrides(fields, defaults)).filter(
        ([name, text]) => names.has(name) && text !== '',
      )
      const types = new Map(loaded.plan.inputs.map((one) => [one.name, String(one.type ?? 'string')]))
      const input = Object.fromEntries(
        given.map(([name, text]) => [name, /^string/i.test(types.get(name) ?? 'string') ? text : parsed(text)]),
      )
      // Prevent triggers from firing: the run counts as the last link of an event chain of maximum depth.
      const caller = { userId, logId: '', connectorUid: endUser, eventDepth: TRIGGER_LIMITS.eventDepth }
      await inTransaction(pool, async (client) => {
        await noteRun?.(runId, (statement, values) => client.query(statement, values))
        await runs.enqueueIn(client, runId, loaded, input, caller)
      })
      runs.wake()
    }
    const deadline = Date.now() + LIMIT_MS
    for (;;) {
      if (signal.aborted || Date.now() > deadline) {
        await runs.cancel(workflowId, runId).catch(() => {})
        signal.throwIfAborted()
        throw evalTargetErrors.timedOut({ seconds: LIMIT_MS / 1000 })
      }
      const { row } = await runs.view(workflowId, runId)
      if (row.status === RunStatus.interrupted) {
        await runs.cancel(workflowId, runId).catch(() => {})
        throw evalTargetErrors.asksUser()
      }
      if (row.status === RunStatus.cancelled) throw evalTargetErrors.cancelled()
      if (row.status === RunStatus.failed)
        throw evalTargetErrors.failed({ problem: row.error, problemZh: row.errorZh || row.error })
      if (row.status === RunStatus.success)
        return {
          outputs: { trajectory: '[]', ...outputsOf(row.output) },
          traceId: runId,
          inputTokens: row.tokensIn,
          outputTokens: row.tokensOut,
          cost: row.cost,
          ms: Math.max(0, row.updatedAt - row.createdAt),
        }
      await wait(POLL_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }
