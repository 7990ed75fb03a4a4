import { z } from 'zod'
import { op } from '#kit.ts'
import { commaList, id, idOrNone, int, text } from '#shared/fields.ts'
import { VARIABLE_LIMITS } from '#shared/limits.ts'

export const VariableChannel = { custom: 1, system: 2, location: 3, feishu: 4, app: 5 } as const
export type VariableChannel = (typeof VariableChannel)[keyof typeof VariableChannel]
export const VariableKind = { single: 1, list: 2 } as const
/** Types, as clients number them. */
export const VariableType = {
  string: 1,
  integer: 2,
  boolean: 3,
  number: 4,
  list: 5,
  object: 6,
  arrayString: 99,
  arrayInteger: 100,
  arrayBoolean: 101,
  arrayNumber: 102,
  arrayObject: 103,
} as const

const keyword = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,49}$/, 'letters, digits and _, not beginning with a digit, at most 50 characters')
const variable = z.object({
  Keyword: keyword,
  DefaultValue: z.string().max(VARIABLE_LIMITS.value).default(''),
  VariableType: int().pipe(z.enum(VariableKind)).default(VariableKind.single),
  Channel: int().pipe(z.enum(VariableChannel)).default(VariableChannel.custom),
  Description: text(VARIABLE_LIMITS.description).default(''),
  Enable: z.boolean().default(true),
  EffectiveChannelList: z.array(z.string().max(100)).max(50).optional(),
  /** JSON text such as `{"type": "list", "schema": {"type": "integer"}}`; types may also be given as numbers. */
  Schema: z.string().max(20_000).default(''),
  IsReadOnly: z.boolean().default(false),
  PromptDisabled: z.boolean().default(false),
})
export type VariableInput = z.output<typeof variable>
const group: z.ZodType<{
  GroupName: string
  GroupDesc: string
  GroupExtDesc: string
  VarInfoList: VariableInput[]
  SubGroupList: unknown[]
  IsReadOnly: boolean
  DefaultChannel?: number
}> = z.object({
  GroupName: z.string(),
  GroupDesc: z.string(),
  GroupExtDesc: z.string(),
  VarInfoList: z.array(variable),
  SubGroupList: z.array(z.unknown()),
  IsReadOnly: z.boolean(),
  DefaultChannel: z.number().optional(),
})
const systemVariable = z.object({
  key: z.string(),
  default_value: z.string(),
  description: z.string(),
  sensitive: z.string(),
  must_not_use_in_prompt: z.string(),
  can_write: z.string(),
  example: z.string(),
  ext_desc: z.string(),
  group_name: z.string(),
  group_desc: z.string(),
  group_ext_desc: z.string(),
  EffectiveChannelList: z.array(z.string()),
})
const item = z.object({
  keyword: z.string(),
  value: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  is_system: z.boolean(),
  prompt_disabled: z.boolean(),
  schema: z.string(),
})
const newItem = z.object({ keyword: z.string().max(100), value: z.string().max(VARIABLE_LIMITS.value) })
const flat = 'flat' as const
const owner = {
  bot_id: idOrNone(),
  project_id: idOrNone(),
  connector_id: z.union([z.string().max(64), z.int().transform(String)]).optional(),
}
const openInput = {
  bot_id: idOrNone(),
  app_id: idOrNone(),
  connector_id: z.string().max(64).optional(),
  connector_uid: z.string().max(128).optional(),
}
const onBot = (can: 'view') => ({ on: 'bot', id: 'bot_id', can, optional: true }) as const

/** Variables that a bot or project stores for each of its users. Callers can access only their own values. */
export const variables = {
  systemConfig: op('GET /api/memory/sys_variable_conf', {
    summary: 'List system variables',
    summaryZh: '列出系统变量',
    reply: flat,
    output: () =>
      z.object({
        conf: z.array(systemVariable),
        group_conf: z.array(
          z.object({
            group_name: z.string(),
            group_desc: z.string(),
            group_ext_desc: z.string(),
            var_info_list: z.array(systemVariable),
            sub_group_info: z.array(z.unknown()),
          }),
        ),
      }),
  }),
  meta: op('POST /api/memory/variable/get_meta', {
    summary: 'List the variables of a bot or project by channel',
    summaryZh: '按渠道列出智能体或项目的变量',
    access: { on: 'resource', id: 'ConnectorID', can: 'view' },
    reply: flat,
    input: () =>
      z.object({
        ConnectorID: id(),
        /** 1 bot, 2 project. Other values, and a type that does not match the id, are refused. */
        ConnectorType: int()
          .pipe(z.literal([1, 2]))
          .optional(),
        version: z.string().max(64).optional(),
      }),
    output: () => z.object({ VariableMap: z.record(z.string(), z.array(variable)) }),
  }),
  get: op('POST /api/memory/variable/get', {
    summary: 'Get your values of the variables of a bot or project',
    summaryZh: '获取你在智能体或项目中的变量值',
    access: onBot('view'),
    reply: flat,
    input: () =>
      z.object({
        ...owner,
        keywords: z.array(z.string().max(100)).max(VARIABLE_LIMITS.count).optional(),
        VariableChannel: int().pipe(z.enum(VariableChannel)).optional(),
      }),
    output: () => z.object({ memories: z.array(item) }),
  }),
  set: op('POST /api/memory/variable/upsert', {
    summary: 'Set your values of variables',
    summaryZh: '设置你的变量值',
    access: onBot('view'),
    reply: flat,
    input: () => z.object({ ...owner, data: z.array(newItem).min(1).max(VARIABLE_LIMITS.count) }),
  }),
  reset: op('POST /api/memory/variable/delete', {
    summary: 'Reset all or some of your values to the defaults',
    summaryZh: '将你的全部或部分变量值恢复默认',
    access: onBot('view'),
    reply: flat,
    input: () => z.object({ ...owner, keywords: z.array(z.string().max(100)).max(VARIABLE_LIMITS.count).default([]) }),
  }),
  projectList: op('GET /api/memory/project/variable/meta_list', {
    summary: 'List the variables of a project by group',
    summaryZh: '按分组列出项目的变量',
    access: { on: 'project', id: 'ProjectID', can: 'view' },
    reply: flat,
    input: () => z.object({ ProjectID: id(), version: idOrNone() }),
    output: () => z.object({ VariableList: z.array(variable), CanEdit: z.boolean(), GroupConf: z.array(group) }),
  }),
  projectSave: op('POST /api/memory/project/variable/meta_update', {
    summary: 'Define the variables of a project; values of omitted ones are deleted',
    summaryZh: '定义项目的变量，未提供的变量值会被删除',
    access: { on: 'project', id: 'ProjectID', can: 'editInfo' },
    reply: flat,
    input: () => z.object({ ProjectID: id(), VariableList: z.array(variable).max(VARIABLE_LIMITS.count) }),
  }),
  openGet: op('GET /v1/variables', {
    summary: 'Get variable values of a bot or app for one user',
    summaryZh: '获取某用户在智能体或应用中的变量值',
    access: onBot('view'),
    scope: 'Variable.retrieve',
    input: () => z.object({ ...openInput, keywords: commaList(z.string().max(100)).optional() }),
    output: () => z.object({ items: z.array(item) }),
  }),
  openSet: op('PUT /v1/variables', {
    summary: 'Set variable values of a bot or app for one user',
    summaryZh: '设置某用户在智能体或应用中的变量值',
    access: onBot('view'),
    scope: 'Variable.update',
    input: () => z.object({ ...openInput, data: z.array(newItem).min(1).max(VARIABLE_LIMITS.count) }),
  }),
}
