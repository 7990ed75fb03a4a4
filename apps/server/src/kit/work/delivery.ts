import { and, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../clock.ts'
import type { Db } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { createDrain } from './drain.ts'

const LEASE_MS = 120_000
/** The waits before the retries. */
const waits = [30_000, 120_000, 600_000, 3_600_000]

export interface DeliveryOptions<T extends PgTable> {
  name: string
  db: Db
  jobs: Jobs
  clock: Clock
  log: Log
  table: T
  /** The columns with the state of a row's delivery. */
  columns: Record<'state' | 'nextAt' | 'tries' | 'problem', keyof T['_']['columns'] & string>
  states: Record<'waiting' | 'sent' | 'failed', number>
  /** Errors are stored with the row, and the delivery is retried. It may return a state other than sent. */
  deliver(row: T['$inferSelect']): Promise<number | void>
}

/** Delivers messages whose rows are the queue, until they are sent or all retries have failed. */
export function createDelivery<T extends PgTable>(options: DeliveryOptions<T>) {
  const { name, db, jobs, clock, log, table, columns, states, deliver } = options
  type Row = T['$inferSelect']
  const of = getTableColumns(table) as Record<string, PgColumn>
  const id = of.id!
  const [state, nextAt, tries] = [of[columns.state]!, of[columns.nextAt]!, of[columns.tries]!]
  const idOf = (row: Row) => (row as { id: string }).id
  const change = (values: Partial<Record<keyof typeof columns, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [columns[key as keyof typeof columns], value]),
    ) as never

  async function claim(): Promise<Row | undefined> {
    const now = clock.now()
    const next = db
      .select({ id })
      .from(table as PgTable)
      .where(and(eq(state, states.waiting), lte(nextAt, now)))
      .orderBy(nextAt, id)
      .limit(1)
      .for('update', { skipLocked: true })
    const rows = await db
      .update(table as PgTable)
      .set(change({ nextAt: now + LEASE_MS, tries: sql`${tries} + 1` }))
      .where(eq(id, sql`(${next})`))
      .returning()
    return rows[0] as Row | undefined
  }
  async function work(row: Row): Promise<void> {
    const set = (values: Parameters<typeof change>[0]) =>
      db
        .update(table as PgTable)
        .set(change(values))
        .where(eq(id, idOf(row)))
    try {
      await set({ state: (await deliver(row)) ?? states.sent, problem: '' })
    } catch (cause) {
      const problem = (cause instanceof Error ? cause.message : 'failed').slice(0, 500)
      const wait = waits[((row as Record<string, number>)[columns.tries] ?? 0) - 1]
      log.warn({ queue: name, row: idOf(row), problem }, 'a message could not be delivered')
      await set(wait ? { nextAt: clock.now() + wait, problem } : { state: states.failed, problem })
    }
  }
  return createDrain<Row>({ name, jobs, log, cron: '* * * * *', claim, work })
}
