import type { contract, ListInput } from '@orrery/contract'
import { SpanListType } from '@orrery/contract/shared/trace-enums'
import type { Handlers } from '#kit/http/context.ts'
import { fromFieldFilters } from './field-filters.ts'
import { fieldMetas } from './field-metas.ts'
import { headFields, spanFields } from './fields.ts'
import type { FullSpan, NamedHead, ObservationService, PagedQuery } from './observation.service.ts'
import { readerOf } from './shared/reader.ts'
import type { SpanValues } from './span-values.ts'
import type { ViewService } from './view.service.ts'
import { placesOf } from './wire-places.ts'
import { rootOf, toWireSpan } from './wire-span.ts'

/** Larger trees are sent without values; clients fetch those with `get_span_info`. */
const MAX_WITH_VALUES = 500
const OLDEST_FIRST = 3
const FILTER_OR = 2

export interface ObservationRoutesDeps {
  observation: ObservationService
  values: SpanValues
  views: ViewService
}

export function observationRoutes({
  observation,
  values,
  views,
}: ObservationRoutesDeps): Handlers<typeof contract.observation> {
  const queryOf = (input: ListInput): PagedQuery => ({
    from: input.start_time,
    to: input.end_time,
    filters: fromFieldFilters(input.filters, input.query_and_or === FILTER_OR),
    words: input.full_text_search?.filter(Boolean),
    limit: input.limit,
    pageToken: input.page_token,
    isOldestFirst: input.order_by?.[0]?.order_type === OLDEST_FIRST,
    ...placesOf(input),
  })
  async function tree({ head, spans }: { head: NamedHead; spans: FullSpan[] }) {
    const isSmall = spans.length <= MAX_WITH_VALUES
    const shown = isSmall
      ? await Promise.all(spans.map((one) => values.whole(one)))
      : spans.map((one) => ({ ...one, input: '', output: '', attributes: {} }))
    return {
      spans: shown.map((one) => toWireSpan(one, head)),
      traces_advance_info: infoOf(head),
      is_complete_trace: isSmall && head.rootId !== '',
    }
  }
  const spanList = async (input: ListInput, ctx: Parameters<typeof readerOf>[0], kind?: 'model') => {
    const reader = await readerOf(ctx, input.space_id)
    const found = await observation.spans(reader, queryOf(input), kind)
    return {
      spans: found.rows.map((one) => toWireSpan(one)),
      next_page_token: found.nextPageToken,
      has_more: found.hasMore,
    }
  }
  const rangeOf = ({ start_time, end_time }: { start_time?: number; end_time?: number }) => ({
    from: start_time,
    to: end_time,
  })

  return {
    async traces(input, ctx) {
      const reader = await readerOf(ctx, input.space_id)
      const found = await observation.heads(reader, queryOf(input))
      return { spans: found.rows.map(rootOf), next_page_token: found.nextPageToken, has_more: found.hasMore }
    },
    allSpans: (input, ctx) => spanList(input, ctx),
    modelSpans: (input, ctx) => spanList(input, ctx, 'model'),
    async advanceInfo({ space_id, traces }, ctx) {
      const ids = [...new Set(traces.map(({ trace_id }) => trace_id))]
      const heads = await observation.headsByIds(await readerOf(ctx, space_id), ids)
      return { traces_advance_info: heads.map(infoOf) }
    },
    metaInfo({ span_list_type }) {
      const fields = span_list_type === SpanListType.root ? headFields : spanFields
      return { field_metas: fieldMetas(fields) }
    },
    byLogId: async (input, ctx) =>
      tree(await observation.traceByLog(await readerOf(ctx, input.space_id), input.log_id, rangeOf(input))),
    async search({ space_id, id, search_type }, ctx) {
      const reader = await readerOf(ctx, space_id)
      return tree(await (search_type === 1 ? observation.traceByLog(reader, id) : observation.trace(reader, id)))
    },
    spanInfo: async (input, ctx) =>
      tree(await observation.chosen(await readerOf(ctx, input.space_id), input.trace_id, input.span_id)),
    trace: async (input, ctx) =>
      tree(await observation.trace(await readerOf(ctx, input.space_id), input.trace_id, rangeOf(input))),
    createView: async (input, ctx) => ({
      id: await views.create(ctx.userId, input.fornax_space_id, {
        name: input.view_name,
        platform: input.platform_type,
        listType: input.span_list_type,
        filters: input.filters,
      }),
    }),
    async updateView(input, ctx) {
      const reader = await readerOf(ctx, input.fornax_space_id)
      await views.update(reader, input.id, {
        name: input.view_name,
        platform: input.platform_type,
        listType: input.span_list_type,
        filters: input.filters,
      })
      return {}
    },
    async deleteView(input, ctx) {
      await views.remove(await readerOf(ctx, input.fornax_space_id), input.id)
      return {}
    },
    async listViews(input) {
      const list = await views.list(input.fornax_space_id, input.view_name)
      return {
        views: list.map((view) => ({
          id: view.id,
          enterprise_id: '',
          fornax_space_id: input.fornax_space_id,
          view_name: view.name,
          platform_type: view.platform,
          span_list_type: view.listType,
          filters: view.filters,
          is_system: view.id.startsWith('-'),
        })),
      }
    },
  }
}
const infoOf = (head: NamedHead) => ({
  trace_id: head.traceId,
  tokens: { input: head.inputTokens, output: head.outputTokens },
})
