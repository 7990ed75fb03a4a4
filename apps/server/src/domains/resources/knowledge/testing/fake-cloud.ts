import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const [KEY, SECRET] = ['AKTEST', 'far away secret']
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const bases = [
  {
    resource_id: 'kb-1',
    collection_name: 'birds',
    description: 'of the coast',
    project: 'sea',
    data_type: 'unstructured_data',
    version: 4,
  },
  {
    resource_id: 'kb-2',
    collection_name: 'prices',
    project: 'shop',
    data_type: 'structured_data',
    version: 2,
    pipeline_list: [
      {
        index_list: [
          {
            index_config: {
              fields: [
                { field_name: '_sys_auto_id', field_type: 'string' },
                { field_name: 'shelf', field_type: 'int64' },
              ],
            },
          },
        ],
      },
    ],
  },
]
const gulls = Array.from({ length: 103 }, (_, n) => ({
  content: `Gull number ${n} nests on ledge ${n * 3}.`,
  doc_info: { doc_id: n < 102 ? 'd1' : 'd2', doc_name: n < 102 ? 'gulls.pdf' : 'terns.pdf' },
}))
const rows = [
  {
    doc_info: { doc_id: 'd3', doc_name: 'list.csv' },
    table_chunk_fields: [
      { field_name: 'thing', field_value: 'anchor' },
      { field_name: 'price', field_value: 40 },
    ],
  },
]
function isSigned(request: IncomingMessage, body: string): boolean {
  const header = String(request.headers.authorization)
  const [, credential, names, signature] =
    /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(header) ?? []
  const [id, ...scope] = credential?.split('/') ?? []
  if (id !== KEY || sha(body) !== request.headers['x-content-sha256']) return false
  const lines = names!
    .split(';')
    .map((name) => `${name}:${String(request.headers[name])}\n`)
    .join('')
  const canonical = `POST\n${request.url}\n\n${lines}\n${names}\n${sha(body)}`
  const text = `HMAC-SHA256\n${String(request.headers['x-date'])}\n${scope.join('/')}\n${sha(canonical)}`
  const [date, region, service, end] = scope as [string, string, string, string]
  return hmac(hmac(hmac(hmac(hmac(SECRET, date), region), service), end), text).toString('hex') === signature
}
interface Asked {
  project?: string
  filter?: { collection_resource_ids: string[]; service_type: number }
  resource_id?: string
  offset?: number
  limit?: number
}
function answerTo(path: string, asked: Asked): object {
  if (path.endsWith('/collection/list'))
    return { collection_list: bases.filter((base) => !asked.project || base.project === asked.project) }
  if (path.endsWith('/service/list')) {
    const { collection_resource_ids: ids, service_type: type } = asked.filter!
    const is = ids[0] === 'kb-1' && type === 1
    return {
      knowledge_services: is
        ? [{ name: 'Find birds', description: 'by sight', service_resource_id: 'kb-service-9' }]
        : [],
    }
  }
  const all = asked.resource_id === 'kb-1' ? gulls : rows
  return { point_list: all.slice(asked.offset, asked.offset! + asked.limit!) }
}

/** A fake cloud that checks signatures like the real one and hosts two knowledge bases in two projects. */
export async function openFakeCloud() {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    response.setHeader('content-type', 'application/json')
    if (!isSigned(request, body)) return void response.writeHead(401).end('{"code":1000001,"message":"unauthorized"}')
    response.end(
      JSON.stringify({ code: 0, message: 'success', data: answerTo(request.url!, JSON.parse(body) as Asked) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, address: `http://${host}/`, close: () => void server.close() }
}
