import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** The channel of the preview. Its values are separate from those of other channels. */
const preview = '10000010'
/** The owner of variables: a bot or a project. */
export type VariableOwner = { bot_id: string } | { project_id: string }
const keyOf = (owner: VariableOwner) => ['variables', 'bot_id' in owner ? owner.bot_id : owner.project_id]

export type ProjectVariable = Awaited<ReturnType<typeof api.variables.projectList>>['VariableList'][number]

export const projectVariablesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keyOf({ project_id: projectId }), 'list'],
    queryFn: ({ signal }) => api.variables.projectList({ ProjectID: projectId }, { signal }),
  })

export async function saveProjectVariables(projectId: string, list: ProjectVariable[]): Promise<void> {
  await api.variables.projectSave({ ProjectID: projectId, VariableList: list })
  await queryClient.invalidateQueries({ queryKey: keyOf({ project_id: projectId }) })
}

/** The reader's own values, by name. */
export const valuesQuery = (owner: VariableOwner) =>
  queryOptions({
    queryKey: [...keyOf(owner), 'values'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { memories } = await api.variables.get({ ...owner, connector_id: preview }, { signal })
      return new Map(memories.map((memory) => [memory.keyword, memory.value]))
    },
  })

const refreshValues = (owner: VariableOwner) => queryClient.invalidateQueries({ queryKey: [...keyOf(owner), 'values'] })

export async function saveValue(owner: VariableOwner, keyword: string, value: string): Promise<void> {
  await api.variables.set({ ...owner, connector_id: preview, data: [{ keyword, value }] })
  await refreshValues(owner)
}

export async function resetValues(owner: VariableOwner): Promise<void> {
  await api.variables.reset({ ...owner, connector_id: preview })
  await refreshValues(owner)
}

/** The reader's country as shared with the bot, and the country that could be shared; empty if unknown. */
export const locationQuery = (botId: string) =>
  queryOptions({
    queryKey: [...keyOf({ bot_id: botId }), 'location'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [shared, offered] = await Promise.all([
        api.location.shared({ bot_id: botId }, { signal }),
        api.location.preview({ bot_id: botId, auth_type: 1 }, { signal }),
      ])
      const isOffered = offered.auth_status === 0
      return {
        shared: shared.data_list[0]?.geo_location?.country_name ?? '',
        offered: isOffered ? (offered.geo_location?.country_name ?? '') : '',
      }
    },
  })
export const refreshLocation = (botId: string) => queryClient.invalidateQueries({ queryKey: keyOf({ bot_id: botId }) })
