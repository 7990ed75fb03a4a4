import { z } from 'zod'
import type { Domains } from './client.ts'
import type { Op, Schema } from './kit.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a set of domains. */
export function toOpenApi(domains: Domains, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [domain, ops] of Object.entries(domains))
    for (const [name, op] of Object.entries(ops))
      op.routes.forEach((route, index) => {
        const item = (paths[route.path.replace(/\*(\w+)$/, '{$1}')] ??= {})
        item[route.method.toLowerCase()] = describe(op, route, `${domain}.${name}${index ? `.${index}` : ''}`, domain)
      })
  return {
    openapi: '3.1.0',
    info: { title: 'Orrery API', version },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token (pat_…)' },
        session: { type: 'apiKey', in: 'cookie', name: 'session_key' },
      },
    },
    paths,
  }
}

function describe(op: Op, route: Op['routes'][number], operationId: string, tag: string): Json {
  const inPath = [...route.path.matchAll(/[{*](\w+)\}?/g)].map((match) => match[1]!)
  const input = jsonSchema(op.input, 'input')
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...(hasBody
      ? []
      : rest.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] }))),
  ]
  return {
    operationId,
    tags: [tag],
    summary: op.summary,
    ...(parameters.length ? { parameters } : {}),
    ...(hasBody && rest.length ? { requestBody: requestBody(op, input, rest) } : {}),
    responses: { 200: { description: 'OK', content: answer(op) } },
    security: security(op),
    'x-access': op.access,
    ...(op.scope ? { 'x-scope': op.scope } : {}),
  }
}

const security = (op: Op) =>
  op.access === 'public' ? [] : op.scope ? [{ token: [op.scope] }, { session: [] }] : [{ session: [] }]

function requestBody(op: Op, input: Json, keys: string[]): Json {
  const all = (input.properties ?? {}) as Record<string, Json>
  const schema = {
    ...input,
    properties: Object.fromEntries(keys.map((key) => [key, all[key]])),
    required: ((input.required ?? []) as string[]).filter((key) => keys.includes(key)),
  }
  if (op.body === 'raw') return { content: { 'application/octet-stream': {} } }
  return { content: { [op.body === 'form' ? 'multipart/form-data' : 'application/json']: { schema } } }
}

function answer(op: Op): Json {
  if (op.reply === 'stream') return { 'text/event-stream': {} }
  if (op.reply === 'raw') return { '*/*': {} }
  const output = jsonSchema(op.output, 'output')
  const envelope = { code: { type: 'integer' }, msg: { type: 'string' } }
  const properties =
    op.reply === 'flat' ? { ...envelope, ...(output.properties as Json) } : { ...envelope, data: output }
  const whole = { 'application/json': { schema: { type: 'object', properties } } }
  return op.reply === 'either' ? { ...whole, 'text/event-stream': {} } : whole
}

const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  return rest
}
