import { contract, type Op, type Ops } from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import type { Locale } from '#kit/errors.ts'
import { version } from '#version.ts'

type Json = Record<string, unknown>
export interface OpenCall {
  /** Its name on the wire. */
  key: string
  subject: string
  title: string
  method: string
  path: string
  permission: string
  reply: 'json' | 'stream' | 'binary'
  /** An OpenAPI document that contains only this call. */
  spec(): Json
}
const isOpen = (path: string) => /^\/(v\d|open_api)\//.test(path)
const replies = { data: 'json', flat: 'json', stream: 'stream', either: 'stream', raw: 'binary' } as const

const listed = new Map<Locale, OpenCall[]>()
/** Calls that programs can make with a token, derived from the contract. */
export function openCalls(locale: Locale): OpenCall[] {
  const known = listed.get(locale) ?? listCalls(locale)
  listed.set(locale, known)
  return known
}

const listCalls = (locale: Locale): OpenCall[] =>
  Object.entries(contract as Record<string, Ops>).flatMap(([subject, ops]) =>
    Object.entries(ops).flatMap(([name, op]: [string, Op]) => {
      const route = op.routes.find(({ path }) => isOpen(path))
      // Sockets cannot be tried out with a form.
      if (!route || !op.scope || op.reply === 'socket') return []
      const alone = { [subject]: { [name]: { ...op, routes: [route] } } }
      return {
        key: `${subject}.${name}`,
        subject,
        title: (locale === 'zh-CN' && op.summaryZh) || op.summary,
        method: route.method,
        path: route.path,
        permission: op.scope,
        reply: replies[op.reply],
        spec: () => toOpenApi(alone, version, locale),
      }
    }),
  )

export function wholeSpec(locale: Locale): Json {
  const paths: Record<string, Json> = {}
  let whole: Json = {}
  for (const call of openCalls(locale)) {
    whole = call.spec()
    for (const [path, item] of Object.entries(whole.paths as Record<string, Json>))
      paths[path] = { ...paths[path], ...item }
  }
  return { ...whole, paths }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
/** Calls of an external OpenAPI document; empty if the document is invalid. */
export function callsOf(document: unknown): OpenCall[] {
  const root = asObject(document)
  const paths = asObject(root?.paths)
  if (!root || !paths || typeof root.openapi !== 'string' || !root.openapi.startsWith('3.')) return []
  const text = (value: unknown, max: number) => (typeof value === 'string' ? value.slice(0, max) : '')
  const title = text(asObject(root.info)?.title, 100) || 'API'
  // The database does not preserve the order of keys.
  const sorted = Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.flatMap(([path, item]) =>
    Object.entries(asObject(item) ?? {}).flatMap(([method, described]) => {
      const call = asObject(described)
      if (!call || !methods.includes(method) || !path.startsWith('/')) return []
      return {
        key: `hub.${method}${path}`.slice(0, 200),
        subject: title,
        title: text(call.summary, 200) || `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        permission: '',
        reply: 'json' as const,
        spec: () => ({ ...root, paths: { [path]: { [method]: call } } }),
      }
    }),
  )
}
