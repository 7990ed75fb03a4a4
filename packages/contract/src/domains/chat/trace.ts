import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageSize } from '#shared/fields.ts'

const n = z.number()
const s = z.string()
/** 1 done, 2 failed, 3 stopped. */
const status = z.literal([1, 2, 3])
export const traceSchema = z.object({
  trace_id: s,
  bot_id: s,
  bot_version: s,
  conversation_id: s,
  message_id: s,
  user_id: s,
  user_name: s,
  user_avatar_url: s,
  scene: s,
  connector_id: s,
  status,
  error_code: n,
  error_msg: s,
  started_at: n,
  duration_ms: n,
  first_token_ms: n,
  input_tokens: n,
  output_tokens: n,
  cost: n,
  span_count: n,
  failed_count: n,
  model_names: s,
  input: s,
  output: s,
  feedback: n,
})
export type Trace = z.infer<typeof traceSchema>
export const spanSchema = z.object({
  span_id: s,
  parent_id: s,
  kind: z.enum([
    'turn',
    'agent',
    'model',
    'embedding',
    'rerank',
    'tool',
    'retrieval',
    'prompt',
    'function',
    'hook',
    'skill',
    'workflow',
    'custom',
  ]),
  name: s,
  status,
  error_code: n,
  error_msg: s,
  offset_ms: n,
  duration_ms: n,
  first_token_ms: n,
  model_id: s,
  model_name: s,
  input_tokens: n,
  output_tokens: n,
  cached_tokens: n,
  reasoning_tokens: n,
  cost: n,
  input: s,
  output: s,
  attributes: z.record(s, z.unknown()),
})
export type TraceSpan = z.infer<typeof spanSchema>
const figures = {
  count: n,
  failed: n,
  stopped: n,
  users: n,
  conversations: n,
  input_tokens: n,
  output_tokens: n,
  cost: n,
  median_ms: n,
  p95_ms: n,
  first_token_ms: n,
}
const time = z.coerce.number().int().min(0).optional()
const filter = {
  bot_id: id(),
  status: z.array(status).max(3).optional(),
  scene: z
    .array(z.enum(['debug', 'online', 'task']))
    .max(3)
    .optional(),
  user_id: idOrNone(),
  conversation_id: idOrNone(),
  search_word: z.string().max(200).optional(),
  start_time: time,
  end_time: time,
  min_ms: z.number().min(0).optional(),
  max_ms: z.number().min(0).optional(),
  feedback: z.literal([0, 1, 2]).optional(),
  error_code: z.int().optional(),
}
/** Only people who may change the bot see the conversations of others. */
const access = { on: 'bot', id: 'bot_id', can: 'observe' } as const

export const trace = {
  list: op('POST /api/trace/list', {
    summary: 'List the turns of a bot, newest first',
    summaryZh: '列出智能体的对话轮次，最新在前',
    access,
    input: () => z.object({ ...filter, cursor: idOrNone(), size: pageSize(30, 200) }),
    output: () => z.object({ traces: z.array(traceSchema), total: n, next_cursor: s, has_more: z.boolean() }),
  }),
  get: op('POST /api/trace/get', {
    summary: 'Get a turn as a tree of spans with input, output, tokens, cost, time and errors',
    summaryZh: '获取一轮对话的调用链，包含输入、输出、Token、费用、耗时和错误',
    access: { on: 'trace', id: 'trace_id', can: 'view' },
    input: () => z.object({ trace_id: id() }),
    output: () => z.object({ trace: traceSchema, spans: z.array(spanSchema) }),
  }),
  conversations: op('POST /api/trace/conversations', {
    summary: 'List the conversations with a bot, newest first',
    summaryZh: '列出智能体的会话，最新在前',
    access,
    input: () => z.object({ ...filter, cursor: idOrNone(), size: pageSize(30, 200) }),
    output: () =>
      z.object({
        conversations: z.array(
          z.object({
            conversation_id: s,
            user_id: s,
            user_name: s,
            user_avatar_url: s,
            scene: s,
            last_input: s,
            started_at: n,
            last_at: n,
            likes: n,
            dislikes: n,
            ...figures,
          }),
        ),
        next_cursor: s,
        has_more: z.boolean(),
      }),
  }),
  aggregate: op('POST /api/trace/aggregate', {
    summary: 'Get usage, tokens, latency and errors of a bot over time',
    summaryZh: '获取智能体的用量、Token、耗时和错误趋势',
    access,
    input: () =>
      z.object({
        ...filter,
        step: z.enum(['minute', 'hour', 'day']).default('day'),
        /** Minutes east of UTC, so that a day begins at the reader's midnight. */
        utc_offset_minutes: z.int().min(-840).max(840).default(0),
      }),
    output: () =>
      z.object({
        totals: z.object(figures),
        buckets: z.array(z.object({ at: n, ...figures })),
        errors: z.array(z.object({ code: n, msg: s, count: n })),
      }),
  }),
}
