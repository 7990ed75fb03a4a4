import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'

/** Where leases are stored. */
export interface LeaseStore {
  /** Claims an item, unless it is finished or leased. The returned fencing number grows with every claim. */
  claim(id: string, now: number, until: number): Promise<number | undefined>
  renew(id: string, fence: number, until: number): Promise<unknown>
  /** When the lease of an unfinished item expires; undefined when it is finished or does not exist. */
  leasedUntil(id: string): Promise<number | undefined>
  /** Unfinished items in the order in which they should continue; `behind`: how many of the same line come first. */
  unfinished(): Promise<{ id: string; behind: number }[]>
}

/**
 * Leases in a table with the columns `id`, `lease_until` and `fence`. Items with the same value of `line`, such as
 * their space, form a line; the first item of each line comes before the second of any other. Without `line` there is
 * no order.
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
