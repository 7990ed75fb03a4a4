import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import * as e from '#shared/plugin-enums.ts'
import {
  apiExtend,
  apiInfo,
  type ApiParameter,
  debugExample,
  editVersion,
  onPlugin,
  parameterList,
  pluginId,
} from './shapes.ts'

const { PLUGIN_LIMITS: limits } = e
const params = z.array(z.custom<ApiParameter>())
const toolFields = {
  path: z.string().trim().max(2000).default(''),
  method: z.enum(e.ApiMethod).optional(),
  request_params: parameterList().optional(),
  response_params: parameterList().optional(),
  disabled: z.boolean().optional(),
  api_extend: apiExtend.partial().optional(),
  function_name: z.string().trim().max(100).optional(),
  /** For a plugin made of code: the code of the tool. */
  source_code: z.string().max(limits.code).optional(),
}
const referrer = {
  space_id: idOrNone(),
  bot_id: idOrNone(),
  dev_id: idOrNone(),
  plugin_id: id(),
  api_name: z.string().trim().min(1).max(200),
  plugin_referrer_id: z.string().max(64).default(''),
  plugin_referrer_scene: z.enum({ agent: 0, llmNode: 1 }).default(0),
  workflow_id: idOrNone(),
}
const responseStyle = z.object({
  workflow_response_mode: z.enum({ useModel: 0, skipModel: 1 }).default(0),
  /** Set by the owner: the tool may change data without asking the user each time. */
  allow_without_asking: z.boolean().default(false),
})
const onBot = (can: 'view' | 'editInfo') => ({ on: 'bot', id: 'bot_id', can }) as const
const price = z.object({
  APIName: z.string(),
  APIID: z.string(),
  RuleID: z.string(),
  Comment: z.string(),
  PricingStrategy: z.int(),
  PricingCalculationType: z.int(),
  PriceInfo: z.object({ Price: z.string(), CurrencyType: z.int(), UnitName: z.string(), UnitsForOnce: z.string() }),
  PriceResult: z.object({ Price: z.string(), CurrencyType: z.int(), TokensForOnce: z.string() }),
  PriceLimit: z.object({ TimesLimit: z.string(), UnitsLimit: z.string() }),
  PluginInfo: z.object({ id: z.string(), name: z.string(), plugin_icon: z.string() }),
})
export type PricingRule = z.input<typeof price>

