import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { inTransaction } from '#kit/db.ts'
import { fillOutbox, type Outward } from './outbound/outbox.ts'
import { rowCopy } from './copy-rows.ts'
import { externalHeads, addToHeads } from './head-queries.ts'
import { rowInsert } from './insert-rows.ts'
import { newHeads } from './new-heads.ts'
import type { KeepClass } from './shared/keep-class.ts'
import { rollupsOf } from './rollup.ts'
import { foldAttributes } from './shared/same-values.ts'
import { isCounted, type NewHead, type NewSpan, type SpanBatch, SpanStatus } from './shared/span-types.ts'
import { span, spanBody, spanHist, spanRollup, spanUserDay, traceHead, traceLink } from './span.table.ts'

/** A batch with a single time to keep. */
export interface StoredBatch extends SpanBatch {
  keep: KeepClass
  /** Seconds since 1970: older spans are not counted by minute. */
  minutesSince?: number
  /** Spaces that forward their spans to another system. */
  outward?: ReadonlyMap<string, Outward>
}
export interface Written {
  /** Number of new spans. */
  fresh: number
  /** Whether some spans were added to the outbox. */
  isOutward: boolean
}
export interface LabelledQuestion {
  traceId: string
  startedAt: number
  intentId: string
}
/** Maximum usual length of a trace: its other spans are searched within this time. */
const MAX_TRACE_US = 2 * 86_400_000_000
/** Advisory lock for all traces. */
const ALL_TRACES = 1101
const MAX_LOCKS = 200
/** How long figures by minute are stored, in seconds. */
export const MINUTES_KEPT = 8 * 86_400
const HOURS_KEPT = 400 * 86_400

const spanKey = 'keep, started_at, space_id, trace_id, span_id'
const insertSpans = rowInsert(span, 'span', `ON CONFLICT (${spanKey}) DO NOTHING RETURNING space_id, trace_id, span_id`)
const computed = { attributes: (one: NewSpan) => foldAttributes(one.attributes, one) }
const insertBodies = rowInsert(spanBody, 'span_body', `ON CONFLICT (${spanKey}) DO NOTHING`, { computed })
const copySpans = rowCopy<NewSpan>(span, 'span')
const copyBodies = rowCopy<NewSpan>(spanBody, 'span_body', computed)
/** Fewer spans are inserted: COPY needs extra round trips, which are only worth it from this number on. */
const COPIED_FROM = 50
const alreadyThere = '23505'
const insertHeads = rowInsert(traceHead, 'trace_head', 'ON CONFLICT (keep, started_at, space_id, trace_id) DO NOTHING')

const insertLinks = rowInsert(traceLink, 'trace_link', 'ON CONFLICT DO NOTHING')

/** Inserts rows or adds their sums to existing rows. */
function rowSum(table: PgTable, name: string, sums: string[]) {
  const keys = Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((column) => !sums.includes(column))
  const change = sums.length
    ? `DO UPDATE SET ${sums.map((column) => `${column} = old.${column} + EXCLUDED.${column}`).join(', ')}`
    : 'DO NOTHING'
  return rowInsert(table, `${name}${sums.length ? ' AS old' : ''}`, `ON CONFLICT (${keys.join(', ')}) ${change}`, {
    by: 'name',
  })
}
const addToRollup = rowSum(spanRollup, 'span_rollup', [
  'n',
  'failed',
  'stopped',
  'sum_us',
  'first_n',
  'sum_first_us',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost',
])
const addToHist = rowSum(spanHist, 'span_hist', ['n'])
const addPeople = rowSum(spanUserDay, 'span_user_day', [])

const traceName = ({ spaceId, traceId }: { spaceId: string; traceId: string }) => `${spaceId}/${traceId}`
const spanName = (one: { spaceId: string; traceId: string; spanId: string }) => `${traceName(one)}/${one.spanId}`

