import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { type Secrets, sha256 } from '#kit/secrets.ts'
import { auditEvent, type AuditEventRow } from '#domains/ground/audit/audit.table.ts'
import { auditLink, auditUnsealed } from './audit-chain.table.ts'
import { auditRetention } from './audit-stream.table.ts'

/** Younger entries are not linked yet, because an earlier transaction may still commit entries before them. */
const SETTLED_MS = 10_000
/** Entries hashed per batch, few enough not to block the event loop. */
const BATCH = 200

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value
/** Hashed content of an entry. Addresses and e-mails are excluded, because they are removed when a person is erased. */
function canonical(row: AuditEventRow): string {
  const detail = { ...row.detail, email: undefined }
  return JSON.stringify(sorted({ ...row, address: undefined, userAgent: undefined, detail }))
}
const linked = (before: string, row: AuditEventRow) => sha256(`${before}\n${canonical(row)}`)

interface ChainReport {
  entries: number
  /** The first invalid entry, and why; undefined if all are valid. */
  broken?: { no: number; eventId: string; why: 'changed' | 'missing' | 'signature' }
}

export function createAuditChain({ db, secrets, clock }: { db: Db; secrets: Secrets; clock: Clock }) {
  const sealOf = (enterpriseId: string, no: number, hash: string) => secrets.sign(`audit ${enterpriseId} ${no} ${hash}`)
  /** Last dropped link, from which the chain continues; undefined if no entries were dropped. */
  async function startOf(enterpriseId: string, tx: Tx = db) {
    const [row] = await tx.select().from(auditRetention).where(eq(auditRetention.enterpriseId, enterpriseId))
    return row?.no ? row : undefined
  }
  /** Links the next entries; returns their number and the last id. */
  async function seal(enterpriseId: string, after: string): Promise<{ count: number; last: string }> {
    return db.transaction(async (tx) => {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtext('audit_link'), ${Number(BigInt(enterpriseId) % 2147483647n)})`,
      )
      const rows = await tx
        .select(getTableColumns(auditEvent))
        .from(auditUnsealed)
        .innerJoin(auditEvent, eq(auditEvent.id, auditUnsealed.eventId))
        .where(
          and(
            eq(auditUnsealed.enterpriseId, enterpriseId),
            gt(auditUnsealed.eventId, after),
            lt(auditUnsealed.at, clock.now() - SETTLED_MS),
          ),
        )
        .orderBy(asc(auditUnsealed.eventId))
        .limit(BATCH)
      if (!rows.length) return { count: 0, last: after }
      const [newest] = await tx
        .select()
        .from(auditLink)
        .where(eq(auditLink.enterpriseId, enterpriseId))
        .orderBy(desc(auditLink.no))
        .limit(1)
      const start = newest ?? (await startOf(enterpriseId, tx))
      const first = (start?.no ?? 0) + 1
      let hash = start?.hash ?? ''
      const hashes = rows.map((row) => (hash = linked(hash, row)))
      const ids = rows.map((row) => row.id)
      // Passed as arrays, because building a statement with thousands of parameters takes longer than hashing.
      await tx.execute(
        sql`INSERT INTO audit_link (enterprise_id, no, event_id, hash, signature)
          SELECT ${enterpriseId}::bigint, ${first}::bigint + place - 1, event_id, hash,
            CASE WHEN place = ${rows.length}::int THEN ${sealOf(enterpriseId, first + rows.length - 1, hash)} END
          FROM unnest(${sql.param(ids)}::bigint[], ${sql.param(hashes)}::text[]) WITH ORDINALITY AS t(event_id, hash, place)`,
      )
      await tx
        .delete(auditUnsealed)
        .where(
          and(
            eq(auditUnsealed.enterpriseId, enterpriseId),
            sql`${auditUnsealed.eventId} = ANY(${sql.param(ids)}::bigint[])`,
          ),
        )
      return { count: rows.length, last: ids.at(-1)! }
    })
  }
  return {
    sealOf,
    /** Links all new entries of every enterprise. */
    async sealAll(): Promise<number> {
      const ids = await db
        .selectDistinct({ id: auditUnsealed.enterpriseId })
        .from(auditUnsealed)
        .where(lt(auditUnsealed.at, clock.now() - SETTLED_MS))
      let total = 0
      for (const { id: enterpriseId } of ids)
        for (let [count, last] = [BATCH, '0']; count === BATCH;) {
          ;({ count, last } = await seal(enterpriseId, last))
          total += count
        }
      return total
    },
    enterprises: async (): Promise<string[]> =>
      (await db.selectDistinct({ id: auditLink.enterpriseId }).from(auditLink)).map((row) => row.id),
    async verify(enterpriseId: string): Promise<ChainReport> {
      const start = await startOf(enterpriseId)
      let [entries, hash] = [start?.no ?? 0, start?.hash ?? '']
      if (start && !secrets.verify(`audit ${enterpriseId} ${start.no} ${start.hash}`, start.signature))
        return { entries: 0, broken: { no: start.no, eventId: '0', why: 'signature' } }
      for (;;) {
        const links = await db
          .select({ link: auditLink, event: auditEvent })
          .from(auditLink)
          .leftJoin(auditEvent, eq(auditEvent.id, auditLink.eventId))
          .where(and(eq(auditLink.enterpriseId, enterpriseId), gt(auditLink.no, entries)))
          .orderBy(asc(auditLink.no))
          .limit(BATCH)
        for (const { link, event } of links) {
          const broken = (why: 'changed' | 'missing' | 'signature') => ({
            entries,
            broken: { no: link.no, eventId: link.eventId, why },
          })
          if (!event || link.no !== entries + 1) return broken('missing')
          hash = linked(hash, event)
          if (hash !== link.hash) return broken('changed')
          if (link.signature !== null && !secrets.verify(`audit ${enterpriseId} ${link.no} ${hash}`, link.signature))
            return broken('signature')
          entries = link.no
        }
        if (links.length < BATCH) return { entries }
      }
    },
  }
}
export type AuditChain = ReturnType<typeof createAuditChain>
