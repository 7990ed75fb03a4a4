import { and, eq, lte, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { AuditChain } from './audit-chain.service.ts'
import { auditLink } from './audit-chain.table.ts'
import { auditRetention } from './audit-stream.table.ts'

const DEFAULT_MONTHS = 24

export interface AuditRetentionDeps {
  db: Db
  audit: AuditService
  chain: Pick<AuditChain, 'sealOf'>
  clock: Clock
}

/** Drops audit entries by whole months after the retention period, once every active stream has sent them. */
export function createAuditRetention({ db, audit, chain, clock }: AuditRetentionDeps) {
  async function of(enterpriseId: string) {
    const [row] = await db.select().from(auditRetention).where(eq(auditRetention.enterpriseId, enterpriseId))
    return { months: row?.months ?? DEFAULT_MONTHS, droppedUntil: row?.droppedUntil ?? 0 }
  }
  /** Start of the oldest month to keep, in UTC. */
  function boundaryOf(months: number): number {
    const now = new Date(clock.now())
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)
  }
  /**
   * Number of the last link to drop. Only a prefix of the chain can be dropped. The query searches from the start of
   * the chain, so that its cost does not depend on the length of the chain.
   */
  async function lastOf(enterpriseId: string, boundary: number): Promise<number> {
    const { rows } = await db.execute<{ no: string }>(
      sql`SELECT least(
          coalesce((SELECT l.no - 1 FROM audit_link l JOIN audit_event e ON e.id = l.event_id
            WHERE l.enterprise_id = ${enterpriseId} AND e.at >= ${boundary} ORDER BY l.no LIMIT 1),
            (SELECT max(no) FROM audit_link WHERE enterprise_id = ${enterpriseId}), 0),
          coalesce((SELECT min(cursor) FROM audit_stream WHERE enterprise_id = ${enterpriseId} AND is_on), 9223372036854775807)
        ) AS no`,
    )
    return Number(rows[0]!.no)
  }
  const upTo = (enterpriseId: string, no: number) =>
    and(eq(auditLink.enterpriseId, enterpriseId), lte(auditLink.no, no))

  async function drop(enterpriseId: string, months: number): Promise<number> {
    const boundary = boundaryOf(months)
    const no = await lastOf(enterpriseId, boundary)
    const [link] = await db
      .select()
      .from(auditLink)
      .where(and(eq(auditLink.enterpriseId, enterpriseId), eq(auditLink.no, no)))
    if (!link) return 0
    return db.transaction(async (tx) => {
      await audit.dropUpTo(enterpriseId, no, tx)
      const gone = await tx.delete(auditLink).where(upTo(enterpriseId, no))
      // Store the last dropped link with a signature, so that the rest of the chain can still be verified.
      const start = {
        no,
        hash: link.hash,
        signature: chain.sealOf(enterpriseId, no, link.hash),
        droppedUntil: boundary,
      }
      await tx
        .insert(auditRetention)
        .values({ enterpriseId, months, ...start })
        .onConflictDoUpdate({ target: auditRetention.enterpriseId, set: start })
      const count = gone.rowCount ?? 0
      const detail = { entries: count, until: new Date(boundary).toISOString().slice(0, 10) }
      await audit.record({ enterpriseId, action: 'enterprise.audit_dropped', target: enterpriseId, detail }, tx)
      return count
    })
  }

  return {
    of,
    async preview(enterpriseId: string, months: number) {
      const until = boundaryOf(months)
      return { entries: await db.$count(auditLink, upTo(enterpriseId, await lastOf(enterpriseId, until))), until }
    },
    async save(enterpriseId: string, months: number, actorId: string) {
      await db
        .insert(auditRetention)
        .values({ enterpriseId, months })
        .onConflictDoUpdate({ target: auditRetention.enterpriseId, set: { months } })
      const detail = { months }
      await audit.record({
        actorId,
        enterpriseId,
        action: 'enterprise.audit_retain',
        target: enterpriseId,
        detail,
      })
    },
    /** Drops old entries of every enterprise; runs once a day. */
    async dropAll(): Promise<number> {
      const { rows } = await db.execute<{ id: string }>(sql`SELECT id FROM enterprise ORDER BY id`)
      let total = 0
      for (const { id } of rows) total += await drop(id, (await of(id)).months)
      return total
    },
  }
}
export type AuditRetention = ReturnType<typeof createAuditRetention>
