import type { contract, PublishedTrigger, TriggerInfo } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { checkSignature, DELIVERY_HEADER, deliveryOf, SIGNATURE_HEADER } from './shared/signature.ts'
import { triggerErrors } from './trigger.errors.ts'
import type { Firing } from './firing.service.ts'
import type { TriggerService } from './trigger.service.ts'
import type { TriggerRow } from './trigger.table.ts'

export interface TriggerRoutesDeps {
  triggers: TriggerService
  firing: Pick<Firing, 'receive'>
  runs: Pick<RunService, 'testRun'>
  publicUrl: string
  clock: Clock
}
const MAX_BODY = 1_000_000

export function triggerRoutes({
  triggers,
  firing,
  runs,
  publicUrl,
  clock,
}: TriggerRoutesDeps): Handlers<typeof contract.workflowTrigger> {
  const urlOf = (id: string) => `${publicUrl.replace(/\/$/, '')}/api/workflow_hook/${id}`
  const toInfo = (row: TriggerRow): TriggerInfo => ({
    trigger_id: row.id,
    user_id: row.createdBy,
    connector_id: '',
    name: row.name,
    event_id: row.eventId,
    event_input_schema: '',
    config: JSON.stringify(row.config),
    payload: JSON.stringify(row.payload),
    workflow_id: row.workflowId,
    create_time: seconds(row.createdAt),
    status: row.isOpen ? 1 : 0,
    webhook_url: row.eventId === 'webhook' ? urlOf(row.id) : '',
    next_trigger_time: seconds(row.nextAt),
    last_trigger_time: seconds(row.lastFiredAt),
    last_execute_id: row.lastRunId ?? '',
    last_error: row.lastError,
  })
  const toPublished = (row: TriggerRow): PublishedTrigger => ({
    source_id: row.id,
    name: row.name,
    app_type: row.eventId === 'schedule' ? 0 : 1,
    config: JSON.stringify(row.config),
    connector_id: [],
    set_type: row.setType,
    next_trigger_time: seconds(row.nextAt),
    creator: row.createdBy,
    version: '',
    trigger_id: row.id,
    status: row.isOpen ? 1 : 0,
    execut_status: row.lastError ? 2 : row.lastRunId ? 1 : 0,
  })
  async function found(id: string): Promise<TriggerRow> {
    const row = await triggers.get(id)
    if (!row) throw errors.notFound({ what: 'trigger' })
    return row
  }

  return {
    async save(input, ctx) {
      const { id, secret } = await triggers.save({
        id: input.trigger_id,
        workflowId: input.workflow_id,
        projectId: input.project_id,
        name: input.name,
        eventId: input.event_id,
        config: readObject(input.config, 'config'),
        payload: readObject(input.payload, 'payload'),
        setType: input.set_type,
        isOpen: input.status === 1,
        userId: ctx.userId,
      })
      return { trigger_id: id, webhook_url: input.event_id === 'webhook' ? urlOf(id) : '', secret }
    },
    events(_, ctx) {
      const zh = ctx.locale === 'zh-CN'
      const app = (id: string, name: string, description: string, type: string) => ({
        app_id: id,
        name,
        description,
        icon: '',
        app_type: type,
        events: [{ event_id: id, name, description }],
      })
      const trigger_apps = [
        app('schedule', zh ? '定时' : 'Schedule', zh ? '按时间表运行' : 'Runs at set times', '0'),
        app('webhook', 'Webhook', zh ? '收到已签名的请求时运行' : 'Runs when a signed request arrives', '1'),
      ]
      return { trigger_apps, total: trigger_apps.length }
    },
    async list(input) {
      const { rows, total } = await triggers.list({
        workflowId: input.workflow_id,
        id: input.trigger_id,
        setType: input.set_type,
        page: input.page_num,
        size: input.page_size,
      })
      return { trigger_list: rows.map(toInfo), total }
    },
    async get(input) {
      const { rows } = await triggers.list({ workflowId: input.workflow_id, setType: input.set_type, page: 1, size: 1 })
      if (!rows[0]) throw errors.notFound({ what: 'trigger' })
      return toInfo(rows[0])
    },
    async remove({ trigger_id }) {
      return { affected_rows: await triggers.remove(trigger_id) }
    },
    async test({ trigger_id }, ctx) {
      const row = await found(trigger_id)
      const { id } = await runs.testRun(row.workflowId, row.payload, { userId: ctx.userId, logId: ctx.logId })
      return { workflow_id: row.workflowId, execute_id: id, session_id: '' }
    },
    async listPublished(input) {
      const { rows, total } = await triggers.list({
        spaceId: input.space_id,
        projectId: input.project_id,
        setType: input.set_type,
        eventId: input.app_type === undefined ? undefined : input.app_type === 0 ? 'schedule' : 'webhook',
        name: input.query,
        page: input.page_num,
        size: input.page_size,
      })
      return { data: rows.map(toPublished), total }
    },
    async getPublished({ source_id }) {
      return { data: [toPublished(await found(source_id))], total: 1 }
    },
    async operate({ trigger_id, status }) {
      await triggers.setOpen(trigger_id, status === 1)
      return {}
    },
    async hook({ trigger_id }, ctx) {
      const row = await triggers.get(trigger_id)
      // A closed webhook, a schedule and nothing at all look the same from outside.
      if (!row?.isOpen || row.eventId !== 'webhook') throw errors.notFound({ what: 'webhook' })
      const body = await readBody(ctx)
      const header = ctx.request.headers.get(SIGNATURE_HEADER)
      checkSignature(triggers.secretOf(row), header, body, clock.now())
      const event = readEvent(body)
      const delivery = deliveryOf(ctx.request.headers.get(DELIVERY_HEADER), header!)
      const { runId, duplicate } = await firing.receive(row, delivery, { ...row.payload, ...event }, ctx.logId)
      return { execute_id: runId, duplicate }
    },
  }
}

function readObject(text: string, field: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch {
    throw triggerErrors.badJson({ field })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw triggerErrors.badJson({ field })
  return value as Record<string, unknown>
}
const readEvent = (body: string) => (body.trim() === '' ? {} : readObject(body, 'body'))

async function readBody(ctx: Ctx): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of ctx.request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw errors.bodyTooLarge({ max: MAX_BODY })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
