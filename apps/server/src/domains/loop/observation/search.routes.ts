import type { contract, TraceHead, TraceSpan } from '@orrery/contract'
import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { setImmediate } from 'node:timers/promises'
import type { KeepService } from '#domains/chat/span/keep.service.ts'
import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { type Handlers, ReadyJson } from '#kit/http/context.ts'
import type { FullSpan, NamedHead, ObservationService, OutlinedSpan } from './observation.service.ts'
import { placesOf } from './wire-places.ts'
import { readerOf } from './shared/reader.ts'
import type { SpanValues } from './span-values.ts'
import { traceSheet } from './trace-sheet.ts'
import type { ViewService } from './view.service.ts'

export interface SearchRoutesDeps {
  observation: ObservationService
  values: SpanValues
  views: Pick<ViewService, 'filtersOf' | 'list'>
  keep: KeepService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}
interface Range {
  start_time: number
  end_time: number
  filters?: FilterTree | undefined
  words?: string | undefined
}
const queryOf = ({ start_time, end_time, filters, words }: Range) => ({
  from: start_time,
  to: end_time,
  filters,
  words: words?.split(/\s+/).filter(Boolean),
  // Traces of evaluators are hidden unless the filter asks for a scene.
  scenes: JSON.stringify(filters ?? {}).includes('"scene"') ? undefined : placesOf({}).scenes,
})

/** Traces of a space, for our own pages. */
export function searchRoutes({
  observation,
  values,
  views,
  keep,
  people,
  links,
}: SearchRoutesDeps): Handlers<typeof contract.traceSearch> {
  async function present(heads: NamedHead[], locale: Locale): Promise<TraceHead[]> {
    const ids = [...new Set(heads.flatMap(({ userId }) => userId ?? []))]
    const users = new Map((await people.getMany(ids)).map((user) => [user.id, user]))
    return heads.map((head) => {
      const user = head.userId ? users.get(head.userId) : undefined
      return toHead(head, user?.name ?? head.userKey, links.make(user?.avatarKey), locale)
    })
  }
  return {
    async list(input, ctx) {
      const reader = await readerOf(ctx, input.space_id)
      const found = await observation.heads(reader, {
        ...queryOf(input),
        limit: input.limit,
        pageToken: input.page_token,
      })
      return {
        traces: await present(found.rows, ctx.locale),
        next_page_token: found.nextPageToken,
        has_more: found.hasMore,
      }
    },
    async overview(input, ctx) {
      const reader = await readerOf(ctx, input.space_id)
      const found = await observation.overview(reader, queryOf(input), input.buckets)
      const counts = found.buckets.map(({ bucket, count, failed }) => ({
        at: input.start_time + Number(bucket) * found.widthMs,
        count: Number(count),
        failed: Number(failed),
      }))
      const facet = (rows: { value: string; name?: string; count: string }[]) =>
        rows.map(({ value, name, count }) => ({ value, name: name ?? value, count: Number(count) }))
      return {
        total: counts.reduce((sum, { count }) => sum + count, 0),
        failed: counts.reduce((sum, { failed }) => sum + failed, 0),
        bucket_ms: found.widthMs,
        buckets: counts,
        status: facet(found.statuses),
        objects: facet(found.objects),
        errors: facet(found.errors),
        latency: facet(found.latencies),
      }
    },
    async counts({ space_id, start_time, end_time }, ctx) {
      const reader = await readerOf(ctx, space_id)
      const known = views.filtersOf(await views.list(space_id))
      const range = { from: start_time, to: end_time, scenes: placesOf({}).scenes }
      const [total, ...counts] = await observation.counts(
        reader,
        range,
        known.map(({ tree }) => tree),
      )
      return { total: total!, views: known.map(({ id }, at) => ({ id, count: counts[at]! })) }
    },
    csv: async (input, ctx) =>
      traceSheet(observation.all(await readerOf(ctx, input.space_id), queryOf(input)), ctx.locale),
    async options({ space_id, start_time, end_time, field, words }, ctx) {
      const range = { from: start_time, to: end_time, scenes: placesOf({}).scenes }
      const rows = await observation.options(await readerOf(ctx, space_id), range, field, words?.trim() ?? '')
      return { options: rows.map(({ value, count }) => ({ value, name: value, count: Number(count) })) }
    },
    async settings({ space_id }) {
      const { days, masks } = await keep.settings(space_id)
      const { kinds, words, isContentFree } = masks
      return { keep_days: days, masks: { kinds, words, no_content: isContentFree } }
    },
    async saveSettings({ space_id, keep_days, masks }) {
      await keep.set(space_id, {
        ...(keep_days && { days: keep_days }),
        ...(masks && { masks: { kinds: masks.kinds, words: masks.words, isContentFree: masks.no_content } }),
      })
      return {}
    },
    async get({ space_id, trace_id }, ctx) {
      const { head, spans, outlined } = await observation.outline(await readerOf(ctx, space_id), trace_id)
      const [trace] = await present([head], ctx.locale)
      const shown = writer((span) => JSON.stringify(toSpan(span, head.startedAt, ctx.locale)))
      if (spans) await inParts(await Promise.all(spans.map(values.whole)), shown.add)
      else await outlined(shown.add)
      const rest = { has_values: spans !== undefined, p95_ms: (await observation.p95Of(head)) ?? 0 }
      return new ReadyJson(
        `{"trace":${JSON.stringify(trace!)},"spans":[`,
        ...shown.parts,
        `],${JSON.stringify(rest).slice(1)}`,
      )
    },
    async span({ space_id, trace_id, span_id }, ctx) {
      const { head, spans } = await observation.chosen(await readerOf(ctx, space_id), trace_id, [span_id])
      if (!spans[0]) throw errors.notFound({ what: 'span' })
      return { span: toSpan(await values.whole(spans[0]), head.startedAt, ctx.locale) }
    },
  }
}

