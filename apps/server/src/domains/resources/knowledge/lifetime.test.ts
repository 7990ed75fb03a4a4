import { BotStatus } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { canvas, edge, endNode, param, questionNode, ref, retrieveNode, startNode } from '#testing/workflow-canvas.ts'

/** Bases that are copied, re-indexed and deleted while in use. */
let lab: ChatLab
let api: ChatLab['owner']['api']
beforeAll(async () => {
  lab = await openChatLab()
  api = lab.owner.api
})
const drain = () => lab.t.services.knowledgeIngest.drain()
async function makeBase(name: string, files: Record<string, string>, chunk_strategy: object = {}): Promise<string> {
  const { dataset_id } = await api.knowledge.create({ name, space_id: lab.spaceId, format_type: 0 })
  for (const [file, text] of Object.entries(files))
    await api.knowledge.createDocument({
      dataset_id,
      document_bases: [
        { name: file, source_info: { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' } },
      ],
      chunk_strategy,
    })
  await drain()
  return dataset_id
}
const documentsOf = async (dataset_id: string) =>
  (await api.knowledge.listDocuments({ dataset_id, page: 1, size: 20 })).document_infos
const slicesOf = async (document_id: string) => (await api.knowledge.listSlices({ document_id, page_size: 100 })).slices
const ask = async (dataset_id: string, query: string) => (await api.knowledge.recall({ dataset_id, query })).hits

describe('another embedding model', () => {
  test('re-indexes the existing slices with manual edits, which stay searchable meanwhile', async () => {
    const base = await makeBase('Edited', { 'bread.md': 'Rye bread is baked on Mondays.' })
    const [doc] = await documentsOf(base)
    const [slice] = await slicesOf(doc!.document_id)
    await api.knowledge.updateSlice({ slice_id: slice!.slice_id, raw_text: 'Spelt bread is baked on Sundays.' })
    const provider = await api.instanceModel.createProvider({
      kind: 'openai-compatible',
      name: 'Vectors',
      base_url: lab.server.baseUrl,
      api_key: 'k',
    })
    const model = await api.instanceModel.createModel({ provider_id: provider.id, name: 'E', model: 'e', type: 1 })
    await api.knowledge.reindex({ dataset_id: base, model: model.id })
    expect((await ask(base, 'spelt bread'))[0]!.content).toBe('Spelt bread is baked on Sundays.')
    lab.server.reset()
    lab.server.script({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        data: [{ index: 0, embedding: [0.6, 0.8] }],
        usage: { prompt_tokens: 3, total_tokens: 3 },
      }),
    })
    await drain()
    expect(lab.server.requests.map(({ body }) => body.input)).toEqual([['Spelt bread is baked on Sundays.']])
    expect((await documentsOf(base))[0]).toMatchObject({ status: 1, index_strategy: { model: model.id } })
    expect((await slicesOf(doc!.document_id)).map((slice) => slice.content)).toEqual([
      'Spelt bread is baked on Sundays.',
    ])
    await api.instanceModel.deleteModel({ model_id: model.id })
  })
})

