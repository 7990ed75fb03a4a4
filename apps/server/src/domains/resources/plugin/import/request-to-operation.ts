import { inferSchema } from './infer-schema.ts'
import type { Json, Method, OpenApi } from './openapi-types.ts'
import { methods } from './openapi-types.ts'

/** A recorded request from which an operation is derived. */
export interface SeenRequest {
  name: string
  description: string
  method: string
  url: string
  headers: [string, string][]
  body: string
  /** The content type of the body; detected if empty. */
  bodyType: string
  response?: string
}
/** Headers of the connection or of a person, which are not parameters of the tool. */
const notParameters = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'dnt',
  'host',
  'origin',
  'pragma',
  'priority',
  'referer',
  'user-agent',
  'x-api-key',
])

/** Converts requests to a document. Repeated calls become one operation and are listed in `duplicates`. */
export function toDocument(requests: SeenRequest[], title: string, description: string) {
  const paths: OpenApi['paths'] = {}
  const counts = new Map<string, number>()
  let server = ''
  for (const request of requests) {
    const filled = request.url.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, '{$1}')
    const url = parseUrl(filled)
    const method = request.method.toLowerCase() as Method
    if (!url || !methods.includes(method)) continue
    server ||= url.base
    if (url.base !== server) continue
    const key = `${method} ${url.path}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const item = (paths[url.path] ??= {})
    item[method] ??= operationOf(request, url)
  }
  const duplicates = [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => ({ method: key.split(' ')[0]!.toUpperCase(), path: key.slice(key.indexOf(' ') + 1), count }))
  const document: OpenApi = {
    openapi: '3.0.1',
    info: { title, description, version: 'v1' },
    servers: server ? [{ url: server }] : [],
    paths,
  }
  return { document, duplicates }
}

interface Parts {
  base: string
  path: string
  query: [string, string][]
}
function parseUrl(text: string): Parts | undefined {
  const match = /^(https?:\/\/[^/?#]+|\{[\w.-]+\})([^?#]*)(?:\?([^#]*))?/i.exec(
    /^[\w.-]+(:\d+)?\//.test(text) ? `https://${text}` : text,
  )
  if (!match) return undefined
  const path = (match[2] || '/').replace(/\/:([\w-]+)/g, '/{$1}')
  const query = [...new URLSearchParams(match[3] ?? '')] as [string, string][]
  // If the address is a variable, the importing user has to enter it.
  return { base: match[1]!.startsWith('{') ? 'https://example.invalid' : match[1]!, path, query }
}

function operationOf(seenRequest: SeenRequest, url: Parts): Json {
  const inPath = [...url.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!)
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...url.query.map(([name, value]) => ({ name, in: 'query', required: false, schema: inferSchema(scalar(value)) })),
    ...seenRequest.headers
      .filter(([name]) => !notParameters.has(name.toLowerCase()) && !/^(:|sec-|x-forwarded|x-csrf|proxy-)/i.test(name))
      .map(([name, value]) => ({ name, in: 'header', required: false, schema: { type: 'string', default: value } })),
  ]
  const body = bodyOf(seenRequest)
  return {
    operationId: operationId(seenRequest.name || `${seenRequest.method} ${url.path}`),
    summary: seenRequest.description || seenRequest.name || `${seenRequest.method.toUpperCase()} ${url.path}`,
    parameters,
    ...(body && { requestBody: { content: body } }),
    responses: {
      '200': {
        description: 'ok',
        ...(seenRequest.response && {
          content: { 'application/json': { schema: inferSchema(json(seenRequest.response)) } },
        }),
      },
    },
  }
}
function bodyOf({ body, bodyType }: SeenRequest): Json | undefined {
  if (!body) return undefined
  if (/form-urlencoded|multipart/.test(bodyType) || (!bodyType && /^[\w.%-]+=[^{]*$/.test(body))) {
    const fields = Object.fromEntries(new URLSearchParams(body))
    return { [bodyType.split(';')[0] || 'application/x-www-form-urlencoded']: { schema: inferSchema(fields) } }
  }
  const value = json(body)
  return {
    'application/json': {
      schema: typeof value === 'object' && value !== null ? inferSchema(value) : { type: 'object' },
    },
  }
}
const operationId = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '')
const scalar = (text: string): unknown =>
  /^-?\d{1,15}$/.test(text) ? Number(text) : text === 'true' || text === 'false' ? text === 'true' : text
function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
