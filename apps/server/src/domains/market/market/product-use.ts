import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { createTally } from '#kit/tally.ts'

const DAY_MS = 86_400_000
interface Line {
  resource_id: string
  day: number
  calls: number
}
// Products are looked up by resource when counts are written, so callers need not know them.
const upsert = `INSERT INTO product_use AS u (product_id, day, calls)
  SELECT p.id, r.day, sum(r.calls) FROM json_to_recordset($1) AS r(resource_id bigint, day integer, calls bigint)
  JOIN LATERAL (SELECT id FROM product WHERE entity_id = r.resource_id
    UNION SELECT product_id FROM product_copy WHERE resource_id = r.resource_id) p ON true
  GROUP BY p.id, r.day ON CONFLICT (product_id, day) DO UPDATE SET calls = u.calls + EXCLUDED.calls`

/** Counts how often products are used. No call waits for the counting. */
export function createProductUses({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log }) {
  const tally = createTally<Line>({
    log,
    name: 'the use of products',
    merge: (known, more) => ({ ...known, calls: known.calls + more.calls }),
    write: (lines) => pool.query({ name: 'product_use_write', text: upsert, values: [JSON.stringify(lines)] }),
  })
  return {
    flush: tally.flush,
    /** Counts a tool call, a question to a bot, or a run of a workflow. */
    note(resourceId: string) {
      const day = Math.floor(clock.now() / DAY_MS)
      // Tools that are not resources have other ids and belong to no product.
      if (/^\d{1,18}$/.test(resourceId)) tally.add(`${resourceId} ${day}`, { resource_id: resourceId, day, calls: 1 })
    },
    async copied(productId: string, resourceIds: string[]) {
      await pool.query(
        `INSERT INTO product_copy (resource_id, product_id) SELECT r.id, $1 FROM resource r WHERE r.id = ANY($2::bigint[])
         ON CONFLICT (resource_id) DO NOTHING`,
        [productId, resourceIds],
      )
    },
    /** The uses of one product, or of all products of a seller. */
    async total(of: { productId: string } | { sellerId: string }): Promise<number> {
      await tally.flush()
      const [where, value] = 'productId' in of ? ['p.id', of.productId] : ['p.seller_id', of.sellerId]
      const { rows } = await pool.query<{ n: string }>(
        `SELECT coalesce(sum(p.duplicate_count + coalesce((SELECT sum(calls) FROM product_use u WHERE u.product_id = p.id), 0)), 0) AS n
         FROM product p WHERE ${where} = $1`,
        [value],
      )
      return Number(rows[0]!.n)
    },
  }
}
export type ProductUses = ReturnType<typeof createProductUses>
