import type pg from 'pg'
import type { NewSpan } from '../shared/span-types.ts'
import { otlpForm, otlpTraceId } from './otlp-form.ts'

/** Limit for spans that wait for an unavailable system; more are dropped and counted. */
export const MAX_BACKLOG = 50 * 1024 * 1024
/** Maximum number of spans in one request. */
export const SPANS_AT_ONCE = 512
/** Which spans of a space are sent, and whether with content. */
export interface Outward {
  share: number
  hasContent: boolean
}
const isChosen = (traceId: string, share: number) =>
  share >= 1 || Number.parseInt(otlpTraceId(traceId).slice(-8), 16) / 0x1_0000_0000 < share

/** Writes new spans to the outbox, in the transaction that stores them. */
export async function fillOutbox(
  client: pg.PoolClient,
  spans: readonly NewSpan[],
  outward: ReadonlyMap<string, Outward>,
): Promise<boolean> {
  let isFilled = false
  // Process spaces in sorted order, so that concurrent writers cannot deadlock.
  for (const spaceId of [...outward.keys()].sort()) {
    const { share, hasContent } = outward.get(spaceId)!
    const chosen = spans.filter((span) => span.spaceId === spaceId && isChosen(span.traceId, share))
    for (let at = 0; at < chosen.length; at += SPANS_AT_ONCE) {
      const some = chosen.slice(at, at + SPANS_AT_ONCE)
      if (await put(client, spaceId, some.length, JSON.stringify(otlpForm(some, hasContent)))) isFilled = true
    }
  }
  return isFilled
}

/** Adds a row to the outbox; false if it is full and the spans were counted as dropped. */
async function put(client: pg.PoolClient, spaceId: string, spans: number, body: string): Promise<boolean> {
  const bytes = Buffer.byteLength(body)
  const { rowCount } = await client.query(
    `WITH room AS (UPDATE span_outbound SET backlog_bytes = backlog_bytes + $2
         WHERE space_id = $1 AND is_on AND backlog_bytes + $2 <= ${MAX_BACKLOG} RETURNING space_id)
       INSERT INTO span_outbox (space_id, body, spans, bytes) SELECT space_id, $3, $4, $2 FROM room`,
    [spaceId, bytes, body, spans],
  )
  if (rowCount) return true
  await client.query('UPDATE span_outbound SET dropped = dropped + $2 WHERE space_id = $1 AND is_on', [spaceId, spans])
  return false
}
