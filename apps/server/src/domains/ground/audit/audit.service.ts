import { type AuditAction, type AuditArea, auditActionsOf } from '@orrery/contract/shared/audit-actions'
import { and, desc, eq, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { currentCaller } from '#kit/http/current-call.ts'
import type { NewId } from '#kit/ids.ts'
import { auditNames } from './audit-names.ts'
import { auditEvent, type AuditEventRow } from './audit.table.ts'

export interface AuditEntry {
  actorId?: string
  spaceId?: string
  enterpriseId?: string
  action: AuditAction
  target?: string
  /** Client address; by default that of the current call. */
  address?: string
  detail?: Record<string, unknown>
}
export interface AuditFilter {
  spaceId?: string | undefined
  enterpriseId?: string | undefined
  actorId?: string | undefined
  area?: AuditArea | undefined
  /** Part of the target's name, or the target's id. */
  word?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The append-only record of security-relevant acts. Values are stored as JSON: a newline in a name stays inside it. */
export function createAuditService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  /** Builds rows from entries, completed with the caller of the current call. */
  function rowsOf(entries: readonly AuditEntry[]): (typeof auditEvent.$inferInsert)[] {
    const { address = '', ...through } = currentCaller.getStore() ?? {}
    const at = clock.now()
    return entries.map((entry) => ({
      detail: {},
      ...through,
      ...entry,
      address: entry.address ?? address,
      id: newId(),
      at,
    }))
  }
  return {
    rowsOf,
    /** Records entries, inside a transaction if one is given, so that the act and its record are committed together. */
    async record(given: AuditEntry | readonly AuditEntry[], tx: Tx = db) {
      await tx.insert(auditEvent).values(rowsOf([given].flat() as AuditEntry[]))
    },
    async list(filter: AuditFilter, page: number, size: number) {
      const rows = await db
        .select()
        .from(auditEvent)
        .where(matching(filter))
        .orderBy(desc(auditEvent.id))
        .limit(size + 1)
        .offset((page - 1) * size)
      return { events: rows.slice(0, size), hasMore: rows.length > size }
    },
    /** Deletes expired entries of an enterprise: its chain up to a link. No other entries can be deleted. */
    async dropUpTo(enterpriseId: string, no: number, tx: Tx) {
      await tx.execute(sql`SET LOCAL orrery.retaining = 'on'`)
      await tx
        .delete(auditEvent)
        .where(
          sql`${auditEvent.id} IN (SELECT event_id FROM audit_link WHERE enterprise_id = ${enterpriseId} AND no <= ${no})`,
        )
      await tx.execute(sql`SET LOCAL orrery.retaining = 'off'`)
    },
    /** Names for the ids in these entries. */
    names: (events: readonly AuditEventRow[]) => auditNames(db, events),
  }
}
export type AuditService = ReturnType<typeof createAuditService>

const matching = ({ spaceId, enterpriseId, actorId, area, word, from, to }: AuditFilter): SQL | undefined =>
  and(
    spaceId === undefined ? undefined : eq(auditEvent.spaceId, spaceId),
    enterpriseId === undefined ? undefined : eq(auditEvent.enterpriseId, enterpriseId),
    actorId === undefined ? undefined : eq(auditEvent.actorId, actorId),
    area === undefined ? undefined : inArray(auditEvent.action, [...auditActionsOf(area)]),
    from === undefined ? undefined : gte(auditEvent.at, from),
    to === undefined ? undefined : lt(auditEvent.at, to),
    word ? matchesWord(word) : undefined,
  )

/** Matches the target's id, its current name, and its name at the time of the entry. */
function matchesWord(word: string): SQL | undefined {
  const pattern = `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const named = (table: SQL) => sql`(SELECT n.id::text FROM ${table} n WHERE n.name ILIKE ${pattern})`
  return or(
    eq(auditEvent.target, word),
    sql`${auditEvent.detail}->>'name' ILIKE ${pattern}`,
    sql`${auditEvent.target} IN ${named(sql`resource`)}`,
    sql`${auditEvent.target} IN ${named(sql`resource_bin`)}`,
    sql`${auditEvent.target} IN ${named(sql`app_user`)}`,
  )
}
