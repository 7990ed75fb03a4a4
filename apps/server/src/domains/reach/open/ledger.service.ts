import { and, between, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import { createTally } from '#kit/tally.ts'
import { DAY } from './quota-period.ts'
import { type LedgerRow, openLedger } from './usage.table.ts'

/** One line of the ledger: who used what. */
export type LedgerKey = Pick<LedgerRow, 'spaceId' | 'botId' | 'userId' | 'tokenId' | 'connectorId' | 'kind'>
export type Figures = Pick<LedgerRow, 'calls' | 'failed' | 'refused' | 'inputTokens' | 'outputTokens'>
export interface UsageQuery {
  spaceId: string
  botId?: string | undefined
  /** Days since 1970, both included. */
  from: number
  to: number
  by: 'day' | 'bot' | 'user' | 'token' | 'connector' | 'kind'
}
interface Line {
  day: number
  key: LedgerKey
  figures: Figures
}
const none: Figures = { calls: 0, failed: 0, refused: 0, inputTokens: 0, outputTokens: 0 }
const add = (a: Figures, b: Partial<Figures>): Figures => ({
  calls: a.calls + (b.calls ?? 0),
  failed: a.failed + (b.failed ?? 0),
  refused: a.refused + (b.refused ?? 0),
  inputTokens: a.inputTokens + (b.inputTokens ?? 0),
  outputTokens: a.outputTokens + (b.outputTokens ?? 0),
})
const upsert = `INSERT INTO open_ledger AS l (day, space_id, bot_id, user_id, token_id, connector_id, kind, calls, failed, refused, input_tokens, output_tokens)
  SELECT r.day, r.space_id, r.bot_id, r.user_id, r.token_id, r.connector_id, r.kind, r.calls, r.failed, r.refused, r.input_tokens, r.output_tokens
  FROM json_populate_recordset(NULL::open_ledger, $1) r WHERE EXISTS (SELECT 1 FROM space s WHERE s.id = r.space_id)
  ON CONFLICT (day, bot_id, kind, user_id, token_id, connector_id) DO UPDATE SET calls = l.calls + EXCLUDED.calls,
    failed = l.failed + EXCLUDED.failed, refused = l.refused + EXCLUDED.refused,
    input_tokens = l.input_tokens + EXCLUDED.input_tokens, output_tokens = l.output_tokens + EXCLUDED.output_tokens`

/** Counts the usage of external calls. Written in batches once a second, so that no call waits for it. */
export function createLedger({ db, pool, clock, log }: { db: Db; pool: pg.Pool; clock: Clock; log: Log }) {
  const tally = createTally<Line>({
    log,
    name: 'the ledger',
    merge: (known, more) => ({ ...known, figures: add(known.figures, more.figures) }),
    write: (lines) => {
      const records = lines.map(({ day, key, figures }) => ({
        day,
        space_id: key.spaceId,
        bot_id: key.botId,
        user_id: key.userId,
        token_id: key.tokenId,
        connector_id: key.connectorId,
        kind: key.kind,
        calls: figures.calls,
        failed: figures.failed,
        refused: figures.refused,
        input_tokens: figures.inputTokens,
        output_tokens: figures.outputTokens,
      }))
      return pool.query({ name: 'open_ledger_write', text: upsert, values: [JSON.stringify(records)] })
    },
  })
  const columns = {
    day: openLedger.day,
    bot: openLedger.botId,
    user: openLedger.userId,
    token: openLedger.tokenId,
    connector: openLedger.connectorId,
    kind: openLedger.kind,
  }
  const sumOf = (column: AnyPgColumn) => sql<string>`sum(${column})::text`

  return {
    flush: tally.flush,
    add(key: LedgerKey, figures: Partial<Figures>) {
      const day = Math.floor(clock.now() / DAY)
      // The primary key of the row: a batch that contained one row twice would be refused, and retried for ever.
      const row = [day, key.botId, key.kind, key.userId, key.tokenId, key.connectorId].join(' ')
      tally.add(row, { day, key, figures: add(none, figures) })
    },
    async usage({ spaceId, botId, from, to, by }: UsageQuery): Promise<{ key: string; figures: Figures }[]> {
      await tally.flush()
      const column = columns[by]
      const rows = await db
        .select({
          key: sql<string>`${column}::text`,
          calls: sumOf(openLedger.calls),
          failed: sumOf(openLedger.failed),
          refused: sumOf(openLedger.refused),
          inputTokens: sumOf(openLedger.inputTokens),
          outputTokens: sumOf(openLedger.outputTokens),
        })
        .from(openLedger)
        .where(
          and(
            eq(openLedger.spaceId, spaceId),
            between(openLedger.day, from, to),
            botId ? eq(openLedger.botId, botId) : undefined,
          ),
        )
        .groupBy(column)
        .orderBy(column)
      return rows.map(({ key, ...sums }) => ({
        key,
        figures: Object.fromEntries(
          Object.entries(sums).map(([name, sum]) => [name, Number(sum)]),
        ) as unknown as Figures,
      }))
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>
