import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'

/** Where leased work is written down. */
export interface LeaseStore {
  /** Takes an item, unless it is finished or leased. The fencing number that comes back grows with every claim. */
  claim(id: string, now: number, until: number): Promise<number | undefined>
  renew(id: string, fence: number, until: number): Promise<unknown>
  /** The end of the lease of an unfinished item; undefined when it is finished or gone. */
  leasedUntil(id: string): Promise<number | undefined>
  /** In the order in which they are to go on; `behind` says how many of the same line go first. */
  unfinished(): Promise<{ id: string; behind: number }[]>
}

/**
 * Leases in a table with the columns `id`, `lease_until` and `fence`. `line` is what the items of one line have in common, such as
 * their space: of each line the first go before the second of any other. Without it there is no order among them.
 */
export function createLeaseStore(db: Db, table: PgTable, isOpen: SQL, line?: SQL): LeaseStore {
  return {
    async claim(id, now, until) {
      const { rows } = await db.execute<{ fence: number }>(
        sql`UPDATE ${table} SET lease_until = ${until}, fence = fence + 1
          WHERE id = ${id} AND ${isOpen} AND lease_until < ${now} RETURNING fence`,
      )
      return rows[0]?.fence
    },
    renew: (id, fence, until) =>
      db.execute(sql`UPDATE ${table} SET lease_until = ${until} WHERE id = ${id} AND fence = ${fence} AND ${isOpen}`),
    async leasedUntil(id) {
      const { rows } = await db.execute<{ until: string }>(
        sql`SELECT lease_until AS until FROM ${table} WHERE id = ${id} AND ${isOpen}`,
      )
      return rows[0] && Number(rows[0].until)
    },
    async unfinished() {
      const behind = line ? sql`row_number() OVER (PARTITION BY ${line} ORDER BY id) - 1` : sql`0`
      const { rows } = await db.execute<{ id: string; behind: number }>(
        sql`SELECT id, (${behind})::int AS behind FROM ${table} WHERE ${isOpen} ORDER BY behind, id LIMIT 1000`,
      )
      return rows
    },
  }
}
