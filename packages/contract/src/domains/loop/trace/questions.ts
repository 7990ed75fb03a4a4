import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageSize } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
/** Milliseconds since 1970, as a number or as text. */
const time = z.coerce.number().int().min(0)
const whole = z.coerce.number().int().min(0)
const bounds = z.object({ gte: whole.optional(), lte: whole.optional() }).optional()
const texts = z.array(s.max(512)).max(200).optional()
const emptyList = z.array(s).max(0).optional()

const filterFields = {
  start_time: z.object({ gte: time.optional(), lte: time.optional() }).optional(),
  /** 0 succeeded, 1 failed. */
  status: z
    .array(z.literal([0, 1]))
    .max(2)
    .optional(),
  user_ids: texts,
  message_ids: z.array(id()).max(200).optional(),
  /** Must be empty: questions are not grouped by session here. */
  session_ids: emptyList,
  /** Ids of intents of either level. */
  second_class_intents: texts,
  input: s.max(1000).optional(),
  output: s.max(1000).optional(),
  input_tokens: bounds,
  output_tokens: bounds,
  /** In milliseconds. */
  latency: bounds,
  latency_first_resp: bounds,
  connector_ids: texts,
}
const filter = z.object(filterFields)
const filterOfRuns = z.object({
  ...filterFields,
  workflow_execute_ids: texts,
  version_codes: texts,
  total_tokens: bounds,
})
export type QuestionFilter = z.infer<typeof filterOfRuns>

const page = { limit: pageSize(20, 200), page_token: s.max(500).optional() }
const ofBot = { space_id: id(), bot_id: id() }
const botAccess = { on: 'bot', id: 'bot_id', can: 'observe' } as const
const ofResource = {
  space_id: id(),
  /** 0 bot, 1 project, 2 workflow. */
  scene_param: z.object({ log_biz_scene: z.literal([0, 1, 2]), entity_id: id() }),
}
const resourceAccess = { on: 'resource', id: 'scene_param.entity_id', can: 'observe' } as const

const question = z.object({
  query_id: s,
  trace_id: s,
  status: z.literal([0, 1]),
  user_id: s,
  message_id: s,
  conversation_id: s,
  input: s,
  output: s,
  input_tokens: n,
  output_tokens: n,
  start_time: s,
  latency: n,
  latency_first_resp: n,
  connector: s,
  /** The name of the intent; empty for none. */
  intent: s,
  /** 0: not determined yet. */
  intent_status: z.literal([0, 1]),
  session_id_status: z.literal(0),
})
export type Question = z.infer<typeof question>
const questionOfRun = z.object({ ...question.shape, workflow_execute_id: s, version: s, total_tokens: n })
const listed = <T extends z.ZodType>(one: T) =>
  z.object({ data: z.array(one), next_page_token: s, has_more: z.boolean() })
const percentile = z.object({ p50: n, p99: n })
const stat = z.object({
  total_count: n,
  /** 0.3 means that 30 % failed. */
  error_rate: n,
  tokens: percentile,
  latency: percentile,
  latency_first_resp: percentile,
})
const percentile90 = z.object({ p50: n, p90: n })
const intentOption = z.object({ key: s, value: s })
const enums = z.object({
  intent: z.array(z.object({ ...intentOption.shape, children: z.array(intentOption) })),
  connectors: z.array(z.object({ Key: s, Value: s })),
})
const traces = z
  .array(z.object({ trace_id: s.min(1).max(128), start_time: time.optional(), end_time: time.optional() }))
  .max(100)
const infos = z.object({
  traces_advance_info: z.array(
    z.object({
      trace_id: s,
      tokens: z.object({ input: n, output: n }),
      /** 2 succeeded, 3 failed, 4 stopped. */
      status: n,
    }),
  ),
})

