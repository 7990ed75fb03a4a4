import {
  type ApiInfo,
  ApiMethod,
  CreationMethod,
  KEPT_SECRET,
  PluginAuthMode,
  type PlaygroundPlugin,
  type PluginApi,
  type PluginCreator,
  PluginStatus,
  PluginType,
  ProductStatus,
  ToolAuthMode,
} from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { ListingState } from '#domains/ground/resource/shared/listing-state.ts'
import { shownOAuth } from './auth-settings.ts'
import { authModeOf } from './shared/auth-mode.ts'
import { toDocument } from './import/to-document.ts'
import { manifestText } from './manifest-text.ts'
import { toPluginParameters } from '#kit/json-schema/json-schema.ts'
import type { FoundPlugin } from './plugin.repo.ts'
import type { ToolRow } from './plugin.table.ts'
import type { PluginSecret } from './plugin-secret.ts'
import type { Tool, Toolset } from './shared/toolset.ts'

export const nobody: PluginCreator = { id: '0', name: 'Orrery', avatar_url: '', self: false, user_unique_name: '' }

/** Plugins in wire format. */
export function createPluginView({ links, people }: { links: FileLinks; people: Pick<PassportService, 'getMany'> }) {
  async function creators(ids: string[], viewerId: string): Promise<(id: string) => PluginCreator> {
    const users = new Map((await people.getMany([...new Set(ids)])).map((user) => [user.id, user]))
    return (id) => {
      const user = users.get(id)
      return {
        id,
        name: user?.name ?? '',
        avatar_url: links.make(user?.avatarKey),
        self: id === viewerId,
        user_unique_name: user?.uniqueName ?? '',
      }
    }
  }
  const briefOf = (set: Toolset, tool: Tool): PluginApi => ({
    ...apiOf(set, tool),
    parameters: [],
    response_params: [],
    debug_example: { req_example: '', resp_example: '' },
  })
  const apiOf = (set: Toolset, tool: Tool): PluginApi => ({
    name: tool.name,
    desc: tool.description,
    parameters: toPluginParameters(tool.request),
    plugin_id: set.id,
    plugin_name: set.name,
    api_id: tool.id,
    record_id: '',
    debug_example: { req_example: tool.example?.request ?? '', resp_example: tool.example?.response ?? '' },
    function_name: '',
    run_mode: tool.runMode,
    response_params: tool.response,
  })
  return {
    iconUrl: links.make,
    creators,
    playground(
      set: Toolset,
      more: {
        found?: FoundPlugin
        creator: PluginCreator
        quotes: number
        isFavorite: boolean
        isBrief?: boolean
        listing?: ListingState | undefined
      },
    ): PlaygroundPlugin {
      const { found } = more
      return {
        id: set.id,
        name: set.name,
        desc_for_human: set.description,
        plugin_icon: links.make(set.iconUri),
        plugin_type: found?.row.pluginType ?? PluginType.plugin,
        status: set.versionId || set.source !== 'plugin' ? PluginStatus.published : PluginStatus.draft,
        auth: found
          ? authModeOf(
              found.row.auth,
              set.tools.filter((tool) => !tool.disabled).map((tool) => tool.authMode ?? ToolAuthMode.disabled),
            )
          : PluginAuthMode.none,
        plugin_apis: set.tools
          .filter((tool) => !tool.disabled)
          .map((tool) => (more.isBrief ? briefOf : apiOf)(set, tool)),
        tag: 0,
        create_time: secondsText(found?.head.createdAt),
        update_time: secondsText(found?.head.updatedAt),
        creator: more.creator,
        space_id: set.spaceId ?? '0',
        statistic_data: { bot_quote: more.quotes },
        common_params: (found?.row.commonParams ?? {}) as Record<string, { name: string; value: string }[]>,
        plugin_product_status:
          set.source === 'official' ? ProductStatus.listed : (more.listing?.status ?? ProductStatus.neverListed),
        plugin_product_unlist_type: 0,
        material_id: set.id,
        channel_id: 0,
        creation_method: found?.row.creationMethod ?? CreationMethod.cloud,
        is_official: set.source === 'official',
        project_id: found?.head.projectId ?? '0',
        version_ts: set.versionId || '0',
        version_name: set.version,
        is_favorite: more.isFavorite,
        source: set.source,
      }
    },
    /** A tool of a draft or of a version, as its author sees it. */
    tool: (tool: ToolRow, facts: { isOnline: boolean; quotes: number }): ApiInfo => ({
      plugin_id: tool.pluginId,
      api_id: tool.id,
      name: tool.name,
      desc: tool.description,
      path: tool.path,
      method: tool.method as ApiInfo['method'],
      request_params: tool.request,
      response_params: tool.response,
      create_time: secondsText(tool.createdAt),
      debug_status: tool.debugged ? 1 : 0,
      disabled: tool.disabled,
      statistic_data: { bot_quote: facts.quotes },
      online_status: facts.isOnline ? 1 : 0,
      api_extend: tool.extend,
      ...(tool.card && {
        card_binding_info: {
          card_id: tool.card.cardId,
          card_version_num: tool.card.cardVersion,
          status: 1,
          thumbnail: '',
        },
      }),
      debug_example: { req_example: tool.example?.request ?? '', resp_example: tool.example?.response ?? '' },
      debug_example_status: tool.example ? 1 : 0,
      function_name: tool.functionName,
      source_code: tool.code,
    }),
    /** A tool of an official plugin or an MCP server. */
    foreignTool: (set: Toolset, tool: Tool): ApiInfo => ({
      plugin_id: set.id,
      api_id: tool.id,
      name: tool.name,
      desc: tool.description,
      path: '',
      method: ApiMethod.POST,
      request_params: tool.request,
      response_params: tool.response,
      create_time: '0',
      debug_status: 1,
      disabled: tool.disabled,
      statistic_data: { bot_quote: 0 },
      online_status: 1,
      api_extend: { run_mode: tool.runMode as 0 },
      debug_example: { req_example: tool.example?.request ?? '', resp_example: tool.example?.response ?? '' },
      debug_example_status: tool.example ? 1 : 0,
      function_name: '',
      source_code: '',
    }),
    meta: ({ head, row }: FoundPlugin, secret: PluginSecret) => ({
      name: head.name,
      desc: head.description,
      url: row.url,
      icon: { uri: head.iconUri, url: links.make(head.iconUri) },
      auth_type: [row.auth.type],
      location: row.auth.location,
      key: row.auth.key,
      service_token: secret.serviceToken ? KEPT_SECRET : '',
      oauth_info: shownOAuth(row.auth, secret.clientSecret !== ''),
      common_params: row.commonParams as Record<string, { name: string; value: string }[]>,
      sub_auth_type: row.auth.subType,
      auth_payload: '',
      fixed_export_ip: row.fixedIp,
      private_link_id: row.privateLinkId ?? '',
    }),
    code: ({ head, row }: FoundPlugin, tools: ToolRow[], secret: PluginSecret) => ({
      plugin_desc: manifestText({
        name: head.name,
        description: head.description,
        url: row.url,
        authType: row.auth.type,
        commonParams: row.commonParams,
      }),
      openapi_desc: JSON.stringify(toDocument({ name: head.name, description: head.description, url: row.url }, tools)),
      client_id: row.auth.oauth?.clientId ?? '',
      client_secret: secret.clientSecret ? KEPT_SECRET : '',
      service_token: secret.serviceToken ? KEPT_SECRET : '',
    }),
  }
}
export type PluginView = ReturnType<typeof createPluginView>
