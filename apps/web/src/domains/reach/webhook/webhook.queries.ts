import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Hook = Awaited<ReturnType<typeof api.webhook.ofSpace>>['items'][number]
export type Delivery = Awaited<ReturnType<typeof api.webhook.deliveries>>['items'][number]
export type HookEvent = Hook['events'][number]
export const hookEvents: readonly HookEvent[] = [
  'chat.completed',
  'chat.failed',
  'chat.canceled',
  'chat.requires_action',
  'bot.gray.paused',
]
const pageSize = 50

export const hooksQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['webhooks', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.webhook.ofSpace({ workspace_id: spaceId }, { signal })).items,
  })

/** Polls while a delivery is pending. */
export const deliveriesQuery = (hook: Hook) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', hook.id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Delivery[]> => {
      const input = { bot_id: hook.bot_id, webhook_id: hook.id, page_size: pageSize }
      return (await api.webhook.deliveries(input, { signal })).items
    },
    refetchInterval: ({ state }) => (state.data?.some((item) => item.status === 'waiting') ? 2_000 : false),
  })

/** Bots that can have a webhook. Only published ones can: drafts get no outside requests. */
export const botsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['bots', spaceId, 'to-tell-of'],
    queryFn: async ({ signal }) => {
      const { bot_draft_list: bots } = await api.bot.list(
        { space_id: spaceId, page_size: 100, is_publish: 1 },
        { signal },
      )
      return bots.map((bot) => ({ value: bot.id, label: bot.name }))
    },
  })

export const refreshHooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
