import { z } from 'zod'
import { id, text } from '#shared/fields.ts'
import * as e from '#shared/plugin-enums.ts'

const { PLUGIN_LIMITS: limits } = e
type ParamType = (typeof e.ParameterType)[keyof typeof e.ParameterType]
/** A parameter of a tool, or a field of its response; objects and lists of objects have sub-parameters. */
export interface ApiParameter {
  id?: string
  name: string
  desc: string
  type: ParamType
  sub_type?: ParamType
  location?: (typeof e.ParameterLocation)[keyof typeof e.ParameterLocation]
  is_required: boolean
  sub_parameters: ApiParameter[]
  global_default: string
  global_disable: boolean
  local_default: string
  local_disable: boolean
  default_param_source: (typeof e.DefaultSource)[keyof typeof e.DefaultSource]
  variable_ref: string
  assist_type?: number
}
export type ApiParameterInput = Partial<Omit<ApiParameter, 'sub_parameters'>> & {
  sub_parameters?: ApiParameterInput[] | undefined
}
const line = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value ?? '')
const flag = () =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? false)
/** Clients omit a number, or send 0, for no value. */
const optionalOf = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === 0 || value === null || value === '' ? undefined : value), schema.optional())
const apiParameter: z.ZodType<ApiParameter, ApiParameterInput> = z.object({
  id: z.string().max(400).optional(),
  name: z.string().max(200).default(''),
  desc: line(4000),
  type: z.enum(e.ParameterType).default(e.ParameterType.string),
  sub_type: optionalOf(z.enum(e.ParameterType)),
  location: optionalOf(z.enum(e.ParameterLocation)),
  is_required: flag(),
  sub_parameters: z.lazy(() =>
    z
      .array(apiParameter)
      .max(limits.parameters)
      .nullish()
      .transform((list) => list ?? []),
  ),
  global_default: line(20_000),
  global_disable: flag(),
  local_default: line(20_000),
  local_disable: flag(),
  default_param_source: z.preprocess((value) => value ?? 0, z.enum(e.DefaultSource)),
  variable_ref: line(200),
  assist_type: z.int().min(0).max(99).optional(),
}) as unknown as z.ZodType<ApiParameter, ApiParameterInput>
export const parameterList = () => z.array(apiParameter).max(limits.parameters)

const icon = z.object({ uri: z.string().max(500).default(''), url: z.string().max(2000).default('') })
const commonParam = z.object({ name: z.string().max(200), value: z.string().max(4000).default('') })
/** Parameters that are sent with every call of the plugin, by location. */
const commonParams = z.partialRecord(z.enum(['1', '2', '3', '4']), z.array(commonParam).max(50))
export type CommonParams = Partial<Record<'1' | '2' | '3' | '4', z.output<typeof commonParam>[]>>
const shownCommonParams = z.record(z.string(), z.array(commonParam))

export const apiExtend = z.object({
  auth_mode: z.enum(e.ToolAuthMode).default(e.ToolAuthMode.required),
  run_mode: z.enum(e.ToolRunMode).default(e.ToolRunMode.defaultToSync),
  response_strategy: z.enum(e.ResponseStrategy).default(e.ResponseStrategy.fit),
  side_effect: z.enum(e.SideEffect).default(e.SideEffect.byMethod),
  /** Encoding of the request body: json (default), form or multipart. */
  body_type: z.enum(['json', 'form', 'multipart']).default('json'),
  /** Price per call; absent if free. Only shown when a tool is chosen; nothing is charged here. */
  pricing: z
    .object({
      price: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount such as 0.05'),
      currency: z.int().min(0).max(99).default(0),
      unit_name: z.string().trim().max(40).default(''),
      units_for_once: z.int().min(1).max(1_000_000).default(1),
      comment: z.string().trim().max(200).default(''),
    })
    .nullish(),
})
export type ApiExtend = z.output<typeof apiExtend>
export const debugExample = z.object({
  req_example: z.string().max(200_000).default(''),
  resp_example: z.string().max(1_000_000).default(''),
})
export const metaFields = {
  name: text(limits.name),
  desc: text(limits.description),
  url: z.string().trim().max(2000),
  icon,
  auth_type: z.enum(e.AuthType),
  location: optionalOf(z.enum(e.AuthLocation)),
  key: z.string().trim().max(200),
  service_token: z.string().max(8000),
  oauth_info: z.string().max(20_000),
  common_params: commonParams,
  creation_method: z.enum(e.CreationMethod),
  plugin_type: z.enum(e.PluginType),
  sub_auth_type: z.int().min(0).max(99),
  auth_payload: z.string().max(20_000),
  fixed_export_ip: z.boolean(),
  private_link_id: z.string().max(20),
}
const creator = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.string(),
  self: z.boolean(),
  user_unique_name: z.string(),
})
export type PluginCreator = z.input<typeof creator>
export const shownCreator = creator
const cardBinding = z.object({
  card_id: z.string(),
  card_version_num: z.string(),
  status: z.int(),
  thumbnail: z.string(),
})
const statistic = z.object({ bot_quote: z.int() })
export const apiInfo = z.object({
  plugin_id: z.string(),
  api_id: z.string(),
  name: z.string(),
  desc: z.string(),
  path: z.string(),
  method: z.enum(e.ApiMethod),
  request_params: z.array(z.custom<ApiParameter>()),
  response_params: z.array(z.custom<ApiParameter>()),
  create_time: z.string(),
  debug_status: z.int(),
  disabled: z.boolean(),
  statistic_data: statistic,
  online_status: z.int(),
  api_extend: z.custom<Partial<ApiExtend>>(),
  card_binding_info: cardBinding.optional(),
  debug_example: z.object({ req_example: z.string(), resp_example: z.string() }),
  debug_example_status: z.int(),
  function_name: z.string(),
  /** For a plugin made of code: the code of the tool. */
  source_code: z.string(),
})
export type ApiInfo = z.input<typeof apiInfo>

