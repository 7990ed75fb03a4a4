import type { IncomingMessage } from 'node:http'
import type { Op } from '@orrery/contract'
import type { Context } from 'hono'
import { badInput, errors } from '../errors.ts'
import { headerOf, incomingOf } from './answer.ts'
import { requireStorable, requireStorableJson } from './storable.ts'

const DEFAULT_BODY_LIMIT = 10 * 1024 * 1024
const MAX_DEPTH = 128

type Values = Record<string, unknown>

/** The input of a call from its path, query, body and headers. Other parts must not contradict the path and headers. */
export async function readInput(c: Context, op: Op, method: string): Promise<Values> {
  const query = readQuery(c)
  const body = method === 'GET' || method === 'HEAD' ? {} : await readBody(c, op)
  const path = requireStorable(c.req.param() as Record<string, string>)
  for (const [key, value] of Object.entries(path)) {
    const other = body[key] ?? query[key]
    if (other !== undefined && String(other) !== value)
      throw badInput(key, 'differs from the one in the path', '与路径中的不一致')
  }
  return { ...query, ...body, ...readHeaders(c, op, { ...query, ...body }), ...path }
}

function readHeaders(c: Context, op: Op, given: Values): Values {
  const values: Values = {}
  for (const [field, header] of Object.entries(op.headers ?? {})) {
    const value = headerOf(c, header)
    if (!value) continue
    if (given[field] !== undefined && String(given[field]) !== value)
      throw badInput(field, `differs from the header ${header}`, `与请求头 ${header} 不一致`)
    values[field] = value
  }
  return requireStorable(values)
}

function readQuery(c: Context): Values {
  const { url } = c.req
  if (!url.includes('?')) return {}
  const values: Values = {}
  for (const [key, list] of Object.entries(c.req.queries()))
    values[key.replace(/\[\]$/, '')] = list.length > 1 ? list : list[0]
  return requireStorable(values)
}

async function readBody(c: Context, op: Op): Promise<Values> {
  const limit = op.bodyLimit ?? DEFAULT_BODY_LIMIT
  const type = (headerOf(c, 'content-type') ?? '').toLowerCase()
  if (Number(headerOf(c, 'content-length') ?? 0) > limit) throw errors.bodyTooLarge({ max: limit })
  // The handler reads the stream, and limits it where no length was announced.
  if (op.body === 'raw') return {}
  if (op.body === 'form') {
    if (!type.startsWith('multipart/form-data')) throw errors.wrongType({ expected: 'multipart/form-data' })
    return readForm(await limited(c.req.raw, limit).formData().catch(rethrow))
  }
  const text = await readText(c, limit).catch(rethrow)
  if (text.trim() === '') return {}
  // A foreign page can send text/plain and forms without a CORS preflight.
  if (!/^application\/([\w.+-]+\+)?json\b/.test(type)) throw errors.wrongType({ expected: 'application/json' })
  return parseJson(text)
}

class BodyTooLarge extends Error {}
export const rethrow = (cause: unknown): never => {
  for (let at: unknown = cause; at instanceof Error; at = at.cause)
    if (at instanceof BodyTooLarge) throw errors.bodyTooLarge({ max: at.message })
  throw errors.badBody()
}

/** Reads from the socket if there is one: half the cost of a Request. */
async function readText(c: Context, limit: number): Promise<string> {
  const incoming = incomingOf(c)
  return incoming ? joined(await readIncoming(incoming, limit)).toString() : limited(c.req.raw, limit).text()
}
/** The raw body: signatures are computed over its bytes. */
export const readBytes = async (c: Context, limit: number): Promise<Buffer> => joined(await readParts(c, limit))
/** The raw body in the chunks in which it arrived. */
export async function readParts(c: Context, limit: number): Promise<Buffer[]> {
  const incoming = incomingOf(c)
  const read = incoming
    ? readIncoming(incoming, limit)
    : limited(c.req.raw, limit)
        .arrayBuffer()
        .then((bytes) => [Buffer.from(bytes)])
  const parts = await read.catch(rethrow)
  if (parts.reduce((sum, part) => sum + part.length, 0) > limit) throw errors.bodyTooLarge({ max: limit })
  return parts
}
export const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))
/** Uses the events of the request: an iterator costs more than reading a short body. */
export function readIncoming(incoming: IncomingMessage, limit: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const cutOff = () => reject(new Error('The request ended before its body'))
    if (incoming.destroyed) return cutOff()
    // A request that was read to its end is closed as well.
    const closed = () => void (incoming.readableEnded || cutOff())
    const chunks: Buffer[] = []
    let seen = 0
    incoming.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen <= limit) return void chunks.push(chunk)
      incoming.destroy()
      reject(new BodyTooLarge(String(limit)))
    })
    incoming.once('end', () => resolve(chunks))
    incoming.once('error', reject)
    incoming.once('close', closed)
  })
}

/** The same request, limited to `max` bytes when the client announced no length. */
function limited(request: Request, max: number): Request | Response {
  if (request.headers.has('content-length') || !request.body) return request
  let seen = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > max) controller.error(new BodyTooLarge(String(max)))
      else controller.enqueue(chunk)
    },
  })
  return new Response(request.body.pipeThrough(counter), {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

function readForm(form: FormData): Values {
  const values: Values = {}
  for (const key of new Set(form.keys())) {
    const list = form.getAll(key)
    values[key] = list.length > 1 ? list : list[0]
  }
  return requireStorable(values)
}

function parseJson(text: string): Values {
  checkDepth(text)
  let value: unknown
  try {
    // `__proto__` is a legal JSON key; it must never reach our objects.
    value = text.includes('__proto__')
      ? JSON.parse(text, (key, at: unknown) => (key === '__proto__' ? undefined : at))
      : JSON.parse(text)
  } catch {
    throw errors.badBody()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw errors.badBody()
  return requireStorableJson(text, value as Values)
}

/** The position of the quote that ends a string. Uses `indexOf` to skip long texts quickly. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}
/** Checks the nesting without recursion, unlike JSON.parse. */
function checkDepth(text: string) {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at + 1)
    else if (char === 0x7b || char === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) throw errors.bodyTooDeep({ max: MAX_DEPTH })
    } else if (char === 0x7d || char === 0x5d) depth -= 1
  }
}
