import { type contract, CreationMethod, PLUGIN_LIMITS } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { oauthSchema } from './auth-settings.ts'
import { codeTemplates, languageOf, Runtime } from './call/code-call.ts'
import { toCode } from './to-code.ts'
import type { PluginRoutesDeps } from './plugin.routes.ts'

/** Support for the plugin editor: generated code, templates, and a warm sandbox. */
export function pluginToolingRoutes(
  deps: PluginRoutesDeps,
): Pick<Handlers<typeof contract.plugin>, 'toCode' | 'oauthSchema' | 'wakeIde' | 'nl2app' | 'exportIp'> {
  const { plugins, tools } = deps
  return {
    toCode: async (input) => {
      const { row } = await plugins.get(input.plugin_id)
      const tool = await tools.require(input.plugin_id, input.api_id)
      const code = row.creationMethod === CreationMethod.ide ? tool.code : await toCode(row, tool, input.program_lang)
      return { program_lang: input.program_lang, program_code: code }
    },
    oauthSchema: () => ({
      oauth_schema: JSON.stringify({ ...oauthSchema, redirect_uri: deps.redirectUri }),
      ide_conf: JSON.stringify({
        runtimes: [
          { id: Runtime.node, name: 'JavaScript', language: 'javascript', template: codeTemplates[Runtime.node] },
          { id: Runtime.python, name: 'Python', language: 'python', template: codeTemplates[Runtime.python] },
        ],
        max_code: PLUGIN_LIMITS.code,
        has_network: false,
      }),
    }),
    wakeIde: async (input, ctx) => {
      const found = input.project_id ? await plugins.find(input.project_id) : undefined
      const isMine = found && (await ctx.access.can(ctx.actor!, 'plugin', found.head.id, 'view'))
      const language = languageOf(isMine ? found.row.runtime : '')
      await deps.sandbox.warm(language)
      return { message: `${language} is ready` }
    },
    nl2app: async () => ({
      config: JSON.stringify({
        enabled: await deps.hasModel(),
        runtimes: ['javascript', 'python'],
        max_tools: PLUGIN_LIMITS.tools,
      }),
    }),
    exportIp: () => ({ is_support: deps.exportIps().length > 0, ip_list: deps.exportIps() }),
  }
}
