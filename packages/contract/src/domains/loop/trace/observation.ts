import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageSize } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
const access = { on: 'space', id: 'space_id', can: 'view' } as const
/** Milliseconds since 1970, as a number or as text. */
const time = z.coerce.number().int().min(0)
const bounds = { gte: z.coerce.number(), lte: z.coerce.number(), gt: z.coerce.number(), lt: z.coerce.number() }
const numeric = z
  .object({
    ...bounds,
    eq: z.coerce.number(),
    in: z.array(z.coerce.number()).max(200),
    not_in: z.array(z.coerce.number()).max(200),
    is_null: z.boolean(),
    not_null: z.boolean(),
  })
  .partial()
export const fieldFilter = z
  .object({
    bool: z.object({ eq: z.boolean() }).partial(),
    i32: numeric,
    i64: numeric,
    f64: numeric,
    string: z
      .object({
        eq: s.max(1000),
        containsall: z.array(s.max(1000)).max(50),
        in: z.array(s.max(1000)).max(200),
        not_in: z.array(s.max(1000)).max(200),
        not_contains: s.max(1000),
        is_null: z.boolean(),
        not_null: z.boolean(),
      })
      .partial(),
  })
  .partial()
export type FieldFilter = z.infer<typeof fieldFilter>

/**
 * 0 everything, 1 and 11 bots, 14 workflows, 2 and 7 traces from programs; other numbers are treated like the closest.
 */
const platform = z.coerce.number().int().min(0).max(14).optional()
const listInput = z.object({
  space_id: id(),
  start_time: time,
  end_time: time,
  filters: z.record(s.max(100), fieldFilter).optional(),
  full_text_search: z.array(s.max(200)).max(10).optional(),
  limit: pageSize(1000, 1000),
  /** Only `start_time` can be sorted by: 2 newest first, 3 oldest first. */
  order_by: z
    .array(z.object({ field_name: z.literal('start_time').optional(), order_type: z.literal([1, 2, 3]).optional() }))
    .max(1)
    .optional(),
  page_token: s.max(500).optional(),
  /** 0 online, 1 trial, 2 both. */
  target_env: z.coerce.number().int().min(0).max(2).optional(),
  platform_type: platform,
  query_and_or: z.literal([1, 2]).optional(),
})
export type ListInput = z.infer<typeof listInput>

const wireSpan = z.object({
  trace_id: s,
  id: s,
  parent_id: s,
  name: s,
  type: n,
  start_time: s,
  latency: s,
  status: n,
  log_id: s,
  attr_base: z.object({
    user_id: s,
    device_id: s,
    space_id: s,
    psm: s,
    psm_env: s,
    input: s,
    output: s,
    err_msg: s,
    status_code: s,
    tokens: n,
    input_tokens: n,
    output_tokens: n,
    span_type: s,
    prompt_key: s,
  }),
  attr_model: z.object({ model_name: s }).optional(),
  attr_coze_bot: z
    .object({
      bot_id: s,
      bot_version: s,
      bot_space_id: s,
      bot_env: s,
      bot_name: s,
      connector_id: s,
      conversation_id: s,
      message_id: s,
      latency_first_resp: s,
    })
    .optional(),
  custom_span_type: s,
  extra: z.record(s, s),
})
export type WireSpan = z.infer<typeof wireSpan>
const listOutput = z.object({ spans: z.array(wireSpan), next_page_token: s, has_more: z.boolean() })
const info = z.object({ trace_id: s, tokens: z.object({ input: n, output: n }) })
const treeOutput = z.object({ spans: z.array(wireSpan), traces_advance_info: info, is_complete_trace: z.boolean() })
/** Without a range, a trace of any time is found. */
const treeInput = { space_id: id(), start_time: time.optional(), end_time: time.optional() }

const view = z.object({
  id: s,
  enterprise_id: s,
  fornax_space_id: s,
  view_name: s,
  platform_type: n,
  span_list_type: n,
  filters: s,
  is_system: z.boolean(),
})
export type TraceView = z.infer<typeof view>
const viewAccess = { on: 'space', id: 'fornax_space_id', can: 'view' } as const
const viewName = z.string().trim().min(1).max(50)
const viewFilters = s.max(100_000)
const listType = z.coerce.number().int().min(0).max(2)

