import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { MCP_LIMITS } from '#shared/limits.ts'

export const McpStatus = { undefined: 0, normal: 1, disabled: 2 } as const
/** `stdio` only runs commands that are listed in a file of the instance. */
const mcpTransports = ['streamable_http', 'sse', 'stdio'] as const
export type McpTransport = (typeof mcpTransports)[number]

const setting = z.object({
  key: z.string().trim().min(1).max(200),
  value: z.string().max(8000).default(''),
  is_required: z.boolean().default(false),
})
const config = z.object({
  /** Sent with every request. Their values are stored encrypted and never shown again. */
  static_headers: z.array(setting).max(50).default([]),
  /** Headers supplied by each caller. */
  dynamic_headers: z.array(setting).max(50).default([]),
  static_params: z.array(setting).max(50).default([]),
  dynamic_params: z.array(setting).max(50).default([]),
})
export type McpConfig = z.output<typeof config>
const tool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.string(),
  read_only: z.boolean(),
})
const accessPoint = z.object({
  id: z.string(),
  space_id: z.string(),
  mcp_server_id: z.string(),
  env: z.string(),
  lane: z.string(),
  transport_mode: z.string(),
  server_url: z.string(),
  server_psm: z.string(),
  tools: z.array(tool),
  /** success, failed, or empty before the first validation */
  validation_status: z.string(),
  validation_message: z.string(),
  last_validation_time_ms: z.string(),
  lastest_op_time_ms: z.string(),
  create_time_ms: z.string(),
  update_time_ms: z.string(),
  config: z.custom<McpConfig>(),
  status: z.int(),
  is_publish_supported: z.boolean(),
})
export type McpAccessPoint = z.input<typeof accessPoint>
const server = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  is_official: z.boolean(),
  description: z.string(),
  source_type: z.string(),
  labels: z.array(z.object({ id: z.string(), name: z.string() })),
  mcp_server_access_points: z.array(accessPoint),
  creator: z.string(),
  create_time_ms: z.string(),
  update_time_ms: z.string(),
  is_publish_supported: z.boolean(),
  status: z.int(),
  detail_page_url: z.string(),
})
export type McpServer = z.input<typeof server>

const base = '/api/mcp_manage/v1/mcp_servers'
const on = (can: 'view' | 'editInfo' | 'delete' | 'testRunPlugin') => ({ on: 'mcp', id: 'mcp_server_id', can }) as const
const serverInput = { mcp_server_id: id(), space_id: idOrNone() }
const accessPointInput = { ...serverInput, access_point_id: id() }
const labels = z.array(id()).max(50).nullish()
const serverFields = {
  name: name(MCP_LIMITS.name),
  description: text(2000).default(''),
  source_type: z.string().max(40).default('custom'),
  labels,
  is_publish_supported: z.boolean().default(false),
  detail_page_url: z.string().trim().max(2000).default(''),
}
const pointFields = {
  env: z.string().max(60).default(''),
  lane: z.string().max(60).default(''),
  transport_mode: z.enum(mcpTransports).default('streamable_http'),
  /** A URL; for stdio, the name of an allowed command. */
  server_url: z.string().trim().min(1).max(2000),
  server_psm: z.string().max(200).default(''),
  config: config.prefault({}),
}
const listFilter = {
  page: pageNumber(),
  page_size: pageSize(20),
  name_keyword: z.string().trim().max(100).default(''),
  source_type: z.string().max(40).default(''),
  labels,
  status: z.enum(McpStatus).default(McpStatus.undefined),
}
const serverOutput = z.object({ mcp_server: server })
const onePoint = z.object({ mcp_server_access_point: accessPoint })

