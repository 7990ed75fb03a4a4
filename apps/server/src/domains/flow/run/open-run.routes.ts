import type { contract } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { createEventStream } from './event-stream.ts'
import { type OpenCalls, type RunInput } from './open-call.ts'
import { failureError, openError } from './open-errors.ts'
import { toHistory } from './open-history.ts'
import { runErrors } from './run.errors.ts'
import type { RunRow } from './run.table.ts'
import type { RunService } from './run.service.ts'
import { RunMode, RunStatus } from './run-types.ts'

export interface OpenRunRoutesDeps {
  runs: RunService
  calls: OpenCalls
  publicUrl: string
}
type Names = 'run' | 'stream' | 'streamDraft' | 'resume' | 'history' | 'runHistory'
type StreamInput = RunInput & { parameters?: string | Record<string, unknown> | null | undefined }
const noUsage = { token_count: 0, output_count: 0, input_count: 0 }

/** Runs of published workflows in the public API. */
export function openRunRoutes(deps: OpenRunRoutesDeps): Pick<Handlers<typeof contract.workflowOpen>, Names> {
  const { runs } = deps
  const { callerOf, publishedOf, loadFor, parametersOf, admit, countOnceStarted } = deps.calls
  const base = deps.publicUrl.replace(/\/$/, '')
  const debugUrl = (spaceId: string, workflowId: string, runId: string) =>
    `${base}/work_flow?execute_id=${runId}&space_id=${spaceId}&workflow_id=${workflowId}&execute_mode=2`
  const shown = (row: RunRow) => toHistory(row, debugUrl(row.spaceId, row.workflowId, row.id))

  async function stream(input: StreamInput, ctx: Ctx, isStudio = false) {
    const caller = await callerOf(input, ctx)
    const loaded = isStudio ? await publishedOf(input.workflow_id, input.ext?.env) : await loadFor(input, caller)
    const parameters = parametersOf(input.parameters, loaded)
    const settle = isStudio ? () => undefined : await admit(input, caller, loaded.spaceId, ctx)
    return async (sse: Parameters<typeof createEventStream>[0]) => {
      let runId = ''
      const events = createEventStream(sse, () => debugUrl(loaded.spaceId, loaded.workflowId, runId))
      const options = { failFast: true, stream: true }
      const active = await countOnceStarted(settle, () =>
        runs.runPublished(loaded, parameters, RunMode.stream, caller, options, { onEvent: events.on }),
      )
      runId = active.id
      events.end(await active.outcome, active)
    }
  }

  return {
    async run(input, ctx) {
      const caller = await callerOf(input, ctx)
      const loaded = await loadFor(input, caller)
      const parameters = parametersOf(input.parameters, loaded, input.is_async)
      const settle = await admit(input, caller, loaded.spaceId, ctx)
      if (input.is_async) {
        const id = await countOnceStarted(settle, () => runs.enqueue(loaded, parameters, caller))
        const debug_url = debugUrl(loaded.spaceId, loaded.workflowId, id)
        return { data: '', execute_id: id, debug_url, token: 0, cost: '0.00000', usage: noUsage }
      }
      const active = await countOnceStarted(settle, () =>
        runs.runPublished(loaded, parameters, RunMode.sync, caller, { failFast: true, stream: false }),
      )
      const done = await active.outcome
      const { result, output } = done
      const debug_url = debugUrl(loaded.spaceId, loaded.workflowId, active.id)
      const where = { execute_id: active.id, debug_url }
      if (result.status === 'failed') throw failureError(result.error, where)
      if (result.status === 'cancelled')
        throw openError(ErrorCode.engine.cancelled, 'the run was cancelled', where, '运行已取消')
      if (result.status === 'interrupted') {
        await runs.cancel(loaded.workflowId, active.id).catch(() => {})
        throw openError(
          ErrorCode.engine.interruptUnsupported,
          'the workflow asks a person something: use stream_run for it',
          where,
          '工作流需要向用户提问，请改用 stream_run',
        )
      }
      const { input: spent, output: made } = result.usage
      const { cost } = done
      return {
        data: output,
        execute_id: active.id,
        debug_url,
        token: spent + made,
        cost: cost.toFixed(5),
        usage: { token_count: spent + made, output_count: made, input_count: spent },
      }
    },
    stream: (input, ctx) => stream(input, ctx),
    streamDraft: (input, ctx) => stream(input, ctx, true),
    async resume(input, ctx) {
      const [runId, eventId] = input.event_id.split('/')
      if (!runId || !eventId || !/^[1-9]\d{0,18}$/.test(runId)) throw runErrors.badEvent()
      await callerOf(input, ctx)
      // Checked before the stream begins, so that a wrong answer returns an error instead of an empty stream.
      const { row, interrupts } = await runs.view(input.workflow_id, runId)
      if (row.status !== RunStatus.interrupted) throw runErrors.notWaiting()
      const [first] = interrupts
      if (first?.id !== eventId) throw runErrors.wrongEvent({ expected: `${runId}/${first?.id ?? ''}` })
      if (input.interrupt_type !== undefined && input.interrupt_type !== first.type)
        throw runErrors.wrongType({ type: first.type })
      return async (sse) => {
        const events = createEventStream(sse, () => debugUrl(row.spaceId, row.workflowId, runId))
        const active = await runs.resume(input.workflow_id, runId, eventId, input.resume_data, { onEvent: events.on })
        events.end(await active.outcome, active)
      }
    },
    async history({ workflow_id, execute_id }) {
      if (execute_id) return { data: [shown(await runs.rowOf(workflow_id, execute_id))] }
      return { data: (await runs.history({ workflowId: workflow_id, limit: 20 })).map(shown) }
    },
    async runHistory({ workflow_id, execute_id }) {
      return { data: [shown(await runs.rowOf(workflow_id, execute_id))] }
    },
  }
}
