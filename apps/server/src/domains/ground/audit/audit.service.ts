import { and, desc, eq, gte, inArray, like, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { currentAddress } from '#kit/http/current-address.ts'
import type { NewId } from '#kit/ids.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { auditEvent } from './audit.table.ts'

export interface AuditEntry {
  actorId?: string
  spaceId?: string
  action: string
  target?: string
  address?: string
  detail?: Record<string, unknown>
}

export interface AuditFilter {
  spaceId?: string
  /** Beginning of the action: `bot` or `bot.publish`. */
  action?: string
  actorId?: string
  /** Milliseconds; the end is not included. */
  from?: number
  to?: number
}

/** The append-only record of security-relevant acts. Values are stored as JSON: a newline in a name stays inside it. */
export function createAuditService({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  /** What resources are called now; those that are gone keep the name that the entry itself has. */
  async function namesOf(targets: string[]): Promise<Map<string, string>> {
    const ids = [...new Set(targets.filter((target) => /^\d{1,19}$/.test(target)))]
    if (!ids.length) return new Map()
    const found = await db
      .select({ id: resource.id, name: resource.name })
      .from(resource)
      .where(inArray(resource.id, ids))
    return new Map(found.map(({ id, name }) => [id, name]))
  }
  return {
    /** Inside a transaction when one is given, so that the act and its record stand or fall together. */
    async record(entry: AuditEntry, tx: Tx = db) {
      const address = entry.address ?? currentAddress.getStore() ?? ''
      await tx.insert(auditEvent).values({ detail: {}, ...entry, address, id: newId(), at: clock.now() })
    },
    async list({ spaceId, action, actorId, from, to }: AuditFilter, page: number, size: number) {
      const rows = await db
        .select()
        .from(auditEvent)
        .where(
          and(
            spaceId === undefined ? undefined : eq(auditEvent.spaceId, spaceId),
            action ? like(auditEvent.action, `${action.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
            actorId ? eq(auditEvent.actorId, actorId) : undefined,
            from === undefined ? undefined : gte(auditEvent.at, from),
            to === undefined ? undefined : lt(auditEvent.at, to),
          ),
        )
        .orderBy(desc(auditEvent.id))
        .limit(size + 1)
        .offset((page - 1) * size)
      const events = rows.slice(0, size)
      const names = await namesOf(events.map(({ target }) => target))
      return {
        events: events.map((event) => ({ ...event, name: names.get(event.target) ?? '' })),
        hasMore: rows.length > size,
      }
    },
  }
}
export type AuditService = ReturnType<typeof createAuditService>
