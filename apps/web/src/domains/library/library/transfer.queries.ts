import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { isRunning, type TransferPick } from './transfer.ts'

/** The projects of a space, as targets of a transfer. */
export function useProjects(spaceId: string): { id: string; name: string }[] {
  const { data } = useQuery({
    queryKey: ['transfer', 'projects', spaceId],
    queryFn: ({ signal }) =>
      api.intelligences.list({ space_id: spaceId, types: [IntelligenceType.project], size: 100 }, { signal }),
  })
  return data?.intelligences.map(({ basic_info: { id, name } }) => ({ id, name })) ?? []
}

interface Named {
  kind: string
  id: string
  name: string
}
const once = <T extends { id: string }>(list: readonly T[], without: ReadonlySet<string>): T[] => [
  ...new Map(list.filter((item) => !without.has(item.id)).map((item) => [item.id, item])).values(),
]

/** Dependencies of several resources together, without duplicates and without the resources themselves. */
export function usePreview(picks: readonly TransferPick[], targetSpace: string) {
  return useQueries({
    queries: picks.map((pick) =>
      queryOptions({
        queryKey: ['transfer', 'preview', pick.id, targetSpace],
        queryFn: ({ signal }) => api.bundle.preview({ res_id: pick.id, target_space_id: targetSpace }, { signal }),
      }),
    ),
    combine: (results) => {
      const own = new Set(picks.map((pick) => pick.id))
      const all = results.flatMap((result) => result.data ?? [])
      const along: Named[] = once(
        all.flatMap((item) => item.items),
        own,
      )
      return {
        isPending: results.some((result) => result.isPending),
        error: results.find((result) => result.error)?.error ?? null,
        along,
        stays: once(
          all.flatMap((item) => item.stays),
          own,
        ) as Named[],
        missing: once(
          all.flatMap((item) => item.missing),
          own,
        ),
      }
    },
  })
}

export const jobKey = (taskId: string) => ['transfer', 'job', taskId]
/** Polls while the job runs. */
export const jobQuery = (taskId: string) =>
  queryOptions({
    queryKey: jobKey(taskId),
    enabled: taskId !== '',
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.library.copyDetail({ task_id: taskId }, { signal })).task_detail,
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data.status) ? 700 : false),
  })
