import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { traceHead } from '#domains/chat/span/span.table.ts'
import { errors } from '#kit/errors.ts'
import { type RequestedResource, isOf } from './shared/requested-resource.ts'
import { headFields } from './fields.ts'
import { filterSql } from './shared/filter-sql.ts'
import { observationErrors } from './observation.errors.ts'
import { between, headsOf, type NamedHead, type ObservationRepo } from './observation.repo.ts'
import { hasWord } from './has-word.ts'
import { makePageToken, readPageToken } from './shared/page-token.ts'
import type { Reader } from './shared/reader.ts'

const MAX_TREE = 10_000
/** Maximum number of traces with the same id that are considered. */
const MAX_CANDIDATES = 20

export interface BotTraceDeps {
  repo: Pick<ObservationRepo, 'heads' | 'tree'>
  queue: Pick<SpanQueue, 'flush'>
}
export interface BotTraceQuery {
  from: number
  to: number
  filters?: FilterTree | undefined
  words?: string[] | undefined
  scenes?: NamedHead['scene'][] | undefined
  limit: number
  pageToken?: string | undefined
}
export interface TraceSearch {
  traceId?: string | undefined
  logId?: string | undefined
  messageId?: string | undefined
  botId?: string | undefined
  spaceId?: string | undefined
  from?: number | undefined
  to?: number | undefined
}
type Range = { from?: number | undefined; to?: number | undefined }
const inRange = ({ from, to }: Range) =>
  from !== undefined && to !== undefined ? between(traceHead, from, to) : undefined

/** Traces of one bot, project or workflow; and lookup of one trace by id in all spaces of the reader. */
export function createBotTraceService({ repo, queue }: BotTraceDeps) {
  async function treeOf(where: SQL | undefined) {
    await queue.flush()
    const [head] = await repo.heads({ where, limit: 1 })
    if (!head) throw errors.notFound({ what: 'trace' })
    return { head, spans: await repo.tree(head.spaceId, head.traceId, MAX_TREE) }
  }
  return {
    async list(asked: RequestedResource, { limit, pageToken, ...query }: BotTraceQuery) {
      const key = { list: 'botTraces', asked, ...query }
      const after = readPageToken(key, pageToken)
      await queue.flush()
      const where = and(
        isOf(asked),
        between(traceHead, query.from, query.to),
        filterSql(query.filters, headFields),
        query.scenes && inArray(traceHead.scene, query.scenes),
        ...(query.words ?? []).map((word) =>
          hasWord(word, [traceHead.input, traceHead.output, traceHead.objectVersion, traceHead.errorMsg]),
        ),
      )
      const rows = await repo.heads({ where, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const end = shown.at(-1)
      const hasMore = rows.length > limit
      const nextPageToken = hasMore && end ? makePageToken(key, { at: end.startedAt, id: end.traceId }) : ''
      return { rows: shown, hasMore, nextPageToken }
    },
    get: (asked: RequestedResource, traceId: string, range: Range) =>
      treeOf(and(isOf(asked), eq(traceHead.traceId, traceId), inRange(range))),
    byLog: (asked: RequestedResource, logId: string, range: Range) =>
      treeOf(and(isOf(asked), or(eq(traceHead.logId, logId), eq(traceHead.traceId, logId)), inRange(range))),
    /** Finds a trace by id. Throws "not found" for traces that the reader may not see. */
    async anywhere(sought: TraceSearch, readerOf: (spaceId: string) => Promise<Reader | undefined>) {
      const ids = [
        sought.traceId && eq(traceHead.traceId, sought.traceId),
        sought.logId && or(eq(traceHead.logId, sought.logId), eq(traceHead.traceId, sought.logId)),
        sought.messageId && eq(traceHead.messageId, sought.messageId),
      ].filter((one) => one !== undefined && one !== '')
      if (!ids.length) throw observationErrors.noTraceId()
      await queue.flush()
      const where = and(
        ...ids,
        sought.botId ? eq(traceHead.objectId, sought.botId) : undefined,
        sought.spaceId ? eq(traceHead.spaceId, sought.spaceId) : undefined,
        inRange(sought),
        // Hide the traces of resources in the bin.
        sql`(${traceHead.objectId} IS NULL OR ${traceHead.objectId} IN (SELECT id FROM resource))`,
      )
      // Programs choose trace ids, so the same id in another space must not hide the reader's trace.
      const spaces = new Set((await repo.heads({ where, limit: MAX_CANDIDATES })).map(({ spaceId }) => spaceId))
      for (const spaceId of spaces) {
        const reader = await readerOf(spaceId)
        if (!reader) continue
        const [head] = await repo.heads({ where: and(where, headsOf(reader)), limit: 1 })
        if (head) return { head, spans: await repo.tree(spaceId, head.traceId, MAX_TREE) }
      }
      throw errors.notFound({ what: 'trace' })
    },
  }
}
export type BotTraceService = ReturnType<typeof createBotTraceService>
