import { CreationMethod, PluginType, ProductStatus } from '@orrery/contract'
import { nobody } from './plugin.view.ts'
import type { Toolset } from './shared/toolset.ts'

/** The view of official plugins and MCP servers, which have no settings: only their description and tools. */
export function toForeignPlugin(set: Toolset, iconUrl: string, botQuotes: number) {
  return {
    meta_info: {
      name: set.name,
      desc: set.description,
      url: '',
      icon: { uri: set.iconUri, url: iconUrl },
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
    statistic_data: { bot_quote: botQuotes },
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
