import { invalid } from './scim-error.ts'
import type { Doc } from './scim-patch.ts'
import type { ScimGroupRow, ScimUserRow } from './scim.table.ts'

export const schema = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
} as const

export interface UserDoc {
  userName: string
  externalId: string | null
  isActive: boolean
  email: string
  name: string
  /** Attributes stored as they were sent. */
  attributes: Doc
}
const isDoc = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown, field: string, max = 300): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > max)
    throw invalid(`${field}: a text of at most ${max} characters was expected`)
  return value.trim()
}
/** Reads a boolean; Entra sends `"True"`. */
function flag(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalid(`${field}: true or false was expected`)
}
const kept = [
  'name',
  'displayName',
  'nickName',
  'title',
  'locale',
  'preferredLanguage',
  'timezone',
  'userType',
  'profileUrl',
  'phoneNumbers',
  'addresses',
  'roles',
] as const
/** Attributes of a person that can be changed; others are refused, never ignored. */
export const userAttributes: ReadonlySet<string> = new Set(
  [...kept, 'userName', 'externalId', 'active', 'emails', schema.enterprise].map((name) => name.toLowerCase()),
)
export const groupAttributes: ReadonlySet<string> = new Set(['displayname', 'externalid', 'members'])

/** Validates and normalises a person sent by a directory. */
export function readUser(doc: Doc): UserDoc {
  const userName = text(doc.userName, 'userName')
  if (userName === '') throw invalid('userName: it is required')
  const emails = (Array.isArray(doc.emails) ? doc.emails : []).map((item: unknown) => {
    const email = isDoc(item) ? item : { value: item }
    const primary = email.primary === undefined ? undefined : flag(email.primary, 'emails.primary')
    return { ...email, value: text(email.value, 'emails.value', 254), ...(primary !== undefined && { primary }) }
  })
  const best = emails.find((email) => email.primary === true) ?? emails.find((email) => email.value !== '')
  const email = best?.value || userName
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid('emails: an e-mail address is required, here or as userName')
  const attributes: Doc = { emails }
  for (const key of kept) if (doc[key] !== undefined) attributes[key] = doc[key]
  if (isDoc(doc[schema.enterprise])) attributes[schema.enterprise] = doc[schema.enterprise]
  const given = isDoc(doc.name) ? doc.name : {}
  const whole = [text(given.givenName, 'name.givenName'), text(given.familyName, 'name.familyName')]
    .filter(Boolean)
    .join(' ')
  return {
    userName,
    externalId: text(doc.externalId, 'externalId') || null,
    isActive: doc.active === undefined ? true : flag(doc.active, 'active'),
    email,
    name:
      text(doc.displayName, 'displayName') ||
      text(given.formatted, 'name.formatted') ||
      whole ||
      userName.split('@')[0]!,
    attributes,
  }
}

export interface GroupDoc {
  displayName: string
  externalId: string | null
  /** Undefined if the request has no members attribute. */
  members: string[] | undefined
}
export function readGroup(doc: Doc): GroupDoc {
  const displayName = text(doc.displayName, 'displayName', 256)
  if (displayName === '') throw invalid('displayName: it is required')
  const members = Array.isArray(doc.members)
    ? doc.members.map((item: unknown) => text(isDoc(item) ? item.value : item, 'members.value'))
    : undefined
  if (members?.some((id) => !/^\d{1,19}$/.test(id))) throw invalid('members.value: the id of a person was expected')
  return {
    displayName,
    externalId: text(doc.externalId, 'externalId') || null,
    members: members && [...new Set(members)],
  }
}

const meta = (
  kind: 'User' | 'Group',
  base: string,
  id: string,
  row: { version: number; createdAt: number; updatedAt: number },
) => ({
  resourceType: kind,
  created: new Date(row.createdAt).toISOString(),
  lastModified: new Date(row.updatedAt).toISOString(),
  location: `${base}/${kind}s/${id}`,
  version: etagOf(row),
})
export const etagOf = ({ version }: { version: number }) => `W/"${version}"`

export const userResource = (row: ScimUserRow, base: string): Doc => ({
  schemas: [schema.user, ...(schema.enterprise in row.attributes ? [schema.enterprise] : [])],
  id: row.userId,
  ...(row.externalId !== null && { externalId: row.externalId }),
  userName: row.userName,
  active: row.isActive,
  ...row.attributes,
  meta: meta('User', base, row.userId, row),
})
export const groupResource = (
  row: ScimGroupRow,
  members: readonly { id: string; name: string }[],
  base: string,
): Doc => ({
  schemas: [schema.group],
  id: row.groupId,
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.displayName,
  members: members.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Users/${id}` })),
  meta: meta('Group', base, row.groupId, row),
})
