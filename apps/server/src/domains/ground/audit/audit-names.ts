import { inArray } from 'drizzle-orm'
import { isId } from '@orrery/contract/shared/is-id'
import type { Db } from '#kit/db.ts'
import { oauthApp } from '#domains/ground/oauth/oauth.table.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { resource, resourceBin } from '#domains/ground/resource/resource.table.ts'
import { space } from '#domains/ground/space/space.table.ts'
import { personalToken } from '#domains/ground/token/token.table.ts'
import type { AuditEventRow } from './audit.table.ts'

/** Details that hold ids, of which people want to read the names. */
const idFields = ['resourceId', 'workflowId', 'botId', 'subjectId', 'successor']
/** Entries about people, apps and the like name their target in another table than those about resources. */
const tables = [resource, resourceBin, appUser, space, oauthApp, personalToken] as const

/**
 * What the ids in some entries stand for. Everything in the log of a space belongs to it, so that everyone who may read the log may
 * read the names as well.
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
