import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { SpanListType } from '@orrery/contract/shared/trace-enums'
import { and, eq, gte, inArray, lt, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import type { ValueSource } from '#domains/chat/span/shared/value-source.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { span, traceHead } from '#domains/chat/span/span.table.ts'
import type { Db } from '#kit/db.ts'
import { fieldsFor } from './external-fields.ts'
import { headFields, spanFields } from './fields.ts'
import { type FullSpan, type ObservationRepo, spansOf } from './observation.repo.ts'
import type { Fields } from './shared/filter-fields.ts'
import { filterSql } from './shared/filter-sql.ts'
import type { Place } from './shared/page-token.ts'
import type { Reader } from './shared/reader.ts'
import type { SpanValues } from './span-values.ts'
import { sourcesOf } from './wire-places.ts'

/** Filter for spans of a space; times in microseconds, `to` exclusive. */
export interface SpanChoice {
  spaceId: string
  filters?: FilterTree | undefined
  platform: number
  listType: number
  from: number
  to: number
}
/** A span, and the cursor for continuing the list after it. */
export interface Chosen {
  span: FullSpan
  place: Place
}
export interface SpanSourceDeps {
  db: Db
  repo: Pick<ObservationRepo, 'count' | 'heads' | 'spans'>
  queue: Pick<SpanQueue, 'flush'>
  values: SpanValues
  /** Set if span values are stored outside the database. */
  apart?: ValueSource | undefined
}

/** Spans for background consumers: automations and exports. Excludes evaluations and the arena. */
export function createSpanSource({ db, repo, queue, values, apart }: SpanSourceDeps) {
  const fieldsOf = async (choice: SpanChoice): Promise<Fields> =>
    choice.listType === SpanListType.root ? headFields : fieldsFor(apart, choice, choice.filters)
  function whereOf(choice: SpanChoice, fields: Fields): SQL {
    const { spaceId, filters, platform, listType, from, to } = choice
    const isRoot = listType === SpanListType.root
    const table = isRoot ? traceHead : span
    const sources = sourcesOf(platform)
    return and(
      eq(table.spaceId, spaceId),
      gte(table.startedAt, from),
      lt(table.startedAt, to),
      notInArray(table.scene, ['evaluation', 'arena']),
      sources && inArray(table.source, sources),
      listType === SpanListType.model ? eq(span.kind, 'model') : undefined,
      isRoot ? ne(traceHead.rootId, '') : undefined,
      filterSql(filters, fields),
    )!
  }
  const isWorkedBy = (taskId: string, trace: SQL, id: SQL): SQL =>
    sql`EXISTS (SELECT FROM trace_task_span w WHERE w.task_id = ${taskId} AND w.trace_id = ${trace} AND w.span_id = ${id})`
  const whole = (found: Chosen[]) =>
    Promise.all(found.map(async ({ span: one, place }) => ({ span: await values.whole(one), place })))
  async function read(choice: SpanChoice, where: SQL, after: Place | undefined, isOldestFirst: boolean, limit: number) {
    if (choice.listType !== SpanListType.root) {
      const rows = await repo.spans({ where, after, isOldestFirst, limit })
      return whole(rows.map((one) => ({ span: one, place: { at: one.startedAt, id: one.spanId } })))
    }
    const heads = await repo.heads({ where, after, isOldestFirst, limit })
    if (!heads.length) return []
    const roots = await repo.spans({
      where: and(
        eq(span.spaceId, choice.spaceId),
        inArray(
          span.traceId,
          heads.map(({ traceId }) => traceId),
        ),
        inArray(
          span.spanId,
          heads.map(({ rootId }) => rootId),
        ),
      ),
      limit: heads.length * 2,
    })
    const byName = new Map(roots.map((one) => [`${one.traceId}/${one.spanId}`, one]))
    return whole(
      heads.flatMap((head) => {
        const root = byName.get(`${head.traceId}/${head.rootId}`)
        return root ? [{ span: root, place: { at: head.startedAt, id: head.traceId } }] : []
      }),
    )
  }
  return {
    /** Refuses an invalid filter before it is stored. */
    check: (choice: SpanChoice) =>
      void whereOf(choice, choice.listType === SpanListType.root ? headFields : spanFields),
    /** Spans that an automation has not processed, oldest first. */
    async unprocessed(taskId: string, choice: SpanChoice, after: Place | undefined, limit: number): Promise<Chosen[]> {
      await queue.flush()
      const [trace, id] =
        choice.listType === SpanListType.root
          ? [sql`${traceHead.traceId}`, sql`${traceHead.rootId}`]
          : [sql`${span.traceId}`, sql`${span.spanId}`]
      const where = and(whereOf(choice, await fieldsOf(choice)), sql`NOT ${isWorkedBy(taskId, trace, id)}`)!
      return read(choice, where, after, true, limit)
    },
    async latest(choice: SpanChoice, limit: number): Promise<FullSpan[]> {
      await queue.flush()
      const where = whereOf(choice, await fieldsOf(choice))
      return (await read(choice, where, undefined, false, limit)).map((one) => one.span)
    },
    async count(choice: SpanChoice): Promise<number> {
      await queue.flush()
      const where = whereOf(choice, await fieldsOf(choice))
      return choice.listType === SpanListType.root ? db.$count(traceHead, where) : repo.count(where)
    },
    /** Spans in the order of their ids, without those that the reader may not see. */
    async byIds(reader: Reader, spanIds: string[], range: { from?: number; to?: number }): Promise<FullSpan[]> {
      await queue.flush()
      const rows = await repo.spans({
        where: and(
          spansOf(reader),
          inArray(span.spanId, spanIds),
          range.from === undefined ? undefined : gte(span.startedAt, range.from),
          range.to === undefined ? undefined : lt(span.startedAt, range.to),
        ),
        limit: spanIds.length * 2,
      })
      const known = new Map(rows.map((one) => [one.spanId, one]))
      return Promise.all(spanIds.flatMap((id) => known.get(id) ?? []).map((one) => values.whole(one)))
    },
  }
}
export type SpanSource = ReturnType<typeof createSpanSource>
