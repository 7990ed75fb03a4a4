import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int, pageSize } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
const time = z.coerce.number().int().min(0)
const access = { on: 'bot', id: 'bot_id', can: 'observe' } as const
const ofBot = { space_id: id(), bot_id: id() }
/** In milliseconds since 1970. */
const range = z.object({ start: time, end: time })
const metrics = z.enum([
  'dau',
  'dnu',
  'wau',
  'wnu',
  'message_count',
  'retention_rate',
  'token',
  'cost',
  'error_count',
  'error_rate',
  'latency_p50',
  'latency_p99',
  'like_count',
  'dislike_count',
  'session_count',
])
export type BotMetric = z.infer<typeof metrics>
const period = z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year'])
export type BotPeriod = z.infer<typeof period>
const values = z.array(s.max(200)).max(50).optional()
const criteriaKey = z.enum(['user_type', 'connector_name', 'model_name'])
export interface Criteria {
  key: z.infer<typeof criteriaKey>
  value: string
  /** How it is combined with the next one: 0 and, 1 or, 2 and not. */
  op?: 0 | 1 | 2
  criteria?: Criteria
}
const criteria: z.ZodType<Criteria> = z.lazy(() =>
  z.object({
    key: criteriaKey,
    value: s.max(200),
    op: z.literal([0, 1, 2]).optional(),
    criteria: criteria.optional(),
  }),
)
const batchFields = {
  metrics_types: z.array(metrics).min(1).max(20),
  /**
   * value: one figure and that of the preceding period; point_list: over time; group_list and ranking: by group_type.
   */
  data_type: z.enum(['value', 'group_list', 'point_list', 'ranking']),
  filter: z.object({ connector_id: values }).optional(),
  group_type: z
    .array(z.enum(['connector', 'model', 'user_type', 'error_code', 'intent']))
    .max(1)
    .optional(),
  period_type: period.optional(),
  time_range_type: z.enum(['last_7_days', 'last_30_days', 'last_90_days', 'last_180_days', 'acc']).optional(),
}
const figure = z.object({ value: s, last_period_value: s })
const batchOutput = z.object({
  data: z.array(
    z.object({
      metrics_type: s,
      data_type: s,
      value: figure.optional(),
      group_list: z.array(z.record(s, s)).optional(),
      point_list: z.array(z.object({ metrics_time: s, value: s })).optional(),
      ranking: z.object({ ...figure.shape, category_name: s }).optional(),
    }),
  ),
})
/** In seconds since 1970. */
const seconds = z.coerce.number().int().min(0)
/** 2–5 the bot, 6–8 workflows, 9–11 plugins, 12–14 code, 15, 17, 18 knowledge, 19–22 models, 23–25 hooks. */
const metricsType = int()
  .min(2)
  .max(25)
  .refine((type) => type !== 16, {
    error: 'how many chunks were found is not recorded. Choose another type',
    params: { zh: '未记录召回分段数，请选择其他指标' },
  })
const tagKey = z.enum(['model_name', 'connector_id', 'name', 'bot_version'])
const choices = z.partialRecord(tagKey, z.array(s.max(200)).max(50)).optional()
const options = z.object({ options: z.array(z.object({ key: s, label: s })) })