/** Spans serialised before yielding to the event loop. */
const AT_ONCE = 50
async function inParts(spans: FullSpan[], each: (some: FullSpan[]) => void): Promise<void> {
  for (let at = 0; at < spans.length; at += AT_ONCE) {
    if (at) await setImmediate()
    each(spans.slice(at, at + AT_ONCE))
  }
}
/** Serialises a list to JSON in parts. */
function writer(write: (span: OutlinedSpan) => string) {
  const parts: string[] = []
  return {
    parts,
    add(some: OutlinedSpan[]): void {
      if (some.length) parts.push(`${parts.length ? ',' : ''}${some.map(write).join(',')}`)
    },
  }
}

const toHead = (head: NamedHead, userName: string, avatarUrl: string, locale: Locale): TraceHead => ({
  trace_id: head.traceId,
  root_span_id: head.rootId,
  source: head.source,
  object_kind: head.objectKind,
  object_id: head.objectId ?? '',
  object_name: head.objectName,
  object_version: head.objectVersion,
  name: head.name,
  scene: head.scene,
  user_id: head.userId ?? head.userKey,
  user_name: userName,
  user_avatar_url: avatarUrl,
  thread_id: head.threadId,
  message_id: head.messageId ?? '',
  log_id: head.logId,
  connector_id: head.connectorId,
  status: head.status,
  error_code: head.errorCode,
  error_msg: errorIn(locale, head),
  started_at: head.startedAt / 1000,
  duration_ms: head.durationUs / 1000,
  first_token_ms: head.firstUs / 1000,
  input_tokens: head.inputTokens,
  output_tokens: head.outputTokens,
  cached_tokens: head.cachedTokens,
  cost: head.cost,
  span_count: head.spanCount,
  failed_count: head.failedCount,
  model_names: head.models,
  input: head.input,
  output: head.output,
  feedback: head.feedback,
  is_incomplete: head.rootId === '',
})
const toSpan = (span: OutlinedSpan, startedAt: number, locale: Locale): TraceSpan => ({
  span_id: span.spanId,
  parent_id: span.parentId,
  kind: span.kind as TraceSpan['kind'],
  name: span.name,
  status: span.status,
  error_code: span.errorCode,
  error_msg: errorIn(locale, span),
  offset_ms: (span.startedAt - startedAt) / 1000,
  duration_ms: span.durationUs / 1000,
  first_token_ms: span.firstUs / 1000,
  model_id: span.modelId,
  model_name: span.model,
  input_tokens: span.inputTokens,
  output_tokens: span.outputTokens,
  cached_tokens: span.cachedTokens,
  reasoning_tokens: span.reasoningTokens,
  cost: span.cost,
  input: span.input,
  output: span.output,
  attributes: span.attributes,
})