export function createSpanRepo(pool: pg.Pool) {
  return {
    /** Writes spans, bodies, heads and figures in one transaction. A span that already exists changes nothing. */
    write: ({ keep, heads: given, spans: all, outward, minutesSince }: StoredBatch): Promise<Written> =>
      inTransaction(pool, async (client) => {
        const { heads, spans } = await withoutDeleted(client, given, all)
        const known = new Set(heads.map(traceName))
        const withoutHead = spans.filter((one) => !known.has(traceName(one)))
        if (withoutHead.length) await lockTraces(client, withoutHead)
        const fresh = await writeNew(client, spans, keep)
        if (heads.length) await client.query(insertHeads(heads.map((head) => headRow(head, keep))))
        const links = linksOf(heads)
        if (links.length) await client.query(insertLinks(links))
        if (!fresh.length) return { fresh: 0, isOutward: false }
        const late = fresh.filter((one) => !known.has(traceName(one)))
        if (late.length) await describeTraces(client, late, keep)
        await addFigures(client, fresh, heads, minutesSince)
        const isOutward = outward?.size ? await fillOutbox(client, fresh, outward) : false
        return { fresh: fresh.length, isOutward }
      }),
    /** Sets the feedback on the answer of a message. */
    async setFeedback(messageId: string, feedback: number): Promise<void> {
      await pool.query('UPDATE trace_head SET feedback = $2 WHERE message_id = $1', [messageId, feedback])
    },
    /** Sets the intents of classified questions. */
    async setIntents(spaceId: string, rows: readonly LabelledQuestion[]): Promise<void> {
      await pool.query(
        `UPDATE trace_head h SET intent_id = g.intent_id, intent_status = 1
         FROM json_to_recordset($2) AS g (trace_id text, started_at bigint, intent_id text)
         WHERE h.space_id = $1 AND h.started_at = g.started_at AND h.trace_id = g.trace_id AND h.intent_status = 0`,
        [
          spaceId,
          JSON.stringify(
            rows.map((row) => ({ trace_id: row.traceId, started_at: row.startedAt, intent_id: row.intentId })),
          ),
        ],
      )
    },
    /** Resets questions since a time to be classified again: all of them, or those with certain intents. */
    async forgetIntents(spaceId: string, { since, intentIds }: { since: number; intentIds?: string[] }): Promise<void> {
      if (intentIds && !intentIds.length) return
      await pool.query(
        `UPDATE trace_head SET intent_id = '', intent_status = 0
         WHERE space_id = $1 AND started_at >= $2 AND intent_status = 1 AND ($3::text[] IS NULL OR intent_id = ANY ($3))`,
        [spaceId, since, intentIds ?? null],
      )
    },
    /** Drops old figures. Those by minute are stored for days, those by hour as long as spans at most. */
    async dropFigures(nowSeconds: number): Promise<void> {
      for (const table of ['span_rollup', 'span_hist'])
        await pool.query(`DELETE FROM ${table} WHERE (step = 60 AND at < $1) OR (step > 60 AND at < $2)`, [
          nowSeconds - MINUTES_KEPT,
          nowSeconds - HOURS_KEPT,
        ])
      await pool.query('DELETE FROM trace_link WHERE started_at < $1', [(nowSeconds - HOURS_KEPT) * 1_000_000])
    },
  }
}
export type SpanRepo = ReturnType<typeof createSpanRepo>

/** Drops the traces of bots and workflows that were deleted in the meantime, and no others. */
async function withoutDeleted(client: pg.PoolClient, heads: NewHead[], spans: NewSpan[]): Promise<SpanBatch> {
  const isOwn = ({ objectKind }: { objectKind: string }) => objectKind !== 'service'
  const wanted = new Set([...heads, ...spans].filter(isOwn).map(({ objectKey }) => objectKey))
  if (!wanted.size) return { heads, spans }
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM public.resource WHERE id = ANY($1::bigint[]) ORDER BY id FOR KEY SHARE',
    [[...wanted]],
  )
  if (rows.length === wanted.size) return { heads, spans }
  const there = new Set(rows.map(({ id }) => id))
  const stays = (one: { objectKind: string; objectKey: string }) => !isOwn(one) || there.has(one.objectKey)
  return { heads: heads.filter(stays), spans: spans.filter(stays) }
}

