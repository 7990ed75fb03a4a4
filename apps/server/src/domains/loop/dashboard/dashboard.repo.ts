import { and, count, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { Measure } from '#domains/chat/span/shared/measures.ts'
import { spanHist, spanRollup, spanUserDay, traceHead } from '#domains/chat/span/span.table.ts'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import type { Db } from '#kit/db.ts'
import { namesOf } from './object-names.ts'

/** Which figures: of a space, between two times in seconds, of one object or scene. */
export interface Section {
  spaceId: string
  from: number
  to: number
  object?: string | undefined
  scene?: Scene | undefined
}
const DAY = 86_400
type Figured = typeof spanRollup | typeof spanHist
const sum = (what: SQL | typeof spanRollup.n, where?: SQL) =>
  where ? sql<string>`coalesce(sum(${what}) FILTER (WHERE ${where}), 0)` : sql<string>`coalesce(sum(${what}), 0)`

function whereOf(table: Figured, step: number, { spaceId, from, to, object, scene }: Section): SQL {
  return and(
    eq(table.spaceId, spaceId),
    eq(table.step, step),
    gte(table.at, Math.floor(from / step) * step),
    lt(table.at, to),
    object === undefined ? undefined : eq(table.objectKey, object),
    scene === undefined ? undefined : eq(table.scene, scene),
  )!
}
/** Whole days come from what was added up by day, what is before the first and after the last of them from the hours. */
function withDays(table: Figured, section: Section, step: number, width: number): SQL {
  if (width < DAY || step !== 3600) return whereOf(table, step, section)
  const firstDay = Math.ceil(section.from / DAY) * DAY
  const lastDay = Math.floor(section.to / DAY) * DAY
  if (lastDay <= firstDay) return whereOf(table, step, section)
  return or(
    whereOf(table, 3600, { ...section, to: firstDay }),
    whereOf(table, DAY, { ...section, from: firstDay, to: lastDay }),
    whereOf(table, 3600, { ...section, from: lastDay }),
  )!
}
const bucketOf = (table: Figured, width: number) =>
  sql<string>`${table.at} / ${sql.raw(String(width))} * ${sql.raw(String(width))}`

/** Figures from the roll-ups: their cost follows from the length of the time, not from the number of spans. */
export function createDashboardRepo(db: Db) {
  const { n, failed, isRoot, inputTokens, outputTokens, cachedTokens, cost } = spanRollup
  return {
    /** What ran, by time, object and model. */
    buckets(section: Section, step: number, width: number) {
      const bucket = bucketOf(spanRollup, width)
      return db
        .select({
          bucket,
          object: sql<string>`CASE WHEN ${isRoot} THEN ${spanRollup.objectKey} ELSE '' END`,
          model: spanRollup.model,
          runs: sum(n, sql`${isRoot}`),
          failed: sum(sql`${failed}`, sql`${isRoot}`),
          calls: sum(n),
          failedCalls: sum(sql`${failed}`),
          inputTokens: sum(sql`${inputTokens}`),
          outputTokens: sum(sql`${outputTokens}`),
          cachedTokens: sum(sql`${cachedTokens}`),
          cost: sum(sql`${cost}`),
        })
        .from(spanRollup)
        .where(withDays(spanRollup, section, step, width))
        .groupBy(sql`1`, sql`2`, sql`3`)
    },
    /** How long things took: roots by time, calls by model. */
    times(section: Section, step: number, width: number) {
      const isOfRoot = sql`${spanHist.measure} = ${sql.raw(String(Measure.root))}`
      return db
        .select({
          at: sql<string | null>`CASE WHEN ${isOfRoot} THEN ${bucketOf(spanHist, width)} END`,
          model: sql<string>`CASE WHEN ${isOfRoot} THEN '' ELSE ${spanHist.model} END`,
          bucket: spanHist.bucket,
          n: sum(sql`${spanHist.n}`),
        })
        .from(spanHist)
        .where(and(withDays(spanHist, section, step, width), inArray(spanHist.measure, [Measure.root, Measure.model])))
        .groupBy(sql`1`, sql`2`, spanHist.bucket)
    },
    /** Different people on the UTC days of the time. */
    async people({ spaceId, from, to, object, scene }: Section): Promise<number> {
      // Told apart before they are counted: a count of different texts would sort all of them.
      const different = db
        .selectDistinct({ person: spanUserDay.person })
        .from(spanUserDay)
        .where(
          and(
            eq(spanUserDay.spaceId, spaceId),
            gte(spanUserDay.day, Math.floor(from / 86_400)),
            lt(spanUserDay.day, Math.ceil(to / 86_400)),
            object === undefined ? undefined : eq(spanUserDay.objectKey, object),
            scene === undefined ? undefined : eq(spanUserDay.scene, scene),
          ),
        )
        .as('different')
      const [row] = await db.select({ people: count() }).from(different)
      return row!.people
    },
    errors: ({ spaceId, from, to, object, scene }: Section) =>
      db
        .select({
          errorMsg: traceHead.errorMsg,
          errorZh: sql<string>`max(${traceHead.errorZh})`,
          count: sql<string>`count(*)`,
        })
        .from(traceHead)
        .where(
          and(
            eq(traceHead.spaceId, spaceId),
            eq(traceHead.status, 2),
            gte(traceHead.startedAt, from * 1_000_000),
            lt(traceHead.startedAt, to * 1_000_000),
            object === undefined
              ? undefined
              : sql`coalesce(${traceHead.objectId}::text, ${traceHead.service}) = ${object}`,
            scene === undefined ? undefined : eq(traceHead.scene, scene),
          ),
        )
        .groupBy(traceHead.errorMsg)
        .orderBy(desc(sql`count(*)`))
        .limit(5),
    namesOf: (ids: string[]) => namesOf(db, ids),
  }
}
export type DashboardRepo = ReturnType<typeof createDashboardRepo>
