import type { contract } from '@orrery/contract'
import type { FilterField, FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { requireResource, botOf, resourceOf } from './shared/requested-resource.ts'
import type { BotTraceService, TraceSearch } from './bot-trace.service.ts'
import { fromFieldFilters } from './field-filters.ts'
import { fieldMetas } from './field-metas.ts'
import { headFields } from './fields.ts'
import type { FullSpan, NamedHead, ObservationService } from './observation.service.ts'
import { readerOf } from './shared/reader.ts'
import type { SpanValues } from './span-values.ts'
import { stepGroups, toStep } from './wire-step.ts'
import { headAsSpan } from './wire-span.ts'
import { toShown, toTagged } from './wire-tags.ts'

const statusNames: Readonly<Record<number, string>> = { 2: 'success', 3: 'error', 4: 'broken' }

export interface BotTraceRoutesDeps {
  traces: BotTraceService
  observation: ObservationService
  values: SpanValues
}
interface Tree {
  head: NamedHead
  spans: FullSpan[]
}
interface Found {
  trace_id?: string | undefined
  log_id?: string | undefined
  message_id?: string | undefined
  bot_id?: string | undefined
  start_at?: number | undefined
  end_at?: number | undefined
}

export function botTraceRoutes({
  traces,
  observation,
  values,
}: BotTraceRoutesDeps): Handlers<typeof contract.traceOfBot> {
  const whole = (spans: FullSpan[]) => Promise.all(spans.map((one) => values.whole(one)))
  const steps = async ({ head, spans }: Tree) => ({ spans: (await whole(spans)).map((one) => toStep(one, head)) })
  const rangeOf = ({ start_time, end_time }: { start_time?: number; end_time?: number }) => ({
    from: start_time,
    to: end_time,
  })
  const pageOf = (found: { rows: NamedHead[]; nextPageToken: string; hasMore: boolean }) => ({
    spans: found.rows.map((head) => toStep(headAsSpan(head), head)),
    next_page_token: found.nextPageToken,
    has_more: found.hasMore,
  })
  const readerIn = (ctx: Ctx) => async (spaceId: string) =>
    (await ctx.access.can(ctx.actor!, 'space', spaceId, 'view')) ? readerOf(ctx, spaceId) : undefined
  const anywhere = async (input: Found, spaceId: string | undefined, ctx: Ctx): Promise<Tree> => {
    const sought: TraceSearch = {
      traceId: input.trace_id,
      logId: input.log_id,
      messageId: input.message_id,
      botId: input.bot_id,
      spaceId,
      from: input.start_at,
      to: input.end_at,
    }
    const { head, spans } = await traces.anywhere(sought, readerIn(ctx))
    return { head, spans: await whole(spans) }
  }
  return {
    list: async (input, ctx) =>
      pageOf(
        await traces.list(botOf(input, ctx), {
          from: input.start_time,
          to: input.end_time,
          filters: fromFieldFilters(input.filters, false),
          words: input.full_text_search?.filter(Boolean),
          limit: input.limit,
          pageToken: input.page_token,
        }),
      ),
    debugQueries: async (input, ctx) =>
      pageOf(
        await traces.list(requireResource('bot', input.botID, input.spaceID, ctx), {
          from: input.startAtMS,
          to: input.endAtMS,
          filters: debugFilter(input.status, input.inputSearch),
          scenes: ['debug'],
          limit: input.limit,
          pageToken: input.pageToken,
        }),
      ),
    byLogId: async (input, ctx) => steps(await traces.byLog(botOf(input, ctx), input.log_id, rangeOf(input))),
    get: async (input, ctx) => steps(await traces.get(botOf(input, ctx), input.trace_id, rangeOf(input))),
    getOf: async (input, ctx) => steps(await traces.get(resourceOf(input, ctx), input.trace_id, rangeOf(input))),
    metaInfo: () => ({
      field_metas: Object.fromEntries(
        Object.entries(fieldMetas(headFields)).map(([name, { value_type, filter_types, field_options }]) => [
          name,
          { value_type, filter_types, ...(field_options && { field_options }) },
        ]),
      ),
      span_category: stepGroups,
    }),
    query: async (input, ctx) => ({
      spans: (await anywhere(input, input.workspace_id, ctx)).spans.map(toTagged),
    }),
    search: async (input, ctx) => ({ spans: (await anywhere(input, undefined, ctx)).spans.map(toTagged) }),
    async shown(input, ctx) {
      const { head, spans } = await anywhere(input, input.space_id, ctx)
      return toShown(head, spans, ctx.locale)
    },
    async spans(input, ctx) {
      const found = await observation.spans(await readerOf(ctx, input.workspace_id), {
        from: input.start_at,
        to: Math.max(input.end_at, input.start_at + 1),
        filters: fromTags(input.filter_tags ?? [], input.bot_id),
        limit: input.limit,
        pageToken: input.context,
        isOldestFirst: !input.desc_by_start_time,
      })
      return { spans: (await whole(found.rows)).map(toTagged), context: found.nextPageToken }
    },
  }
}

function debugFilter(status: number[] | undefined, words: string | undefined): FilterTree | undefined {
  const names = status?.flatMap((one) => statusNames[one] ?? [])
  const filter_fields: FilterField[] = [
    ...(names?.length ? [{ field_name: 'status', query_type: 'in' as const, values: names }] : []),
    ...(words ? [{ field_name: 'input', query_type: 'match' as const, values: [words] }] : []),
  ]
  return filter_fields.length ? { filter_fields } : undefined
}
interface FilterTag {
  tag_key?: string | undefined
  multi_tag_keys?: string[] | undefined
  values?: string[] | undefined
  query_type?: number | undefined
}
const byNumber: readonly QueryType[] = ['in', 'match', 'in', 'gte', 'exist', 'not_exist']
/** Converts conditions on tags to our filters: several keys mean that any of them matches. */
function fromTags(tags: FilterTag[], botId: string | undefined): FilterTree | undefined {
  const groups = tags.map(({ tag_key, multi_tag_keys, values = [], query_type = 2 }): FilterField => {
    const keys = [...new Set([...(tag_key ? [tag_key] : []), ...(multi_tag_keys ?? [])])]
    const leaves = keys.map((field_name): FilterField => {
      if (query_type !== 3) return { field_name, query_type: byNumber[query_type]!, values }
      const [low, high] = values
      const bounds: FilterField[] = [
        ...(low ? [{ field_name, query_type: 'gte' as const, values: [low] }] : []),
        ...(high ? [{ field_name, query_type: 'lte' as const, values: [high] }] : []),
      ]
      return { sub_filter: { filter_fields: bounds } }
    })
    return { sub_filter: { query_and_or: 'or', filter_fields: leaves } }
  })
  const ofBot: FilterField[] = botId ? [{ field_name: 'object_id', query_type: 'eq', values: [botId] }] : []
  const filter_fields = [...groups, ...ofBot]
  return filter_fields.length ? { filter_fields } : undefined
}
