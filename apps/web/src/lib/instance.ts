import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Public facts about the instance: version, registration policy, whether it has an owner. */
export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  staleTime: 60_000,
  queryFn: ({ signal }) => api.instance.info({}, { signal }),
})
export type InstanceInfo = Awaited<ReturnType<typeof api.instance.info>>
