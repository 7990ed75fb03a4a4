import type { contract, Question, QuestionFilter } from '@orrery/contract'
import { WireSpanStatus } from '@orrery/contract/shared/trace-enums'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { type RequestedResource, botOf, resourceOf } from './shared/requested-resource.ts'
import type { IntentService } from '#domains/loop/intent/intent.service.ts'
import type { NamedHead } from './observation.service.ts'
import { questionSheet } from './question-sheet.ts'
import type { QuestionService } from './question.service.ts'

const statuses = {
  [SpanStatus.done]: WireSpanStatus.success,
  [SpanStatus.failed]: WireSpanStatus.error,
  [SpanStatus.stopped]: WireSpanStatus.broken,
}
type Names = Awaited<ReturnType<IntentService['names']>>
export interface QuestionRoutesDeps {
  questions: QuestionService
  intents: Pick<IntentService, 'of' | 'names'>
}
export function questionRoutes({ questions, intents }: QuestionRoutesDeps): Handlers<typeof contract.traceQuestions> {
  const page = (input: { limit: number; page_token?: string }) => ({ limit: input.limit, pageToken: input.page_token })
  const stat = async (asked: RequestedResource, filter: QuestionFilter | undefined) => {
    const row = await questions.stat(asked, filter, [0.5, 0.99])
    return {
      ...countsOf(row),
      tokens: { p50: row.tokensLow, p99: row.tokensHigh },
      latency: { p50: row.low / 1000, p99: row.high / 1000 },
      latency_first_resp: { p50: row.firstLow / 1000, p99: row.firstHigh / 1000 },
    }
  }
  const enums = async (asked: RequestedResource, { locale }: Ctx) => ({
    intent: (await intents.of(asked.spaceId, locale)).intents.map(({ id, name, children }) => ({
      key: id,
      value: name,
      children: children.map((child) => ({ key: child.id, value: child.name })),
    })),
    connectors: (await questions.connectors(asked)).map((id) => ({ Key: id, Value: id })),
  })
  const csv = (asked: RequestedResource, filter: QuestionFilter | undefined, ctx: Ctx) =>
    questionSheet(questions.all(asked, filter), ctx.locale)
  const infos = async (asked: RequestedResource, traces: { trace_id: string }[]) => {
    const heads = await questions.byIds(asked, [...new Set(traces.map(({ trace_id }) => trace_id))])
    return {
      traces_advance_info: heads.map((head) => ({
        trace_id: head.traceId,
        tokens: { input: head.inputTokens, output: head.outputTokens },
        status: statuses[head.status],
      })),
    }
  }
  return {
    async list(input, ctx) {
      const found = await questions.list(botOf(input, ctx), input.query_filter, page(input))
      const names = await intents.names(input.space_id, ctx.locale)
      const data = found.rows.map((head) => toQuestion(head, names))
      return { data, next_page_token: found.nextPageToken, has_more: found.hasMore }
    },
    async listOf(input, ctx) {
      const found = await questions.list(resourceOf(input, ctx), input.query_filter, page(input))
      const names = await intents.names(input.space_id, ctx.locale)
      return {
        data: found.rows.map((head) => ({
          ...toQuestion(head, names),
          workflow_execute_id: head.source === 'run' ? head.traceId : '',
          version: head.objectVersion,
          total_tokens: head.inputTokens + head.outputTokens,
        })),
        next_page_token: found.nextPageToken,
        has_more: found.hasMore,
      }
    },
    stat: (input, ctx) => stat(botOf(input, ctx), input.query_filter),
    statOf: (input, ctx) => stat(resourceOf(input, ctx), input.query_filter),
    enums: (input, ctx) => enums(botOf(input, ctx), ctx),
    enumsOf: (input, ctx) => enums(resourceOf(input, ctx), ctx),
    csv: (input, ctx) => csv(botOf(input, ctx), input.query_filter, ctx),
    csvOf: (input, ctx) => csv(resourceOf(input, ctx), input.query_filter, ctx),
    async traceStat(input, ctx) {
      const range = { start_time: { gte: input.start_time, lte: input.end_time } }
      const row = await questions.stat(botOf(input, ctx), range, [0.5, 0.9])
      return {
        ...countsOf(row),
        tokens: { p50: row.tokensLow, p90: row.tokensHigh },
        latency: { p50: row.low / 1000, p90: row.high / 1000 },
        latency_first_resp: { p50: row.firstLow / 1000, p90: row.firstHigh / 1000 },
      }
    },
    infos: (input, ctx) => infos(botOf(input, ctx), input.traces),
    infosOf: (input, ctx) => infos(resourceOf(input, ctx), input.traces),
  }
}

const countsOf = ({ count, failed }: { count: number; failed: number }) => ({
  total_count: count,
  error_rate: count ? failed / count : 0,
})
const millis = (micros: number) => Math.floor(micros / 1000)
const toQuestion = (head: NamedHead, names: Names): Question => ({
  query_id: head.traceId,
  trace_id: head.traceId,
  status: head.status === SpanStatus.failed ? 1 : 0,
  user_id: head.userId ?? head.userKey,
  message_id: head.messageId ?? '',
  conversation_id: head.threadId,
  input: head.input,
  output: head.output,
  input_tokens: head.inputTokens,
  output_tokens: head.outputTokens,
  start_time: String(millis(head.startedAt)),
  latency: millis(head.durationUs),
  latency_first_resp: millis(head.firstUs),
  connector: head.connectorId,
  intent: names.get(head.intentId)?.name ?? '',
  intent_status: head.intentStatus,
  session_id_status: 0,
})
