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
  unfinished(): Promise<string[]>
}

/** Leases in a table with the columns `id`, `lease_until` and `fence`. */
export function createLeaseStore(db: Db, table: PgTable, isOpen: SQL): LeaseStore {
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
      const { rows } = await db.execute<{ id: string }>(sql`SELECT id FROM ${table} WHERE ${isOpen} LIMIT 1000`)
      return rows.map(({ id }) => id)
    },
  }
}
