import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const setupQuery = queryOptions({
  queryKey: ['admin', 'knowledge'],
  queryFn: async ({ signal }) => (await api.knowledge.setup({}, { signal })).knowledge_config,
})
export type Setup = Awaited<ReturnType<typeof api.knowledge.setup>>['knowledge_config']

/** The chat models of the instance that can grade. */
export const chatModelsQuery = queryOptions({
  queryKey: ['admin', 'knowledge', 'models'],
  queryFn: async ({ signal }) => {
    const { providers } = await api.instanceModel.providers({}, { signal })
    return providers.flatMap((provider) => provider.models).filter((model) => model.type === 0)
  },
})
