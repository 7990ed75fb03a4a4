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
/** The callers for whom a call is intended: programs of anybody, the studio itself, or older clients. */
const audiences = ['public', 'studio', 'legacy'] as const
type Audience = (typeof audiences)[number]
/** An event of a stream. Without a schema, the description explains the data. */
export interface StreamEvent {
  event: string
  description: string
  data?: JsonSchema
}
type Access = string | { on: string; id: string; can: string; optional?: boolean }
export interface Operation extends Route {
  /** `space.addMembers`; with a slash instead, its path in the docs. */
  id: string
  domain: string
  name: string
  summary: string
  /** The same call under other paths. */
  aliases: readonly Route[]
  parameters: readonly Parameter[]
  body?: { is: 'json' | 'form'; schema: JsonSchema }
  answer: { is: 'json' | 'stream' | 'raw'; schema?: JsonSchema }
  events: readonly StreamEvent[]
  audience: Audience
  access: Access
  /** The scope that a token needs. A call without one accepts no token. */
  scope?: string
}
export interface Group {
  domain: string
  title: string
  operations: readonly Operation[]
}
export interface Section {
  audience: Audience
  groups: readonly Group[]
  count: number
}
export interface Reference {
  version: string
  /** Public calls first. A domain is listed in every section for which it has calls. */
  sections: readonly Section[]
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
  'x-audience'?: Audience
  'x-events'?: readonly StreamEvent[]
}
export interface OpenApiDocument {
  info?: { version?: string }
  tags?: readonly { name: string; 'x-displayName'?: string }[]
  paths?: Record<string, Record<string, RawOperation>>
}

/** Reads the document of the server: calls by domain, each once, with its other paths. */
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
  const titles = new Map(document.tags?.map((tag) => [tag.name, tag['x-displayName']]))
  const groups = groupsOf(all, titles)
  const sections = audiences.map((audience) => {
    const mine = all.filter((operation) => operation.audience === audience)
    return { audience, groups: groupsOf(mine, titles), count: mine.length }
  })
  return {
    version: document.info?.version ?? '',
    groups,
    sections: sections.filter(({ count }) => count > 0),
    count: all.length,
  }
}

const groupsOf = (operations: readonly Operation[], titles: ReadonlyMap<string, string | undefined>): Group[] =>
  [...Map.groupBy(operations, (item) => item.domain)]
    .map(([domain, list]) => ({ domain, title: titles.get(domain) ?? domain, operations: list }))
    .toSorted((a, b) => a.title.localeCompare(b.title))

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
    events: raw['x-events'] ?? [],
    audience: raw['x-audience'] ?? 'studio',
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
  const json = content?.['application/json']
  if (content?.['text/event-stream']) return { is: 'stream', schema: json?.schema }
  return json ? { is: 'json', schema: json.schema } : { is: 'raw' }
}

export function findOperation(reference: Reference, domain: string, name: string): Operation | undefined {
  return reference.groups
    .find((group) => group.domain === domain)
    ?.operations.find((operation) => operation.name === name)
}
