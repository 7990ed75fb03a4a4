import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** The channel id of the preview: its memories are separate from those of other channels. */
const preview = '10000010'

export const memoriesQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'memory', 'items'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.memory.list({ bot_id: botId, connector_id: preview }, { signal })).list_items_result_list,
  })

/** Deletes a memory. The client shows an error if this fails. */
export async function forgetMemory(botId: string, itemId: string): Promise<void> {
  await api.memory.remove({ bot_id: botId, connector_id: preview, iids: [itemId] }, { toast: true }).catch(() => {})
  await refreshMemory(botId)
}

const refreshMemory = (botId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['bot', botId, 'memory'] })