/** MCP servers for the bots and workflows of a space. */
export const mcp = {
  create: op(`POST ${base}/create`, {
    summary: 'Add an MCP server to a space',
    summaryZh: '为空间添加 MCP 服务',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () => z.object({ space_id: id(), ...serverFields }),
    output: serverOutput,
  }),
  list: op(`POST ${base}/list`, {
    summary: 'List the MCP servers of a space',
    summaryZh: '列出空间的 MCP 服务',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({ space_id: id(), ...listFilter, creator_list: z.array(z.string().max(40)).max(100).nullish() }),
    output: () => z.object({ mcp_servers: z.array(server), total: z.int() }),
  }),
  official: op(`POST ${base}/list_official`, {
    summary: 'List official MCP servers',
    summaryZh: '列出官方 MCP 服务',
    reply: 'flat',
    input: () => z.object(listFilter),
    output: () => z.object({ mcp_servers: z.array(server), total: z.int() }),
  }),
  get: op(`POST ${base}/{mcp_server_id}/get`, {
    summary: 'Get an MCP server with its access points and tools',
    summaryZh: '获取 MCP 服务及其接入点和工具',
    access: on('view'),
    reply: 'flat',
    input: () => z.object(serverInput),
    output: serverOutput,
  }),
  update: op(`POST ${base}/{mcp_server_id}/update`, {
    summary: 'Rename an MCP server',
    summaryZh: '修改 MCP 服务的名称',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...serverInput, ...z.object(serverFields).partial().shape }),
    output: serverOutput,
  }),
  setStatus: op(`POST ${base}/{mcp_server_id}/update_status`, {
    summary: 'Turn an MCP server on or off',
    summaryZh: '启用或停用 MCP 服务',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...serverInput, status: z.enum(McpStatus) }),
    output: serverOutput,
  }),
  remove: op(`POST ${base}/{mcp_server_id}/delete`, {
    summary: 'Remove an MCP server from a space',
    summaryZh: '从空间移除 MCP 服务',
    access: on('delete'),
    reply: 'flat',
    input: () => z.object(serverInput),
  }),
  fork: op(`POST ${base}/{mcp_server_id}/fork`, {
    summary: 'Copy an MCP server into a space; secrets are not copied',
    summaryZh: '将 MCP 服务复制到空间，密钥不会复制',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () => z.object({ mcp_server_id: id(), space_id: id() }),
    output: serverOutput,
  }),
  createPoint: op([`POST ${base}/{mcp_server_id}/access_points/create`], {
    summary: 'Add an access point to an MCP server and read its tools',
    summaryZh: '为 MCP 服务添加接入点并读取工具',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...serverInput, ...pointFields }),
    output: onePoint,
  }),
  createNamedPoint: op(`POST ${base}/{mcp_server_id}/access_points/{access_point_id}/create`, {
    summary: 'Add an access point (older form; the id in the path is ignored)',
    summaryZh: '添加接入点（旧格式，忽略路径中的 ID）',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...serverInput, access_point_id: z.string().max(40), ...pointFields }),
    output: onePoint,
  }),
  getPoint: op(`POST ${base}/{mcp_server_id}/access_points/{access_point_id}/get`, {
    summary: 'Get an access point with its tools',
    summaryZh: '获取接入点及其工具',
    access: on('view'),
    reply: 'flat',
    input: () => z.object(accessPointInput),
    output: onePoint,
  }),
  updatePoint: op(`POST ${base}/{mcp_server_id}/access_points/{access_point_id}/update`, {
    summary: 'Change an access point and read its tools again',
    summaryZh: '修改接入点并重新读取工具',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...accessPointInput, ...z.object(pointFields).partial().shape }),
    output: onePoint,
  }),
  setPointStatus: op(`POST ${base}/{mcp_server_id}/access_points/{access_point_id}/update_status`, {
    summary: 'Turn an access point on or off',
    summaryZh: '启用或停用接入点',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...accessPointInput, status: z.enum(McpStatus) }),
    output: onePoint,
  }),
  removePoint: op(`POST ${base}/{mcp_server_id}/access_points/{access_point_id}/delete`, {
    summary: 'Delete an access point',
    summaryZh: '删除接入点',
    access: on('editInfo'),
    reply: 'flat',
    input: () => z.object(accessPointInput),
  }),
  points: op(`POST ${base}/access_points/mget`, {
    summary: 'Get several access points of a space',
    summaryZh: '批量获取空间的接入点',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ space_id: id(), accesspoint_ids: z.array(id()).max(200).default([]) }),
    output: () => z.object({ mcp_server_access_points: z.array(accessPoint) }),
  }),
  debug: op(`POST ${base}/{mcp_server_id}/access_points/{access_point_id}/debug`, {
    summary: 'Call a tool of an MCP server once',
    summaryZh: '调用一次 MCP 服务的工具',
    access: on('testRunPlugin'),
    reply: 'flat',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        ...accessPointInput,
        tool_name: z.string().min(1).max(200),
        parameters: z.string().max(1_000_000).default('{}'),
        dynamic_headers: z.record(z.string().max(200), z.string().max(8000)).default({}),
        dynamic_params: z.record(z.string().max(200), z.string().max(8000)).default({}),
      }),
    output: () =>
      z.object({
        contents: z.array(z.object({ type: z.string(), text: z.string() })),
        is_error: z.boolean(),
      }),
  }),
}

const serve = (path: `/${string}`) => [`POST ${path}`, `GET ${path}`, `DELETE ${path}`] as const
const mcpBody = { reply: 'raw', body: 'raw', bodyLimit: 4_000_000 } as const
/** Published resources as MCP servers for external clients: streamable HTTP, with a personal access token. */
export const mcpServe = {
  plugin: op(serve('/v1/mcp/plugins/{plugin_id}'), {
    summary: 'Use the tools of a published plugin over MCP',
    summaryZh: '通过 MCP 使用已发布插件的工具',
    access: { on: 'plugin', id: 'plugin_id', can: 'view' },
    scope: 'Plugin.call',
    ...mcpBody,
    input: () => z.object({ plugin_id: id() }),
  }),
  workflow: op(serve('/v1/mcp/workflows/{workflow_id}'), {
    summary: 'Use a published workflow as an MCP tool',
    summaryZh: '将已发布的工作流作为 MCP 工具使用',
    access: { on: 'workflow', id: 'workflow_id', can: 'view' },
    scope: 'Workflow.run',
    ...mcpBody,
    input: () => z.object({ workflow_id: id() }),
  }),
  bot: op(serve('/v1/mcp/bots/{bot_id}'), {
    summary: 'Use a published bot as an MCP tool',
    summaryZh: '将已发布的智能体作为 MCP 工具使用',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    scope: 'Bot.chat',
    ...mcpBody,
    input: () => z.object({ bot_id: id() }),
  }),
}
