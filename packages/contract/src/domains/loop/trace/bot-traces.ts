import { z } from 'zod'
import { op } from '#kit.ts'
import { base, commaList, id, idOrNone, pageSize } from '#shared/fields.ts'
import { attrNames } from '#shared/trace-enums.ts'
import { fieldFilter } from './observation.ts'

const s = z.string()
const n = z.number()
/** Milliseconds since 1970, as a number or as text. */
const time = z.coerce.number().int().min(0)
const botAccess = { on: 'bot', id: 'bot_id', can: 'observe' } as const
const ofBot = { space_id: id(), bot_id: id() }
const traceId = s.min(1).max(128)
const logId = s.min(1).max(512)

/** Attributes of every step, and those that only some types of steps have. */
const attrs = z.object({
  log_id: s,
  user_id: s,
  bot_id: s,
  bot_name: s,
  bot_env: s,
  bot_version: s,
  bot_space_id: s,
  channel: s,
  input: s,
  output: s,
  input_tokens: n,
  output_tokens: n,
  status_code: s,
  latency_first_resp: s.optional(),
  message_id: s.optional(),
  conversation_id: s.optional(),
  model: s.optional(),
  workflow_id: s.optional(),
  execute_id: s.optional(),
  workflow_version: s.optional(),
  workflow_node_id: s.optional(),
  plugin_id: s.optional(),
  tool_id: s.optional(),
  tool_name: s.optional(),
  knowledge_id: s.optional(),
})
export type StepAttrs = z.infer<typeof attrs>
const attrFields = Object.fromEntries(attrNames.map((name) => [name, attrs.optional()])) as Record<
  (typeof attrNames)[number],
  z.ZodOptional<typeof attrs>
>
const step = z.object({
  trace_id: s,
  id: s,
  parent_id: s,
  name: s,
  type: n,
  start_time: s,
  latency: s,
  status: n,
  ...attrFields,
})
export type Step = z.infer<typeof step>
const steps = z.object({ spans: z.array(step) })
const page = z.object({ spans: z.array(step), next_page_token: s, has_more: z.boolean() })

/** The older format: all attributes of a step are tags, each with the type of its value. */
const tag = z.object({
  key: s,
  /** 0 text, 1 number, 2 boolean, 3 integer. */
  tag_type: n,
  value: z.object({ v_str: s, v_double: n, v_bool: z.boolean(), v_long: s }).partial(),
})
export type Tag = z.infer<typeof tag>
const shownTag = z.object({
  ...tag.shape,
  key_alias: s,
  /** 0 text, 1 time, 2 duration. */
  frontend_tag_type: n,
  can_copy: z.boolean(),
})
const taggedFields = {
  trace_id: s,
  psm: s,
  span_id: s,
  type: s,
  name: s,
  parent_id: s,
  /** In microseconds. */
  duration: s,
  start_time: s,
  status_code: n,
  tags: z.array(tag),
}
const tagged = z.object(taggedFields)
export type TaggedSpan = z.infer<typeof tagged>
const content = z.object({ type: z.literal(0), content: s })
const shownSpan = z.object({
  ...tagged.omit({ psm: true }).shape,
  log_id: s,
  alias_name: s,
  summary: z.object({ tags: z.array(shownTag) }),
  input: content,
  output: content,
  is_entry: z.boolean(),
  is_key_span: z.boolean(),
})
/** Finds a trace by one of its ids, in any space of the caller. */
const traceLookup = {
  tenant: s.max(100).optional(),
  trace_id: traceId.optional(),
  log_id: logId.optional(),
  message_id: idOrNone(),
  start_at: time.optional(),
  end_at: time.optional(),
  Base: base,
}

