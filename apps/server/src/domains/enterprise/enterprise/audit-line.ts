import { inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { AuditEventRow } from '#domains/ground/audit/audit.table.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'

export const auditColumns = [
  'id',
  'time',
  'actor_id',
  'actor',
  'action',
  'target',
  'space_id',
  'address',
  'session_id',
  'token_id',
  'on_behalf_of',
  'detail',
] as const

/** Audit entry in the format of exports and streams. */
export const auditLine = (row: AuditEventRow, names: ReadonlyMap<string, string>) => ({
  id: row.id,
  time: new Date(row.at).toISOString(),
  actor_id: row.actorId ?? '',
  actor: row.actorId ? (names.get(row.actorId) ?? '') : '',
  action: row.action,
  target: row.target,
  space_id: row.spaceId ?? '',
  address: row.address,
  session_id: row.sessionId ?? '',
  token_id: row.tokenId ?? '',
  on_behalf_of: row.onBehalfOf ?? '',
  detail: row.detail,
})

/** Names of the actors of entries. */
export async function actorNames(db: Db, rows: readonly AuditEventRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.actorId ?? []))]
  const users = ids.length
    ? await db.select({ id: appUser.id, name: appUser.name }).from(appUser).where(inArray(appUser.id, ids))
    : []
  return new Map(users.map((user) => [user.id, user.name]))
}
