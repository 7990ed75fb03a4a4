import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, refuses, type Reply, says, type ScriptedModel } from '#testing/scripted-model.ts'
import { type Knowledge, openKnowledge } from './testing/knowledge-fixture.ts'

/** Settings for all bases: the default embedding model and the reranker. */
let k: Knowledge
let server: ScriptedModel
beforeAll(async () => {
  server = await openScriptedModel()
  k = await openKnowledge({ config: { egressAllow: [server.host] } })
})
const vectors = (count: number): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    data: Array.from({ length: count }, (_, index) => ({ index, embedding: [0.6, 0.8, 0] })),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  }),
})
const input = (model: string, more: object = {}) => ({
  embedding_config: {
    type: 4 as const,
    max_batch_size: 2,
    connection: { base_conn_info: { base_url: server.baseUrl, api_key: 'sk-setup-1234', model, ...more } },
  },
})
const current = async () => (await k.api.knowledge.setup({})).knowledge_config
const modelOf = async (base: string) =>
  (await k.api.knowledge.detail({ dataset_ids: [base] })).dataset_details[base]!.embedding_model

test('the built-in model is the default', async () => {
  expect(await current()).toMatchObject({
    embedding_config: { connection: { base_conn_info: { model: '', api_key: '' }, embedding_info: { dims: 0 } } },
    builtin_model_id: '0',
  })
  expect(await modelOf(await k.make())).toBe('offline')
})

test('a connection is tested before it is saved; a failure changes nothing', async () => {
  server.script(refuses(401, 'bad key'))
  await expect(k.api.knowledge.saveSetup({ knowledge_config: input('embed-one') })).rejects.toThrow(/key/i)
  expect((await current()).embedding_config.connection.base_conn_info.model).toBe('')
  expect(await modelOf(await k.make())).toBe('offline')
})

test('new bases use the configured model and batch size, existing bases keep theirs, and the key is never returned', async () => {
  const before = await k.make()
  server.reset()
  server.script(vectors(1))
  await k.api.knowledge.saveSetup({ knowledge_config: input('embed-one') })
  const { embedding_config } = await current()
  expect(embedding_config).toMatchObject({ type: 4, max_batch_size: 2, connection: { embedding_info: { dims: 3 } } })
  expect(embedding_config.connection.base_conn_info).toMatchObject({ api_key: '••••1234', model: 'embed-one' })
  expect(JSON.stringify(await current())).not.toContain('sk-setup')
  const base = await k.make()
  expect(await modelOf(before)).toBe('offline')
  expect(await modelOf(base)).not.toBe('offline')
  server.reset()
  server.script(vectors(2), vectors(1))
  const doc = await k.add(
    base,
    'a.md',
    'One\n\nTwo\n\nThree',
    {},
    {
      chunk_strategy: { chunk_type: 1, separator: '\n\n', max_tokens: 100 },
    },
  )
  expect(doc).toMatchObject({ status: 1, slice_count: 3 })
  expect(server.requests.map(({ body }) => (body.input as string[]).length)).toEqual([2, 1])
  expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-setup-1234')

  // A masked key stands for the stored one; another model is stored separately, and the base keeps its own.
  server.reset()
  server.script(vectors(1))
  await k.api.knowledge.saveSetup({ knowledge_config: input('embed-two', { api_key: '••••1234' }) })
  expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-setup-1234')
  expect(await modelOf(await k.make())).not.toBe(await modelOf(base))
  await k.api.knowledge.saveSetup({ knowledge_config: input('') })
  expect((await current()).embedding_config.connection.base_conn_info).toMatchObject({ model: '', api_key: '' })
})

test('reranking uses the configured model instead of the default of the space', async () => {
  const base = await k.make()
  await k.add(base, 'a.md', 'Rye bread is baked on Mondays.')
  await k.add(base, 'b.md', 'Bread with rye seeds is sold on Fridays.')
  const { id: provider_id } = await k.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'k',
  })
  const usual = await k.api.instanceModel.createModel({ provider_id, name: 'Usual', model: 'usual' })
  const grader = await k.api.instanceModel.createModel({ provider_id, name: 'Grader', model: 'grader' })
  await k.api.instanceModel.setDefault({ model_id: usual.id })
  const asked = async () => {
    server.reset()
    server.script(says('{"scores":[1,9]}'))
    await k.ask(base, 'rye bread', { use_rerank: true, search_strategy: 20 })
    return server.requests.map(({ body }) => body.model)
  }
  expect(await asked()).toEqual(['usual'])
  await k.api.knowledge.saveSetup({ knowledge_config: { builtin_model_id: grader.id } })
  expect((await current()).builtin_model_id).toBe(grader.id)
  expect(await asked()).toEqual(['grader'])
  await k.api.instanceModel.deleteModel({ model_id: grader.id })
  expect(await asked()).toEqual(['usual'])
  await expect(k.api.knowledge.saveSetup({ knowledge_config: { builtin_model_id: '99' } })).rejects.toThrow(/model/i)
})

test('unsupported settings are refused, and only the instance owner can read or change settings', async () => {
  const send = (knowledge_config: object) => k.api.knowledge.saveSetup({ knowledge_config })
  await expect(send({ rerank_config: { type: 0 } })).rejects.toThrow(/rerank_config/)
  await expect(send({ parser_config: { type: 1 } })).rejects.toThrow(/parser_config/)
  await expect(send({ ocr_config: { type: 1, paddleocr_api_url: 'http://ocr' } })).rejects.toThrow(/ocr_config/)
  const stranger = await k.t.register()
  await expect(stranger.api.knowledge.setup({})).rejects.toMatchObject({ status: 403 })
})
