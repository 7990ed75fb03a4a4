import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Scene, TraceSource } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { traceHead } from '#domains/chat/span/span.table.ts'
import type { Clock } from '#kit/clock.ts'
import { likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import { headFields } from './fields.ts'
import { filterSql } from './shared/filter-sql.ts'
import { observationErrors } from './observation.errors.ts'
import { between, headsOf, type ObservationRepo } from './observation.repo.ts'
import type { Reader } from './shared/reader.ts'
import { makePageToken, readPageToken } from './shared/page-token.ts'
import type { ThreadRepo } from './thread.repo.ts'

export type { ThreadRow } from './thread.repo.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 400
const DEFAULT_DAYS = 30

export interface ThreadPlace {
  from?: number | undefined
  to?: number | undefined
  sources?: TraceSource[] | undefined
  scenes?: Scene[] | undefined
}
interface Paged {
  limit: number
  pageToken?: string | undefined
}
export interface ThreadDeps {
  repo: ThreadRepo
  traces: Pick<ObservationRepo, 'heads'>
  queue: Pick<SpanQueue, 'flush'>
  clock: Clock
}

/** Conversations: traces with the same thread. */
export function createThreadService({ repo, traces, queue, clock }: ThreadDeps) {
  function whereOf(reader: Reader, place: ThreadPlace) {
    // Round to whole days, so that the next page has the same time range.
    const to = place.to ?? Math.ceil(clock.now() / DAY_MS) * DAY_MS
    const from = place.from ?? to - DEFAULT_DAYS * DAY_MS
    if (to <= from || to - from > MAX_DAYS * DAY_MS) throw observationErrors.badRange({ days: MAX_DAYS })
    return and(
      headsOf(reader),
      sql`${traceHead.threadId} <> ''`,
      between(traceHead, from, to),
      place.sources && inArray(traceHead.source, place.sources),
      place.scenes && inArray(traceHead.scene, place.scenes),
    )
  }
  async function one(reader: Reader, threadId: string, place: ThreadPlace) {
    await queue.flush()
    const [row] = await repo.list({ where: and(whereOf(reader, place), eq(traceHead.threadId, threadId)), limit: 1 })
    if (!row) throw errors.notFound({ what: 'conversation' })
    return row
  }
  return {
    /** Conversations with a matching turn, each with the figures of all its turns. */
    async list(
      reader: Reader,
      {
        filters,
        words,
        limit,
        pageToken,
        ...place
      }: ThreadPlace & Paged & { filters?: FilterTree | undefined; words?: string[] | undefined },
    ) {
      const where = whereOf(reader, place)
      const condition = and(
        filterSql(filters, headFields),
        ...(words ?? []).map(
          (word) => sql`(${traceHead.input} ILIKE ${likeText(word)} OR ${traceHead.output} ILIKE ${likeText(word)})`,
        ),
      )
      const key = { list: 'threads', reader, place, filters, words }
      const after = readPageToken(key, pageToken)
      await queue.flush()
      const matching = condition && repo.having(and(where, condition))
      const rows = await repo.list({ where: and(where, matching), after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const end = shown.at(-1)
      const hasMore = rows.length > limit
      const nextPageToken = hasMore && end ? makePageToken(key, { at: Number(end.lastAt), id: end.threadId }) : ''
      return { rows: shown, hasMore, nextPageToken }
    },
    one,
    async turns(
      reader: Reader,
      threadId: string,
      { limit, pageToken, isLatestFirst, ...place }: ThreadPlace & Paged & { isLatestFirst: boolean },
    ) {
      const thread = await one(reader, threadId, place)
      const key = { list: 'thread', reader, threadId, place, isLatestFirst }
      const rows = await traces.heads({
        where: and(whereOf(reader, place), eq(traceHead.threadId, threadId)),
        after: readPageToken(key, pageToken),
        isOldestFirst: !isLatestFirst,
        limit: limit + 1,
      })
      const shown = rows.slice(0, limit)
      const end = shown.at(-1)
      const hasMore = rows.length > limit
      const nextPageToken = hasMore && end ? makePageToken(key, { at: end.startedAt, id: end.traceId }) : ''
      return { thread, rows: shown, hasMore, nextPageToken }
    },
  }
}
export type ThreadService = ReturnType<typeof createThreadService>
