import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import * as e from '#shared/plugin-enums.ts'
import { editVersion, metaFields, metaInfo, onPlugin, pluginId, shownCreator } from './shapes.ts'

const inSpace = { on: 'space', id: 'space_id', can: 'createResource' } as const
const { PLUGIN_LIMITS: limits } = e
const { name: _, desc: __, ...others } = metaFields
const versionOut = z.object({ edit_version: z.int() })
const document = z.string().max(limits.import)
/** A problem with an imported operation; the operation is imported anyway. */
const importProblem = z.object({
  kind: z.enum(['renamed', 'noDescription', 'pathParameter', 'badReference', 'lostParameter', 'noResponse']),
  /** The name or reference with the problem. */
  about: z.string(),
})
const importedTool = z.object({
  name: z.string(),
  desc: z.string(),
  method: z.string(),
  path: z.string(),
  parameters: z.int(),
  problems: z.array(importProblem),
})
export type ImportedTool = z.input<typeof importedTool>

/** Plugins: creating and changing them, and their versions. */
export const plugin = {
  register: op('POST /api/plugin_api/register', {
    summary: 'Create a plugin from a manifest and an OpenAPI document',
    summaryZh: '用清单和 OpenAPI 文档创建插件',
    access: inSpace,
    bodyLimit: 5_000_000,
    input: () =>
      z.object({
        space_id: id(),
        ai_plugin: document.default(''),
        openapi: document,
        client_id: z.string().max(500).default(''),
        client_secret: z.string().max(8000).default(''),
        service_token: z.string().max(8000).default(''),
        plugin_type: z.enum(e.PluginType).default(e.PluginType.plugin),
        project_id: idOrNone(),
      }),
    output: () => z.object({ plugin_id: z.string(), openapi: z.string() }),
  }),
  registerMeta: op(['POST /api/plugin_api/register_plugin_meta', 'POST /api/plugin/register_plugin_meta'], {
    summary: 'Create a plugin; tools are added afterwards',
    summaryZh: '创建插件，之后再添加工具',
    access: inSpace,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        name: name(limits.name),
        desc: text(limits.description),
        ...z.object(others).partial().shape,
        ide_code_runtime: z.string().max(20).default(''),
        project_id: idOrNone(),
      }),
    output: () => z.object({ plugin_id: z.string() }),
  }),
  updateMeta: op(['POST /api/plugin_api/update_plugin_meta', 'POST /api/plugin/update_plugin_meta'], {
    summary: 'Change name, URL and authentication of a plugin',
    summaryZh: '修改插件的名称、URL 和认证方式',
    access: onPlugin('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...pluginId,
        name: name(limits.name).optional(),
        desc: text(limits.description).optional(),
        ...z.object(others).partial().shape,
        ...editVersion,
      }),
    output: versionOut,
  }),
  update: op('POST /api/plugin_api/update', {
    summary: 'Replace the tools or the code of a plugin',
    summaryZh: '替换插件的工具或代码',
    access: onPlugin('editInfo'),
    bodyLimit: 5_000_000,
    input: () =>
      z.object({
        ...pluginId,
        ai_plugin: document.default(''),
        openapi: document.default(''),
        client_id: z.string().max(500).default(''),
        client_secret: z.string().max(8000).default(''),
        service_token: z.string().max(8000).default(''),
        source_code: z.string().max(limits.code).optional(),
        ...editVersion,
      }),
    output: () => z.object({ res: z.boolean(), edit_version: z.int() }),
  }),
  save: op('POST /api/plugin_api/save_plugin', {
    summary: 'Save the code editor of a plugin',
    summaryZh: '保存插件代码编辑器的内容',
    access: onPlugin('editInfo'),
    reply: 'flat',
    bodyLimit: 5_000_000,
    input: () =>
      z.object({
        ...pluginId,
        item_infos: z
          .array(
            z.object({
              /** The tool of the item; omitted for the document of the whole plugin. */
              item_id: idOrNone(),
              item_type: z.enum({ sourceCode: 1, inputParams: 2, openapi: 3 }),
              content: document,
            }),
          )
          .max(200)
          .default([]),
      }),
    output: () => z.object({}),
  }),
  remove: op('POST /api/plugin_api/del_plugin', {
    summary: 'Delete a plugin with its tools and versions',
    summaryZh: '删除插件及其工具和版本',
    access: onPlugin('delete'),
    reply: 'flat',
    input: () => z.object(pluginId),
  }),
  info: op(['POST /api/plugin_api/get_plugin_info', 'POST /api/plugin/get_plugin_info'], {
    summary: 'Get a plugin; secrets are never included',
    summaryZh: '获取插件，不包含密钥',
    reply: 'flat',
    input: () => z.object({ ...pluginId, preview_version_ts: z.string().max(30).optional() }),
    output: () =>
      z.object({
        meta_info: metaInfo,
        code_info: z.object({
          plugin_desc: z.string(),
          openapi_desc: z.string(),
          client_id: z.string(),
          client_secret: z.string(),
          service_token: z.string(),
        }),
        status: z.boolean(),
        published: z.boolean(),
        creator: shownCreator,
        statistic_data: z.object({ bot_quote: z.int() }),
        plugin_product_status: z.int(),
        privacy_status: z.boolean(),
        privacy_info: z.string(),
        creation_method: z.int(),
        ide_code_runtime: z.string(),
        edit_version: z.int(),
        plugin_type: z.int(),
        space_id: z.string(),
        version_name: z.string(),
        version_ts: z.string(),
        is_official: z.boolean(),
        can_edit: z.boolean(),
      }),
  }),
  publish: op(['POST /api/plugin_api/publish_plugin', 'POST /api/plugin/publish_plugin'], {
    summary: 'Publish the draft of a plugin as a version',
    summaryZh: '将插件草稿发布为版本',
    access: onPlugin('publish'),
    reply: 'flat',
    input: () =>
      z.object({
        ...pluginId,
        privacy_status: z.boolean().default(false),
        privacy_info: z.string().max(20_000).default(''),
        version_name: z.string().trim().max(40).default(''),
        version_desc: text(limits.versionNote).default(''),
      }),
    output: () => z.object({ version_ts: z.string() }),
  }),
  nextVersion: op('POST /api/plugin_api/get_plugin_next_version', {
    summary: 'Get the name of the next version',
    summaryZh: '获取下一版本的名称',
    access: onPlugin('view'),
    reply: 'flat',
    input: () => z.object({ ...pluginId, space_id: idOrNone() }),
    output: () => z.object({ next_version_name: z.string() }),
  }),
  history: op('POST /api/plugin_api/get_plugin_publish_history', {
    summary: 'List the versions of a plugin, newest first',
    summaryZh: '列出插件的版本，最新在前',
    access: onPlugin('view'),
    reply: 'flat',
    input: () => z.object({ ...pluginId, space_id: idOrNone(), page: pageNumber(), size: pageSize(20) }),
    output: () =>
      z.object({
        plugin_publish_info_list: z.array(
          z.object({
            publisher_id: z.string(),
            version_ts: z.string(),
            version_name: z.string(),
            version_desc: z.string(),
            create_time: z.string(),
            publisher: shownCreator,
          }),
        ),
        total: z.int(),
      }),
  }),
  changelog: op('POST /api/plugin_api/get_plugin_changelog', {
    summary: 'List who changed what in a plugin, newest first',
    summaryZh: '列出插件的修改记录，最新在前',
    access: onPlugin('view'),
    input: () => z.object({ ...pluginId, page: pageNumber(), size: pageSize(20) }),
    output: () =>
      z.object({
        total: z.int(),
        change_log_list: z.array(
          z.object({ changelog_id: z.string(), create_time: z.string(), creator: shownCreator, operation: z.string() }),
        ),
      }),
  }),
  updatedApis: op(['POST /api/plugin_api/get_updated_apis', 'POST /api/plugin/get_updated_apis'], {
    summary: 'List unpublished changes of a draft',
    summaryZh: '列出草稿中未发布的改动',
    access: onPlugin('view'),
    reply: 'flat',
    input: () => z.object(pluginId),
    output: () =>
      z.object({
        created_api_names: z.array(z.string()),
        deleted_api_names: z.array(z.string()),
        updated_api_names: z.array(z.string()),
      }),
  }),
  muteUpdates: op('POST /api/plugin_api/no_updated_prompt', {
    summary: 'Mute reminders about unpublished changes until the plugin changes again',
    summaryZh: '在插件再次修改前不再提醒未发布的改动',
    access: onPlugin('view'),
    reply: 'flat',
    input: () => z.object(pluginId),
  }),
  lock: op('POST /api/plugin_api/check_and_lock_plugin_edit', {
    summary: 'Acquire the edit lock, or get who holds it',
    summaryZh: '获取编辑锁，或查看持有者',
    access: onPlugin('editInfo'),
    /** `force` takes the lock from its holder, whose unsaved edits then cause a conflict. */
    input: () => z.object({ ...pluginId, force: z.boolean().default(false) }),
    output: () => z.object({ Occupied: z.boolean(), user: shownCreator.optional(), Seized: z.boolean() }),
  }),
  unlock: op('POST /api/plugin_api/unlock_plugin_edit', {
    summary: 'Release the edit lock',
    summaryZh: '释放编辑锁',
    access: onPlugin('view'),
    reply: 'flat',
    input: () => z.object(pluginId),
    output: () => z.object({ released: z.boolean() }),
  }),
  authority: op('POST /api/plugin_api/get_user_authority', {
    summary: 'Get what you may do with a plugin',
    summaryZh: '获取你对插件的权限',
    input: () => z.object({ ...pluginId, creation_method: z.int().optional(), project_id: idOrNone() }),
    output: () =>
      z.object({
        can_edit: z.boolean(),
        can_read: z.boolean(),
        can_delete: z.boolean(),
        can_debug: z.boolean(),
        can_publish: z.boolean(),
        can_read_changelog: z.boolean(),
      }),
  }),
  convert: op('POST /api/plugin_api/convert_to_openapi', {
    summary: 'Convert Swagger 2, Postman, curl or HAR to OpenAPI 3',
    summaryZh: '将 Swagger 2、Postman、curl 或 HAR 转为 OpenAPI 3',
    access: { on: 'space', id: 'space_id', can: 'createResource', optional: true },
    reply: 'flat',
    bodyLimit: 5_000_000,
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        plugin_name: text(200).default(''),
        plugin_url: z.string().trim().max(2000).default(''),
        data: document.default(''),
        /** The URL to fetch the document from, if `data` is empty. */
        data_url: z.string().trim().max(2000).default(''),
        merge_same_paths: z.boolean().default(false),
        space_id: idOrNone(),
        plugin_description: text(2000).default(''),
      }),
    output: () =>
      z.object({
        openapi: z.string(),
        ai_plugin: z.string(),
        plugin_data_format: z.enum(e.ImportFormat),
        duplicate_api_infos: z.array(z.object({ method: z.string(), path: z.string(), count: z.int() })),
        /** Operations to import, each with its warnings. */
        tools: z.array(importedTool),
        left_out: z.array(z.object({ method: z.string(), path: z.string(), reason: z.enum(['method', 'path']) })),
      }),
  }),
  toCode: op('POST /api/plugin_api/plugin_api_to_code', {
    summary: 'Get a tool as code that makes the same call; keys are left out',
    summaryZh: '获取工具对应的调用代码，不含密钥',
    access: onPlugin('view'),
    reply: 'flat',
    input: () =>
      z.object({
        ...pluginId,
        api_id: id(),
        space_id: idOrNone(),
        dev_id: idOrNone(),
        program_lang: z.enum(e.ProgramLang),
      }),
    output: () => z.object({ program_lang: z.enum(e.ProgramLang), program_code: z.string() }),
  }),
  oauthSchema: op(['POST /api/plugin_api/get_oauth_schema', 'POST /api/plugin/get_oauth_schema'], {
    summary: 'Get the fields of the authentication forms',
    summaryZh: '获取认证表单的字段',
    reply: 'flat',
    output: () => z.object({ oauth_schema: z.string(), ide_conf: z.string() }),
  }),
  wakeIde: op('POST /api/plugin_api/wakeup_ide_plugin', {
    summary: 'Prepare the sandbox of a code plugin',
    summaryZh: '预热代码插件的沙箱',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object({ project_id: idOrNone(), dev_id: idOrNone(), space_id: idOrNone() }),
    output: () => z.object({ message: z.string() }),
  }),
  nl2app: op('POST /api/plugin_api/get_nl2app_config', {
    summary: 'Get what is available for creating plugins from a description',
    summaryZh: '获取由描述创建插件的可用功能',
    reply: 'flat',
    output: () => z.object({ config: z.string() }),
  }),
  exportIp: op('GET /api/plugin_api/get_export_ip_config', {
    summary: 'Get the fixed outgoing IP address, if there is one',
    summaryZh: '获取固定出口 IP（如有）',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ is_support: z.boolean(), ip_list: z.array(z.string()) }),
  }),
  upsert: op('POST /open_api/plugin/upsert_plugin', {
    summary: 'Create or replace a plugin',
    summaryZh: '创建或替换插件',
    access: inSpace,
    scope: 'Plugin.upsert',
    bodyLimit: 5_000_000,
    input: () =>
      z.object({
        plugin_id: idOrNone(),
        space_id: id(),
        /** The manifest, as JSON text. */
        plugin_desc: document,
        /** The OpenAPI document, as JSON or YAML text. */
        api_desc: document,
        project_id: idOrNone(),
      }),
    output: () => z.object({ plugin_id: z.string() }),
  }),
  feedback: op('POST /api/plugin_api/create_feedback', {
    summary: 'Send feedback about a plugin to the instance owner',
    summaryZh: '向实例所有者反馈插件问题',
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 3600 },
    input: () =>
      z.object({
        plugin_id: idOrNone(),
        feedback_type: z.enum({ unknown: 0, notFound: 1, official: 2 }).default(0),
        feedback: text(limits.feedback).min(1),
      }),
  }),
  /** Only the instance owner can define private links, since they let plugins reach hosts of the internal network. */
  links: op('GET /api/plugin_api/private_link/list', {
    summary: 'List private links for plugins',
    summaryZh: '列出插件的私有链接',
    input: () => z.object({ enterprise_id: z.string().max(40).optional() }),
    output: () => z.object({ private_links: z.array(z.lazy(() => privateLink)) }),
  }),
  link: op('POST /api/plugin_api/private_link/info', {
    summary: 'Get a private link',
    summaryZh: '获取私有链接',
    input: () => z.object({ private_link_id: id() }),
    output: () => z.object({ private_link: z.lazy(() => privateLink) }),
  }),
  saveLink: op('POST /api/plugin_api/private_link/upsert', {
    summary: 'Create or change a private link and test it',
    summaryZh: '创建或修改私有链接并测试',
    access: 'instance',
    input: () =>
      z.object({
        private_link: z.object({
          id: idOrNone(),
          name: name(60),
          endpoint_service_id: z.string().max(200).default(''),
          domain: z.string().trim().max(253).default(''),
          plugin_access_url: z.string().trim().min(1).max(2000),
          enterprise_id: z.string().max(40).default(''),
        }),
      }),
    output: () => z.object({ private_link_id: z.string() }),
  }),
  operateLink: op('POST /api/plugin_api/private_link/operate', {
    summary: 'Delete a private link',
    summaryZh: '删除私有链接',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ private_link_id: id(), operate_type: z.enum({ delete: 1 }).default(1) }),
  }),
}
const privateLink = z.object({
  id: z.string(),
  name: z.string(),
  endpoint_service_id: z.string(),
  domain: z.string(),
  plugin_access_url: z.string(),
  enterprise_id: z.string(),
  status: z.int(),
})
