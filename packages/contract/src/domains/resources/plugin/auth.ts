import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'

const oauthPlugin = z.object({
  plugin_id: z.string(),
  status: z.int(),
  name: z.string(),
  plugin_icon: z.string(),
  source_type: z.array(z.int()),
})

/** Authorisation of plugins that act on behalf of a person. */
export const pluginAuth = {
  status: op('POST /api/plugin_api/get_oauth_status', {
    summary: 'Get whether you authorised a plugin, and where to do so',
    summaryZh: '获取你是否已授权插件及授权入口',
    reply: 'flat',
    limit: { by: 'user', max: 240, seconds: 60 },
    input: () =>
      z.object({
        plugin_id: id(),
        entity_id: idOrNone(),
        auth_mode: z.int().optional(),
        is_draft: z.boolean().optional(),
        force_get_client_url: z.boolean().optional(),
      }),
    output: () => z.object({ is_oauth: z.boolean(), status: z.int(), content: z.string(), auth_mode: z.int() }),
  }),
  revoke: op('POST /api/plugin_api/revoke_auth_token', {
    summary: 'Revoke your authorisation of a plugin',
    summaryZh: '撤销你对插件的授权',
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), bot_id: idOrNone() }),
  }),
  ofBot: op('POST /api/plugin_api/get_queried_oauth_plugins', {
    summary: 'List the plugins of a bot that need your authorisation',
    summaryZh: '列出智能体中需要你授权的插件',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ bot_id: id() }),
    output: () => z.object({ oauth_plugin_list: z.array(oauthPlugin) }),
  }),
  ofEntity: op('POST /api/plugin_api/get_oauth_plugin_list', {
    summary: 'List the plugins of a bot or workflow that need your authorisation',
    summaryZh: '列出智能体或工作流中需要你授权的插件',
    access: { on: 'resource', id: 'entity_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        entity_id: id(),
        entity_version: z.string().max(40).optional(),
      }),
    output: () => z.object({ oauth_plugin_list: z.array(oauthPlugin) }),
  }),
  openList: op('GET /v1/authorized_plugins', {
    summary: 'List the plugins of a bot or workflow that need your authorisation',
    summaryZh: '列出智能体或工作流中需要你授权的插件',
    access: { on: 'resource', id: 'entity_id', can: 'view' },
    scope: 'Plugin.listAuthorized',
    input: () =>
      z.object({
        entity_id: id(),
        entity_type: z.string().max(40).optional(),
        connector_id: z.string().max(40).optional(),
        user_id: z.string().max(100).optional(),
      }),
    output: () =>
      z.object({
        items: z.array(
          z.object({ plugin_id: z.string(), status: z.int(), plugin_name: z.string(), plugin_icon: z.string() }),
        ),
      }),
  }),
  openRevoke: op('POST /v1/authorized_plugins/revoke', {
    summary: 'Revoke your authorisation of a plugin',
    summaryZh: '撤销你对插件的授权',
    scope: 'Plugin.revokeAuthorized',
    reply: 'flat',
    input: () =>
      z.object({
        plugin_id: id(),
        entity_id: idOrNone(),
        entity_type: z.string().max(40).optional(),
        connector_id: z.string().max(40).optional(),
        user_id: z.string().max(100).optional(),
      }),
  }),
  callback: op('GET /api/oauth/authorization_code', {
    summary: "Receive the redirect of a plugin's authorisation server",
    summaryZh: '接收插件授权服务器的回调',
    reply: 'raw',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        code: z.string().max(4000).default(''),
        state: z.string().max(500).default(''),
        error: z.string().max(200).default(''),
        error_description: z.string().max(2000).default(''),
      }),
  }),
}
