import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/** Knowledge bases of a cloud, against a far end that checks every signature as the cloud does and holds two bases in two projects. */
const [KEY, SECRET] = ['AKTEST', 'far away secret']
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
const far = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += String(part)
  response.setHeader('content-type', 'application/json')
  if (!isSigned(request, body)) return void response.writeHead(401).end('{"code":1000001,"message":"unauthorized"}')
  response.end(JSON.stringify({ code: 0, message: 'success', data: answerTo(request.url!, JSON.parse(body) as Asked) }))
})
let k: Knowledge
let address: string
let authId: string
beforeAll(async () => {
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(far.address() as AddressInfo).port}`
  address = `http://${host}/`
  k = await openKnowledge({ config: { egressAllow: [host] } })
})
afterAll(() => void far.close())
const connect = (password: string) =>
  k.api.knowledge.saveAccount({ kind: 'volcano', name: 'Cloud', address, username: KEY, password })

test('a key is tried before it is kept, and only its owner looks through it', async () => {
  await expect(connect('wrong')).rejects.toThrow(/unauthorized/)
  authId = (await connect(SECRET)).auth_id
  expect((await k.api.knowledge.accounts({})).accounts).toEqual([
    { auth_id: authId, kind: 'volcano', name: 'Cloud', address, username: KEY },
  ])
  const { volcano_dataset_project_list: projects } = await k.api.knowledge.cloudProjects({ space_id: k.spaceId })
  expect(projects.map((one) => one.name)).toEqual(['sea', 'shop'])
  const stranger = await k.t.register()
  const space_id = (await stranger.api.space.list({})).bot_space_list[0]!.id
  expect((await stranger.api.knowledge.cloudProjects({ space_id })).volcano_dataset_project_list).toEqual([])
  await expect(
    stranger.api.knowledge.importCloud({ space_id, volcano_dataset_id_list: [`${authId}:kb-1`] }),
  ).rejects.toThrow(/No cloud/)
})

test('lists the bases of a project with what their pieces can be told apart by', async () => {
  const list = async (project_name: string) =>
    (await k.api.knowledge.cloudDatasets({ space_id: k.spaceId, project_name })).volcano_dataset_list
  const plain = { status: 0, link: '' }
  expect(await list('sea')).toEqual([
    { ...plain, id: `${authId}:kb-1`, name: 'birds', desc: 'of the coast', format_type: 5, version: 2, tab_info: {} },
  ])
  const shelf = { name: 'shelf', type: 3, enumerated_val_list: [] }
  expect(await list('shop')).toEqual([
    { ...plain, id: `${authId}:kb-2`, name: 'prices', desc: '', format_type: 4, version: 1, tab_info: { shelf } },
  ])
})

test('brings bases over piece by piece, more than a page of them, and knows the services of what it brought', async () => {
  const ids = [`${authId}:kb-1`, `${authId}:kb-2`]
  await expect(
    k.api.knowledge.importCloud({ space_id: k.spaceId, volcano_dataset_id_list: [`${authId}:kb-9`] }),
  ).rejects.toThrow(/no.*kb-9/i)
  const { dataset_id_list: made } = await k.api.knowledge.importCloud({
    space_id: k.spaceId,
    volcano_dataset_id_list: ids,
  })
  await k.drain()
  const [birds, prices] = made as [string, string]
  const { document_infos: docs } = await k.api.knowledge.listDocuments({ dataset_id: birds, page: 1, size: 10 })
  expect(docs.map((doc) => [doc.name, doc.slice_count, doc.status])).toEqual([
    ['gulls.pdf', 102, 1],
    ['terns.pdf', 1, 1],
  ])
  expect((await k.ask(birds, 'gull number 77'))[0]!.content).toBe('Gull number 77 nests on ledge 231.')
  expect((await k.ask(prices, 'price of the anchor'))[0]!.content).toBe('thing: anchor\nprice: 40')

  const services = async (input: object) =>
    (await k.api.knowledge.cloudServices({ space_id: k.spaceId, ...input })).volcano_dataset_service_list
  const found = { id: 'kb-service-9', name: 'Find birds', desc: 'by sight', status: 0, link: '' }
  expect(await services({})).toEqual([found])
  expect(await services({ dataset_id: birds })).toEqual([found])
  expect(await services({ dataset_id: prices })).toEqual([])
  expect(await services({ volcano_dataset_service_ids: ['other'] })).toEqual([])
  const stranger = await k.t.register()
  await expect(stranger.api.knowledge.cloudServices({ dataset_id: birds })).rejects.toThrow(/gone|not found/i)
})
