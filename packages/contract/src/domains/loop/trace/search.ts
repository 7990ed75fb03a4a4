import { z } from 'zod'
import { op } from '#kit.ts'
import { spanSchema } from '#domains/chat/trace.ts'
import { id, pageSize } from '#shared/fields.ts'
import { filterTree } from '#shared/filter-tree.ts'

const n = z.number()
const s = z.string()
const time = z.int().min(0)
const access = { on: 'space', id: 'space_id', can: 'view' } as const
/** In milliseconds since 1970. */
const range = {
  space_id: id(),
  start_time: time,
  end_time: time,
  filters: filterTree.optional(),
  words: s.max(200).optional(),
}

const traceHeadSchema = z.object({
  trace_id: s,
  /** Empty until the root span arrives. */
  root_span_id: s,
  source: z.enum(['turn', 'run', 'loop', 'otlp']),
  /** The object that was run: a bot, a workflow, or a service that sends spans. */
  object_kind: s,
  object_id: s,
  object_name: s,
  object_version: s,
  name: s,
  scene: s,
  user_id: s,
  user_name: s,
  user_avatar_url: s,
  thread_id: s,
  message_id: s,
  log_id: s,
  connector_id: s,
  /** 1 done, 2 failed, 3 stopped. */
  status: z.literal([1, 2, 3]),
  error_code: n,
  error_msg: s,
  started_at: n,
  duration_ms: n,
  first_token_ms: n,
  input_tokens: n,
  output_tokens: n,
  cached_tokens: n,
  cost: n,
  span_count: n,
  failed_count: n,
  model_names: s,
  input: s,
  output: s,
  feedback: n,
  /** The root span has not arrived yet. */
  is_incomplete: z.boolean(),
})
export type TraceHead = z.infer<typeof traceHeadSchema>
const facet = z.array(z.object({ value: s, name: s, count: n }))

const masksShape = z.object({
  kinds: z.array(z.enum(['email', 'phone', 'card', 'id_number'])).max(4),
  /** The space's own words, masked in upper or lower case. */
  words: z.array(s.trim().min(2).max(100)).max(50),
  /** Stores only structure and figures. */
  no_content: z.boolean(),
})

export const traceSearch = {
  list: op('POST /api/trace/space/list', {
    summary: 'List the traces of a space, newest first',
    summaryZh: '列出空间内的调用链，最新在前',
    access,
    input: () => z.object({ ...range, page_token: s.max(500).optional(), limit: pageSize(50, 200) }),
    output: () => z.object({ traces: z.array(traceHeadSchema), next_page_token: s, has_more: z.boolean() }),
  }),
  overview: op('POST /api/trace/space/overview', {
    summary: 'Get how many traces of a space match, over time and by status, object, error and latency',
    summaryZh: '获取空间内符合条件的调用链数量，按时间、状态、对象、错误和耗时统计',
    access,
    input: () => z.object({ ...range, buckets: z.int().min(1).max(200).default(60) }),
    output: () =>
      z.object({
        total: n,
        failed: n,
        bucket_ms: n,
        buckets: z.array(z.object({ at: n, count: n, failed: n })),
        status: facet,
        objects: facet,
        errors: facet,
        latency: facet,
      }),
  }),
  counts: op('POST /api/trace/space/counts', {
    summary: 'Count the traces of a space in a time: all of them, and those of each view',
    summaryZh: '统计一段时间内空间调用链的总数及各视图的数量',
    access,
    input: () => z.object({ space_id: id(), start_time: time, end_time: time }),
    /** Excludes views of spans, and views whose filters are no longer supported. */
    output: () => z.object({ total: n, views: z.array(z.object({ id: s, count: n })) }),
  }),
  csv: op('POST /api/trace/space/csv', {
    summary: 'Download the traces of a space that match as CSV, newest first',
    summaryZh: '将空间内符合条件的调用链导出为 CSV，最新在前',
    access,
    reply: 'raw',
    input: () => z.object(range),
  }),
  options: op('POST /api/trace/space/options', {
    summary: 'List the most frequent values of a field of traces, with how often they occur',
    summaryZh: '列出调用链某个字段最常见的取值及出现次数',
    access,
    input: () =>
      z.object({ space_id: id(), start_time: time, end_time: time, field: s.max(100), words: s.max(200).optional() }),
    output: () => z.object({ options: facet }),
  }),
  settings: op('POST /api/trace/space/settings', {
    summary: 'Get how long a space keeps its traces, and what is masked in them',
    summaryZh: '获取空间调用链的保留时间和脱敏设置',
    access,
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ keep_days: n, masks: masksShape }),
  }),
  saveSettings: op('POST /api/trace/space/settings/save', {
    summary: 'Set how long a space keeps the traces that come from now on, and what is masked in them',
    summaryZh: '设置空间今后调用链的保留时间和脱敏规则',
    access: { on: 'space', id: 'space_id', can: 'observe' },
    input: () =>
      z.object({
        space_id: id(),
        keep_days: z.literal([7, 30, 90, 365]).optional(),
        masks: masksShape.optional(),
      }),
  }),
  get: op('POST /api/trace/space/get', {
    summary: 'Get a trace of a space with all its spans',
    summaryZh: '获取空间内的一条调用链及其全部 Span',
    access,
    input: () => z.object({ space_id: id(), trace_id: s.min(1).max(128) }),
    output: () =>
      z.object({
        trace: traceHeadSchema,
        spans: z.array(spanSchema),
        /** False for large traces: the values of each span are then requested separately. */
        has_values: z.boolean(),
        /** The 95th percentile of the durations of this object's traces in the last days; 0 while there are too few. */
        p95_ms: n,
      }),
  }),
  span: op('POST /api/trace/space/span', {
    summary: 'Get a span of a trace with what went in and came out',
    summaryZh: '获取调用链中的一个 Span 及其输入输出',
    access,
    input: () => z.object({ space_id: id(), trace_id: s.min(1).max(128), span_id: s.min(1).max(128) }),
    output: () => z.object({ span: spanSchema }),
  }),
}
