import type { ApiParameterInput } from '@orrery/contract'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { openTarget, type Target } from './target-server.ts'

export interface PluginLab {
  t: TestApp
  target: Target
  owner: Person
  spaceId: string
  createPlugin(more?: Record<string, unknown>, person?: Person): Promise<string>
  createTool(pluginId: string, name: string, more?: Record<string, unknown>): Promise<string>
  debug(
    pluginId: string,
    toolId: string,
    args?: object,
    person?: Person,
  ): ReturnType<Person['api']['pluginTool']['debug']>
  publish(pluginId: string): Promise<string>
}
/** A person with a space, and a local server that plugins may call. */
export async function openPluginLab(options: { allow?: string[]; config?: object } = {}): Promise<PluginLab> {
  const target = await openTarget()
  const t = await openTestApp({ config: { egressAllow: [target.host, ...(options.allow ?? [])], ...options.config } })
  const owner = await t.register('maker')
  const spaceId = (await owner.api.space.create({ name: 'Plugin lab' })).id
  return {
    t,
    target,
    owner,
    spaceId,
    async createPlugin(more = {}, person = owner) {
      const made = await person.api.plugin.registerMeta({
        space_id: spaceId,
        name: 'Weather',
        desc: 'Tells the weather',
        url: target.url,
        icon: {},
        auth_type: 0,
        ...more,
      } as never)
      return made.plugin_id
    },
    async createTool(pluginId, name, more = {}) {
      const made = await owner.api.pluginTool.create({
        plugin_id: pluginId,
        name,
        desc: `Does ${name}`,
        ...more,
      } as never)
      return made.api_id
    },
    debug: (pluginId, toolId, args = {}, person = owner) =>
      person.api.pluginTool.debug({ plugin_id: pluginId, api_id: toolId, parameters: JSON.stringify(args) }),
    publish: async (pluginId) => (await owner.api.plugin.publish({ plugin_id: pluginId })).version_ts,
  }
}
export const param = (name: string, type: number, more: ApiParameterInput = {}): ApiParameterInput => ({
  name,
  type: type as 1,
  ...more,
})
