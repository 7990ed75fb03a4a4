import type { JsonSchema } from './json-schema.ts'

interface Route {
  method: string
  path: string
}
export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}
type Access = string | { on: string; id: string; can: string; optional?: boolean }
export interface Operation extends Route {
  /** `space.addMembers`: also its address below the docs, with a slash. */
  id: string
  domain: string
  name: string
  summary: string
  /** The same call under other paths. */
  aliases: readonly Route[]
  parameters: readonly Parameter[]
  body?: { is: 'json' | 'form'; schema: JsonSchema }
  answer: { is: 'json' | 'stream' | 'raw'; schema?: JsonSchema }
  access: Access
  /** Scope that a token needs; a call without one accepts no token. */
  scope?: string
}
export interface Group {
  domain: string
  operations: readonly Operation[]
}
export interface Reference {
  version: string
  groups: readonly Group[]
  count: number
}

type Content = Record<string, { schema?: JsonSchema }>
interface RawOperation {
  operationId?: string
  tags?: readonly string[]
  summary?: string
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
  'x-access'?: Access
  'x-scope'?: string
}
export interface OpenApiDocument {
  info?: { version?: string }
  paths?: Record<string, Record<string, RawOperation>>
}

/** From the document the server gives out: calls by domain, each once, with its other paths. */
export function readReference(document: OpenApiDocument): Reference {
  const operations = new Map<string, Operation>()
  const aliases = new Map<string, Route[]>()
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, raw] of Object.entries(item)) {
      const [domain = '', name = '', alias] = (raw.operationId ?? '').split('.')
      const id = `${domain}.${name}`
      const route = { method: method.toUpperCase(), path }
      if (alias === undefined) operations.set(id, readOperation(raw, route, domain, name))
      else aliases.set(id, [...(aliases.get(id) ?? []), route])
    }
  }
  const all = [...operations.values()].map((operation) => ({ ...operation, aliases: aliases.get(operation.id) ?? [] }))
  const groups = [...Map.groupBy(all, (item) => item.domain)]
    .map(([domain, list]) => ({ domain, operations: list }))
    .toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
  return { version: document.info?.version ?? '', groups, count: all.length }
}

function readOperation(raw: RawOperation, route: Route, domain: string, name: string): Operation {
  return {
    ...route,
    id: `${domain}.${name}`,
    domain,
    name,
    summary: raw.summary ?? '',
    aliases: [],
    parameters: (raw.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      in: parameter.in === 'path' ? 'path' : 'query',
      required: parameter.required ?? false,
      schema: parameter.schema ?? {},
    })),
    body: readBody(raw.requestBody?.content),
    answer: readAnswer(raw.responses?.['200']?.content),
    access: raw['x-access'] ?? 'user',
    scope: raw['x-scope'],
  }
}

function readBody(content: Content | undefined): Operation['body'] {
  const form = content?.['multipart/form-data']
  if (form) return { is: 'form', schema: form.schema ?? {} }
  const json = content?.['application/json']
  return json && { is: 'json', schema: json.schema ?? {} }
}

function readAnswer(content: Content | undefined): Operation['answer'] {
  if (content?.['text/event-stream']) return { is: 'stream' }
  const json = content?.['application/json']
  return json ? { is: 'json', schema: json.schema } : { is: 'raw' }
}

export function findOperation(reference: Reference, domain: string, name: string): Operation | undefined {
  return reference.groups
    .find((group) => group.domain === domain)
    ?.operations.find((operation) => operation.name === name)
}
