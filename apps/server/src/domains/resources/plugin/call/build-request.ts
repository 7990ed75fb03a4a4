import { type ApiParameter, ApiMethod, type CommonParams, ParameterLocation } from '@orrery/contract'
import { pluginErrors } from '../plugin.errors.ts'
import type { ToolRow } from '../plugin.table.ts'

export interface BuiltRequest {
  method: string
  url: URL
  headers: [string, string][]
  body: string | Buffer | undefined
}
type Values = Record<string, unknown>
const methodNames = new Map<number, string>(Object.entries(ApiMethod).map(([name, number]) => [number, name]))
export const methodName = (method: number) => methodNames.get(method) ?? 'GET'
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Builds the HTTP request of a tool call. Path arguments are encoded, so that they cannot change the path. */
export async function buildRequest(
  base: string,
  tool: Pick<ToolRow, 'path' | 'method' | 'extend'>,
  params: readonly ApiParameter[],
  values: Values,
  common: CommonParams,
): Promise<BuiltRequest> {
  const method = methodName(tool.method)
  const hasBody = method !== 'GET' && method !== 'DELETE'
  let path = tool.path
  const query: [string, string][] = []
  const headers: [string, string][] = []
  const body: Values = {}
  const put = (location: number | undefined, name: string, value: unknown) => {
    switch (location ?? (hasBody ? ParameterLocation.body : ParameterLocation.query)) {
      case ParameterLocation.path:
        path = path.replaceAll(`{${name}}`, encodeSegment(text(value)))
        return
      case ParameterLocation.header:
        headers.push([name, text(value)])
        return
      case ParameterLocation.body:
        if (hasBody || method === 'DELETE') body[name] = value
        else query.push([name, text(value)])
        return
      default:
        for (const found of Array.isArray(value) ? value : [value]) query.push([name, text(found)])
    }
  }
  for (const [location, list] of Object.entries(common))
    for (const found of list ?? [])
      if (found.name && !Object.hasOwn(values, found.name)) put(Number(location), found.name, found.value)
  for (const param of params) if (Object.hasOwn(values, param.name)) put(param.location, param.name, values[param.name])
  if (/\{[^}]+\}/.test(path)) throw pluginErrors.missingArguments({ names: /\{([^}]+)\}/.exec(path)![1]! })

  const url = new URL(base.replace(/\/+$/, '') + (path.startsWith('/') || !path ? path : `/${path}`))
  for (const [name, value] of query) url.searchParams.append(name, value)
  const written = await writeBody(body, tool.extend.body_type, hasBody || Object.keys(body).length > 0)
  if (written.type && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['content-type', written.type])
  return { method, url, headers, body: written.body }
}

/** Encodes a segment that consists only of dots, which would otherwise go up in the path. */
const encodeSegment = (value: string) =>
  encodeURIComponent(value).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'))

async function writeBody(
  body: Values,
  type: string,
  isSent: boolean,
): Promise<{ body?: string | Buffer; type?: string }> {
  if (!isSent) return {}
  if (type === 'form')
    return {
      body: new URLSearchParams(Object.entries(body).map(([name, value]) => [name, text(value)])).toString(),
      type: 'application/x-www-form-urlencoded',
    }
  if (type === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) form.append(name, text(value))
    const encoded = new Response(form)
    return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! }
  }
  return { body: JSON.stringify(body), type: 'application/json' }
}
