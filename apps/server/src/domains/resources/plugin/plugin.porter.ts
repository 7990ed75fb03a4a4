import { AuthType, CreationMethod } from '@orrery/contract'
import { list, object, text, whole } from '#kit/read-json.ts'
import type { Porter } from '#domains/ground/resource/shared/resource-content.ts'
import type { PluginContents } from './plugin-content.ts'
import type { PluginContent } from './shared/plugin-content.ts'

/** Exports and imports plugins without keys. An imported code plugin does not run until it is published. */
export function createPluginPorter({
  contents,
  publish,
}: {
  contents: PluginContents
  publish(id: string, userId: string): Promise<void>
}): Porter {
  return {
    async read(id) {
      const { isPublished, ...content } = await contents.read(id)
      return { content, needs: [], published: isPublished }
    },
    check(content): PluginContent {
      const given = object(content)
      const auth = object(given.auth)
      const method = whole(given.creationMethod)
      if (!(Object.values(CreationMethod) as number[]).includes(method)) throw new Error('it has no known origin')
      return {
        pluginType: whole(given.pluginType, 1),
        creationMethod: method as PluginContent['creationMethod'],
        runtime: text(given.runtime, 20),
        url: text(given.url, 2000),
        auth: {
          type: whole(auth.type),
          subType: whole(auth.subType),
          location: whole(auth.location),
          key: text(auth.key, 200),
          oauth: auth.oauth ? (object(auth.oauth) as unknown as NonNullable<PluginContent['auth']['oauth']>) : null,
        },
        commonParams: object(given.commonParams) as PluginContent['commonParams'],
        fixedIp: false,
        tools: list(given.tools).map((item, position) => {
          const tool = object(item)
          const example = object(tool.example)
          return {
            name: text(tool.name, 100),
            description: text(tool.description, 2000),
            path: text(tool.path, 2000),
            method: whole(tool.method, 1),
            request: list(tool.request) as PluginContent['tools'][number]['request'],
            response: list(tool.response) as PluginContent['tools'][number]['response'],
            extend: object(tool.extend) as PluginContent['tools'][number]['extend'],
            disabled: tool.disabled === true,
            functionName: text(tool.functionName, 100),
            code: text(tool.code, 200_000),
            example: tool.example ? { request: text(example.request), response: text(example.response) } : null,
            debugged: false,
            position,
          }
        }),
      }
    },
    create: ({ name, description, icon, content }, { spaceId, userId, projectId }) =>
      contents.create(content as PluginContent, { spaceId, userId, projectId, name, description, iconUri: icon }),
    restore: (id, { name, description, content }, _, userId) =>
      contents.restore(id, userId, content as PluginContent, { name, description }),
    publish,
    warnings: (content) => ({ needsKey: whole(object(object(content).auth).type) !== AuthType.none }),
  }
}
