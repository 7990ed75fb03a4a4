import type { Answer, Method, Op, Ops, Reply, Sent } from './kit.ts'

/** The part of an operation that the client needs; the schemas stay on the server. */
export interface RouteInfo {
  method: Method
  path: string
  reply: Reply
  body: 'json' | 'form' | 'raw'
}
export type RouteTable = Record<string, Record<string, RouteInfo>>
export type Domains = Record<string, Ops>

type Result<T extends Op> = T['reply'] extends 'data' | 'flat' ? Answer<T> : Response
export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Show an error of this call in a toast. By default the caller handles the error. */
  toast?: boolean
}
export type Client<C extends Domains> = {
  [D in keyof C]: {
    [K in keyof C[D]]: (input: Sent<C[D][K]>, options?: CallOptions) => Promise<Result<C[D][K]>>
  }
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly status: number
  readonly logId: string
  readonly data: unknown
  constructor(code: number, message: string, status: number, logId: string, data?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.logId = logId
    this.data = data
  }
}

export type Send = (path: string, init: RequestInit, options: CallOptions) => Promise<Response>

export function routeTable(domains: Domains): RouteTable {
  const info = (op: Op): RouteInfo => ({ ...op.routes[0]!, reply: op.reply, body: op.body })
  return mapValues(domains, (ops) => mapValues(ops, info))
}

export function createClient<C extends Domains>(routes: RouteTable, send: Send): Client<C> {
  const bind =
    (route: RouteInfo) =>
    (input: Record<string, unknown>, options: CallOptions = {}) =>
      call(route, input ?? {}, send, options)
  return mapValues(routes, (ops) => mapValues(ops, bind)) as unknown as Client<C>
}

async function call(route: RouteInfo, input: Record<string, unknown>, send: Send, options: CallOptions) {
  const rest = { ...input }
  // `{name}` is one segment of the path; `*name` at the end is the rest of it.
  const path = route.path.replace(/\{(\w+)\}|\*(\w+)$/g, (_, text?: string, whole?: string) => {
    const key = (text ?? whole)!
    const value = String(rest[key])
    delete rest[key]
    return whole ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  // A raw body is passed as `body`; all other input goes into the query.
  const { body: raw, ...others } = rest
  const query = route.body === 'raw' ? toQuery(others) : hasBody ? '' : toQuery(rest)
  const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest', ...options.headers }
  const init: RequestInit = { method: route.method, headers, signal: options.signal }
  if (hasBody && route.body === 'form') init.body = toForm(rest)
  else if (route.body === 'raw') init.body = raw as BodyInit
  else if (hasBody) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(rest)
  }
  const response = await send(path + query, init, options)
  if (route.reply !== 'data' && route.reply !== 'flat') return response
  const logId = response.headers.get('x-tt-logid') ?? ''
  const body = (await response.json().catch(() => null)) as { code?: number; msg?: string; data?: unknown } | null
  if (!body || typeof body.code !== 'number')
    throw new ApiError(response.status, `HTTP ${response.status}`, response.status, logId)
  if (body.code !== 0) throw new ApiError(body.code, body.msg ?? '', response.status, logId, body.data)
  return route.reply === 'flat' ? body : (body.data ?? {})
}

function toQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    query.set(key, typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

function toForm(values: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    form.set(key, value instanceof Blob ? value : String(value))
  }
  return form
}

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