describe('a base that is deleted while in use', () => {
  test('gives no results to a waiting run, and none to later runs', async () => {
    const base = await makeBase('Short-lived', { 'ferry.md': 'The ferry leaves at nine.' })
    const schema = canvas(
      [
        startNode([]),
        questionNode('2', 'What do you look for?'),
        retrieveNode('3', base, ref('2', 'USER_RESPONSE')),
        endNode([param('found', ref('3', 'outputList', 'list'))]),
      ],
      [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
    )
    const { workflow_id } = await api.workflow.create({ name: 'Lookup', space_id: lab.spaceId })
    await api.workflow.save({ workflow_id, schema })
    const begin = async () => {
      const { execute_id } = await api.workflowRun.test({ workflow_id, input: {} })
      const process = () => api.workflowRun.process({ workflow_id, execute_id })
      await expect.poll(async () => (await process()).nodeEvents?.length ?? 0).toBe(1)
      const event_id = (await process()).nodeEvents[0]!.id
      return async () => {
        await api.workflowRun.resume({ workflow_id, execute_id, event_id, data: 'ferry' })
        await expect.poll(async () => (await process()).executeStatus).not.toBe(1)
        const ended = await process()
        const end = ended.nodeResults.find((node) => node.nodeId === '900001')
        return { status: ended.executeStatus, output: JSON.parse(end?.output ?? '{}') as unknown }
      }
    }
    const [before, waiting] = [await begin(), await begin()]
    expect(await before()).toMatchObject({ status: 2, output: { found: [{ output: 'The ferry leaves at nine.' }] } })
    await api.knowledge.remove({ dataset_id: base })
    expect(await waiting()).toEqual({ status: 2, output: { found: [] } })
    expect(await (await begin())()).toEqual({ status: 2, output: { found: [] } })
  })
  test('does not prevent a bot from answering, not even in the current turn', async () => {
    const base = await makeBase('Rules', { 'rules.md': 'Dogs stay outside the library.' })
    const bot = await lab.createBot({
      knowledge: {
        knowledge_info: [{ id: base, name: 'Rules' }],
        top_k: 3,
        min_score: 0.01,
        search_strategy: 20,
        recall_strategy: { use_rewrite: false, use_rerank: false, use_nl2sql: false },
      },
    })
    lab.server.reset()
    lab.server.script(says('They stay outside.'))
    expect((await lab.ask(bot, 'dogs in the library')).text).toBe('They stay outside.')
    expect(JSON.stringify(lab.server.requests[0]!.body.messages)).toContain('Dogs stay outside the library.')
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    lab.server.script({ steps: [{ text: 'I am ' }, { until }, { text: 'thinking.' }, { finish: 'stop' }] })
    const turn = lab.ask(bot, 'dogs in the library')
    await expect.poll(() => lab.server.requests.length).toBe(2)
    await api.knowledge.remove({ dataset_id: base })
    release()
    expect((await turn).text).toBe('I am thinking.')
    lab.server.script(says('I do not know.'))
    expect((await lab.ask(bot, 'dogs in the library', { conversation_id: '' })).text).toBe('I do not know.')
    const last = lab.server.requests.at(-1)!.body.messages.filter((message) => message.role === 'system')
    expect(JSON.stringify(last)).not.toContain('Dogs stay outside')
  })
})

describe('a bot that is copied to another space', () => {
  test('gets copies of its bases with files, edited slices, and disabled documents', async () => {
    const other = (await api.space.create({ name: 'Elsewhere' })).id
    const base = await makeBase(
      'Handbook',
      { 'tides.md': 'The tide turns at noon.\n\nThe harbour closes at nine.', 'off.md': 'Nobody reads this.' },
      { chunk_type: 1, separator: '\n\n', max_tokens: 100 },
    )
    const [tides, off] = await documentsOf(base)
    const [first, second] = await slicesOf(tides!.document_id)
    await api.knowledge.updateSlice({ slice_id: first!.slice_id, raw_text: 'Low water comes at three.' })
    await api.knowledge.updateSlice({ slice_id: second!.slice_id, status: 9 })
    await api.knowledge.updateDocument({ document_id: off!.document_id, status: 2 })
    const bot = await lab.createBot({ knowledge: { knowledge_info: [{ id: base, name: 'Handbook' }], top_k: 5 } })

    await lab.t.startJobs()
    const { bot_id: copy } = await api.bot.duplicate({ bot_id: bot, space_id: other })
    const draft = async () => (await api.bot.getDraft({ bot_id: copy })).bot_info
    await expect.poll(async () => (await draft()).status).toBe(BotStatus.using)
    const [held] = (await draft()).knowledge.knowledge_info
    expect(held!.id).not.toBe(base)
    const { dataset_details } = await api.knowledge.detail({ dataset_ids: [held!.id], space_id: other })
    expect(dataset_details[held!.id]).toMatchObject({ name: 'Handbook', doc_count: 2, slice_count: 3 })
    const copies = await documentsOf(held!.id)
    expect(copies.map(({ name, status }) => [name, status])).toEqual([
      ['tides.md', 1],
      ['off.md', 2],
    ])
    expect((await slicesOf(copies[0]!.document_id)).map(({ content, status }) => [content, status])).toEqual([
      ['Low water comes at three.', 1],
      ['The harbour closes at nine.', 9],
    ])
    expect((await ask(held!.id, 'low water')).map((hit) => hit.content)).toEqual(['Low water comes at three.'])

    await api.knowledge.remove({ dataset_id: base })
    expect((await ask(held!.id, 'low water')).map((hit) => hit.content)).toEqual(['Low water comes at three.'])
    expect((await lab.t.request(copies[0]!.preview_tos_url)).status).toBe(200)
  })
})