/** Figures of one bot over time. */
export const traceBotData = {
  query: op('POST /api/devops/ob_data/query', {
    summary: 'Get a figure of a bot over time: users, messages, tokens, retention, failures',
    summaryZh: '获取智能体的统计指标：用户、消息、Token、留存、失败等',
    access,
    input: () =>
      z.object({
        ...ofBot,
        metrics_type: metrics,
        time_type: period,
        time_range: range,
        filter: z
          .object({
            user_type: z.array(z.enum(['new_user', 'old_user'])).max(2),
            connector_name: z.array(s.max(200)).max(50),
            retention_period: z.array(z.enum(['1d', '7d', '30d'])).max(3),
            model_name: z.array(s.max(200)).max(50),
          })
          .partial()
          .optional(),
        criterias: z.array(criteria).max(10).optional(),
      }),
    output: () =>
      z.object({
        list: z.array(
          z.object({
            metrics_time: s,
            value: s,
            dim: z.object({ user_type: s, connector_name: s, retention_period: s, model_name: s, message_type: s }),
          }),
        ),
      }),
  }),
  batch: op('POST /api/devops/ob_data/batch_query', {
    summary: 'Get several figures of a bot: as one value, over time or by group',
    summaryZh: '批量获取智能体的统计指标：单值、时间序列或分组',
    access,
    reply: 'flat',
    input: () =>
      z.object({ ...ofBot, ...batchFields, time_range: range.optional(), is_realtime: z.boolean().optional() }),
    output: () => batchOutput,
  }),
  batchOf: op('POST /api/observe/data/batch_query', {
    summary: 'Get several figures of a bot, a project or a workflow',
    summaryZh: '批量获取智能体、项目或工作流的统计指标',
    access: { on: 'resource', id: 'scene_param.entity_id', can: 'observe' },
    reply: 'flat',
    input: () =>
      z.object({
        ...batchFields,
        scene_param: z.object({ log_biz_scene: z.literal([0, 1, 2]), entity_id: id() }),
        data_source_type: z.enum(['user_overview', 'connector_group', 'user_engagement', 'error_code_group_value']),
      }),
    output: () => batchOutput,
  }),
  queries: op('POST /api/devops/ob_data/queries/data', {
    summary: 'List the questions to a bot with their sessions',
    summaryZh: '列出智能体收到的提问及其会话分段',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        ...ofBot,
        time_range: range,
        filters: z
          .partialRecord(
            z.enum(['channel', 'intent', 'session_id', 'input', 'output']),
            z.object({ string_value: s.max(1000).optional(), enums: z.array(s.max(200)).max(50).optional() }),
          )
          .optional(),
        order_by: z.literal('start_time').optional(),
        sort_order: z.enum(['asc', 'desc']).default('desc'),
        /** Number of questions to skip. */
        page_token: int().min(0).max(1_000_000).default(0),
        size: pageSize(20, 20),
      }),
    output: () =>
      z.object({
        data: z.array(
          z.object({ intent: s, session_id: s, input: s, output: s, start_time: s, channel: s, trace_id: s }),
        ),
        page_token: s,
        has_more: z.boolean(),
      }),
  }),
  fieldMetas: op('POST /api/devops/ob_data/queries/field_metas', {
    summary: 'Get the fields that questions to a bot can be filtered by',
    summaryZh: '获取智能体提问可用的筛选字段',
    access,
    reply: 'flat',
    input: () => z.object(ofBot),
    output: () =>
      z.object({
        field_metas: z.record(
          s,
          z.object({
            /** 0: contains. */
            operations: z.array(n),
            /** 0 text, 1 choice, 2 choice with two levels. */
            value_type: n,
            value_options: z.array(z.object({ key: s, value: s, children: z.array(z.object({ key: s, value: s })) })),
          }),
        ),
      }),
  }),
  fg: op('POST /api/devops/ob_data/fg', {
    summary: 'Say whether you may see the questions to a bot',
    summaryZh: '查询当前用户能否查看智能体的提问',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    reply: 'flat',
    input: () => z.object(ofBot),
    output: () => z.object({ enable_queries: z.boolean() }),
  }),
  channels: op('GET /api/devops/ob_data/evaluation/support-channel', {
    summary: 'Get the channels whose users say how satisfied they are with a bot',
    summaryZh: '获取可统计智能体满意度的渠道',
    access,
    input: () => z.object(ofBot),
    output: () => z.object({ status: z.enum(['ready', 'empty']), channels: z.array(s) }),
  }),
  satisfaction: op('POST /api/devops/ob_data/evaluation/bot-satisfaction', {
    summary:
      'Get how satisfied users are with a bot, from votes, scores, repeated questions and abandoned conversations',
    summaryZh: '获取智能体的满意度：综合点赞点踩、评分、重复提问和中断的会话',
    access,
    input: () => z.object({ ...ofBot, time_range: range, connector_ids: values }),
    output: () => z.object({ score: n, increment: n, hasScore: z.boolean() }),
  }),
  intents: op('POST /api/devops/ob_data/evaluation/user-intent-satisfaction', {
    summary: 'Get what people want from a bot, and how satisfied they are with each of it',
    summaryZh: '获取智能体的用户意图排行及各意图的满意度',
    access,
    input: () =>
      z.object({
        ...ofBot,
        time_range: range,
        /** 1 upper level, 2 lower level. */
        label_depth: z.enum(['1', '2']),
        connector_ids: values,
      }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            /** The name of the intent. */
            starling_key: s,
            /** Number of questions with this intent. */
            frequency: n,
            /** From 0 to 100. */
            score: n,
            /** How much it raises or lowers the satisfaction with the bot as a whole. */
            contribution: n,
            label_id: s,
            parent_starling_key: s,
          }),
        ),
      }),
  }),
  metrics: op('POST /api/devops/ob_query/v1/metrics', {
    summary: 'Get calls per second, success rates and latencies of a bot and what it uses, over time',
    summaryZh: '获取智能体及其所用能力的 QPS、成功率和耗时曲线',
    access,
    input: () =>
      z.object({
        ...ofBot,
        start_time: seconds,
        end_time: seconds,
        metrics_type: metricsType,
        /** 2 average, 3 p50, 4 p99, 5 p99.9, 6 p90, 7 sum. */
        aggregate_type: z.literal([1, 2, 3, 4, 5, 6, 7]).default(2),
        tag_kvs: choices,
        top_k: int().min(1).max(50).default(10),
      }),
    output: () =>
      z.object({
        curves: z.array(
          z.object({
            tag_kvs: z.record(s, s),
            points: z.array(z.object({ x: s, x_alias: s, y: n })),
          }),
        ),
        /** 2 30 seconds, 3 1 minute, 4 2 minutes, 5 5 minutes, 6 10 minutes, 7 20 minutes, 8 30 minutes. */
        interval: n,
      }),
  }),
  latestOptions: op('POST /api/devops/ob_query/v1/metrics/tag_v/latest_options', {
    summary: 'Get the values of a tag that metrics of a bot had in the last day',
    summaryZh: '获取智能体指标标签近一天的可选值',
    access,
    input: () => z.object({ ...ofBot, tag_k: tagKey, choices }),
    output: () => options,
  }),
  historicalOptions: op('POST /api/devops/ob_query/v1/metrics/tag_v/historical_options', {
    summary: 'Get the values of a tag that a metric of a bot had in a time',
    summaryZh: '获取智能体指标标签在一段时间内的可选值',
    access,
    input: () =>
      z.object({
        ...ofBot,
        tag_k: tagKey,
        choices,
        start_time: seconds,
        end_time: seconds,
        metrics_type: metricsType,
        top_k: int().min(1).max(200).default(50),
      }),
    output: () => options,
  }),
}
