import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { fetchDocument } from './import/fetch-document.ts'
import { importedTools } from './import/import-problems.ts'
import { manifestText, readImport, readPlugin } from './manifest-text.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { PluginRoutesDeps } from './plugin.routes.ts'

/** Creates plugins from documents. */
export function pluginImportRoutes({
  plugins,
  tools,
  egress,
}: PluginRoutesDeps): Pick<Handlers<typeof contract.plugin>, 'convert' | 'upsert'> {
  return {
    convert: async (input, ctx) => {
      const source = input.data_url ? await fetchDocument(egress, input.data_url, ctx.signal) : input.data
      const { format, document, duplicates, leftOut } = readImport(source)
      if (input.plugin_name) document.info.title = input.plugin_name
      if (input.plugin_description) document.info.description = input.plugin_description
      if (input.plugin_url) document.servers = [{ url: input.plugin_url }]
      const [server] = document.servers
      return {
        openapi: JSON.stringify(document),
        ai_plugin: manifestText({
          name: document.info.title,
          description: document.info.description,
          url: server?.url ?? '',
          authType: 0,
          commonParams: {},
        }),
        plugin_data_format: format,
        duplicate_api_infos: input.merge_same_paths ? [] : duplicates,
        tools: importedTools(document),
        left_out: leftOut,
      }
    },
    upsert: async (input, ctx) => {
      const { request, tools: drafts } = readPlugin(input.plugin_desc, input.api_desc, {
        serviceToken: '',
        clientId: '',
        clientSecret: '',
      })
      if (input.plugin_id) {
        const located = await ctx.access.require(ctx.actor!, 'plugin', input.plugin_id, 'editInfo')
        if (located.spaceId !== input.space_id)
          throw pluginErrors.badManifest({ reason: 'the plugin belongs to another space' })
        const version = await tools.replaceAll(input.plugin_id, ctx.userId, drafts)
        const { auth: _, ...rest } = request
        await plugins.update(input.plugin_id, ctx.userId, rest, version)
        return { plugin_id: input.plugin_id }
      }
      const id = await plugins.create({
        ...request,
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        tools: drafts,
      })
      return { plugin_id: id }
    },
  }
}
