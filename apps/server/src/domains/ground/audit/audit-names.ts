import { inArray } from 'drizzle-orm'
import { isId } from '@orrery/contract/shared/is-id'
import type { Db } from '#kit/db.ts'
import { oauthApp } from '#domains/ground/oauth/oauth.table.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { resource, resourceBin } from '#domains/ground/resource/resource.table.ts'
import { space } from '#domains/ground/space/space.table.ts'
import { personalToken } from '#domains/ground/token/token.table.ts'
import type { AuditEventRow } from './audit.table.ts'

/** Fields of the details that hold ids; the log shows names for them. */
const idFields = ['resourceId', 'workflowId', 'botId', 'subjectId', 'successor']
/** The tables in which the target of an entry may be: besides resources also people, spaces, apps and tokens. */
const tables = [resource, resourceBin, appUser, space, oauthApp, personalToken] as const

/**
 * Maps the ids in audit entries to names. Everything in the log of a space belongs to that space, so anyone who may
 * read the log may read the names as well.
 */
export async function auditNames(db: Db, events: readonly AuditEventRow[]): Promise<Record<string, string>> {
  const ids = [
    ...new Set(events.flatMap(({ target, detail }) => [target, ...idFields.map((key) => detail[key])])),
  ].filter((id): id is string => typeof id === 'string' && isId(id))
  if (ids.length === 0) return {}
  const found = await Promise.all(
    tables.map((table) => db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids))),
  )
  return Object.fromEntries(found.flat().map(({ id, name }) => [id, name]))
}
