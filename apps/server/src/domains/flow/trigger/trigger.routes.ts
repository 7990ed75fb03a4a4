import type { contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { NewId } from '#kit/ids.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { triggerApps } from './event-texts.ts'
import type { Firing } from './firing.service.ts'
import { readObject } from './read-object.ts'
import { nextTimes } from './shared/schedule-rule.ts'
import type { TriggerService } from './trigger.service.ts'
import { createTriggerView } from './trigger.view.ts'
import type { Webhooks } from './webhook.service.ts'

export interface TriggerRoutesDeps {
  triggers: TriggerService
  firing: Pick<Firing, 'start' | 'history'>
  webhooks: Webhooks
  runs: Pick<RunService, 'testRun'>
  publicUrl: string
  newId: NewId
  clock: Clock
}

export function triggerRoutes(deps: TriggerRoutesDeps): Handlers<typeof contract.workflowTrigger> {
  const { triggers, firing, webhooks, runs, newId, clock } = deps
  const view = createTriggerView(deps.publicUrl)

  return {
    async save(input, ctx) {
      const { id, secret, formKey } = await triggers.save({
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
      const webhook_url = view.urls.hook({ id, eventId: input.event_id })
      return { trigger_id: id, webhook_url, form_url: view.urls.form(formKey), secret }
    },
    async rotate({ trigger_id }, ctx) {
      const { row, secret } = await triggers.rotate(trigger_id, ctx.userId)
      return { webhook_url: view.urls.hook(row), form_url: view.urls.form(row.formKey), secret }
    },
    preview({ cron, time_zone, count }) {
      return { times: nextTimes({ cron, timeZone: time_zone }, clock.now(), count).map(seconds) }
    },
    events(input, ctx) {
      const all = triggerApps(ctx.locale === 'zh-CN')
      const trigger_apps = all.filter((app) => input.app_type === undefined || app.app_type === String(input.app_type))
      return { trigger_apps, total: trigger_apps.length }
    },
    async list(input, ctx) {
      const { rows, total } = await triggers.list({
        workflowId: input.workflow_id,
        id: input.trigger_id,
        setType: input.set_type,
        page: input.page_num,
        size: input.page_size,
      })
      return { trigger_list: rows.map((row) => view.info(row, ctx.locale)), total }
    },
    async get(input, ctx) {
      const { rows } = await triggers.list({ workflowId: input.workflow_id, setType: input.set_type, page: 1, size: 1 })
      if (!rows[0]) throw errors.notFound({ what: 'trigger' })
      return view.info(rows[0], ctx.locale)
    },
    async remove({ trigger_id }, ctx) {
      return { affected_rows: await triggers.remove(trigger_id, ctx.userId) }
    },
    async test({ trigger_id }, ctx) {
      const row = await triggers.require(trigger_id)
      const { id } = await runs.testRun(row.workflowId, row.payload, { userId: ctx.userId, logId: ctx.logId })
      return { workflow_id: row.workflowId, execute_id: id, session_id: '' }
    },
    async fire({ trigger_id }, ctx) {
      const row = await triggers.require(trigger_id)
      const { runId } = await firing.start(row, {
        reason: 'manual',
        delivery: `manual:${newId()}`,
        logId: ctx.logId,
        userId: ctx.userId,
      })
      return { execute_id: runId }
    },
    async history(input, ctx) {
      const { page_num: page, page_size: size } = input
      const rows = await firing.history(input.trigger_id, input.is_failed, page, size)
      const total = Number(rows[0]?.found ?? 0)
      return { list: rows.map((row) => view.firing(row, ctx.locale)), total, has_more: page * size < total }
    },
    async listen({ trigger_id, is_on }, ctx) {
      const until = await triggers.listen(trigger_id, ctx.userId, is_on)
      const row = await triggers.require(trigger_id)
      return { test_url: `${view.urls.hook(row)}/test`, until: seconds(until) }
    },
    async heard({ trigger_id }, ctx) {
      const { heard, listenUntil } = await triggers.require(trigger_id)
      return {
        is_listening: listenUntil > clock.now(),
        until: seconds(listenUntil),
        ...(heard && {
          call: {
            time: seconds(heard.at),
            method: heard.method,
            content_type: heard.contentType,
            body: heard.body,
            input: heard.input,
            execute_id: heard.runId,
            error: ctx.locale === 'zh-CN' ? heard.errorZh : heard.error,
          },
        }),
      }
    },
    async listPublished(input) {
      const { rows, total } = await triggers.list({
        spaceId: input.space_id,
        projectId: input.project_id,
        setType: input.set_type,
        isSchedule: input.app_type === undefined ? undefined : input.app_type === 0,
        name: input.query,
        page: input.page_num,
        size: input.page_size,
      })
      return { data: rows.map(view.published), total }
    },
    async getPublished({ source_id }) {
      return { data: [view.published(await triggers.require(source_id))], total: 1 }
    },
    async operate({ trigger_id, status }) {
      await triggers.setOpen(trigger_id, status === 1)
      return {}
    },
    async hook({ trigger_id }, ctx) {
      const { runId, duplicate } = await webhooks.receive(trigger_id, ctx.request, ctx.logId)
      return { execute_id: runId, duplicate }
    },
    async hookTest({ trigger_id }, ctx) {
      return { execute_id: await webhooks.receiveTest(trigger_id, ctx.request, ctx.logId) }
    },
  }
}
