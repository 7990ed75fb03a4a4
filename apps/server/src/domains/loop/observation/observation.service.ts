import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Scene, TraceSource } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { ValueSource } from '#domains/chat/span/shared/value-source.ts'
import { span, traceHead } from '#domains/chat/span/span.table.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import { fieldsFor, spanHasWord } from './external-fields.ts'
import { headFields } from './fields.ts'
import { filterSql } from './shared/filter-sql.ts'
import { hasWord } from './has-word.ts'
import { observationErrors } from './observation.errors.ts'
import {
  between,
  facetFields,
  type FullSpan,
  headsOf,
  type NamedHead,
  type ObservationRepo,
  type OutlinedSpan,
  type Page,
  spansOf,
} from './observation.repo.ts'
import type { Reader } from './shared/reader.ts'
import { makePageToken, readPageToken } from './shared/page-token.ts'

export type { FullSpan, NamedHead, OutlinedSpan } from './observation.repo.ts'
const MAX_DAYS = 400
const DAY_MS = 86_400_000
const MAX_TREE = 10_000
const MAX_WITH_VALUES = 500
/** Maximum number of rows of a CSV file, and rows read at a time. */
const MAX_SHEET = 10_000
const AT_ONCE = 500

export interface Query {
  from: number
  to: number
  filters?: FilterTree | undefined
  words?: readonly string[] | undefined
  sources?: TraceSource[] | undefined
  scenes?: Scene[] | undefined
}
export interface PagedQuery extends Query {
  limit: number
  pageToken?: string | undefined
  isOldestFirst?: boolean | undefined
}
export interface ObservationDeps {
  repo: ObservationRepo
  queue: Pick<SpanQueue, 'flush'>
  /** Set if span values are stored outside the database. */
  values?: ValueSource | undefined
  clock: Clock
}