/** Tools of plugins, and their settings in bots. */
export const pluginTool = {
  create: op(['POST /api/plugin_api/create_api', 'POST /api/plugin/create_api'], {
    summary: 'Add a tool to a plugin',
    summaryZh: '为插件添加工具',
    access: onPlugin('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...pluginId,
        name: name(64),
        desc: text(e.PLUGIN_LIMITS.description),
        ...toolFields,
        ...editVersion,
      }),
    output: () => z.object({ api_id: z.string(), edit_version: z.int() }),
  }),
  update: op(['POST /api/plugin_api/update_api', 'POST /api/plugin/update_api'], {
    summary: 'Update a tool: details, parameters, response, switch or example',
    summaryZh: '更新工具的信息、参数、响应、开关或示例',
    access: onPlugin('editInfo'),
    reply: 'flat',
    bodyLimit: 5_000_000,
    input: () =>
      z.object({
        ...pluginId,
        api_id: id(),
        name: name(64).optional(),
        desc: text(e.PLUGIN_LIMITS.description).optional(),
        ...toolFields,
        path: z.string().trim().max(2000).optional(),
        save_example: z.boolean().optional(),
        debug_example: debugExample.optional(),
        ...editVersion,
      }),
    output: () => z.object({ edit_version: z.int() }),
  }),
  remove: op(['POST /api/plugin_api/delete_api', 'POST /api/plugin/delete_api'], {
    summary: 'Delete a tool',
    summaryZh: '删除工具',
    access: onPlugin('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...pluginId, api_id: id(), ...editVersion }),
    output: () => z.object({ edit_version: z.int() }),
  }),
  list: op(['POST /api/plugin_api/get_plugin_apis', 'POST /api/plugin/get_plugin_apis'], {
    summary: 'List the tools of a plugin',
    summaryZh: '列出插件的工具',
    reply: 'flat',
    input: () =>
      z.object({
        ...pluginId,
        api_ids: z.array(id()).max(200).nullish(),
        page: pageNumber(),
        size: pageSize(20, 200),
        order: z.object({ order_by: z.int().optional(), desc: z.boolean().optional() }).optional(),
        preview_version_ts: z.string().max(30).optional(),
      }),
    output: () => z.object({ api_info: z.array(apiInfo), total: z.int(), edit_version: z.int() }),
  }),
  debug: op(['POST /api/plugin_api/debug_api', 'POST /api/plugin/debug_api'], {
    summary: 'Call a draft tool once, or read the response schema from the result',
    summaryZh: '调用一次草稿工具，或从结果读取响应结构',
    reply: 'flat',
    bodyLimit: 5_000_000,
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        ...pluginId,
        api_id: id(),
        parameters: z.string().max(1_000_000).default('{}'),
        operation: z.enum(e.DebugOperation).default(e.DebugOperation.debug),
        /** The space in which an official tool is tested. */
        space_id: idOrNone(),
        ...editVersion,
      }),
    output: () =>
      z.object({
        response_params: params,
        success: z.boolean(),
        resp: z.string(),
        reason: z.string(),
        raw_resp: z.string(),
        raw_req: z.string(),
        /** The name of the mock set that answered instead of the tool. */
        mock_set: z.string(),
      }),
  }),
  batchCreate: op('POST /api/plugin_api/batch_create_api', {
    summary: 'Add all tools of an OpenAPI document; existing paths are reported or replaced',
    summaryZh: '添加 OpenAPI 文档中的全部工具；已存在的路径会提示或替换',
    access: onPlugin('editInfo'),
    reply: 'flat',
    bodyLimit: 5_000_000,
    input: () =>
      z.object({
        ...pluginId,
        ai_plugin: z.string().max(limits.import).default(''),
        openapi: z.string().max(limits.import),
        space_id: idOrNone(),
        dev_id: idOrNone(),
        replace_same_paths: z.boolean().default(false),
        paths_to_replace: z
          .array(z.object({ path: z.string().max(2000), method: z.enum(e.ApiMethod).optional() }))
          .max(500)
          .default([]),
        ...editVersion,
      }),
    output: () =>
      z.object({
        paths_duplicated: z.array(apiInfo.partial()),
        paths_created: z.array(apiInfo.partial()),
        edit_version: z.int(),
      }),
  }),
  optimizeParams: op('POST /api/plugin_api/optimize_param_prompt', {
    summary: 'Improve parameter descriptions with a model',
    summaryZh: '用模型优化参数描述',
    access: onPlugin('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...pluginId,
        request_params: parameterList().default([]),
        response_params: parameterList().default([]),
        api_desc: text(e.PLUGIN_LIMITS.description).default(''),
        space_id: idOrNone(),
      }),
    output: () => z.object({ request_params: params, response_params: params }),
  }),
  optimizeTool: op('POST /api/plugin_api/optimize_tool_prompt', {
    summary: 'Improve the description of a tool with a model',
    summaryZh: '用模型优化工具描述',
    access: onPlugin('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({ ...pluginId, api_desc: text(e.PLUGIN_LIMITS.description).default(''), space_id: idOrNone() }),
    output: () => z.object({ api_desc: z.string() }),
  }),
  botParams: op('POST /api/plugin_api/get_bot_default_params', {
    summary: 'Get the settings of a tool in a bot or model node',
    summaryZh: '获取智能体或大模型节点中的工具设置',
    reply: 'flat',
    input: () =>
      z.object({
        ...referrer,
        /** Uses the parameters of the draft. */
        plugin_is_debug: z.boolean().default(false),
        /** The number of the published version to use; defaults to the newest. */
        plugin_publish_version_ts: z.string().max(30).default(''),
      }),
    output: () =>
      z.object({
        request_params: params,
        response_params: params,
        response_style: responseStyle,
        api_id: z.string(),
      }),
  }),
  saveBotParams: op('POST /api/plugin_api/update_bot_default_params', {
    summary: 'Save the settings of a tool in a bot or model node',
    summaryZh: '保存智能体或大模型节点中的工具设置',
    reply: 'flat',
    input: () =>
      z.object({
        ...referrer,
        request_params: parameterList().optional(),
        response_params: parameterList().optional(),
        response_style: responseStyle.partial().optional(),
      }),
  }),
  removeBotParams: op('POST /api/plugin_api/delete_bot_default_params', {
    summary: 'Reset the settings of one or all tools in a bot or model node',
    summaryZh: '重置智能体或大模型节点中一个或全部工具的设置',
    reply: 'flat',
    input: () =>
      z.object({
        ...referrer,
        plugin_id: idOrNone(),
        api_name: z.string().trim().max(200).default(''),
        delete_bot: z.boolean().default(false),
      }),
  }),
  prices: op('POST /api/plugin_api/batch_get_plugin_pricing_rules', {
    summary: 'Get the prices of tools',
    summaryZh: '获取工具的价格',
    reply: 'flat',
    input: () =>
      z.object({
        plugin_apis: z
          .array(z.object({ plugin_id: id(), api_id: idOrNone(), name: z.string().max(200).default('') }))
          .max(200)
          .default([]),
      }),
    output: () => z.object({ pricing_rules: z.array(price) }),
  }),
  pricesOfWorkflow: op('POST /api/plugin_api/get_plugin_pricing_rules_by_workflow_id', {
    summary: 'Get the prices of the tools in a workflow',
    summaryZh: '获取工作流中工具的价格',
    access: { on: 'workflow', id: 'workflow_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ workflow_id: id(), space_id: idOrNone() }),
    output: () => z.object({ pricing_rules: z.array(price) }),
  }),
  saveAsync: op('POST /api/plugin_api/config_async', {
    summary: 'Run a tool of a bot in the background, with a message meanwhile',
    summaryZh: '让智能体的工具在后台运行，并设置等待提示',
    access: onBot('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        connector_id: z.string().max(40).default(''),
        plugin_id: id(),
        switch_status: z.boolean(),
        message: text(e.PLUGIN_LIMITS.pendingMessage).default(''),
        api_name: z.string().trim().max(200).default(''),
        space_id: idOrNone(),
      }),
  }),
  getAsync: op('GET /api/plugin_api/get_async_config', {
    summary: 'Get whether a tool of a bot runs in the background',
    summaryZh: '获取智能体的工具是否在后台运行',
    access: onBot('view'),
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        connector_id: z.string().max(40).default(''),
        plugin_id: idOrNone(),
        api_name: z.string().max(200).default(''),
        space_id: idOrNone(),
      }),
    output: () =>
      z.object({
        data: z
          .object({ plugin_id: z.string(), api_name: z.string(), switch_status: z.boolean(), message: z.string() })
          .optional(),
        async_config_count: z.int(),
      }),
  }),
  asyncTasks: op('GET /api/plugin_api/get_async_task_list', {
    summary: 'List your background tool calls with a bot, newest first',
    summaryZh: '列出你与智能体的后台工具调用，最新在前',
    access: onBot('view'),
    reply: 'flat',
    input: () =>
      z.object({
        bot_id: id(),
        connector_id: z.string().max(40).default(''),
        page: pageNumber(),
        size: pageSize(20),
        space_id: idOrNone(),
      }),
    output: () =>
      z.object({
        tasks: z.array(
          z.object({
            task_id: z.string(),
            task_name: z.string(),
            task_type: z.int(),
            query_msg: z.string(),
            task_status: z.int(),
            create_time: z.int(),
            plugin_icon: z.string(),
            result: z.string(),
          }),
        ),
        page: z.int(),
        size: z.int(),
        total: z.int(),
      }),
  }),
  messageNodes: op('GET /api/plugin_api/message_nodes', {
    summary: 'List the nodes of a workflow that reply to the user',
    summaryZh: '列出工作流中回复用户的节点',
    access: { on: 'workflow', id: 'plugin_id', can: 'view' },
    input: () => z.object({ space_id: idOrNone(), plugin_id: id() }),
    output: () =>
      z.object({
        id: z.string(),
        plugin_id: z.string(),
        name: z.string(),
        message_nodes: z.array(z.object({ node_id: z.string(), node_type: z.string(), node_title: z.string() })),
      }),
  }),
}
