import type { BotConfig } from '@orrery/contract'
import type { OfficialSource } from './toolset.ts'
import type { Toolsets } from '../toolset.service.ts'

export interface ToolDetail {
  name: string
  description: string
  pluginName: string
  iconUrl: string
  source: string
}
export interface ToolDetailDeps {
  toolsets: Pick<Toolsets, 'forSpace'>
  official: Pick<OfficialSource, 'list'>
  iconUrl(uri: string): string
}

/** Details of tools for the bot editor, including drafts, because the preview calls drafts. */
export function createToolDetails({ toolsets, official, iconUrl }: ToolDetailDeps) {
  return async function describeTools(
    spaceId: string,
    tools: BotConfig['plugin_info_list'],
    locale: 'en' | 'zh-CN',
  ): Promise<Map<string, ToolDetail>> {
    const inLanguage = new Map(official.list(locale).map((set) => [set.id, set]))
    const found = await Promise.all(
      tools.map(async (item): Promise<[string, ToolDetail][]> => {
        const set =
          inLanguage.get(item.plugin_id) ??
          (await toolsets.forSpace(item.plugin_id, item.api_version_ms, { spaceId, isDraft: true }))
        const tool =
          set?.tools.find(({ id }) => id === item.api_id) ?? set?.tools.find(({ name }) => name === item.api_name)
        if (!set || !tool) return []
        const { name, description } = tool
        const plugin = { pluginName: set.name, iconUrl: iconUrl(set.iconUri), source: set.source }
        return [[item.api_id, { name, description: description || set.description, ...plugin }]]
      }),
    )
    return new Map(found.flat())
  }
}
