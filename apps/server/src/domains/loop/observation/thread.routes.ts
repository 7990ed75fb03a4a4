import type { contract, Thread, ThreadQuery } from '@orrery/contract'
import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { fieldMetas } from './field-metas.ts'
import { fromFieldTree } from './field-tree.ts'
import { headFields } from './fields.ts'
import type { NamedHead } from './observation.service.ts'
import { readerOf } from './shared/reader.ts'
import type { ThreadRow, ThreadService } from './thread.service.ts'
import { placesOf } from './wire-places.ts'

const LATEST_FIRST = 2
const TEXT = 0
const LONG = 3

interface Where {
  start_time?: number | undefined
  end_time?: number | undefined
  platform_type?: number | undefined
  target_env?: number | undefined
}
const placeOf = (input: Where) => ({ from: input.start_time, to: input.end_time, ...placesOf(input) })

/** Conversations of a space. Times in milliseconds. */
export function threadRoutes(threads: ThreadService): Handlers<typeof contract.traceThreads> {
  return {
    async list(input, ctx) {
      const found = await threads.list(await readerOf(ctx, input.space_id), {
        ...placeOf(input),
        filters: fromFieldTree(input.filters),
        words: input.full_text_search?.split(/\s+/).filter(Boolean),
        limit: input.limit,
        pageToken: input.page_token,
      })
      return {
        threads: found.rows.map((row) => toThread(row, [])),
        next_page_token: found.nextPageToken,
        has_more: found.hasMore,
      }
    },
    async get(input, ctx) {
      const found = await threads.turns(await readerOf(ctx, input.space_id), input.thread_id, {
        ...placeOf(input),
        limit: input.limit,
        pageToken: input.page_token,
        isLatestFirst: input.order_type === LATEST_FIRST,
      })
      return {
        data: toThread(
          found.thread,
          found.rows.map((head) => toQuery(head, ctx.locale)),
        ),
        next_page_token: found.nextPageToken,
        has_more: found.hasMore,
      }
    },
    meta: async (input, ctx) =>
      metaOf(await threads.one(await readerOf(ctx, input.space_id), input.thread_id, placeOf(input))),
    config: () => ({ field_metas: fieldMetas(headFields) }),
  }
}

const millis = (micros: number | string) => Math.floor(Number(micros) / 1000)
const metaOf = ({ user, connectorId }: ThreadRow) => ({
  user_id: user,
  channel: connectorId,
  connector_id: connectorId,
})
const toThread = (row: ThreadRow, queries: ThreadQuery[]): Thread => ({
  thread_id: row.threadId,
  conversation_id: row.threadId,
  queries,
  query_count: Number(row.count),
  start_time_min: millis(row.firstAt),
  start_time_max: millis(row.lastAt),
  end_time_max: millis(row.endedAt),
  duration_sum: millis(row.durationUs),
  tokens_sum: Number(row.tokens),
  init_message: row.firstInput,
  last_input: row.lastInput,
  last_message: row.lastOutput,
  thread_meta: metaOf(row),
})
const textOf = (text: string) => (text ? [{ content_type: TEXT, content: { text } }] : [])
const toQuery = (head: NamedHead, locale: Locale): ThreadQuery => ({
  query_id: head.traceId,
  biz_type: head.objectKind,
  biz_id: head.objectId ?? head.service,
  trace_id: head.traceId,
  log_id: head.logId,
  thread_id: head.threadId,
  conversation_id: head.threadId,
  message_id: head.messageId ?? '',
  start_time: millis(head.startedAt),
  duration: millis(head.durationUs),
  latency_first_resp: millis(head.firstUs),
  input: textOf(head.input),
  output: head.output ? [{ messages: textOf(head.output) }] : [],
  status: head.status === SpanStatus.failed ? 1 : 0,
  user_info: { user_id: head.userId ?? head.userKey },
  source_info: {
    bot_id: head.objectKind === 'bot' ? (head.objectId ?? '') : '',
    bot_version: head.objectVersion,
    connector_id: head.connectorId,
    BotEnv: head.scene === 'debug' ? 0 : 1,
    BotName: head.objectName,
  },
  llm_info: {
    input_tokens: head.inputTokens,
    output_tokens: head.outputTokens,
    total_tokens: head.inputTokens + head.outputTokens,
  },
  tags: {
    feedback: { key: 'feedback', tag_type: LONG, v_long: head.feedback },
    ...(head.errorMsg && { error: { key: 'error', tag_type: TEXT, v_str: errorIn(locale, head) } }),
  },
})