/** Number of rows per statement: serialising more at once would block other work. */
const AT_ONCE = 250
const FIGURES_AT_ONCE = 500
async function insertInParts<R extends pg.QueryResultRow, T extends object = NewSpan>(
  client: pg.PoolClient,
  all: readonly T[],
  statement: (part: T[]) => ReturnType<typeof insertSpans>,
  atOnce = AT_ONCE,
): Promise<R[]> {
  const found: R[] = []
  for (let at = 0; at < all.length; at += atOnce) {
    const { rows } = await client.query<R>(statement(all.slice(at, at + atOnce)))
    found.push(...rows)
  }
  return found
}

/** Writes spans and bodies by COPY. Usually all of them are new; if one is not, they are inserted instead. */
async function writeNew(client: pg.PoolClient, spans: NewSpan[], keep: number): Promise<NewSpan[]> {
  if (spans.length >= COPIED_FROM && new Set(spans.map(spanName)).size === spans.length) {
    await client.query('SAVEPOINT copied')
    try {
      await copySpans(client, spans, { keep })
      await copyBodies(client, spans, { keep })
      return spans
    } catch (cause) {
      if ((cause as { code?: string }).code !== alreadyThere) throw cause
      await client.query('ROLLBACK TO SAVEPOINT copied')
    }
  }
  const fresh = await insertNew(client, spans, keep)
  await insertInParts(client, fresh, (part) => insertBodies(part, { keep }))
  return fresh
}

async function insertNew(client: pg.PoolClient, spans: NewSpan[], keep: number): Promise<NewSpan[]> {
  if (!spans.length) return []
  const rows = await insertInParts<{ space_id: string; trace_id: string; span_id: string }>(client, spans, (part) =>
    insertSpans(part, { keep }),
  )
  if (rows.length === spans.length) return spans
  const stored = new Set(
    rows.map((row) => spanName({ spaceId: row.space_id, traceId: row.trace_id, spanId: row.span_id })),
  )
  // A span that is twice in a batch counts once.
  return spans.filter((one) => stored.delete(spanName(one)))
}

/**
 * Prevents two writers from describing the same trace at the same time. A batch locks its traces one by one and shares
 * a global lock with other such batches. A very large batch takes the global lock exclusively instead, since the server
 * only has room for a few thousand locks.
 */
async function lockTraces(client: pg.PoolClient, spans: NewSpan[]): Promise<void> {
  const traces = [...new Set(spans.map(traceName))]
  if (traces.length > MAX_LOCKS) {
    await client.query(`SELECT pg_advisory_xact_lock(7206, ${ALL_TRACES})`)
    return
  }
  await client.query(`SELECT pg_advisory_xact_lock_shared(7206, ${ALL_TRACES})`)
  await client.query(
    `SELECT pg_advisory_xact_lock(7207, n) FROM (
       SELECT DISTINCT hashtext(name) AS n FROM unnest($1::text[]) name ORDER BY 1) one`,
    [traces],
  )
}