export const observation = {
  traces: op('POST /api/observation/v1/traces', {
    summary: 'List the traces of a space by their roots',
    summaryZh: '按根 Span 列出空间内的调用链',
    access,
    input: () => listInput,
    output: () => listOutput,
  }),
  allSpans: op('POST /api/observation/v1/traces/all_spans', {
    summary: 'List all spans of a space',
    summaryZh: '列出空间内的全部 Span',
    access,
    input: () => listInput,
    output: () => listOutput,
  }),
  modelSpans: op('POST /api/observation/v1/traces/llm_spans', {
    summary: 'List the model calls of a space',
    summaryZh: '列出空间内的模型调用 Span',
    access,
    input: () => listInput,
    output: () => listOutput,
  }),
  advanceInfo: op('POST /api/observation/v1/traces/batch_get_advance_info', {
    summary: 'Get the tokens of several traces',
    summaryZh: '批量获取调用链的 Token 用量',
    access,
    input: () =>
      z.object({
        space_id: id(),
        traces: z.array(z.object({ trace_id: s.min(1).max(128) })).max(100),
      }),
    output: () => z.object({ traces_advance_info: z.array(info) }),
  }),
  metaInfo: op('GET /api/observation/v1/traces/meta_info', {
    summary: 'Get the fields that traces can be filtered by',
    summaryZh: '获取调用链可用的筛选字段',
    access,
    input: () => z.object({ space_id: id(), span_list_type: listType.default(0) }),
    output: () =>
      z.object({
        field_metas: z.record(
          s,
          z.object({
            /** 3 integer, 5 number, 6 text. */
            value_type: n,
            filter_types: z.array(n),
            filter_types_v2: z.array(n),
            field_options: z.object({ string: z.array(s) }).optional(),
            support_customizable_option: z.boolean(),
          }),
        ),
      }),
  }),
  byLogId: op('GET /api/observation/v1/trace_by_logid/{log_id}', {
    summary: 'Get a trace by a log ID',
    summaryZh: '按 Log ID 获取调用链',
    access,
    input: () => z.object({ ...treeInput, log_id: s.min(1).max(512) }),
    output: () => treeOutput,
  }),
  search: op('POST /api/observation/v1/trace/search_v3', {
    summary: 'Get a trace by a trace ID or a log ID',
    summaryZh: '按 Trace ID 或 Log ID 查找调用链',
    access,
    input: () =>
      z.object({
        space_id: id(),
        id: s.min(1).max(512),
        /** 1 log ID, 2 trace ID. */
        search_type: z.literal([1, 2]),
      }),
    output: () => treeOutput,
  }),
  spanInfo: op('POST /api/observation/v1/trace/get_span_info', {
    summary: 'Get chosen spans of a trace with their values',
    summaryZh: '获取调用链中指定 Span 的完整内容',
    access,
    input: () =>
      z.object({ space_id: id(), trace_id: s.min(1).max(128), span_id: z.array(s.max(128)).min(1).max(500) }),
    output: () => treeOutput,
  }),
  trace: op('GET /api/observation/v1/trace/{trace_id}', {
    summary: 'Get a trace with its spans',
    summaryZh: '获取调用链及其 Span',
    access,
    input: () => z.object({ ...treeInput, trace_id: s.min(1).max(128) }),
    output: () => treeOutput,
  }),
  createView: op('POST /api/observation/v1/views/create_view', {
    summary: 'Save a filter of traces under a name',
    summaryZh: '将调用链筛选条件保存为视图',
    access: viewAccess,
    reply: 'flat',
    input: () =>
      z.object({
        enterprise_id: s.max(50).optional(),
        fornax_space_id: id(),
        view_name: viewName,
        platform_type: platform.default(0),
        span_list_type: listType.default(0),
        filters: viewFilters,
      }),
    output: () => z.object({ id: s }),
  }),
  updateView: op('POST /api/observation/v1/views/update_view', {
    summary: 'Change a saved view',
    summaryZh: '修改已保存的视图',
    access: viewAccess,
    reply: 'flat',
    input: () =>
      z.object({
        fornax_space_id: id(),
        id: s.max(20),
        view_name: viewName.optional(),
        platform_type: platform,
        span_list_type: listType.optional(),
        filters: viewFilters.optional(),
      }),
  }),
  deleteView: op('POST /api/observation/v1/views/delete_view', {
    summary: 'Delete a saved view',
    summaryZh: '删除已保存的视图',
    access: viewAccess,
    reply: 'flat',
    input: () => z.object({ fornax_space_id: id(), id: s.max(20) }),
  }),
  listViews: op('POST /api/observation/v1/views/list_view', {
    summary: 'List the views of a space: four that are always there, and the saved ones',
    summaryZh: '列出空间的视图：四个系统视图和已保存的视图',
    access: viewAccess,
    reply: 'flat',
    input: () =>
      z.object({ enterprise_id: s.max(50).optional(), fornax_space_id: id(), view_name: s.max(50).optional() }),
    output: () => z.object({ views: z.array(view) }),
  }),
}
