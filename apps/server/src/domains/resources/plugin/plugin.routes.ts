import { type contract, CreationMethod, type Input, PLUGIN_LIMITS, PluginType, ProductStatus } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { type AuthRequest, oauthSchema } from './auth-settings.ts'
import { codeTemplates, languageOf, Runtime } from './call/code-call.ts'
import { fetchDocument } from './import/fetch-document.ts'
import { importedTools } from './import/import-problems.ts'
import { manifestText, readImport, readPlugin } from './manifest-text.ts'
import type { PluginService, PluginRequest } from './plugin.service.ts'
import { nobody, type PluginView } from './plugin.view.ts'
import type { Reach } from './shared/plugin-reach.ts'
import { toCode } from './to-code.ts'
import type { ToolService } from './tool.service.ts'
import type { Toolsets } from './toolset.service.ts'
import type { linkRoutes, pluginVersionRoutes } from './version.routes.ts'
import { pluginErrors } from './plugin.errors.ts'
import { noSecret } from './plugin-secret.ts'

export interface PluginRoutesDeps {
  plugins: PluginService
  tools: ToolService
  toolsets: Toolsets
  view: PluginView
  reach: Reach
  sandbox: Pick<Sandbox, 'warm'>
  egress: Pick<Egress, 'fetch'>
  redirectUri: string
  /** Addresses that calls leave from, where the administrator has told them. */
  exportIps(): string[]
  hasModel(): Promise<boolean>
}
type Meta = Partial<Input<typeof contract.plugin.updateMeta>>
const requestOf = (input: Meta): PluginRequest & { auth: AuthRequest } => ({
  name: input.name,
  description: input.desc,
  iconUri: input.icon?.uri || undefined,
  url: input.url,
  commonParams: input.common_params,
  fixedIp: input.fixed_export_ip,
  privateLinkId: input.private_link_id,
  auth: {
    type: input.auth_type,
    subType: input.sub_auth_type,
    location: input.location,
    key: input.key,
    serviceToken: input.service_token,
    oauthInfo: input.oauth_info,
    authPayload: input.auth_payload,
  },
})
const given = (input: { service_token: string; client_id: string; client_secret: string }) => ({
  serviceToken: input.service_token,
  clientId: input.client_id,
  clientSecret: input.client_secret,
})

export function pluginRoutes(
  deps: PluginRoutesDeps,
): Omit<
  Handlers<typeof contract.plugin>,
  keyof ReturnType<typeof pluginVersionRoutes> | keyof ReturnType<typeof linkRoutes>
