import type pg from 'pg'
import type { KeepClass } from './shared/keep-class.ts'

const DAY_US = 86_400_000_000
const widthOf = (keep: number) => (keep <= 30 ? DAY_US : 7 * DAY_US)

/** Partitions of the span tables: created when the first row needs them, dropped when all their rows have expired. */
export function createPartitions(pool: pg.Pool) {
  const known = new Set<string>()
  return {
    async ensure(keep: KeepClass, times: Iterable<number>): Promise<void> {
      const width = widthOf(keep)
      for (const first of new Set([...times].map((at) => Math.floor(at / width) * width))) {
        const name = `${keep}/${first}`
        if (known.has(name)) continue
        await pool.query('SELECT make_span_partition($1, $2)', [keep, first])
        known.add(name)
      }
    },
    /** Clears the cache, since another process may have dropped a known partition. */
    forget: () => known.clear(),
    /** Drops expired partitions and returns their names. */
    async dropOld(nowUs: number): Promise<string[]> {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'spans' AND c.relkind = 'r' AND c.relispartition`,
      )
      const over = rows.map(({ name }) => name).filter((name) => isOver(name, nowUs))
      for (const name of over) await pool.query(`DROP TABLE IF EXISTS spans."${name}"`)
      if (over.length) known.clear()
      return over
    },
  }
}
export type Partitions = ReturnType<typeof createPartitions>

/** Whether a partition has expired. `span_30_20261116` is kept for 30 days and starts on that day. */
function isOver(name: string, nowUs: number): boolean {
  const [, keep, year, month, day] = /_(\d+)_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  if (!keep) return false
  const first = Date.UTC(Number(year), Number(month) - 1, Number(day)) * 1000
  return first + widthOf(Number(keep)) + Number(keep) * DAY_US < nowUs
}
