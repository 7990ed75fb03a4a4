import { and, eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { EnterprisePeople } from '#domains/enterprise/enterprise/people.service.ts'
import type { ConnectionService } from './connection.service.ts'
import type { Ldap } from './ldap/ldap.ts'
import type { LinkingDeps } from './linking.service.ts'
import { mappedGroups } from './mapping.ts'
import { ssoErrors } from './sso.errors.ts'
import { ssoConnection, type SsoConnectionRow, ssoIdentity } from './sso.table.ts'

export interface LdapSyncDeps {
  db: Db
  audit: AuditService
  log: Log
  ldap: Pick<Ldap, 'everyone'>
  connections: Pick<ConnectionService, 'ldapOf'>
  enterprises: Pick<EnterpriseService, 'person'>
  people: Pick<EnterprisePeople, 'suspend'>
  syncGroups: LinkingDeps['syncGroups']
}

export interface SyncResult {
  found: number
  known: number
  suspended: number
  is_skipped: boolean
}

/** Synchronises with LDAP directories every hour: suspends people missing there, and updates groups. */
export function createLdapSync({ db, audit, log, ldap, connections, enterprises, people, syncGroups }: LdapSyncDeps) {
  async function sync(connection: SsoConnectionRow): Promise<SyncResult> {
    const { id, enterpriseId, createdBy: actorId } = connection
    const there = new Map(
      (await ldap.everyone(connections.ldapOf(connection))).map((person) => [person.subject, person]),
    )
    const known = await db.select().from(ssoIdentity).where(eq(ssoIdentity.connectionId, id))
    const note = (detail: Record<string, unknown>) =>
      audit.record({ actorId, enterpriseId, action: 'sso.sync', target: id, detail })
    // A wrong filter or an empty answer must not suspend everybody.
    const found = known.filter(({ subject }) => there.has(subject)).length
    if (found * 2 < known.length) {
      log.warn({ connection: id, found, known: known.length }, 'directory answered with less than half of the people')
      await note({ isSkipped: true, found, known: known.length })
      return { found, known: known.length, suspended: 0, is_skipped: true }
    }
    let suspended = 0
    for (const { subject, userId } of known) {
      const person = await enterprises.person(enterpriseId, userId)
      if (person?.status !== 'active') continue
      const entry = there.get(subject)
      if (entry) await syncGroups(enterpriseId, userId, mappedGroups(entry.claims, connection.mapping), 'ldap')
      else if (person.managedBy === 'ldap' && (await suspend(enterpriseId, userId, actorId))) suspended += 1
    }
    await note({ found, suspended })
    return { found, known: known.length, suspended, is_skipped: false }
  }
  /** Suspends a person; false if a rule forbids it, e.g. for the last super admin or the instance owner. */
  async function suspend(enterpriseId: string, userId: string, actorId: string): Promise<boolean> {
    try {
      await people.suspend(enterpriseId, userId, actorId)
      return true
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      log.warn({ userId, reason: cause.message }, 'could not suspend')
      return false
    }
  }
  return {
    /** Synchronises one directory at once, for an admin who waits for the result. */
    async now(connection: SsoConnectionRow): Promise<SyncResult> {
      if (connection.kind !== 'ldap' || connection.state !== 'active') throw ssoErrors.directoryOff()
      return sync(connection).catch((cause: unknown) => {
        log.warn({ connection: connection.id, cause: String(cause) }, 'directory not reached')
        throw ssoErrors.noProvider({ reason: String((cause as Error).message).slice(0, 200) })
      })
    },
    async run(): Promise<void> {
      const active = and(eq(ssoConnection.kind, 'ldap'), eq(ssoConnection.state, 'active'))
      for (const connection of await db.select().from(ssoConnection).where(active))
        await sync(connection).catch((cause: unknown) =>
          log.warn({ connection: connection.id, cause: String(cause) }, 'directory not reached'),
        )
    },
  }
}
export type LdapSync = ReturnType<typeof createLdapSync>
