import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id } from '#shared/fields.ts'
import { abilitySchema, parameterSchema } from './type-list.ts'

const s = z.string()
const words = z.object({ zh_cn: s, en_us: s })
const provider = z.object({
  name: words,
  icon_uri: s,
  icon_url: s,
  description: words,
  model_class: z.number(),
})
const line = z.string().max(500).default('')
const connection = z.object({
  base_conn_info: z.object({
    base_url: line,
    /** Masked in answers. */
    api_key: line,
    model: z.string().trim().min(1).max(200),
    thinking_type: z.literal([0, 1, 2, 3]).default(0),
  }),
  openai: z.object({ by_azure: z.boolean().default(false), api_version: line }).optional(),
})
const configuredModel = z.object({
  id: z.number(),
  provider,
  display_info: z.object({ name: s, description: words, output_tokens: z.number(), max_tokens: z.number() }),
  capability: abilitySchema,
  connection,
  type: z.literal([0, 1, 2, 3, 4, 5, 6]),
  parameters: z.array(parameterSchema),
  status: z.literal([0, 1, 2]),
  enable_base64_url: z.boolean(),
  delete_at_ms: z.number(),
})
/** The parts of the platform's basic configuration that apply to this instance; the rest is constant. */
const basic = z.object({
  admin_emails: s,
  disable_user_registration: z.boolean(),
  allow_registration_email: s,
  plugin_configuration: z.object({
    coze_saas_plugin_enabled: z.boolean(),
    coze_api_token: s,
    coze_saas_api_base_url: s,
  }),
  code_runner_type: z.literal([0, 1]),
  server_host: s,
})

export const adminConfig = {
  basicGet: op('GET /api/admin/config/basic/get', {
    summary: 'Get the basic configuration of the instance',
    summaryZh: '获取实例的基础配置',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ Base: base }),
    output: () => z.object({ configuration: basic }),
  }),
  basicSave: op('POST /api/admin/config/basic/save', {
    summary: 'Change the registration rules of the instance',
    summaryZh: '修改实例的注册规则',
    access: 'instance',
    reply: 'flat',
    input: () =>
      z.object({
        configuration: z.object({
          disable_user_registration: z.boolean().optional(),
          allow_registration_email: z.string().max(2000).optional(),
          code_runner_type: z.literal([0, 1]).optional(),
        }),
        Base: base,
      }),
  }),
  adminList: op('GET /api/admin/config/model/list', {
    summary: 'List the models of the instance by provider',
    summaryZh: '按服务商列出实例的模型',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ Base: base }),
    output: () =>
      z.object({
        provider_model_list: z.array(z.object({ provider, model_list: z.array(configuredModel) })),
      }),
  }),
  adminCreate: op('POST /api/admin/config/model/create', {
    summary: 'Add a model with its connection to the instance',
    summaryZh: '为实例添加模型及连接',
    access: 'instance',
    reply: 'flat',
    input: () =>
      z.object({
        model_class: z.number().int(),
        model_name: z.string().trim().min(1).max(100),
        connection,
        enable_base64_url: z.boolean().default(false),
        Base: base,
      }),
    output: () => z.object({ id: s }),
  }),
  adminDelete: op('POST /api/admin/config/model/delete', {
    summary: 'Delete a model of the instance',
    summaryZh: '删除实例的模型',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ id: id(), Base: base }),
  }),
}
