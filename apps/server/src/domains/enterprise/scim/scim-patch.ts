import { invalid } from './scim-error.ts'
import { type Filter, matches, parseFilter } from './scim-filter.ts'

export type Doc = Record<string, unknown>
export interface PatchOperation {
  op: string
  path?: string
  value?: unknown
}
const MAX_OPERATIONS = 1000
const fixed: ReadonlySet<string> = new Set(['id', 'meta', 'schemas'])
const extensionUrn = /^(urn:[\w:.-]+:2\.0:\w+)(?::(.+))?$/i
const coreUrn = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i

interface Path {
  /** Extension schema of the attribute. */
  schema: string | undefined
  attribute: string
  filter: Filter | undefined
  sub: string | undefined
}

/** Parses e.g. `emails[type eq "work"].value`, `name.givenName`, `urn:…:enterprise:2.0:User:manager`. */
function parsePath(text: string): Path {
  let rest = text.trim().replace(coreUrn, '')
  let schema: string | undefined
  if (/^urn:/i.test(rest)) {
    const found = extensionUrn.exec(rest)
    if (!found) throw invalid(`path: “${text}” is not a path`, 'invalidPath')
    schema = found[1]!
    rest = found[2] ?? ''
    if (rest === '') return { schema: undefined, attribute: schema, filter: undefined, sub: undefined }
  }
  const found = /^([A-Za-z$][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w$-]*))?$/.exec(rest)
  if (!found) throw invalid(`path: “${text}” is not a path`, 'invalidPath')
  return {
    schema,
    attribute: found[1]!,
    filter: found[2] === undefined ? undefined : parseFilter(found[2]),
    sub: found[3],
  }
}

const isDoc = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Finds the existing key of an attribute; attribute names are case-insensitive. */
const keyIn = (doc: Doc, name: string) =>
  Object.keys(doc).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name
const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
const idOf = (item: unknown) => (isDoc(item) ? JSON.stringify([item.value, item.type]) : JSON.stringify(item))

/** Applies operations to a copy of the document. Unknown operations and paths are errors, never ignored. */
export function applyPatch(before: Doc, operations: readonly PatchOperation[], known: ReadonlySet<string>): Doc {
  if (operations.length > MAX_OPERATIONS) throw invalid(`At most ${MAX_OPERATIONS} operations`, 'tooMany')
  const doc = structuredClone(before)
  const parsed = (text: string) => {
    const path = parsePath(text)
    const name = (path.schema ?? path.attribute).toLowerCase()
    if (!known.has(name) && !fixed.has(name))
      throw invalid(`path: “${text}” is not an attribute that is kept here`, 'invalidPath')
    return path
  }
  for (const operation of operations) {
    const op = String(operation.op).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid(`op: “${operation.op}” is not add, replace or remove`, 'invalidSyntax')
    if (operation.path !== undefined && operation.path !== '') change(doc, op, parsed(operation.path), operation.value)
    else if (op === 'remove') throw invalid('path: a removal needs one', 'noTarget')
    else if (isDoc(operation.value))
      for (const [path, value] of Object.entries(operation.value)) change(doc, op, parsed(path), value)
    else throw invalid('value: without a path it has to be an object')
  }
  return doc
}

function change(doc: Doc, op: 'add' | 'replace' | 'remove', path: Path, value: unknown) {
  const holder = path.schema === undefined ? doc : nested(doc, path.schema)
  const key = keyIn(holder, path.attribute)
  if (fixed.has(key.toLowerCase())) {
    // Okta repeats the id in its changes.
    if (key === 'schemas' || (op === 'replace' && value === doc[key])) return
    throw invalid(`path: “${key}” can’t be changed`, 'mutability')
  }
  if (path.filter) return changeItems(holder, key, op, path, value)
  if (path.sub !== undefined) {
    const inner = nested(holder, key)
    const sub = keyIn(inner, path.sub)
    if (op === 'remove') delete inner[sub]
    else inner[sub] = value
    return
  }
  const isMany =
    Array.isArray(holder[key]) ||
    Array.isArray(value) ||
    ['emails', 'members', 'phoneNumbers', 'addresses'].includes(key)
  if (op === 'remove') {
    // Okta and Entra may send the members to remove as the value.
    if (isMany && value !== undefined && value !== null) {
      const gone = new Set(listOf(value).map((item) => (isDoc(item) ? String(item.value) : String(item))))
      holder[key] = listOf(holder[key]).filter((item) => !gone.has(isDoc(item) ? String(item.value) : String(item)))
    } else delete holder[key]
    return
  }
  if (op === 'replace' && isMany) holder[key] = listOf(value)
  else if (isMany) {
    const items = listOf(value)
    const known = new Set(items.map(idOf))
    holder[key] = [...listOf(holder[key]).filter((item) => !known.has(idOf(item))), ...items]
  } else if (isDoc(value) && isDoc(holder[key])) Object.assign(holder[key], value)
  // Entra sends the manager as a bare id.
  else if (key.toLowerCase() === 'manager' && typeof value === 'string') holder[key] = { value }
  else holder[key] = value
}

function changeItems(holder: Doc, key: string, op: 'add' | 'replace' | 'remove', path: Path, value: unknown) {
  const items = listOf(holder[key])
  const hit = items.filter((item) => matches(path.filter!, item))
  if (op === 'remove') {
    if (path.sub === undefined) holder[key] = items.filter((item) => !hit.includes(item))
    else for (const item of hit) if (isDoc(item)) delete item[keyIn(item, path.sub)]
    return
  }
  // Entra sets `emails[type eq "work"].value` for people without such an e-mail.
  if (!hit.length) {
    const fresh = elementFrom(path.filter!)
    items.push(fresh)
    hit.push(fresh)
  }
  holder[key] = items
  for (const item of hit) {
    if (!isDoc(item)) continue
    if (path.sub !== undefined) item[keyIn(item, path.sub)] = value
    else if (isDoc(value)) Object.assign(item, value)
    else throw invalid('value: an object was expected')
  }
}

/** Creates an element that matches a filter such as `type eq "work"`. */
function elementFrom(filter: Filter): Doc {
  if (filter.is === 'compare' && filter.operator === 'eq') return { [filter.attribute]: filter.value }
  if (filter.is === 'and') return { ...elementFrom(filter.of[0]), ...elementFrom(filter.of[1]) }
  throw invalid('path: nothing matches this filter', 'noTarget')
}
function nested(doc: Doc, name: string): Doc {
  const key = keyIn(doc, name)
  const found = doc[key]
  if (isDoc(found)) return found
  const fresh: Doc = {}
  doc[key] = fresh
  return fresh
}
