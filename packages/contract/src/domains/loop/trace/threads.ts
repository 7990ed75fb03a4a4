import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, pageSize } from '#shared/fields.ts'
import { fieldTree } from '#shared/field-tree.ts'

const s = z.string()
const n = z.number()
const access = { on: 'space', id: 'space_id', can: 'view' } as const
/** Milliseconds since 1970, as a number or as text. */
const time = z.coerce.number().int().min(0).optional()
/** Without a range, the last 30 days are searched. */
const where = {
  space_id: id(),
  start_time: time,
  end_time: time,
  platform_type: z.coerce.number().int().min(0).max(14).optional(),
  /** 0 online, 1 trial, 2 both. */
  target_env: z.coerce.number().int().min(0).max(2).optional(),
  /** Accepted and ignored: all traces are stored in one place here. */
  transferred: bool().optional(),
}
const threadId = s.min(1).max(512)

/** 0 text. */
const content = z.object({ content_type: n, content: z.object({ text: s }) })
const query = z.object({
  query_id: s,
  /** What answered the question: a bot, a workflow or a service, with its id or name. */
  biz_type: s,
  biz_id: s,
  trace_id: s,
  log_id: s,
  thread_id: s,
  conversation_id: s,
  message_id: s,
  start_time: n,
  duration: n,
  latency_first_resp: n,
  input: z.array(content),
  output: z.array(z.object({ messages: z.array(content) })),
  /** 0 succeeded, 1 failed. */
  status: z.literal([0, 1]),
  user_info: z.object({ user_id: s }),
  source_info: z.object({
    bot_id: s,
    bot_version: s,
    connector_id: s,
    /** 0 trial, 1 published. */
    BotEnv: z.literal([0, 1]),
    BotName: s,
  }),
  llm_info: z.object({ input_tokens: n, output_tokens: n, total_tokens: n }),
  tags: z.record(s, z.object({ key: s, tag_type: n, v_str: s.optional(), v_long: n.optional() })),
})
export type ThreadQuery = z.infer<typeof query>
const meta = z.object({ user_id: s, channel: s, connector_id: s })
const thread = z.object({
  thread_id: s,
  conversation_id: s,
  queries: z.array(query),
  query_count: n,
  start_time_min: n,
  start_time_max: n,
  end_time_max: n,
  duration_sum: n,
  tokens_sum: n,
  init_message: s,
  last_input: s,
  last_message: s,
  thread_meta: meta,
})
export type Thread = z.infer<typeof thread>

export const traceThreads = {
  list: op('POST /api/observation/v1/threads', {
    summary: 'List the conversations of a space, the most recent first',
    summaryZh: '列出空间内的会话，最近的在前',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        ...where,
        filters: fieldTree.optional(),
        full_text_search: s.max(200).optional(),
        limit: pageSize(20, 200),
        page_token: s.max(500).optional(),
      }),
    output: () => z.object({ threads: z.array(thread), next_page_token: s, has_more: z.boolean() }),
  }),
  get: op('POST /api/observation/v1/thread', {
    summary: 'Get a conversation with its turns',
    summaryZh: '获取会话及其各轮对话',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        ...where,
        thread_id: threadId,
        limit: pageSize(20, 200),
        /** 2 latest first, 3 earliest first. */
        order_type: z.literal([1, 2, 3]).optional(),
        page_token: s.max(500).optional(),
      }),
    output: () => z.object({ data: thread, next_page_token: s, has_more: z.boolean() }),
  }),
  meta: op('POST /api/observation/v1/thread/thread_meta', {
    summary: 'Get who takes part in a conversation, and where',
    summaryZh: '获取会话的用户和渠道信息',
    access,
    input: () => z.object({ ...where, thread_id: threadId }),
    output: () => meta,
  }),
  config: op('GET /api/observation/v1/threads/config', {
    summary: 'Get the fields that conversations can be filtered by',
    summaryZh: '获取会话可用的筛选字段',
    access,
    input: () => z.object({ space_id: id(), platform_type: z.coerce.number().int().min(0).max(14).optional() }),
    output: () =>
      z.object({
        field_metas: z.record(
          s,
          z.object({
            value_type: n,
            filter_types: z.array(n),
            filter_types_v2: z.array(n),
            field_options: z.object({ string: z.array(s) }).optional(),
            support_customizable_option: z.boolean(),
          }),
        ),
      }),
  }),
}