export const traceOfBot = {
  list: op('POST /api/devops/ob_query/v1/traces', {
    summary: 'List the traces of a bot by their roots, newest first',
    summaryZh: '按根 Span 列出智能体的调用链，最新在前',
    access: botAccess,
    input: () =>
      z.object({
        ...ofBot,
        start_time: time,
        end_time: time,
        filters: z.record(s.max(100), fieldFilter).optional(),
        full_text_search: z.array(s.max(200)).max(10).optional(),
        limit: pageSize(20, 200),
        order_by: z
          .array(z.object({ field_name: z.literal('start_time').optional(), order_type: z.literal([1, 2]).optional() }))
          .max(1)
          .optional(),
        page_token: s.max(500).optional(),
      }),
    output: () => page,
  }),
  debugQueries: op('GET /api/devops/ob_query/list_debug_queries', {
    summary: 'List the trial questions that were put to a bot, newest first',
    summaryZh: '列出智能体的调试提问，最新在前',
    access: { on: 'bot', id: 'botID', can: 'observe' },
    input: () =>
      z.object({
        spaceID: id(),
        botID: id(),
        startAtMS: time,
        endAtMS: time,
        /** 2 succeeded, 3 failed, 4 stopped. */
        status: commaList(z.coerce.number().int().min(1).max(4)).optional(),
        inputSearch: s.max(1000).optional(),
        limit: pageSize(20, 200),
        pageToken: s.max(500).optional(),
        Base: base,
      }),
    output: () => page,
  }),
  byLogId: op('GET /api/devops/ob_query/v1/trace/by_log_id', {
    summary: 'Get a trace of a bot by a log ID',
    summaryZh: '按 Log ID 获取智能体的调用链',
    access: botAccess,
    input: () => z.object({ ...ofBot, log_id: logId, start_time: time.optional(), end_time: time.optional() }),
    output: () => steps,
  }),
  get: op('GET /api/devops/ob_query/v1/trace/{trace_id}', {
    summary: 'Get a trace of a bot with its steps',
    summaryZh: '获取智能体的调用链及其步骤',
    access: botAccess,
    input: () => z.object({ ...ofBot, trace_id: traceId, start_time: time, end_time: time }),
    output: () => steps,
  }),
  getOf: op('POST /api/observe/trace/get/{trace_id}', {
    summary: 'Get a trace of a bot, a project or a workflow with its steps',
    summaryZh: '获取智能体、项目或工作流的调用链及其步骤',
    access: { on: 'resource', id: 'scene_param.entity_id', can: 'observe' },
    input: () =>
      z.object({
        space_id: id(),
        scene_param: z.object({ log_biz_scene: z.literal([0, 1, 2]), entity_id: id() }),
        trace_id: traceId,
        start_time: time,
        end_time: time,
      }),
    output: () => steps,
  }),
  metaInfo: op('GET /api/devops/ob_query/v1/traces/meta_info', {
    summary: 'Get the fields that traces of bots can be filtered by, and the groups of step types',
    summaryZh: '获取智能体调用链可用的筛选字段和步骤类型分组',
    access: 'user',
    output: () =>
      z.object({
        field_metas: z.record(
          s,
          z.object({
            /** 4 integer, 6 text. */
            value_type: n,
            filter_types: z.array(n),
            field_options: z.object({ string: z.array(s) }).optional(),
          }),
        ),
        span_category: z.record(s, z.array(n)),
      }),
  }),
  query: op('GET /api/devops/ob_query/query_trace', {
    summary: 'Get a trace by a trace ID, a log ID or a message ID',
    summaryZh: '按 Trace ID、Log ID 或消息 ID 获取调用链',
    access: 'user',
    input: () => z.object({ ...traceLookup, bot_id: idOrNone(), workspace_id: idOrNone() }),
    output: () => z.object({ spans: z.array(tagged) }),
  }),
  search: op('GET /api/devops/ob_query/search_trace', {
    summary: 'Find a trace in your spaces by a trace ID, a log ID or a message ID',
    summaryZh: '在你的空间中按 Trace ID、Log ID 或消息 ID 查找调用链',
    access: 'user',
    input: () =>
      z.object({ ...traceLookup, tenant_level: z.coerce.number().int().optional(), token: s.max(500).optional() }),
    output: () => z.object({ spans: z.array(tagged) }),
  }),
  shown: op('GET /api/devops/ob_query/get_trace_frontend', {
    summary: 'Get a trace as a page shows it: the figures of the whole, and a summary of each step',
    summaryZh: '获取用于页面展示的调用链：整体数据和各步骤摘要',
    access: 'user',
    input: () =>
      z.object({
        ...traceLookup,
        scene: z.coerce.number().int().min(0).max(4).optional(),
        bot_id: idOrNone(),
        space_id: idOrNone(),
      }),
    output: () =>
      z.object({
        spans: z.array(shownSpan),
        header: z.object({
          duration: s,
          tokens: n,
          status_code: n,
          tags: z.array(shownTag),
          message_id: s,
          start_time: s,
        }),
      }),
  }),
  spans: op('POST /api/devops/ob_query/list_spans', {
    summary: 'List the spans of a space by their tags',
    summaryZh: '按标签列出空间内的 Span',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    input: () =>
      z.object({
        tenant: s.max(100).optional(),
        workspace_id: id(),
        bot_id: idOrNone(),
        start_at: time,
        end_at: time,
        filter_tags: z
          .array(
            z.object({
              data_type: s.max(20).optional(),
              tag_key: s.max(100).optional(),
              multi_tag_keys: z.array(s.max(100)).max(20).optional(),
              values: z.array(s.max(1000)).max(200).optional(),
              /** 1 contains, 2 equal, 3 between two values, 4 not empty, 5 empty. */
              query_type: z.int().min(0).max(5).optional(),
            }),
          )
          .max(50)
          .optional(),
        limit: pageSize(20, 200),
        desc_by_start_time: z.boolean().default(true),
        context: s.max(500).optional(),
      }),
    output: () => z.object({ spans: z.array(tagged), context: s }),
  }),
}