/** Updates the heads of traces that arrive in pieces: heads of turns and runs are added to, others are recomputed. */
async function describeTraces(client: pg.PoolClient, all: NewSpan[], keep: number): Promise<void> {
  const times = all.map(({ startedAt }) => startedAt)
  const between = [Math.min(...times) - MAX_TRACE_US, Math.max(...times) + MAX_TRACE_US]
  const known = await knownTraces(client, all, between)
  const spans = all.filter((one) => known.has(traceName(one)))
  if (spans.length < all.length) {
    const first = all.filter((one) => !known.has(traceName(one)))
    await client.query(insertHeads(newHeads(first, keep)))
  }
  if (!spans.length) return
  const traces = new Map(spans.map((one) => [traceName(one), one]))
  const grown = await client.query<{ space_id: string; trace_id: string }>(addToHeads, [
    JSON.stringify(growthOf(spans)),
    ...between,
  ])
  for (const { space_id, trace_id } of grown.rows) traces.delete(traceName({ spaceId: space_id, traceId: trace_id }))
  if (!traces.size) return
  const ids = [[...traces.values()].map(({ spaceId }) => spaceId), [...traces.values()].map(({ traceId }) => traceId)]
  // Keep the spans when their head is deleted.
  await client.query("SELECT set_config('orrery.keep_spans', 'on', true)")
  const { rows } = await client.query(
    `DELETE FROM trace_head h USING unnest($1::bigint[], $2::text[]) t (space_id, trace_id)
     WHERE h.space_id = t.space_id AND h.trace_id = t.trace_id AND h.started_at BETWEEN $3 AND $4
     RETURNING h.space_id, h.trace_id, h.root_id, h.feedback, h.input, h.output`,
    [...ids, ...between],
  )
  // The new head keeps the feedback, and input and output of a root whose values are in the separate store.
  await client.query(externalHeads, [...ids, ...between, JSON.stringify(rows)])
  await client.query("SELECT set_config('orrery.keep_spans', '', true)")
}

/** Traces that have a head. Every trace with spans has one, so the others are new. */
async function knownTraces(client: pg.PoolClient, spans: NewSpan[], between: number[]): Promise<Set<string>> {
  const traces = [...new Map(spans.map((one) => [traceName(one), one])).values()]
  const { rows } = await client.query<{ space_id: string; trace_id: string }>(
    `SELECT h.space_id, h.trace_id FROM unnest($1::bigint[], $2::text[]) t (space_id, trace_id)
       JOIN trace_head h ON h.space_id = t.space_id AND h.trace_id = t.trace_id WHERE h.started_at BETWEEN $3 AND $4`,
    [traces.map(({ spaceId }) => spaceId), traces.map(({ traceId }) => traceId), ...between],
  )
  return new Set(rows.map(({ space_id, trace_id }) => traceName({ spaceId: space_id, traceId: trace_id })))
}

function growthOf(spans: NewSpan[]) {
  const grown = new Map<string, Record<string, string | number>>()
  for (const one of spans) {
    const name = traceName(one)
    let row = grown.get(name)
    if (!row) {
      row = {
        space_id: one.spaceId,
        trace_id: one.traceId,
        spans: 0,
        failed: 0,
        input: 0,
        output: 0,
        cost: 0,
        model: '',
      }
      grown.set(name, row)
    }
    const add = (key: string, n: number) => void (row[key] = Number(row[key]) + n)
    add('spans', 1)
    add('failed', one.status === SpanStatus.failed ? 1 : 0)
    if (!isCounted(one.kind)) continue
    add('input', one.inputTokens)
    add('output', one.outputTokens)
    add('cost', one.cost)
    if (one.model) row.model = one.model
  }
  return [...grown.values()].sort((a, b) => (String(a.trace_id) < String(b.trace_id) ? -1 : 1))
}

async function addFigures(client: pg.PoolClient, spans: NewSpan[], heads: NewHead[], minutesSince = 0): Promise<void> {
  const { rollup, hist, people } = await rollupsOf(spans, heads, minutesSince)
  await insertInParts(client, rollup, addToRollup)
  await insertInParts(client, hist, addToHist, FIGURES_AT_ONCE)
  await insertInParts(client, people, addPeople)
}

const linksOf = (heads: readonly NewHead[]) =>
  heads.flatMap(({ parent, spaceId, traceId, startedAt }) =>
    parent ? [{ spaceId, traceId, startedAt, parentTraceId: parent.traceId, parentSpanId: parent.spanId }] : [],
  )
const headRow = (head: NewHead, keep: number) => ({
  ...head,
  keep,
  objectId: head.objectKind === 'service' ? null : head.objectKey,
  userKey: '',
  service: head.objectKind === 'service' ? head.objectKey : '',
  cachedTokens: 0,
  reasoningTokens: 0,
  intentId: '',
  intentStatus: 0,
})
