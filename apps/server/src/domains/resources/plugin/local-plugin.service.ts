import { PluginType } from '@orrery/contract'
import { readPlugin } from './manifest-text.ts'
import type { PluginService } from './plugin.service.ts'
import type { ToolService } from './tool.service.ts'

export interface LocalPluginRequest {
  /** Name and description as JSON; may be empty. */
  manifest: string
  /** The tools, as an OpenAPI document. */
  document: string
}
const nothingSecret = { serviceToken: '', clientId: '', clientSecret: '' }

/** Plugins whose tools run in the page of the person who talks with the bot. They have no address and no secrets. */
export function createLocalPlugins({
  plugins,
  tools,
}: {
  plugins: Pick<PluginService, 'create' | 'update'>
  tools: Pick<ToolService, 'replaceAll'>
}) {
  const read = ({ manifest, document }: LocalPluginRequest) => {
    const { request, tools: drafts } = readPlugin(manifest, document, nothingSecret)
    return { name: request.name, description: request.description, drafts }
  }
  return {
    create(to: { spaceId: string; userId: string; projectId: string }, given: LocalPluginRequest): Promise<string> {
      const { name, description, drafts } = read(given)
      return plugins.create({ ...to, name, description, url: '', pluginType: PluginType.local, tools: drafts })
    },
    async update(id: string, userId: string, given: LocalPluginRequest): Promise<void> {
      const { name, description, drafts } = read(given)
      const version = await tools.replaceAll(id, userId, drafts)
      await plugins.update(id, userId, { name, description }, version)
    },
  }
}
export type LocalPlugins = ReturnType<typeof createLocalPlugins>
