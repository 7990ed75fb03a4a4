import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageSize } from '#shared/fields.ts'

export const webhookEvents = [
  'chat.completed',
  'chat.failed',
  'chat.canceled',
  'chat.requires_action',
  'bot.gray.paused',
] as const
const event = z.enum(webhookEvents)
const onBot = (can: 'publish' | 'view') => ({ on: 'bot', id: 'bot_id', can }) as const
const hook = z.object({
  id: z.string(),
  bot_id: z.string(),
  url: z.string(),
  events: z.array(event),
  is_active: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
})
const delivery = z.object({
  id: z.string(),
  event: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  response_status: z.number(),
  error: z.string(),
  created_at: z.number(),
  finished_at: z.number(),
})
const url = z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }).max(2000)
const ofBot = { bot_id: id(), webhook_id: id() }

/** Webhooks for events of published bots. Every delivery is signed; its retries have the same id. */
export const webhook = {
  create: op('POST /v1/bots/{bot_id}/webhooks', {
    summary: 'Add a webhook; its secret is shown once',
    summaryZh: '添加 Webhook，密钥仅显示一次',
    access: onBot('publish'),
    scope: 'Bot.publish',
    input: () =>
      z.object({
        bot_id: id(),
        url,
        events: z
          .array(event)
          .min(1)
          .default([...webhookEvents]),
      }),
    output: () => hook.extend({ secret: z.string() }),
  }),
  list: op('GET /v1/bots/{bot_id}/webhooks', {
    summary: 'List the webhooks of a bot',
    summaryZh: '列出智能体的 Webhook',
    access: onBot('publish'),
    scope: 'Bot.view',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ items: z.array(hook) }),
  }),
  ofSpace: op('GET /v1/webhooks', {
    summary: 'List the webhooks of the bots of a space that you may publish, each with its latest delivery',
    summaryZh: '列出空间中你可发布的智能体的 Webhook 及最近一次投递',
    access: { on: 'space', id: 'workspace_id', can: 'api' },
    scope: 'Bot.view',
    input: () => z.object({ workspace_id: id() }),
    output: () => z.object({ items: z.array(hook.extend({ bot_name: z.string(), last: delivery.optional() })) }),
  }),
  update: op('PUT /v1/bots/{bot_id}/webhooks/{webhook_id}', {
    summary: 'Change a webhook or turn it on or off',
    summaryZh: '修改 Webhook，或启用、停用',
    access: onBot('publish'),
    scope: 'Bot.publish',
    input: () =>
      z.object({
        ...ofBot,
        url: url.optional(),
        events: z.array(event).min(1).optional(),
        is_active: z.boolean().optional(),
      }),
    output: hook,
  }),
  remove: op('DELETE /v1/bots/{bot_id}/webhooks/{webhook_id}', {
    summary: 'Delete a webhook',
    summaryZh: '删除 Webhook',
    access: onBot('publish'),
    scope: 'Bot.publish',
    input: () => z.object(ofBot),
  }),
  deliveries: op('GET /v1/bots/{bot_id}/webhooks/{webhook_id}/deliveries', {
    summary: 'List the deliveries of a webhook, newest first',
    summaryZh: '列出 Webhook 的投递记录，最新在前',
    access: onBot('publish'),
    scope: 'Bot.view',
    input: () => z.object({ ...ofBot, page_size: pageSize(50, 100) }),
    output: () => z.object({ items: z.array(delivery) }),
  }),
  test: op('POST /v1/bots/{bot_id}/webhooks/{webhook_id}/test', {
    summary: 'Send a test event to a URL',
    summaryZh: '向某个地址发送测试事件',
    access: onBot('publish'),
    scope: 'Bot.publish',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object(ofBot),
    output: delivery,
  }),
  redeliver: op('POST /v1/bots/{bot_id}/webhooks/{webhook_id}/redeliver', {
    summary: 'Send a delivery again with the same id',
    summaryZh: '以相同 ID 重新投递',
    access: onBot('publish'),
    scope: 'Bot.publish',
    input: () => z.object({ ...ofBot, delivery_id: id() }),
  }),
}