/** The questions to a bot, a project or a workflow, as its log lists them. */
export const traceQuestions = {
  list: op('POST /api/devops/ob_query/query/list', {
    summary: 'List the questions that were put to a bot, newest first',
    summaryZh: '列出智能体收到的提问，最新在前',
    access: botAccess,
    reply: 'flat',
    input: () => z.object({ ...ofBot, ...page, query_filter: filter.optional() }),
    output: () => listed(question),
  }),
  stat: op('POST /api/devops/ob_query/query/stat', {
    summary: 'Get how many questions were put to a bot, how many failed, and how long they took',
    summaryZh: '获取智能体提问的数量、失败率和耗时统计',
    access: botAccess,
    input: () => z.object({ ...ofBot, query_filter: filter.optional() }),
    output: () => stat,
  }),
  enums: op('GET /api/devops/ob_query/query/enums', {
    summary: 'Get the channels that the questions to a bot came from',
    summaryZh: '获取智能体提问的来源渠道',
    access: botAccess,
    reply: 'flat',
    input: () => z.object(ofBot),
    output: () => enums,
  }),
  csv: op('POST /api/devops/ob_query/query/export_to_csv', {
    summary: 'Download the questions that were put to a bot as CSV',
    summaryZh: '将智能体的提问导出为 CSV',
    access: botAccess,
    reply: 'raw',
    input: () => z.object({ ...ofBot, query_filter: filter.optional() }),
  }),
  traceStat: op('POST /api/devops/ob_query/v1/traces/stat', {
    summary: 'Get how many traces a bot has, how many failed, and how long they took',
    summaryZh: '获取智能体调用链的数量、失败率和耗时统计',
    access: botAccess,
    input: () => z.object({ ...ofBot, start_time: time, end_time: time }),
    output: () =>
      z.object({
        total_count: n,
        error_rate: n,
        tokens: percentile90,
        latency: percentile90,
        latency_first_resp: percentile90,
      }),
  }),
  infos: op('POST /api/devops/ob_query/v1/traces/batch_get_advance_info', {
    summary: 'Get the tokens and the status of several traces of a bot',
    summaryZh: '批量获取智能体调用链的 Token 用量和状态',
    access: botAccess,
    input: () => z.object({ ...ofBot, traces }),
    output: () => infos,
  }),
  listOf: op('POST /api/observe/query/list', {
    summary: 'List what was asked of a bot, a project or a workflow, newest first',
    summaryZh: '列出智能体、项目或工作流收到的请求，最新在前',
    access: resourceAccess,
    reply: 'flat',
    input: () => z.object({ ...ofResource, ...page, query_filter: filterOfRuns.optional() }),
    output: () => listed(questionOfRun),
  }),
  statOf: op('POST /api/observe/query/stat', {
    summary: 'Get how often a bot, a project or a workflow was asked, how often it failed, and how long it took',
    summaryZh: '获取智能体、项目或工作流请求的数量、失败率和耗时统计',
    access: resourceAccess,
    input: () => z.object({ ...ofResource, query_filter: filterOfRuns.optional() }),
    output: () => stat,
  }),
  enumsOf: op('POST /api/observe/query/enums', {
    summary: 'Get the channels from which a bot, a project or a workflow was asked',
    summaryZh: '获取智能体、项目或工作流请求的来源渠道',
    access: resourceAccess,
    reply: 'flat',
    input: () => z.object(ofResource),
    output: () => enums,
  }),
  csvOf: op('POST /api/observe/query/export_to_csv', {
    summary: 'Download what was asked of a bot, a project or a workflow as CSV',
    summaryZh: '将智能体、项目或工作流的请求导出为 CSV',
    access: resourceAccess,
    reply: 'raw',
    input: () => z.object({ ...ofResource, query_filter: filterOfRuns.optional() }),
  }),
  infosOf: op('POST /api/observe/trace/batch_get_advance_info', {
    summary: 'Get the tokens and the status of several traces of a bot, a project or a workflow',
    summaryZh: '批量获取智能体、项目或工作流调用链的 Token 用量和状态',
    access: resourceAccess,
    input: () => z.object({ ...ofResource, traces }),
    output: () => infos,
  }),
}
