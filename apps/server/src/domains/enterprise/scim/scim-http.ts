import { etagOf, groupAttributes, groupResource, schema, userAttributes, userResource } from './scim-docs.ts'
import { invalid, ScimError } from './scim-error.ts'
import { applyPatch, type Doc, type PatchOperation } from './scim-patch.ts'
import { serviceProviderConfig, resourceTypes, schemas } from './scim-discovery.ts'
import type { Page, Scim, Scope } from './scim.service.ts'
import type { ScimGroupRow, ScimUserRow } from './scim.table.ts'

const MAX_BULK = 1000
export interface ScimRequest {
  method: string
  /** Path below `/scim/v2/`. */
  path: string
  query: URLSearchParams
  body: Doc
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}
export interface ScimAnswer {
  status: number
  body?: Doc
  etag?: string
  location?: string
}

/** Routes SCIM requests to operations. */
export function createScimHttp(scim: Scim, base: string) {
  const listed = (total: number, from: number, items: Doc[]): ScimAnswer => ({
    status: 200,
    body: {
      schemas: [schema.list],
      totalResults: total,
      startIndex: from,
      itemsPerPage: items.length,
      Resources: items,
    },
  })
  const ofUser = (row: ScimUserRow, status = 200): ScimAnswer => {
    const body = userResource(row, base)
    return { status, body, etag: etagOf(row), location: `${base}/Users/${row.userId}` }
  }
  const ofGroup = async (row: ScimGroupRow, status = 200, isWithout = false): Promise<ScimAnswer> => {
    const body = groupResource(row, isWithout ? [] : await scim.membersOf(row.groupId), base)
    if (isWithout) delete body.members
    return { status, body, etag: etagOf(row), location: `${base}/Groups/${row.groupId}` }
  }
  const pageOf = (query: URLSearchParams, body: Doc): Page => {
    const number = (name: string, fallback: number) => {
      const raw = query.get(name) ?? body[name]
      const value = raw === undefined || raw === null ? fallback : Number(raw)
      if (!Number.isInteger(value)) throw invalid(`${name}: an integer was expected`)
      return value
    }
    const filter = query.get('filter') ?? (typeof body.filter === 'string' ? body.filter : undefined)
    return { filter, startIndex: number('startIndex', 1), count: number('count', 100) }
  }
  const requireMatch = (row: { version: number }, ifMatch: string | undefined) => {
    if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.split(/\s*,\s*/).includes(etagOf(row)))
      throw new ScimError(412, 'It has changed since; read it again')
  }
  const operationsOf = (body: Doc): PatchOperation[] => {
    const operations = body.Operations ?? body.operations
    if (!Array.isArray(operations) || !operations.length)
      throw invalid('Operations: at least one is required', 'invalidSyntax')
    return operations as PatchOperation[]
  }
  const withoutMembers = (query: URLSearchParams) =>
    /(^|,)\s*members\s*(,|$)/i.test(query.get('excludedAttributes') ?? '')

  async function users(
    scope: Scope,
    { method, query, body, ifMatch, ifNoneMatch }: ScimRequest,
    id: string | undefined,
  ) {
    if (id === undefined || id === '.search') {
      if (method === 'GET' || (method === 'POST' && id === '.search')) {
        const { total, from, items } = await scim.users(scope, pageOf(query, body))
        return listed(
          total,
          from,
          items.map((row) => userResource(row, base)),
        )
      }
      if (method === 'POST') return ofUser(await scim.createUser(scope, body), 201)
      throw new ScimError(405, 'This method is not available here')
    }
    const row = await scim.user(scope, id)
    if (method === 'GET') return ifNoneMatch === etagOf(row) ? { status: 304, etag: etagOf(row) } : ofUser(row)
    requireMatch(row, ifMatch)
    if (method === 'PUT') return ofUser(await scim.saveUser(scope, row, body))
    if (method === 'PATCH')
      return ofUser(
        await scim.saveUser(scope, row, applyPatch(userResource(row, base), operationsOf(body), userAttributes)),
      )
    if (method !== 'DELETE') throw new ScimError(405, 'This method is not available here')
    await scim.deleteUser(scope, id)
    return { status: 204 }
  }
  async function groups(
    scope: Scope,
    { method, query, body, ifMatch, ifNoneMatch }: ScimRequest,
    id: string | undefined,
  ) {
    if (id === undefined || id === '.search') {
      if (method === 'GET' || (method === 'POST' && id === '.search')) {
        const { total, from, items } = await scim.groupList(scope, pageOf(query, body))
        const docs: Doc[] = []
        for (const row of items) docs.push((await ofGroup(row, 200, withoutMembers(query))).body!)
        return listed(total, from, docs)
      }
      if (method === 'POST') return ofGroup(await scim.createGroup(scope, body), 201)
      throw new ScimError(405, 'This method is not available here')
    }
    const row = await scim.group(scope, id)
    if (method === 'GET')
      return ifNoneMatch === etagOf(row) ? { status: 304, etag: etagOf(row) } : ofGroup(row, 200, withoutMembers(query))
    requireMatch(row, ifMatch)
    if (method === 'PUT') return ofGroup(await scim.saveGroup(scope, row, { ...body, members: body.members ?? [] }))
    if (method === 'PATCH') {
      const before = groupResource(row, await scim.membersOf(row.groupId), base)
      const saved = await scim.saveGroup(scope, row, applyPatch(before, operationsOf(body), groupAttributes))
      // No body unless requested: groups may have thousands of members, and Entra needs none.
      return query.has('attributes')
        ? ofGroup(saved, 200, withoutMembers(query))
        : { status: 204, etag: etagOf(saved), location: `${base}/Groups/${saved.groupId}` }
    }
    if (method !== 'DELETE') throw new ScimError(405, 'This method is not available here')
    await scim.deleteGroup(scope, id)
    return { status: 204 }
  }

  const nested = async (): Promise<ScimAnswer> => {
    throw invalid('path: Bulk can’t contain Bulk', 'invalidPath')
  }
  async function bulk(scope: Scope, body: Doc): Promise<ScimAnswer> {
    const operations = body.Operations
    if (!Array.isArray(operations)) throw invalid('Operations: a list was expected', 'invalidSyntax')
    if (operations.length > MAX_BULK) throw new ScimError(413, `At most ${MAX_BULK} operations`, 'tooMany')
    const stopAfter = typeof body.failOnErrors === 'number' ? body.failOnErrors : Number.POSITIVE_INFINITY
    const made = new Map<string, string>()
    const results: Doc[] = []
    let failures = 0
    for (const operation of operations as Doc[]) {
      if (failures >= stopAfter) break
      const method = String(operation.method).toUpperCase()
      const bulkId = typeof operation.bulkId === 'string' ? operation.bulkId : undefined
      const resolved = (text: string) =>
        text.replaceAll(/bulkId:([\w-]+)/g, (whole, id: string) => made.get(id) ?? whole)
      const path = resolved(String(operation.path ?? '')).replace(/^\//, '')
      const data = JSON.parse(resolved(JSON.stringify(operation.data ?? {}))) as Doc
      const request = {
        method,
        path,
        query: new URLSearchParams(),
        body: data,
        ifMatch: undefined,
        ifNoneMatch: undefined,
      }
      const answer = await (/^Bulk\b/.test(path) ? nested() : handle(scope, request)).catch((cause: unknown) =>
        errorAnswer(cause),
      )
      if (answer.status >= 400) failures += 1
      else if (bulkId !== undefined && answer.body?.id) made.set(bulkId, String(answer.body.id))
      results.push({
        method,
        ...(bulkId !== undefined && { bulkId }),
        ...(answer.location && { location: answer.location, version: answer.etag }),
        status: String(answer.status),
        ...(answer.status >= 400 && { response: answer.body }),
      })
    }
    return { status: 200, body: { schemas: [schema.bulk], Operations: results } }
  }

  async function handle(scope: Scope, request: ScimRequest): Promise<ScimAnswer> {
    const [kind, id, ...more] = request.path.split('/').filter(Boolean)
    if (more.length) throw new ScimError(404, 'There is no such resource')
    if (kind === 'Users') return users(scope, request, id)
    if (kind === 'Groups') return groups(scope, request, id)
    if (kind === 'Bulk' && request.method === 'POST') return bulk(scope, request.body)
    if (kind === 'Me') throw new ScimError(501, 'A directory has no account here')
    if (request.method === 'GET') {
      if (kind === 'ServiceProviderConfig') return { status: 200, body: serviceProviderConfig }
      const all = kind === 'ResourceTypes' ? resourceTypes(base) : kind === 'Schemas' ? schemas : undefined
      const found = id === undefined ? undefined : all?.find((doc) => doc.id === id)
      if (found) return { status: 200, body: found }
      if (all && id === undefined) return listed(all.length, 1, all)
    }
    throw new ScimError(404, 'There is no such resource')
  }
  return { handle }
}

export function errorAnswer(cause: unknown): ScimAnswer {
  if (!(cause instanceof ScimError)) throw cause
  const { status, scimType, message } = cause
  return {
    status,
    body: { schemas: [schema.error], status: String(status), ...(scimType && { scimType }), detail: message },
  }
}
