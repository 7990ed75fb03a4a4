import { CreationMethod, PLUGIN_LIMITS, PluginType } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { noSecret, sealSecret } from './plugin-secret.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { PluginRepo } from './plugin.repo.ts'
import type { PluginService } from './plugin.service.ts'
import type { ToolRow } from './plugin.table.ts'
import type { PluginContent } from './shared/plugin-content.ts'

export interface PluginPlace {
  spaceId: string
  userId: string
  projectId?: string | undefined
  name: string
  description: string
  iconUri: string
}

/** Exports plugins as content without secrets, and creates plugins from such content. */
export function createPluginContents(deps: {
  repo: PluginRepo
  plugins: Pick<PluginService, 'get' | 'toRow' | 'note' | 'change'>
  resources: ResourceService
  secrets: Secrets
  egress: Pick<Egress, 'checkUrl'>
}) {
  const { repo, plugins, resources } = deps
  const rowsOf = (pluginId: string, { tools }: PluginContent): ToolRow[] =>
    tools.slice(0, PLUGIN_LIMITS.tools).map((tool, position) => ({
      ...plugins.toRow(pluginId, tool, position),
      functionName: tool.functionName,
      code: tool.code,
      example: tool.example,
      debugged: false,
    }))
  return {
    async read(id: string): Promise<PluginContent & { isPublished: boolean }> {
      const { row } = await plugins.get(id)
      const { pluginType, creationMethod, runtime, url, auth, commonParams, fixedIp } = row
      const tools = (await repo.tools(id)).map((tool) => ({
        name: tool.name,
        description: tool.description,
        path: tool.path,
        method: tool.method,
        request: tool.request,
        response: tool.response,
        extend: tool.extend,
        disabled: tool.disabled,
        functionName: tool.functionName,
        code: tool.code,
        example: tool.example,
        debugged: tool.debugged,
        position: tool.position,
      }))
      const isPublished = row.versionId !== null
      return { pluginType, creationMethod, runtime, url, auth, commonParams, fixedIp, tools, isPublished }
    },
    async create(content: PluginContent, place: PluginPlace): Promise<string> {
      const isCode = content.creationMethod === CreationMethod.ide
      if (!isCode) deps.egress.checkUrl(content.url)
      else if (content.url) throw pluginErrors.badUrl({ reason: 'a plugin of code has none' })
      const { spaceId, userId, projectId, name, description, iconUri } = place
      return repo.db.transaction(async (tx) => {
        const head = await resources.create(
          {
            kind: 'plugin',
            spaceId,
            ownerId: userId,
            name,
            description,
            iconUri,
            subType: content.pluginType,
            ...(projectId && { projectId }),
          },
          tx,
        )
        const { tools, ...row } = content
        await repo.insert(
          {
            ...row,
            pluginType: content.pluginType || PluginType.plugin,
            id: head.id,
            secret: sealSecret(deps.secrets, noSecret),
            privateLinkId: null,
            editVersion: 0,
            versionId: null,
            version: '',
            privacy: null,
            nextPosition: tools.length,
          },
          tx,
        )
        await repo.insertTools(rowsOf(head.id, content), tx)
        await plugins.note(head.id, userId, 'copy', tx)
        return head.id
      })
    },
    /** Restores settings and tools; a tool with the same name as a current one keeps its id. */
    async restore(id: string, userId: string, content: PluginContent, head: { name: string; description: string }) {
      await plugins.change(id, userId, undefined, 'restore', async ({ row }, tx) => {
        if (row.creationMethod !== content.creationMethod) throw errors.notFound({ what: 'plugin' })
        const { tools: _, ...settings } = content
        await repo.update(id, settings, tx)
        const before = new Map((await repo.tools(id, tx)).map((tool) => [tool.name, tool]))
        const after = rowsOf(id, content).map((tool) => ({ ...tool, id: before.get(tool.name)?.id ?? tool.id }))
        await repo.removeTools(
          [...before.values()].map((tool) => tool.id),
          tx,
        )
        await repo.insertTools(after, tx)
        await resources.touch(id, userId, head, tx)
      })
    },
  }
}
export type PluginContents = ReturnType<typeof createPluginContents>
