import { z } from 'zod'
import type { Domains } from './client.ts'
import { audienceOf } from './describe/audience.ts'
import { describeFields } from './describe/describe-fields.ts'
import { groupName } from './describe/groups.ts'
import type { DescribeLocale } from './describe/locale.ts'
import { eventText, streamEvents } from './describe/stream-events.ts'
import type { Op, Schema } from './kit.ts'

type Json = Record<string, unknown>

/** Returns the OpenAPI 3.1 document of a set of domains, with descriptions in the given language. */
export function toOpenApi(domains: Domains, version: string, locale: DescribeLocale = 'en'): Json {
  const paths: Record<string, Json> = {}
  for (const [domain, ops] of Object.entries(domains))
    for (const [name, op] of Object.entries(ops))
      op.routes.forEach((route, index) => {
        const item = (paths[route.path.replace(/\*(\w+)$/, '{$1}')] ??= {})
        const id = `${domain}.${name}`
        item[route.method.toLowerCase()] = {
          operationId: index ? `${id}.${index}` : id,
          ...describe(op, route, { domain, id, locale }),
        }
      })
  return {
    openapi: '3.1.0',
    info: { title: 'Orrery API', version },
    tags: Object.keys(domains).map((name) => ({ name, 'x-displayName': groupName(name, locale) ?? name })),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: locale === 'zh-CN' ? '个人访问令牌（pat_…）' : 'A personal access token (pat_…)',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'session_key' },
      },
    },
    paths,
  }
}

interface Described {
  domain: string
  id: string
  locale: DescribeLocale
}

function describe(op: Op, route: Op['routes'][number], { domain, id, locale }: Described): Json {
  const audience = audienceOf(domain, op)
  const words = { locale, audience }
  const inPath = [...route.path.matchAll(/[{*](\w+)\}?/g)].map((match) => match[1]!)
  const input = describeFields(jsonSchema(op.input, 'input'), words)
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const plain = (name: string) => describeFields({ properties: { [name]: { type: 'string' } } }, words).properties
  const parameters = [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: properties[name] ?? (plain(name) as Record<string, Json>)[name],
    })),
    ...(hasBody
      ? []
      : rest.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] }))),
  ]
  const events = streamEvents(id).map((event) => ({
    event: event.event,
    description: eventText(event, locale),
    ...(event.data && { data: describeFields(jsonSchema(event.data(), 'output'), words) }),
  }))
  return {
    tags: [domain],
    summary: (locale === 'zh-CN' && op.summaryZh) || op.summary,
    ...(parameters.length ? { parameters } : {}),
    ...(hasBody && rest.length ? { requestBody: requestBody(op, input, rest) } : {}),
    responses: { 200: { description: 'OK', content: answer(op, (schema) => describeFields(schema, words)) } },
    security: security(op),
    'x-access': op.access,
    'x-audience': audience,
    ...(op.scope ? { 'x-scope': op.scope } : {}),
    ...(events.length ? { 'x-events': events } : {}),
    ...(op.reply === 'socket' ? { 'x-frames': describeFields(jsonSchema(op.frames!, 'input'), words) } : {}),
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

function answer(op: Op, described: (schema: Json) => Json): Json {
  if (op.reply === 'stream') return { 'text/event-stream': {} }
  if (op.reply === 'raw') return { '*/*': {} }
  // The connection switches to another protocol, so there is no body.
  if (op.reply === 'socket') return {}
  const output = jsonSchema(op.output, 'output')
  const envelope = { code: { type: 'integer' }, msg: { type: 'string' } }
  const properties =
    op.reply === 'flat' ? { ...envelope, ...(output.properties as Json) } : { ...envelope, data: output }
  const whole = { 'application/json': { schema: described({ type: 'object', properties }) } }
  return op.reply === 'either' ? { ...whole, 'text/event-stream': {} } : whole
}

const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  return rest
}
