import { desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { auditEvent } from './audit.table.ts'

export interface AuditEntry {
  actorId?: string
  spaceId?: string
  action: string
  target?: string
  address?: string
  detail?: Record<string, unknown>
}

/** The append-only record of security-relevant acts. Values are stored as JSON: a newline in a name stays inside it. */
export function createAuditService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  return {
    /** Inside a transaction when one is given, so that the act and its record stand or fall together. */
    async record(entry: AuditEntry, tx: Tx = db) {
      await tx.insert(auditEvent).values({ detail: {}, ...entry, id: newId(), at: clock.now() })
    },
    async list(spaceId: string | undefined, page: number, size: number) {
      const rows = await db
        .select()
        .from(auditEvent)
        .where(spaceId === undefined ? undefined : eq(auditEvent.spaceId, spaceId))
        .orderBy(desc(auditEvent.id))
        .limit(size + 1)
        .offset((page - 1) * size)
      return { events: rows.slice(0, size), hasMore: rows.length > size }
    },
  }
}
export type AuditService = ReturnType<typeof createAuditService>
