import { objectSchema } from '@orrery/engine'
import { AppError } from '#kit/errors.ts'
import type { RunService } from './run.service.ts'
import type { Caller } from './run-types.ts'

const SYNC = 0
type Runs = Pick<RunService, 'published' | 'runPublished' | 'cancel'>

/** Runs published workflows to their end in one call. */
export function createServedWorkflows(runs: Runs) {
  return {
    async find(workflowId: string) {
      const loaded = await runs.published(workflowId)
      return {
        name: loaded.name,
        description: loaded.description,
        parameters: objectSchema(loaded.plan.inputs) as Record<string, unknown>,
        /** Cancelled by the signal, if one is given. */
        async run(
          args: Record<string, unknown>,
          caller: Caller,
          signal?: AbortSignal,
        ): Promise<{ output: string } | { problem: string }> {
          const begun = runs.runPublished(loaded, args, SYNC, caller, { failFast: true, stream: false })
          const active = await begun.catch((cause: unknown) => {
            if (cause instanceof AppError && cause.status === 400) return { problem: cause.message }
            throw cause
          })
          if ('problem' in active) return active
          const stop = () => void runs.cancel(workflowId, active.id).catch(() => {})
          if (signal?.aborted) stop()
          signal?.addEventListener('abort', stop, { once: true })
          const { result, output } = await active.outcome.finally(() => signal?.removeEventListener('abort', stop))
          if (result.status === 'failed') return { problem: result.error.message }
          if (result.status === 'cancelled') return { problem: 'the run was cancelled' }
          if (result.status !== 'interrupted') return { output }
          await runs.cancel(workflowId, active.id).catch(() => {})
          return { problem: 'the workflow asks a person something, which cannot be done here' }
        },
      }
    },
  }
}
export type ServedWorkflows = ReturnType<typeof createServedWorkflows>
