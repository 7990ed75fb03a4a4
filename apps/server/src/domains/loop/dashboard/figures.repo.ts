import { and, desc, eq, gt, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import { span, spanHist, spanRollup, traceHead } from '#domains/chat/span/span.table.ts'
import type { Db } from '#kit/db.ts'
import { namesOf } from './object-names.ts'

/** Selects figures of a space; times in seconds, `to` not included. */
export interface Choice {
  spaceId: string
  from: number
  to: number
  scenes?: Scene[] | undefined
  objectKinds?: string[] | undefined
  objectKeys?: string[] | undefined
  models?: string[] | undefined
}
export type Split = 'none' | 'object' | 'model' | 'both'
type Figured = typeof spanRollup | typeof spanHist

function whereOf(table: Figured, step: number, choice: Choice): SQL {
  return and(
    eq(table.spaceId, choice.spaceId),
    eq(table.step, step),
    gte(table.at, Math.floor(choice.from / step) * step),
    lt(table.at, choice.to),
    choice.scenes && inArray(table.scene, choice.scenes),
    choice.objectKinds && inArray(table.objectKind, choice.objectKinds),
    choice.objectKeys && inArray(table.objectKey, choice.objectKeys),
    choice.models && inArray(table.model, choice.models),
  )!
}
const keyOf = (table: Figured, split: Split) =>
  split === 'object' || split === 'both' ? sql<string>`${table.objectKey}` : sql<string>`''`
const modelOf = (table: Figured, split: Split) =>
  split === 'model' || split === 'both' ? sql<string>`${table.model}` : sql<string>`''`
const sum = (what: SQL, where?: SQL) =>
  where
    ? sql<number>`coalesce(sum(${what}) FILTER (WHERE ${where}), 0)::float8`
    : sql<number>`coalesce(sum(${what}), 0)::float8`
/** Weeks begin on Monday, but the epoch began on a Thursday: their buckets are shifted by three days. */
const WEEK = 604_800
const bucketOf = (column: SQL, width: number) => {
  const shift = sql.raw(String(width === WEEK ? 3 * 86_400 : 0))
  return sql<number>`((${column} + ${shift}) / ${sql.raw(String(width))} * ${sql.raw(String(width))} - ${shift})::float8`
}

const objectOfHead = sql<string>`coalesce(${traceHead.objectId}::text, ${traceHead.service})`
const headsOf = (choice: Choice): SQL =>
  and(
    eq(traceHead.spaceId, choice.spaceId),
    gte(traceHead.startedAt, choice.from * 1_000_000),
    lt(traceHead.startedAt, choice.to * 1_000_000),
    choice.scenes && inArray(traceHead.scene, choice.scenes),
    choice.objectKinds && inArray(traceHead.objectKind, choice.objectKinds),
    choice.objectKeys && inArray(objectOfHead, choice.objectKeys),
  )!

/** Figures by time, object and model. They come from the roll-ups, or from the spans if the roll-ups lack them. */
export function createFiguresRepo(db: Db) {
  const { isRoot, kind, n, failed, sumUs, firstN, sumFirstUs, inputTokens, outputTokens } = spanRollup
  const root = sql`${isRoot}`
  const model = sql`${kind} = 'model'`
  return {
    counts: (choice: Choice, step: number, width: number, split: Split) =>
      db
        .select({
          at: bucketOf(sql`${spanRollup.at}`, width),
          object: keyOf(spanRollup, split),
          model: modelOf(spanRollup, split),
          spans: sum(sql`${n}`),
          runs: sum(sql`${n}`, root),
          runsFailed: sum(sql`${failed}`, root),
          runsUs: sum(sql`${sumUs}`, root),
          firstN: sum(sql`${firstN}`, root),
          firstUs: sum(sql`${sumFirstUs}`, root),
          calls: sum(sql`${n}`, model),
          callsFailed: sum(sql`${failed}`, model),
          callsUs: sum(sql`${sumUs}`, model),
          callsFirstN: sum(sql`${firstN}`, model),
          callsFirstUs: sum(sql`${sumFirstUs}`, model),
          callsOutput: sum(sql`${outputTokens}`, model),
          input: sum(sql`${inputTokens}`),
          output: sum(sql`${outputTokens}`),
        })
        .from(spanRollup)
        .where(whereOf(spanRollup, step, choice))
        .groupBy(sql`1`, sql`2`, sql`3`)
        .orderBy(sql`1`),
    times: (choice: Choice, step: number, width: number, split: Split, measure: number) =>
      db
        .select({
          at: bucketOf(sql`${spanHist.at}`, width),
          object: keyOf(spanHist, split),
          model: modelOf(spanHist, split),
          bucket: spanHist.bucket,
          n: sum(sql`${spanHist.n}`),
        })
        .from(spanHist)
        .where(and(whereOf(spanHist, step, choice), eq(spanHist.measure, measure)))
        .groupBy(sql`1`, sql`2`, sql`3`, spanHist.bucket),
    /** Distinct people and threads of the traces that began in each part of the time. */
    people: (choice: Choice, width: number, split: Split) => {
      const person = sql`coalesce(${traceHead.userId}::text, nullif(${traceHead.userKey}, ''))`
      return db
        .select({
          at: bucketOf(sql`(${traceHead.startedAt} / 1000000)`, width),
          object: split === 'object' ? objectOfHead : sql<string>`''`,
          people: sql<number>`count(DISTINCT ${person})::float8`,
          threads: sql<number>`count(DISTINCT nullif(${traceHead.threadId}, ''))::float8`,
        })
        .from(traceHead)
        .where(headsOf(choice))
        .groupBy(sql`1`, sql`2`)
    },
    /** Tokens of spans that name a prompt. */
    prompts: (choice: Choice, width: number, keys?: { key: string; versions?: string[] | undefined }[]) =>
      db
        .select({
          at: bucketOf(sql`(${span.startedAt} / 1000000)`, width),
          prompt: span.promptKey,
          spans: sql<number>`count(*)::float8`,
          input: sum(sql`${span.inputTokens}`),
          output: sum(sql`${span.outputTokens}`),
        })
        .from(span)
        .where(
          and(
            eq(span.spaceId, choice.spaceId),
            gte(span.startedAt, choice.from * 1_000_000),
            lt(span.startedAt, choice.to * 1_000_000),
            ne(span.promptKey, ''),
            choice.scenes && inArray(span.scene, choice.scenes),
            keys &&
              sql`(${sql.join(
                keys.map(({ key, versions }) =>
                  and(eq(span.promptKey, key), versions?.length ? inArray(span.promptVersion, versions) : undefined)!,
                ),
                sql` OR `,
              )})`,
          ),
        )
        .groupBy(sql`1`, span.promptKey),
    /** Output tokens per second of each model call. */
    rates: (choice: Choice, width: number) => {
      const rate = sql`${span.outputTokens} * 1000000.0 / ${span.durationUs}`
      const share = (part: number) =>
        sql<number>`percentile_cont(${sql.raw(String(part))}) WITHIN GROUP (ORDER BY ${rate})::float8`
      return db
        .select({
          at: bucketOf(sql`(${span.startedAt} / 1000000)`, width),
          p50: share(0.5),
          p90: share(0.9),
          p99: share(0.99),
          avg: sql<number>`avg(${rate})::float8`,
          max: sql<number>`max(${rate})::float8`,
          min: sql<number>`min(${rate})::float8`,
        })
        .from(span)
        .where(
          and(
            eq(span.spaceId, choice.spaceId),
            eq(span.kind, 'model'),
            gt(span.outputTokens, 0),
            gt(span.durationUs, 0),
            gte(span.startedAt, choice.from * 1_000_000),
            lt(span.startedAt, choice.to * 1_000_000),
            choice.scenes && inArray(span.scene, choice.scenes),
            choice.models && inArray(span.model, choice.models),
            choice.objectKinds || choice.objectKeys
              ? inArray(span.traceId, db.select({ id: traceHead.traceId }).from(traceHead).where(headsOf(choice)))
              : undefined,
          ),
        )
        .groupBy(sql`1`)
    },
    /** The objects and models with spans in the time; the busiest objects first. */
    async seen(choice: Choice) {
      const [objects, models] = await Promise.all([
        db
          .select({ kind: spanRollup.objectKind, key: spanRollup.objectKey, n: sum(sql`${n}`) })
          .from(spanRollup)
          .where(and(whereOf(spanRollup, 3600, choice), root))
          .groupBy(spanRollup.objectKind, spanRollup.objectKey)
          .orderBy(desc(sum(sql`${n}`)))
          .limit(200),
        db
          .select({ model: spanRollup.model })
          .from(spanRollup)
          .where(and(whereOf(spanRollup, 3600, choice), ne(spanRollup.model, ''), gt(n, 0)))
          .groupBy(spanRollup.model)
          .orderBy(spanRollup.model)
          .limit(200),
      ])
      return { objects, models: models.map((row) => row.model) }
    },
    namesOf: (ids: string[]) => namesOf(db, ids),
  }
}
export type FiguresRepo = ReturnType<typeof createFiguresRepo>
export type CountRow = Awaited<ReturnType<FiguresRepo['counts']>>[number]
export type TimeRow = Awaited<ReturnType<FiguresRepo['times']>>[number]
