import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { Firing } from './firing.service.ts'
import { inputFrom } from './trigger-input.ts'
import { triggerErrors } from './trigger.errors.ts'
import type { TriggerService } from './trigger.service.ts'
import type { TriggerRow } from './trigger.table.ts'
import { authenticate, fieldsOf, deliveryKeyOf, readCall, type WebhookCall } from './webhook-call.ts'

export interface WebhookDeps {
  triggers: Pick<TriggerService, 'get' | 'secretOf' | 'stopListening' | 'storeTestCall'>
  firing: Pick<Firing, 'start'>
  runs: Pick<RunService, 'testRun'>
  newId: NewId
  clock: Clock
}
const STORED_CHARS = 20_000
/** Cutting may leave half of a surrogate pair, which the database cannot store. */
const truncated = (text: string) => text.slice(0, STORED_CHARS).toWellFormed()

/** Receives the calls of webhooks. */
export function createWebhooks({ triggers, firing, runs, newId, clock }: WebhookDeps) {
  async function authenticatedCall(
    id: string,
    request: Request,
    isTest: boolean,
  ): Promise<{ row: TriggerRow; call: WebhookCall }> {
    const row = await triggers.get(id)
    // From outside, a closed webhook, a trigger of another kind and a missing one look the same.
    if (row?.eventId !== 'webhook' || (!isTest && !row.isOpen)) throw errors.notFound({ what: 'webhook' })
    const call = await readCall(request)
    authenticate(call, row.config, triggers.secretOf(row), clock.now())
    return { row, call }
  }

  return {
    async receive(id: string, request: Request, logId: string): Promise<{ runId: string; duplicate: boolean }> {
      const { row, call } = await authenticatedCall(id, request, false)
      return firing.start(row, {
        reason: 'webhook',
        delivery: deliveryKeyOf(call, row.config, newId),
        data: fieldsOf(call),
        logId,
      })
    },
    /** Runs the draft in the name of the person who listens, and stores the call for them to see. */
    async receiveTest(id: string, request: Request, logId: string): Promise<string> {
      const { row, call } = await authenticatedCall(id, request, true)
      const data = fieldsOf(call)
      if (!row.listenerId || !(await triggers.stopListening(id, clock.now()))) throw triggerErrors.notListening()
      const input = inputFrom(row.payload, data)
      const heard = {
        at: clock.now(),
        method: call.method,
        contentType: call.contentType,
        body: truncated(call.text),
        input: truncated(JSON.stringify(input)),
        runId: '',
        error: '',
        errorZh: '',
      }
      try {
        const run = await runs.testRun(row.workflowId, input, { userId: row.listenerId, logId })
        await triggers.storeTestCall(id, { ...heard, runId: run.id })
        return run.id
      } catch (cause) {
        const error = cause instanceof AppError ? cause : errors.internal()
        await triggers.storeTestCall(id, { ...heard, error: error.text('en'), errorZh: error.text('zh-CN') })
        throw cause
      }
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
