import { type contract, webhookEvents } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { WebhookService } from './webhook.service.ts'
import { DeliveryStatus, type DeliveryRow, type WebhookRow } from './webhook.table.ts'

const shown = (row: WebhookRow) => ({
  id: row.id,
  bot_id: row.botId ?? '',
  url: row.url,
  events: webhookEvents.filter((event) => row.events.includes(event)),
  is_active: row.isActive,
  created_at: seconds(row.createdAt),
  updated_at: seconds(row.updatedAt),
})
const names = {
  [DeliveryStatus.waiting]: 'waiting',
  [DeliveryStatus.delivered]: 'delivered',
  [DeliveryStatus.failed]: 'failed',
} as const
const deliveryOf = (row: DeliveryRow) => ({
  id: row.id,
  event: row.event,
  status: names[row.status as keyof typeof names],
  attempts: row.attempts,
  response_status: row.responseStatus,
  error: row.error,
  created_at: seconds(row.createdAt),
  finished_at: seconds(row.finishedAt),
})

export function webhookRoutes(webhooks: WebhookService): Handlers<typeof contract.webhook> {
  return {
    create: async (input, ctx) => {
      const { row, secret } = await webhooks.create(input.bot_id, ctx.userId, input.url, input.events)
      return { ...shown(row), secret }
    },
    list: async (input) => ({ items: (await webhooks.list(input.bot_id)).map(shown) }),
    ofSpace: async (input, ctx) => {
      const found = await webhooks.ofSpace(input.workspace_id)
      const bots = new Set(found.map(({ hook }) => hook.botId!))
      const mine = new Set<string>()
      for (const id of bots) if (await ctx.access.can(ctx.actor!, 'bot', id, 'publish')) mine.add(id)
      const items = found
        .filter(({ hook }) => mine.has(hook.botId!))
        .map(({ hook, botName, last }) => ({
          ...shown(hook),
          bot_name: botName,
          ...(last && { last: deliveryOf(last) }),
        }))
      return { items }
    },
    update: async (input) =>
      shown(
        await webhooks.update(input.bot_id, input.webhook_id, {
          ...(input.url !== undefined && { url: input.url }),
          ...(input.events && { events: input.events }),
          ...(input.is_active !== undefined && { isActive: input.is_active }),
        }),
      ),
    remove: async (input, ctx) => {
      await webhooks.remove(input.bot_id, input.webhook_id, ctx.userId)
      return {}
    },
    deliveries: async (input) => {
      const { id } = await webhooks.get(input.bot_id, input.webhook_id)
      return { items: (await webhooks.deliveries(id, input.page_size)).map(deliveryOf) }
    },
    test: async (input) => deliveryOf(await webhooks.test(input.bot_id, input.webhook_id)),
    redeliver: async (input) => {
      const { id } = await webhooks.get(input.bot_id, input.webhook_id)
      await webhooks.redeliver(id, input.delivery_id)
      return {}
    },
  }
}