interface PluginParameter {
  name: string
  desc: string
  required: boolean
  type: string
  sub_type: string
  sub_parameters: PluginParameter[]
}
const pluginApi = z.object({
  name: z.string(),
  desc: z.string(),
  parameters: z.array(z.custom<PluginParameter>()),
  plugin_id: z.string(),
  plugin_name: z.string(),
  api_id: z.string(),
  record_id: z.string(),
  debug_example: z.object({ req_example: z.string(), resp_example: z.string() }),
  function_name: z.string(),
  run_mode: z.int(),
  response_params: z.array(z.custom<ApiParameter>()),
})
export type PluginApi = z.input<typeof pluginApi>
export type { PluginParameter }
/** A plugin with its tools, as pickers show it. */
export const playgroundPlugin = z.object({
  id: z.string(),
  name: z.string(),
  desc_for_human: z.string(),
  plugin_icon: z.string(),
  plugin_type: z.int(),
  status: z.int(),
  auth: z.int(),
  plugin_apis: z.array(pluginApi),
  tag: z.int(),
  create_time: z.string(),
  update_time: z.string(),
  creator,
  space_id: z.string(),
  statistic_data: statistic,
  common_params: shownCommonParams,
  plugin_product_status: z.int(),
  plugin_product_unlist_type: z.int(),
  material_id: z.string(),
  channel_id: z.int(),
  creation_method: z.int(),
  is_official: z.boolean(),
  project_id: z.string(),
  version_ts: z.string(),
  version_name: z.string(),
  is_favorite: z.boolean(),
  /** plugin, official or mcp */
  source: z.string(),
})
export type PlaygroundPlugin = z.input<typeof playgroundPlugin>
export const devPlugin = z.object({
  id: z.string(),
  name: z.string(),
  desc_for_human: z.string(),
  plugin_icon: z.string(),
  plugin_type: z.int(),
  status: z.int(),
  plugin_desc: z.string(),
  openapi_desc: z.string(),
  auth: z.int(),
  create_time: z.int(),
  update_time: z.int(),
  api_names: z.array(z.string()),
  creator,
  publish_status: z.boolean(),
  space_id: z.string(),
  statistic_data: statistic,
  common_params: shownCommonParams,
  plugin_product_list_status: z.int(),
  plugin_product_status: z.int(),
  creation_method: z.int(),
  cur_user_can_del: z.boolean(),
})
export const metaInfo = z.object({
  name: z.string(),
  desc: z.string(),
  url: z.string(),
  icon: z.object({ uri: z.string(), url: z.string() }),
  auth_type: z.array(z.int()),
  location: z.int(),
  key: z.string(),
  service_token: z.string(),
  oauth_info: z.string(),
  common_params: shownCommonParams,
  sub_auth_type: z.int(),
  auth_payload: z.string(),
  fixed_export_ip: z.boolean(),
  private_link_id: z.string(),
})
export const onPlugin = (can: 'view' | 'editInfo' | 'delete' | 'publish' | 'testRunPlugin') =>
  ({ on: 'plugin', id: 'plugin_id', can }) as const
export const pluginId = { plugin_id: id() }
export const editVersion = { edit_version: z.int().optional() }