> {
  const { plugins, tools, view, reach } = deps

  /** Official plugins and MCP servers have no page of settings: what they are and what they can is all there is to show. */
  async function foreignInfo(pluginId: string, locale: Ctx['locale']) {
    const set = await deps.toolsets.find(pluginId, '', false, locale)
    if (!set) throw pluginErrors.notPublished()
    return {
      meta_info: {
        name: set.name,
        desc: set.description,
        url: '',
        icon: { uri: set.iconUri, url: view.iconUrl(set.iconUri) },
        auth_type: [0],
        location: 1,
        key: '',
        service_token: '',
        oauth_info: '',
        common_params: {},
        sub_auth_type: 0,
        auth_payload: '',
        fixed_export_ip: false,
        private_link_id: '',
      },
      code_info: { plugin_desc: '', openapi_desc: '', client_id: '', client_secret: '', service_token: '' },
      status: true,
      published: true,
      creator: nobody,
      statistic_data: { bot_quote: (await plugins.botQuotes([pluginId])).get(pluginId) ?? 0 },
      plugin_product_status: set.source === 'official' ? ProductStatus.listed : ProductStatus.neverListed,
      privacy_status: false,
      privacy_info: '',
      creation_method: CreationMethod.cloud,
      ide_code_runtime: '',
      edit_version: 0,
      plugin_type: PluginType.plugin,
      space_id: set.spaceId ?? '0',
      version_name: set.version,
      version_ts: set.versionId || '0',
      is_official: set.source === 'official',
      can_edit: false,
    }
  }

  return {
    register: async (input, ctx) => {
      const { request, tools: drafts, document } = readPlugin(input.ai_plugin, input.openapi, given(input))
      const id = await plugins.create({
        ...request,
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        pluginType: input.plugin_type,
        tools: drafts,
      })
      return { plugin_id: id, openapi: JSON.stringify(document) }
    },
    registerMeta: async (input, ctx) => ({
      plugin_id: await plugins.create({
        ...requestOf(input),
        name: input.name,
        description: input.desc,
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        pluginType: input.plugin_type,
        creationMethod: input.creation_method,
        runtime: input.ide_code_runtime,
      }),
    }),
    updateMeta: async (input, ctx) => ({
      edit_version: await plugins.update(input.plugin_id, ctx.userId, requestOf(input), input.edit_version),
    }),
    update: async (input, ctx) => {
      let version = input.edit_version
      if (input.openapi) {
        const { request, tools: drafts } = readPlugin(input.ai_plugin, input.openapi, given(input))
        version = await tools.replaceAll(input.plugin_id, ctx.userId, drafts, version)
        const change: PluginRequest = input.ai_plugin ? request : { ...(request.url && { url: request.url }) }
        version = await plugins.update(input.plugin_id, ctx.userId, change, version)
      }
      if (input.source_code !== undefined) {
        const [first] = await tools.list(input.plugin_id)
        if (!first) throw pluginErrors.noTools()
        version = await tools.update(input.plugin_id, ctx.userId, first.id, { code: input.source_code }, version)
      }
      return { res: true, edit_version: version ?? (await plugins.get(input.plugin_id)).row.editVersion }
    },
    save: async (input, ctx) => {
      for (const item of input.item_infos) {
        if (item.item_type === 3)
          await tools.replaceAll(
            input.plugin_id,
            ctx.userId,
            readPlugin('', item.content, { serviceToken: '', clientId: '', clientSecret: '' }).tools,
          )
        else if (item.item_id) {
          const example = { request: item.content, response: '' }
          const { example: before } = await tools.require(input.plugin_id, item.item_id)
          await tools.update(
            input.plugin_id,
            ctx.userId,
            item.item_id,
            item.item_type === 1
              ? { code: item.content }
              : { example: { ...before, ...example, response: before?.response ?? '' } },
          )
        }
      }
      return {}
    },
    remove: async (input, ctx) => {
      await plugins.remove(input.plugin_id, ctx.userId, ctx.address)
      return {}
    },
    info: async (input, ctx) => {
      if ((await reach(ctx, input.plugin_id, 'view')) !== 'plugin') return foreignInfo(input.plugin_id, ctx.locale)
      const found = await plugins.get(input.plugin_id)
      const { head, row } = found
      const secret = plugins.secretOf(row)
      const wanted = input.preview_version_ts && input.preview_version_ts !== '0' ? input.preview_version_ts : ''
      const version = wanted ? await plugins.version(input.plugin_id, wanted) : undefined
      if (wanted && !version) throw pluginErrors.noVersion({ version: wanted })
      const shown = version
        ? {
            head: { ...head, name: version.manifest.name, description: version.manifest.description },
            row: { ...row, ...version.manifest, tools: undefined },
          }
        : found
      const [creator, toolRows, quotes, canEdit] = await Promise.all([
        view.creators([head.ownerId], ctx.userId),
        version ? version.manifest.tools : tools.list(input.plugin_id),
        plugins.botQuotes([input.plugin_id]),
        ctx.access.can(ctx.actor!, 'plugin', input.plugin_id, 'editInfo'),
      ])
      return {
        meta_info: view.meta(shown, canEdit ? secret : noSecret),
        code_info: view.code(shown, toolRows, canEdit ? secret : noSecret),
        status: true,
        published: row.versionId !== null,
        creator: creator(head.ownerId),
        statistic_data: { bot_quote: quotes.get(input.plugin_id) ?? 0 },
        plugin_product_status: ProductStatus.neverListed,
        privacy_status: row.privacy !== null,
        privacy_info: row.privacy ?? '',
        creation_method: row.creationMethod,
        ide_code_runtime: row.runtime,
        edit_version: row.editVersion,
        plugin_type: row.pluginType,
        space_id: head.spaceId,
        version_name: row.version,
        version_ts: row.versionId ?? '0',
        is_official: false,
        can_edit: canEdit,
      }
    },
    authority: async (input, ctx) => {
      const kind = await reach(ctx, input.plugin_id, 'view')
      const may = async (action: 'editInfo' | 'delete' | 'publish' | 'testRunPlugin') =>
        kind === 'plugin' && (await ctx.access.can(ctx.actor!, 'plugin', input.plugin_id, action))
      return {
        can_edit: await may('editInfo'),
        can_read: true,
        can_delete: await may('delete'),
        can_debug: kind !== 'plugin' || (await may('testRunPlugin')),
        can_publish: await may('publish'),
        can_read_changelog: kind === 'plugin',
      }
    },
    convert: async (input, ctx) => {
      const source = input.data_url ? await fetchDocument(deps.egress, input.data_url, ctx.signal) : input.data
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
    feedback: async (input, ctx) => {
      if (input.plugin_id) await reach(ctx, input.plugin_id, 'view')
      await plugins.addFeedback({
        userId: ctx.userId,
        pluginId: input.plugin_id ?? null,
        kind: input.feedback_type,
        text: input.feedback,
      })
      return {}
    },
  }
}
