import type { contract, Trace, TraceSpan } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { Figures, TraceFilter, TraceService } from './trace.service.ts'
import type { SpanRow, TraceRow } from './shared/trace-types.ts'

export interface TraceRoutesDeps {
  traces: TraceService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}
type Person = { user_name: string; user_avatar_url: string }

export function traceRoutes({ traces, people, links }: TraceRoutesDeps): Handlers<typeof contract.trace> {
  async function personsOf(ids: string[]): Promise<(id: string) => Person> {
    const users = new Map((await people.getMany([...new Set(ids)])).map((user) => [user.id, user]))
    return (id) => {
      const user = users.get(id)
      return { user_name: user?.name ?? '', user_avatar_url: links.make(user?.avatarKey) }
    }
  }
  return {
    list: async (input, ctx) => {
      const { rows, hasMore, total } = await traces.list(toFilter(input), input.cursor, input.size)
      const person = await personsOf(rows.map((row) => row.userId))
      return {
        traces: rows.map((row) => toTrace(row, person(row.userId), ctx.locale)),
        total,
        has_more: hasMore,
        next_cursor: rows.at(-1)?.id ?? '',
      }
    },
    get: async (input, ctx) => {
      const found = await traces.get(input.trace_id)
      if (!found) throw errors.notFound({ what: 'trace' })
      const { trace, spans } = found
      // People may read their own turns, and all turns of a bot that they may edit.
      if (trace.userId !== ctx.userId) await ctx.access.require(ctx.actor!, 'bot', trace.botId, 'editInfo')
      const person = await personsOf([trace.userId])
      return {
        trace: toTrace(trace, person(trace.userId), ctx.locale),
        spans: spans.map((span) => toSpan(span, ctx.locale)),
      }
    },
    conversations: async (input) => {
      const { rows, hasMore } = await traces.conversations(toFilter(input), input.cursor, input.size)
      const person = await personsOf(rows.map((row) => row.userId))
      return {
        has_more: hasMore,
        next_cursor: rows.at(-1)?.lastTraceId ?? '',
        conversations: rows.map((row) => ({
          conversation_id: row.conversationId,
          user_id: row.userId,
          ...person(row.userId),
          scene: row.scene,
          last_input: row.lastInput,
          started_at: Number(row.startedAt),
          last_at: Number(row.lastAt),
          likes: Number(row.likes),
          dislikes: Number(row.dislikes),
          ...toFigures(row),
        })),
      }
    },
    aggregate: async (input, ctx) => {
      const offset = input.utc_offset_minutes * 60_000
      const { buckets, totals, errors: list } = await traces.aggregate(toFilter(input), input.step, offset)
      return {
        totals: toFigures(totals),
        buckets: buckets.map((row) => ({ at: Number(row.at), ...toFigures(row) })),
        errors: list.map(({ code, count, ...error }) => ({
          code,
          msg: errorIn(ctx.locale, error),
          count: Number(count),
        })),
      }
    },
  }
}

interface FilterInput {
  bot_id: string
  status?: number[]
  scene?: string[]
  user_id?: string
  conversation_id?: string
  search_word?: string
  start_time?: number
  end_time?: number
  min_ms?: number
  max_ms?: number
  feedback?: number
  error_code?: number
}
const toFilter = (input: FilterInput): TraceFilter => ({
  botId: input.bot_id,
  status: input.status,
  scene: input.scene,
  userId: input.user_id,
  conversationId: input.conversation_id,
  search: input.search_word?.trim() || undefined,
  from: input.start_time,
  to: input.end_time,
  minMs: input.min_ms,
  maxMs: input.max_ms,
  feedback: input.feedback,
  errorCode: input.error_code,
})
const toFigures = (row: Figures) => ({
  count: Number(row.count),
  failed: Number(row.failed),
  stopped: Number(row.stopped),
  users: Number(row.users),
  conversations: Number(row.conversationCount),
  input_tokens: Number(row.inputTokens),
  output_tokens: Number(row.outputTokens),
  cost: Number(row.cost),
  median_ms: Number(row.medianMs),
  p95_ms: Number(row.p95Ms),
  first_token_ms: Number(row.firstTokenMs),
})
const toTrace = (row: TraceRow, person: Person, locale: Locale): Trace => ({
  trace_id: row.id,
  bot_id: row.botId,
  bot_version: row.botVersion,
  conversation_id: row.conversationId,
  message_id: row.messageId,
  user_id: row.userId,
  ...person,
  scene: row.scene,
  connector_id: row.connectorId,
  status: row.status,
  error_code: row.errorCode,
  error_msg: errorIn(locale, row),
  started_at: row.startedAt,
  duration_ms: row.durationMs,
  first_token_ms: row.firstTokenMs,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  cost: row.cost,
  span_count: row.spanCount,
  failed_count: row.failedCount,
  model_names: row.modelNames,
  input: row.input,
  output: row.output,
  feedback: row.feedback,
})
const toSpan = (row: SpanRow, locale: Locale): TraceSpan => ({
  span_id: row.id,
  parent_id: row.parentId ?? '',
  kind: row.kind,
  name: row.name,
  status: row.status,
  error_code: row.errorCode,
  error_msg: errorIn(locale, row),
  offset_ms: row.offsetMs,
  duration_ms: row.durationMs,
  first_token_ms: row.firstTokenMs,
  model_id: row.modelId ?? '',
  model_name: row.modelName,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  cached_tokens: row.cachedTokens,
  reasoning_tokens: row.reasoningTokens,
  cost: row.cost,
  input: row.input,
  output: row.output,
  attributes: row.attributes,
})
