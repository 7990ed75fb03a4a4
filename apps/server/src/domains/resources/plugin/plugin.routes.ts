import { type contract, type Input, ProductStatus } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import type { ListingsOf } from '#domains/ground/resource/shared/listing-state.ts'
import type { AuthRequest } from './auth-settings.ts'
import { readPlugin } from './manifest-text.ts'
import type { PluginService, PluginRequest } from './plugin.service.ts'
import type { PluginView } from './plugin.view.ts'
import type { Reach } from './shared/plugin-reach.ts'
import type { ToolService } from './tool.service.ts'
import type { Toolsets } from './toolset.service.ts'
import type { linkRoutes, pluginVersionRoutes } from './version.routes.ts'
import { pluginErrors } from './plugin.errors.ts'
import { toForeignPlugin } from './foreign-plugin.view.ts'
import { pluginImportRoutes } from './plugin-import.routes.ts'
import { pluginToolingRoutes } from './plugin-tooling.routes.ts'
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
  /** The fixed addresses from which calls are sent, if the administrator has configured them. */
  exportIps(): string[]
  hasModel(): Promise<boolean>
  ports: { readonly listings: ListingsOf }
}
type Meta = Partial<Input<typeof contract.plugin.updateMeta>>
/** Refuses the option of fixed addresses unless the administrator has configured them. */
function refuseUnknownAddress(input: Meta, exportIps: string[]) {
  if (!input.fixed_export_ip || exportIps.length) return
  throw badInput(
    'fixed_export_ip',
    'the administrator has not provided the outgoing IP addresses. Turn this off, or ask for them',
    '管理员尚未提供出口地址，请关闭此项，或联系管理员',
  )
}
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

  async function foreignInfo(pluginId: string, locale: Ctx['locale']) {
    const set = await deps.toolsets.find(pluginId, '', false, locale)
    if (!set) throw pluginErrors.notPublished()
    return toForeignPlugin(set, view.iconUrl(set.iconUri), (await plugins.botQuotes([pluginId])).get(pluginId) ?? 0)
  }

  return {
    ...pluginToolingRoutes(deps),
    ...pluginImportRoutes(deps),
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
    registerMeta: async (input, ctx) => {
      refuseUnknownAddress(input, deps.exportIps())
      const id = await plugins.create({
        ...requestOf(input),
        name: input.name,
        description: input.desc,
        spaceId: input.space_id,
        userId: ctx.userId,
        projectId: input.project_id,
        pluginType: input.plugin_type,
        creationMethod: input.creation_method,
        runtime: input.ide_code_runtime,
      })
      return { plugin_id: id }
    },
    updateMeta: async (input, ctx) => {
      refuseUnknownAddress(input, deps.exportIps())
      const request = requestOf(input)
      return { edit_version: await plugins.update(input.plugin_id, ctx.userId, request, input.edit_version) }
    },
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
      await plugins.remove(input.plugin_id, ctx.userId)
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
      const [creator, toolRows, quotes, canEdit, listings] = await Promise.all([
        view.creators([head.ownerId], ctx.userId),
        version ? version.manifest.tools : tools.list(input.plugin_id),
        plugins.botQuotes([input.plugin_id]),
        ctx.access.can(ctx.actor!, 'plugin', input.plugin_id, 'editInfo'),
        deps.ports.listings([input.plugin_id]),
      ])
      return {
        meta_info: view.meta(shown, canEdit ? secret : noSecret),
        code_info: view.code(shown, toolRows, canEdit ? secret : noSecret),
        status: true,
        published: row.versionId !== null,
        creator: creator(head.ownerId),
        statistic_data: { bot_quote: quotes.get(input.plugin_id) ?? 0 },
        plugin_product_status: listings.get(input.plugin_id)?.status ?? ProductStatus.neverListed,
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