/** Traces of a space, limited to what the reader may see. */
export function createObservationService({ repo, queue, values, clock }: ObservationDeps) {
  function checkRange({ from, to }: Query) {
    if (to <= from || to - from > MAX_DAYS * DAY_MS) throw observationErrors.badRange({ days: MAX_DAYS })
  }
  const headWhere = (reader: Reader, query: Query) =>
    and(
      headsOf(reader),
      between(traceHead, query.from, query.to),
      filterSql(query.filters, headFields),
      ...(query.words ?? []).map((word) =>
        hasWord(word, [traceHead.input, traceHead.output, traceHead.name, traceHead.errorMsg]),
      ),
      ...placesOf(query, traceHead),
    )
  async function spanWhere(reader: Reader, query: Query, kind?: 'model') {
    const searched = { spaceId: reader.spaceId, from: query.from * 1000, to: query.to * 1000 + 999 }
    return and(
      spansOf(reader),
      between(span, query.from, query.to),
      kind && eq(span.kind, kind),
      filterSql(query.filters, await fieldsFor(values, searched, query.filters)),
      ...(await Promise.all((query.words ?? []).map((word) => spanHasWord(values, searched, word)))),
      ...placesOf(query, span),
    )
  }
  async function page<T>(
    query: PagedQuery,
    reader: Reader,
    list: string,
    read: (page: Omit<Page, 'where'>) => Promise<T[]>,
    placeOf: (row: T) => { at: number; id: string },
  ) {
    checkRange(query)
    const { from, to, filters, words, sources, scenes, isOldestFirst = false, limit } = query
    const key = { list, reader, from, to, filters, words, sources, scenes, isOldestFirst }
    const after = readPageToken(key, query.pageToken)
    await queue.flush()
    const rows = await read({ after, isOldestFirst, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return { rows: shown, hasMore, nextPageToken: hasMore && last ? makePageToken(key, placeOf(last)) : '' }
  }
  async function headBy(reader: Reader, where: SQL): Promise<NamedHead> {
    await queue.flush()
    const [head] = await repo.heads({ where: and(headsOf(reader), where), limit: 1 })
    if (!head) throw errors.notFound({ what: 'trace' })
    return head
  }

  async function* pagesOf(where: SQL | undefined): AsyncGenerator<NamedHead[]> {
    await queue.flush()
    let after: Page['after']
    for (let seen = 0; seen < MAX_SHEET; seen += AT_ONCE) {
      const rows = await repo.heads({ where, after, limit: AT_ONCE })
      if (rows.length) yield rows
      const end = rows.at(-1)
      if (rows.length < AT_ONCE || !end) return
      after = { at: end.startedAt, id: end.traceId }
    }
  }

  /** Merges the turns and runs that a trace called into one tree, below the calling spans. */
  async function wholeTree(reader: Reader, head: NamedHead): Promise<FullSpan[]> {
    const own = await repo.tree(reader.spaceId, head.traceId, MAX_TREE)
    const called = head.objectId ? [] : await repo.called(reader, head.traceId)
    const trees = await Promise.all(
      called.map(async ({ traceId, parentSpanId }) => {
        const spans = await repo.tree(reader.spaceId, traceId, MAX_WITH_VALUES)
        return spans.map((one) => (one.parentId === '' ? { ...one, parentId: parentSpanId } : one))
      }),
    )
    return [...own, ...trees.flat()]
  }

  return {
    heads: (reader: Reader, query: PagedQuery) =>
      page(
        query,
        reader,
        'heads',
        (at) => repo.heads({ ...at, where: headWhere(reader, query) }),
        ({ startedAt, traceId }) => ({ at: startedAt, id: traceId }),
      ),
    spans: (reader: Reader, query: PagedQuery, kind?: 'model') =>
      page(
        query,
        reader,
        kind ?? 'spans',
        async (at) => repo.spans({ ...at, where: await spanWhere(reader, query, kind) }),
        ({ startedAt, spanId }) => ({ at: startedAt, id: spanId }),
      ),
    async overview(reader: Reader, query: Query, buckets: number) {
      checkRange(query)
      await queue.flush()
      const widthMs = Math.max(1, Math.ceil((query.to - query.from) / buckets))
      const facet = (field: string) => headWhere(reader, { ...query, filters: withoutField(query.filters, field) })
      const [status, object, error_message, latency_band] = facetFields.map(facet)
      const facets = { status, object, error_message, latency_band }
      return { ...(await repo.overview({ where: headWhere(reader, query), facets }, query.from, widthMs)), widthMs }
    },
    /** Counts the traces in a time range, and how many of them match each filter. */
    async counts(reader: Reader, query: Query, filters: readonly FilterTree[]): Promise<number[]> {
      checkRange(query)
      await queue.flush()
      return repo.counts(
        headWhere(reader, query),
        filters.map((tree) => filterSql(tree, headFields)),
      )
    },
    /** Yields all matching traces in batches, newest first, at most 10,000. Invalid queries are refused at once. */
    all(reader: Reader, query: Query): AsyncGenerator<NamedHead[]> {
      checkRange(query)
      return pagesOf(headWhere(reader, query))
    },
    /** Most frequent values of a field. */
    async options(reader: Reader, query: Query, name: string, words: string) {
      checkRange(query)
      const field = headFields[name]
      if (!field || field.type !== 'text' || field.values)
        throw observationErrors.badFilter({
          problem: `there is no field ${name} with values to choose from`,
          problemZh: `没有可选取值的字段 ${name}`,
        })
      await queue.flush()
      return repo.options(headWhere(reader, query), field.column, words)
    },
    async trace(reader: Reader, traceId: string, range?: { from?: number | undefined; to?: number | undefined }) {
      const inRange =
        range?.from !== undefined && range.to !== undefined ? between(traceHead, range.from, range.to) : undefined
      const head = await headBy(reader, and(eq(traceHead.traceId, traceId), inRange)!)
      return { head, spans: await wholeTree(reader, head) }
    },
    async traceByLog(reader: Reader, logId: string, range?: { from?: number | undefined; to?: number | undefined }) {
      const inRange =
        range?.from !== undefined && range.to !== undefined ? between(traceHead, range.from, range.to) : undefined
      const head = await headBy(reader, and(or(eq(traceHead.logId, logId), eq(traceHead.traceId, logId)), inRange)!)
      return { head, spans: await wholeTree(reader, head) }
    },
    /** Spans of a trace. Values are included only if there are few spans, because thousands would take too long. */
    async outline(reader: Reader, traceId: string) {
      const head = await headBy(reader, eq(traceHead.traceId, traceId))
      const spans = head.spanCount <= MAX_WITH_VALUES ? await wholeTree(reader, head) : undefined
      const outlined = (each: (some: OutlinedSpan[]) => void) => repo.outline(head, MAX_TREE, each)
      return { head, spans, outlined }
    },
    async chosen(reader: Reader, traceId: string, spanIds: string[]) {
      const head = await headBy(reader, eq(traceHead.traceId, traceId))
      return { head, spans: await repo.tree(reader.spaceId, traceId, MAX_TREE, spanIds) }
    },
    async headsByIds(reader: Reader, traceIds: string[]): Promise<NamedHead[]> {
      if (!traceIds.length) return []
      await queue.flush()
      const list = sql.join(
        traceIds.map((id) => sql`${id}`),
        sql`, `,
      )
      return repo.heads({ where: and(headsOf(reader), sql`${traceHead.traceId} IN (${list})`), limit: traceIds.length })
    },
    p95Of: (head: NamedHead) => repo.p95(head.spaceId, head.objectId, head.service, (clock.now() - 7 * DAY_MS) * 1000),
  }
}
export type ObservationService = ReturnType<typeof createObservationService>

/** Removes the conditions on one field. Only trees that are plain AND lists are changed. */
const withoutField = (tree: FilterTree | undefined, name: string): FilterTree | undefined =>
  tree && tree.query_and_or !== 'or'
    ? { ...tree, filter_fields: tree.filter_fields.filter((one) => one.field_name !== name || one.sub_filter) }
    : tree
const placesOf = ({ sources, scenes }: Query, table: typeof traceHead | typeof span) => [
  sources && inArray(table.source, sources),
  scenes && inArray(table.scene, scenes),
]
