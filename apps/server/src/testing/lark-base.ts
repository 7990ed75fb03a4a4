import { type FarAnswer, openFarEnd } from './far-end.ts'

type Fields = Record<string, unknown>
interface Base {
  name: string
  sharing: string
  tables: Map<string, { fields: { field_name: string; type: number }[]; records: { id: string; fields: Fields }[] }>
}
const SECRET = 'secret-of-the-app'
export const larkApp = {
  app_id: 'cli_1',
  app_secret: SECRET,
  encrypt_key: 'key-of-the-app',
  verification_token: 'token-of-the-app',
}
const refused = (code: number, msg: string): FarAnswer => ({ body: { code, msg } })
const Type = { text: 1, number: 2 } as const
const MOST = 500

/** Simulates Lark Base: apps, tables, and batches of records. A repeated batch is ignored. */
export async function openLarkBase() {
  const bases = new Map<string, Base>()
  const batches = new Set<string>()
  let made = 0
  const next = (prefix: string) => `${prefix}${(made += 1)}`
  const far = await openFarEnd(({ method, path, query, headers, body }) => {
    const sent = JSON.parse(body.toString() || '{}') as {
      app_secret?: string
      name?: string
      table?: { fields: { field_name: string; type: number }[] }
      records?: { fields: Fields }[]
      link_share_entity?: string
    }
    if (path.endsWith('/tenant_access_token/internal'))
      return sent.app_secret === SECRET
        ? { body: { code: 0, tenant_access_token: 't-1', expire: 7200 } }
        : refused(10_014, 'app secret invalid')
    if (headers.authorization !== 'Bearer t-1') return refused(99_991_663, 'Invalid access token')
    if (method === 'POST' && path === '/open-apis/bitable/v1/apps') {
      const app_token = next('bascn')
      bases.set(app_token, { name: sent.name ?? '', sharing: '', tables: new Map() })
      return { body: { code: 0, data: { app: { app_token, url: `${far.url}/base/${app_token}` } } } }
    }
    const [, token = '', rest = ''] =
      /^\/open-apis\/(?:bitable\/v1\/apps|drive\/v1\/permissions)\/(\w+)(.*)$/.exec(path) ?? []
    const base = bases.get(token)
    if (!base) return refused(91_402, 'NOTEXIST')
    if (method === 'PATCH' && rest === '/public') {
      base.sharing = sent.link_share_entity ?? ''
      return { body: { code: 0, data: {} } }
    }
    if (rest === '/tables') {
      const table_id = next('tbl')
      const fields = sent.table?.fields ?? []
      if (new Set(fields.map(({ field_name }) => field_name)).size < fields.length)
        return refused(1_254_014, 'FieldNameDuplicated')
      base.tables.set(table_id, { fields, records: [] })
      return { body: { code: 0, data: { table_id } } }
    }
    const [, tableId = '', act = ''] = /^\/tables\/(\w+)\/records\/(\w+)$/.exec(rest) ?? []
    const table = base.tables.get(tableId)
    if (!table) return refused(1_254_041, 'TableIdNotFound')
    if (act === 'batch_create') {
      const records = sent.records ?? []
      if (records.length > MOST) return refused(1_254_104, 'RecordAddOnceExceedLimit')
      for (const { fields } of records)
        for (const [name, value] of Object.entries(fields)) {
          const type = table.fields.find(({ field_name }) => field_name === name)?.type
          if (type === undefined) return refused(1_254_045, 'FieldNameNotFound')
          if (typeof value !== (type === Type.number ? 'number' : 'string'))
            return refused(1_254_060, 'TextFieldConvFail')
        }
      const key = query.get('client_token') ?? ''
      if (!batches.has(key)) table.records.push(...records.map(({ fields }) => ({ id: next('rec'), fields })))
      batches.add(key)
      return { body: { code: 0, data: { records: [] } } }
    }
    const from = Number(query.get('page_token') ?? 0)
    const size = Number(query.get('page_size') ?? 20)
    const isText = (name: string) => table.fields.find(({ field_name }) => field_name === name)?.type === Type.text
    const items = table.records.slice(from, from + size).map(({ id, fields }) => ({
      record_id: id,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, isText(name) ? [{ type: 'text', text: value }] : value]),
      ),
    }))
    const has_more = from + size < table.records.length
    return { body: { code: 0, data: { items, has_more, page_token: has_more ? String(from + size) : '' } } }
  })
  return { ...far, bases }
}
