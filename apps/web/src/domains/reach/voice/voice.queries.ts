import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Voice = Awaited<ReturnType<typeof api.clonedVoice.list>>['data']['voices'][number]
export type Group = Awaited<ReturnType<typeof api.voiceprint.listGroups>>['items'][number]
export type Print = Awaited<ReturnType<typeof api.voiceprint.listFeatures>>['items'][number]
const pageSize = 100

export const voicesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['voices', spaceId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [list, features] = await Promise.all([
        api.clonedVoice.list({ space_id: spaceId, page_size: pageSize }, { signal }),
        api.clonedVoice.features({}, { signal }),
      ])
      return { voices: list.data.voices, canClone: features.data.voice_clone_enable }
    },
  })
export const refreshVoices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['voices'] })

export const groupsQuery = () =>
  queryOptions({
    queryKey: ['voiceprints'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.voiceprint.listGroups({ page_size: pageSize }, { signal })).items,
  })
export const printsQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['voiceprints', groupId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.voiceprint.listFeatures({ group_id: groupId }, { signal })).items,
  })
export const refreshPrints = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['voiceprints'] })
