import { ComponentType, GenStatus, TrafficScene } from '@orrery/contract/shared/mock-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type MockSet = Awaited<ReturnType<typeof api.mockSet.list>>['mockSets'][number]
export type MockRule = Awaited<ReturnType<typeof api.mockSet.rules>>['mockRules'][number]
export type TestCase = Awaited<ReturnType<typeof api.testCase.list>>['cases'][number]

/** A tool of a plugin, seen from a space. */
export interface ToolPlace {
  spaceId: string
  pluginId: string
  toolId: string
}
export const subjectOf = ({ pluginId, toolId }: ToolPlace) => ({
  componentID: toolId,
  componentType: ComponentType.tool,
  parentComponentID: pluginId,
  parentComponentType: ComponentType.plugin,
})
/** The caller that gets mocked responses: a trial of the tool, a bot, or a workflow. */
export type Caller = { kind: 'tool' } | { kind: 'bot' | 'workflow'; id: string }
const scenes = {
  tool: TrafficScene.toolDebug,
  bot: TrafficScene.agentDebug,
  workflow: TrafficScene.workflowDebug,
} as const
export const contextOf = ({ spaceId, pluginId }: ToolPlace, caller: Caller = { kind: 'tool' }) => ({
  bizSpaceID: spaceId,
  trafficScene: scenes[caller.kind],
  trafficCallerID: caller.kind === 'tool' ? pluginId : caller.id,
})
const keyOf = ({ spaceId, pluginId, toolId }: ToolPlace) => [spaceId, pluginId, toolId] as const

export const mockSetsQuery = (place: ToolPlace) =>
  queryOptions({
    queryKey: ['mock', 'sets', ...keyOf(place)],
    queryFn: ({ signal }) =>
      api.mockSet.list({ bizCtx: contextOf(place), mockSubject: subjectOf(place), pageLimit: 200 }, { signal }),
  })

export const rulesQuery = (place: ToolPlace, setId: string) =>
  queryOptions({
    queryKey: ['mock', 'rules', ...keyOf(place), setId],
    queryFn: async ({ signal }) =>
      (await api.mockSet.rules({ bizCtx: contextOf(place), mockSetID: setId, pageLimit: 200 }, { signal })).mockRules,
  })

export const usageQuery = (place: ToolPlace, setId: string) =>
  queryOptions({
    queryKey: ['mock', 'usage', ...keyOf(place), setId],
    queryFn: async ({ signal }) =>
      Number((await api.mockSet.usage({ mockSetID: setId, spaceID: place.spaceId }, { signal })).usersUsageCount),
  })

/** The mock sets of this user's trials of a tool, by caller. */
export const bindingsQuery = (place: ToolPlace) =>
  queryOptions({
    queryKey: ['mock', 'bindings', ...keyOf(place)],
    queryFn: async ({ signal }) => {
      const bizCtx = { bizSpaceID: place.spaceId }
      const answer = await api.mockSet.bindings({ bizCtx, mockSubject: subjectOf(place) }, { signal })
      return answer.mockSetBindings.map((mockSetBinding) => ({
        setId: mockSetBinding.mockSetID,
        callerId: mockSetBinding.bizCtx.trafficCallerID ?? '',
      }))
    },
  })

export const casesQuery = (place: ToolPlace) =>
  queryOptions({
    queryKey: ['mock', 'cases', ...keyOf(place)],
    queryFn: async ({ signal }) =>
      (
        await api.testCase.list(
          { bizCtx: contextOf(place), bizComponentSubject: subjectOf(place), pageLimit: 200 },
          { signal },
        )
      ).cases,
  })

/** Binds a caller to a mock set. Without a set, the caller gets real responses again. */
export async function bindMock(place: ToolPlace, caller: Caller, setId: string | undefined): Promise<void> {
  await api.mockSet.bind({
    bizCtx: contextOf(place, caller),
    mockSubject: subjectOf(place),
    ...(setId && { mockSetID: setId }),
  })
  await refreshMocks()
}

export const refreshMocks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['mock'] })
export { GenStatus }
