import type pg from 'pg'
import { AppError } from '#kit/errors.ts'
import { databaseErrors } from './database.errors.ts'
import { quoteText, readRow } from './field-values.ts'

/** The user of a statement. The database checks every row against it, whatever the statement contains. */
export interface Claim {
  spaceId: string
  /** The physical names of the accessible tables; all other tables of the space appear empty. */
  tables: string[]
  userId: string
  /** The channel; `*` for an editor who views all of them. */
  platform: string
  /** An editor may also write to a table that its users can only read. */
  capacity: 'user' | 'editor'
  /** Tables that the bot restricts further. */
  narrowing?: Record<string, Narrowing>
  /** How many workflows have started each other through events before this statement. */
  eventDepth?: number
}
/** `own`: only rows of the user; `read`: no changes. */
export type Narrowing = 'own' | 'read'
export interface Rows {
  rows: Record<string, unknown>[]
  /** Rows found or changed; if a read was cut off, one more than the rows returned. */
  total: number
  isCut: boolean
}
export interface RunLimits {
  rows?: number
  timeoutMs?: number
  /** For each statement the id of the row that it must change, or ''. If it changes none, everything is rolled back. */
  mustTouch?: string[]
}

export const STUDIO_PLATFORM = '10000010'
const MAX_ROWS = 1000
const TIMEOUT_MS = 10_000
export const tableOf = (id: string, isDraft: boolean) => `${isDraft ? 'd' : 't'}${id}`
export const schemaOf = (spaceId: string) => `space_${spaceId}`

/** Runs statements on the tables of a space, as the role of that space. */
export function createTenant(pool: pg.Pool) {
  async function run(claim: Claim, sql: string, isWrite: boolean, limits: RunLimits = {}): Promise<Rows> {
    const [result] = await runAll(claim, [{ sql, isWrite }], limits)
    return result!
  }
  /** Runs all statements in one transaction. */
  async function runAll(
    claim: Claim,
    list: { sql: string; isWrite: boolean }[],
    limits: RunLimits = {},
  ): Promise<Rows[]> {
    const cap = Math.min(limits.rows ?? MAX_ROWS, 100_000)
    const timeout = limits.timeoutMs ?? TIMEOUT_MS
    const tables = `ARRAY[${claim.tables.map(quoteText).join(', ')}]::text[]`
    // One message, one round trip. The statements are ours; only the quoted text is untrusted.
    const message = [
      'BEGIN',
      `SET LOCAL statement_timeout = ${timeout}`,
      `SELECT tenant.enter(${[claim.userId, claim.platform, claim.capacity].map(quoteText).join(', ')}, ${tables}, ${quoteText(JSON.stringify(claim.narrowing ?? {}))}, ${claim.eventDepth ?? 0})`,
      ...list.map(
        ({ sql, isWrite }) =>
          `SELECT n, content::text AS content FROM ${schemaOf(claim.spaceId)}.run(${quoteText(sql)}, ${cap}, ${isWrite})`,
      ),
      ...(limits.mustTouch ? [] : ['COMMIT']),
    ].join(';\n')
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const results = (await client.query(message)) as unknown as pg.QueryResult<{
        n: string
        content: string | null
      }>[]
      const answers = results.slice(3, 3 + list.length).map(({ rows }): Rows => {
        const total = Number(rows.at(-1)!.n)
        return { rows: rows.slice(0, -1).map((row) => readRow(row.content!)), total, isCut: total > cap }
      })
      const missed = limits.mustTouch?.find((_, index) => answers[index]!.total === 0)
      if (missed !== undefined) throw databaseErrors.rowNotYours({ id: missed })
      if (limits.mustTouch) await client.query('COMMIT')
      return answers
    } catch (cause) {
      await client.query('ROLLBACK').catch((error: Error) => (broken = error))
      throw explain(cause, timeout)
    } finally {
      client.release(broken)
    }
  }
  return { run, runAll }
}
export type Tenant = ReturnType<typeof createTenant>

/** Translates a database error into one that the author of the statement can act on. */
function explain(cause: unknown, timeout: number): unknown {
  if (cause instanceof AppError) return cause
  const { code, message } = cause as { code?: string; message: string }
  if (code === undefined || code.length !== 5) return cause
  const reason = message
  if (code === '57014') return databaseErrors.tooSlow({ seconds: timeout / 1000 })
  if (code === '42501' || code === '55006' || code === '0A000' || code === '42P11' || code === '42939')
    return databaseErrors.refused({ reason })
  if (code.startsWith('08') || code.startsWith('57') || code.startsWith('XX')) return cause
  return databaseErrors.sqlFailed({ reason })
}
