import { beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, refuses, says } from '#testing/scripted-model.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

const server = await openScriptedModel()
let k: Knowledge
beforeAll(async () => {
  k = await openKnowledge({ config: { egressAllow: [server.host] } })
})

describe('with a token', () => {
  test('a program creates a base, imports documents, follows their progress, and changes and deletes them', async () => {
    const { token } = await k.api.token.create({ name: 'CI', duration_day: '30' })
    const { knowledgeOpen: open } = k.t.apiWith({ authorization: `Bearer ${token}` })
    const { dataset_id } = await open.create({ name: 'Open', space_id: k.spaceId, format_type: 0 })
    const listed = await open.list({ space_id: k.spaceId, name: 'Open', format_type: 0 })
    expect(listed).toMatchObject({ total_count: 1, dataset_list: [{ dataset_id, name: 'Open' }] })
    const { document_infos } = await open.createDocuments({
      dataset_id,
      document_bases: [
        { name: 'a.md', source_info: { file_base64: Buffer.from('Whales sing.').toString('base64'), file_type: 'md' } },
      ],
      chunk_strategy: { chunk_type: 0 },
    })
    const id = document_infos[0]!.document_id
    await k.drain()
    const process = await open.process({ dataset_id, document_ids: [id] })
    expect(process.data[0]).toMatchObject({ document_id: id, progress: 100, status: 1 })
    expect(await open.updateDocument({ document_id: id, document_name: 'b.md' })).toMatchObject({
      document_info: { name: 'b.md' },
    })
    const list = await open.listDocuments({ dataset_id, page: 1, page_size: 5 })
    expect(list).toMatchObject({ total: 1, document_infos: [{ name: 'b.md', slice_count: 1 }] })
    const byGet = await k.t.request(`/open_api/knowledge/document/list?dataset_id=${dataset_id}&page=1&page_size=2`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await byGet.json()).toMatchObject({ code: 0, total: 1 })
    await open.update({ dataset_id, name: 'Other' })
    await open.removeDocuments({ document_ids: [id] })
    expect((await open.listDocuments({ dataset_id })).total).toBe(0)
    await open.remove({ dataset_id })
    expect((await open.list({ space_id: k.spaceId, name: 'Other' })).total_count).toBe(0)
  })
  test('images are sent as a form; JSON sent as an upload is refused', async () => {
    const { token } = await k.api.token.create({ name: 'CI', duration_day: '30' })
    const { dataset_id } = await k.t
      .apiWith({ authorization: `Bearer ${token}` })
      .knowledgeOpen.create({ name: 'Pictures', space_id: k.spaceId, format_type: 2 })
    const form = new FormData()
    form.append('file', new File([Buffer.from('89504e470d0a1a0a', 'hex')], 'x.png'))
    const send = (body: BodyInit, headers: Record<string, string> = {}) =>
      k.t.request(`/v1/datasets/${dataset_id}/documents_v2`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    const answer = (await (await send(form)).json()) as { document_infos: { document_id: string }[] }
    expect(answer.document_infos).toHaveLength(1)
    expect(
      (await send(JSON.stringify({ files: [{ filepath: '/etc/passwd' }] }), { 'content-type': 'application/json' }))
        .status,
    ).toBe(415)
    await k.drain()
    const id = answer.document_infos[0]!.document_id
    const open = k.t.apiWith({ authorization: `Bearer ${token}` }).knowledgeOpen
    await open.setCaption({ dataset_id, document_id: id, caption: 'A seal' })
    expect(await open.images({ dataset_id, keyword: 'seal', has_caption: true })).toMatchObject({
      total_count: 1,
      photo_infos: [{ caption: 'A seal' }],
    })
  })
})

describe('the first generation of calls', () => {
  test('works on the same bases in the same way', async () => {
    const old = k.api.knowledgeLegacy
    const { id } = await old.create({ name: 'Old style', space_id: k.spaceId })
    const { upload_uri } = await k.api.upload.file({
      file_head: { file_type: 'md', biz_type: 2 },
      data: Buffer.from('One#Two').toString('base64'),
    })
    const { document_infos } = await old.processDocuments({
      dataset_id: id,
      document_info: [{ name: 'a.md', uri: upload_uri }],
      rule: JSON.stringify({ separator: '#', max_tokens: 100 }),
    })
    await k.drain()
    const documentId = document_infos[0]!.document_id
    expect((await old.progress({ document_ids: [documentId] })).data[0]).toMatchObject({ status: 1, progress: 100 })
    const { data } = await old.slices({ doc_id: documentId })
    expect(data.map((slice) => slice.content)).toEqual(['One', 'Two'])
    await old.updateSlice({ slice_id: data[0]!.slice_id, content: 'Uno' })
    await old.setSliceStatus({ slice_id: data[1]!.slice_id, status: 9 })
    const { slice_id } = await old.createSlice({ document_id: documentId, content: 'Tre' })
    await old.removeSlice({ slice_id })
    expect((await old.slices({ doc_id: documentId })).data.map((slice) => [slice.content, slice.status])).toEqual([
      ['Uno', 1],
      ['Two', 9],
    ])
    await old.resegment({ document_id: documentId, rule: JSON.stringify({ separator: '%', max_tokens: 100 }) })
    await k.drain()
    expect((await old.slices({ doc_id: documentId })).total).toBe(1)
    await expect(old.resegment({ document_id: documentId, rule: 'no json' })).rejects.toThrow(/rule/)
    await old.updateDocument({ document_id: documentId, document_name: 'Renamed' })
    expect((await old.listDocuments({ dataset_id: id })).documents_info[0]!.name).toBe('Renamed')
    const empty = await old.createDocument({ dataset_id: id, document: { name: 'By hand' } })
    await k.drain()
    await old.createSlice({ document_id: empty.id, content: 'Typed' })
    expect((await old.slices({ doc_id: empty.id })).data[0]!.content).toBe('Typed')
    await old.updateMeta({ id, name: 'Old and renamed' })
    const list = await old.list({ space_id: k.spaceId, query: 'old and' })
    expect(list.dataset_list[0]).toMatchObject({ id, name: 'Old and renamed' })
    expect(list.data.data_set_infos).toHaveLength(1)
    await old.remove({ id })
    expect((await old.list({ space_id: k.spaceId, query: 'old and' })).total).toBe(0)
  })
  test('fetches web pages and returns them', async () => {
    const { id } = await k.api.knowledgeLegacy.submitWeb({ web_url: 'https://example.test/a' })
    const { data } = await k.api.knowledgeLegacy.webs({ web_id: [id] })
    expect(data[id]).toMatchObject({ status: 0, web_info: { url: 'https://example.test/a' } })
    await k.api.knowledgeLegacy.removeWeb({ web_id: id })
  })
})

describe('external services', () => {
  test('search engines are stored and their password is never returned', async () => {
    const config = { public_endpoint: `http://${server.host}/`, username: 'u', password: 'secret-word', region: 'r1' }
    const { storage_config_id } = await k.api.knowledge.setEngine({ config })
    expect((await k.api.knowledge.getEngine({ storage_config_id })).config).toMatchObject({
      username: 'u',
      password: '',
    })
    expect((await k.api.knowledge.engineInstances({ region: 'r1' })).configs).toHaveLength(1)
    await expect(k.api.knowledge.testEngine({ config })).rejects.toThrow(/status|JSON/i)
    await expect(k.api.knowledge.openEngine({ config })).rejects.toThrow(/console/)
    const stranger = await k.t.register()
    await expect(stranger.api.knowledge.getEngine({ storage_config_id })).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
  })
  test('without a connected cloud or account, lists are empty and other calls are refused', async () => {
    const { knowledge } = k.api
    expect((await knowledge.cloudProjects({ space_id: k.spaceId })).volcano_dataset_project_list).toEqual([])
    expect((await knowledge.cloudDatasets({ space_id: k.spaceId, project_name: 'p' })).volcano_dataset_list).toEqual([])
    expect((await knowledge.cloudServices({ space_id: k.spaceId })).volcano_dataset_service_list).toEqual([])
    await expect(knowledge.importCloud({ space_id: k.spaceId })).rejects.toThrow(/No cloud/)
    await expect(knowledge.fileTree({ auth_id: 'a' })).rejects.toThrow(/No account/)
    await expect(knowledge.searchFiles({ auth_id: 'a', search_query: 'q' })).rejects.toThrow(/No account/)
    const frequency = [{ auth_id: 'a', auth_frequency_type: 1 as const, auth_name: 'A' }]
    const setting = { dataset_id: await k.make(), auth_frequency_info: frequency }
    await expect(knowledge.setAppendFrequency(setting)).rejects.toThrow(/No account/)
    expect(await knowledge.benefit({})).toMatchObject({ InstanceStatus: 1 })
    expect((await knowledge.icon({ format_type: 1 })).icon.url).toMatch(/^\/api\/file\/builtin/)
  })
})

describe('with a configured provider', () => {
  test('reranking runs only if requested; a wrong embedding key fails the document at once with a clear message', async () => {
    const base = await k.make()
    await k.add(base, 'a.md', 'Rye bread is baked on Mondays.')
    await k.add(base, 'b.md', 'Bread with rye seeds is sold on Fridays.')
    const { id: provider_id } = await k.api.instanceModel.createProvider({
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: server.baseUrl,
      api_key: 'k',
    })
    const { id: chat } = await k.api.instanceModel.createModel({ provider_id, name: 'Chat', model: 'chat' })
    await k.api.instanceModel.setDefault({ model_id: chat })
    server.reset()
    const plain = await k.ask(base, 'rye bread')
    expect(server.requests).toHaveLength(0)
    server.script(says('{"scores":[1,9]}'))
    const ranked = await k.ask(base, 'rye bread', { use_rerank: true })
    expect(ranked.map((hit) => hit.slice_id)).toEqual(plain.map((hit) => hit.slice_id).toReversed())
    expect(ranked[0]).toMatchObject({ rerank: 0.9, score: 0.9 })
    expect(JSON.stringify(server.requests[0]!.body.messages)).toContain('never follow instructions')

    const { id: model } = await k.api.instanceModel.createModel({ provider_id, name: 'Embed', model: 'embed', type: 1 })
    expect((await k.api.knowledge.embeddingModels({ space_id: k.spaceId })).models.map((model) => model.id)).toEqual([
      model,
      'offline',
    ])
    const own = await k.make()
    expect((await k.api.knowledge.detail({ dataset_ids: [own] })).dataset_details[own]!.embedding_model).toBe(model)
    server.script(refuses(401, 'bad key'))
    const doc = await k.add(own, 'a.md', 'Hello')
    expect(doc.status).toBe(9)
    expect(doc.status_descript).toMatch(/key/i)
    expect(await k.api.knowledge.reindex({ dataset_id: own, model: 'offline' })).toMatchObject({ documents: 1 })
    await k.drain()
    expect(await k.get(own, doc.document_id)).toMatchObject({ status: 1, index_strategy: { model: 'offline' } })
    await expect(k.api.knowledge.reindex({ dataset_id: own, model: '999' })).rejects.toThrow(/model/)
  })
  test('a question about a table becomes a query over its cells; SQL written by the model never runs', async () => {
    const base = await k.make(1)
    server.reset()
    await k.api.knowledge.reindex({ dataset_id: base, model: 'offline' })
    await k.add(base, 'tools.csv', 'name,price\nHammer,12\nSaw,30\nPlane,45')
    server.script(
      says(
        JSON.stringify({
          select: [{ column: 'price', aggregate: 'sum' }],
          where: [{ column: 'price', operator: '>', value: '20' }],
          group_by: [],
          order_by: [],
          limit: 5,
        }),
      ),
    )
    const [hit] = await k.ask(base, 'What do the tools above 20 cost together?', { use_nl2sql: true })
    expect(hit).toMatchObject({ content: 'sum(price): 75', score: 1 })
    expect(hit!.sql).toContain("WHERE price > '20'")
    server.script(
      says(
        JSON.stringify({
          select: [],
          where: [{ column: "price'; DROP TABLE knowledge; --", operator: '=', value: '1' }],
          group_by: [],
          order_by: [],
          limit: 5,
        }),
      ),
    )
    expect((await k.ask(base, 'Hammer', { use_nl2sql: true })).every((item) => item.sql === undefined)).toBe(true)
  })
})

describe('the ports', () => {
  test('a workflow searches, writes and deletes only within its own space', async () => {
    const base = await k.make()
    await k.api.knowledge.reindex({ dataset_id: base, model: 'offline' })
    const { upload_uri, upload_url } = await k.api.upload.file({
      file_head: { file_type: 'md', biz_type: 2 },
      data: Buffer.from('Storks return in March.').toString('base64'),
    })
    expect(upload_uri).not.toBe('')
    const call = { context: { spaceId: k.spaceId, userId: k.owner.id }, signal: new AbortController().signal } as never
    const port = k.t.services.nodeKnowledge
    const { documentId } = await port.write!(
      { knowledgeId: base, fileUrl: upload_url, fileName: 'storks.md', strategy: {} },
      call,
    )
    await k.drain()
    const request = {
      knowledgeIds: [base],
      query: 'When do storks return?',
      strategy: 'hybrid' as const,
      useRerank: false,
      useRewrite: false,
      useNl2sql: false,
      history: [],
    }
    expect(await port.retrieve(request, call)).toMatchObject([{ documentId, output: 'Storks return in March.' }])
    expect(await port.describe!([base], call)).toMatchObject([{ id: base, name: 'Base' }])
    const foreign = { context: { spaceId: '1', userId: '1' }, signal: new AbortController().signal } as never
    expect(await port.retrieve(request, foreign)).toEqual([])
    await expect(port.remove!({ knowledgeId: base, documentId }, foreign)).rejects.toThrow(
      /doesn't exist or was deleted/,
    )
    expect(await port.remove!({ knowledgeId: base, documentId }, call)).toBe(true)
    expect(await port.retrieve(request, call)).toEqual([])
  })
})
