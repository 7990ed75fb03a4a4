import { ComponentType, TrafficScene } from '@orrery/contract/shared/mock-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** A tool in a bot. */
export interface ToolInBot {
  spaceId: string
  botId: string
  pluginId: string
  toolId: string
  toolName: string
}

const mockContext = ({ spaceId, botId }: Pick<ToolInBot, 'spaceId' | 'botId'>) => ({
  bizSpaceID: spaceId,
  trafficScene: TrafficScene.agentDebug,
  trafficCallerID: botId,
})
const subjectOf = ({ pluginId, toolId }: Pick<ToolInBot, 'pluginId' | 'toolId'>) => ({
  componentID: toolId,
  componentType: ComponentType.tool,
  parentComponentID: pluginId,
  parentComponentType: ComponentType.plugin,
})

/** The bot's settings for the tool, and the parameters that can be set. */
export const toolSettingsQuery = (tool: ToolInBot) =>
  queryOptions({
    queryKey: ['plugin', 'settings', tool.botId, tool.pluginId, tool.toolName],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const which = { bot_id: tool.botId, space_id: tool.spaceId, plugin_id: tool.pluginId, api_name: tool.toolName }
      const options = { signal }
      const [params, later, sets] = await Promise.all([
        api.pluginTool.botParams(which, options),
        api.pluginTool.getAsync(which, options),
        api.mockSet.list({ bizCtx: mockContext(tool), mockSubject: subjectOf(tool) }, options),
      ])
      return {
        request: params.request_params,
        response: params.response_params,
        style: params.response_style,
        later: { isOn: later.data?.switch_status ?? false, message: later.data?.message ?? '' },
        mockSets: sets.mockSets.map(({ id, name }) => ({ id, name })),
      }
    },
  })
export type ToolSettings = Awaited<ReturnType<NonNullable<ReturnType<typeof toolSettingsQuery>['queryFn']>>>
export type ToolParameter = ToolSettings['request'][number]

const mocksKey = (botId: string) => ['plugin', 'mocks', botId]

/** The mock sets of the reader's trials of this bot: the name of the set by the id of the tool. */
export const botMocksQuery = (spaceId: string, botId: string) =>
  queryOptions({
    queryKey: mocksKey(botId),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { mockSetBindings, mockSetDetails } = await api.mockSet.bindings(
        { bizCtx: mockContext({ spaceId, botId }), needMockSetDetail: true },
        { signal },
      )
      return new Map(
        mockSetBindings.map(({ mockSetID: id, mockSubject }) => [
          mockSubject.componentID,
          { id, name: mockSetDetails[id]?.name ?? '' },
        ]),
      )
    },
  })

export async function bindMock(tool: ToolInBot, mockSetId: string): Promise<void> {
  const mockSetID = mockSetId || undefined
  await api.mockSet.bind({ bizCtx: mockContext(tool), mockSubject: subjectOf(tool), mockSetID })
  await queryClient.invalidateQueries({ queryKey: mocksKey(tool.botId) })
}

export async function saveSettings(tool: ToolInBot, before: ToolSettings, now: ToolSettings): Promise<void> {
  const which = { bot_id: tool.botId, space_id: tool.spaceId, plugin_id: tool.pluginId, api_name: tool.toolName }
  await api.pluginTool.saveBotParams({
    ...which,
    request_params: now.request,
    response_params: now.response,
    response_style: now.style,
  })
  if (now.later.isOn !== before.later.isOn || now.later.message !== before.later.message)
    await api.pluginTool.saveAsync({ ...which, switch_status: now.later.isOn, message: now.later.message })
}
