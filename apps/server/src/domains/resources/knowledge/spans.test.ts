import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { type Reply, says } from '#testing/scripted-model.ts'
import { canvas, edge, endNode, literal, param, ref, retrieveNode, startNode } from '#testing/workflow-canvas.ts'

/** Every model call caused by a question is recorded in its trace and in the figures of its answer. */
let lab: ChatLab
let botId: string
let baseId: string
beforeAll(async () => {
  lab = await openChatLab()
  const { api } = lab.owner
  const { dataset_id: id } = await api.knowledge.create({ name: 'Bakery', space_id: lab.spaceId, format_type: 0 })
  for (const [name, text] of [
    ['a.md', 'Rye bread is baked on Mondays.'],
    ['b.md', 'Bread with rye seeds is sold on Fridays.'],
  ] as const)
    await api.knowledge.createDocument({
      dataset_id: id,
      document_bases: [{ name, source_info: { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' } }],
    })
  await lab.t.services.knowledgeIngest.drain()
  baseId = id
  await api.instanceModel.setDefault({ model_id: lab.modelId })
  const recall_strategy = { use_rerank: true, use_rewrite: true, use_nl2sql: false }
  botId = await lab.createBot({
    suggest_reply_info: { suggest_reply_mode: 0 },
    knowledge: {
      knowledge_info: [{ id, name: 'Bakery' }],
      auto: true,
      min_score: 0,
      top_k: 3,
      search_strategy: 20,
      recall_strategy,
    },
  })
})
beforeEach(() => lab.server.reset())
const suggestions = says('{"suggestions":["a","b","c"]}')
const json = (body: object): Reply => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
type Asked = Awaited<ReturnType<ChatLab['ask']>>
const traceOf = (reply: Asked) => lab.owner.api.trace.get({ trace_id: reply.list[0]!.message.extra_info.log_id })
const storedAnswer = async () =>
  (await lab.messages(botId)).message_list.find(({ type }) => type === 'answer')!.extra_info

async function ask(...replies: Reply[]) {
  lab.server.script(says('Hello.'), suggestions)
  await lab.ask(botId, 'hi')
  lab.server.reset()
  lab.server.script(...replies)
  return lab.ask(botId, 'and the rye bread?')
}

describe('query rewriting and reranking', () => {
  test('are spans of the retrieval, with model, input, tokens and cost', async () => {
    const reply = await ask(
      says('When is rye bread baked?'),
      says('{"scores":[9,1]}'),
      says('On Mondays.'),
      suggestions,
    )
    const { trace, spans } = await traceOf(reply)
    const retrieval = spans.find(({ kind }) => kind === 'retrieval')!
    const below = spans.filter(({ parent_id }) => parent_id === retrieval.span_id)
    expect(below.map(({ kind, name, attributes }) => [kind, name, attributes.purpose])).toEqual([
      ['model', 'query rewriting', 'rewrite'],
      ['model', 'reranking', 'rerank'],
    ])
    for (const span of below) {
      expect(span).toMatchObject({ model_name: 'Tiny', input_tokens: 11, output_tokens: 7, status: 1 })
      expect(span.cost).toBeCloseTo(0.000025, 9)
    }
    expect(below[0]!.input).toContain('and the rye bread?')
    expect(below[0]!.output).toBe('When is rye bread baked?')
    // The calls for rewriting, reranking, the answer and the suggestions.
    expect(trace).toMatchObject({ input_tokens: 44, output_tokens: 28 })
    expect(trace.cost).toBeCloseTo(0.0001, 9)
  })
  test('count in the figures of the answer as in the trace, including suggestions, at once and when read later', async () => {
    const reply = await ask(
      says('When is rye bread baked?'),
      says('{"scores":[9,1]}'),
      says('On Mondays.'),
      suggestions,
    )
    const { trace } = await traceOf(reply)
    const total = String(trace.input_tokens + trace.output_tokens)
    expect(total).toBe('72')
    const marker = reply.list.map(({ message }) => message.content).find((text) => text.includes('answer_finish'))!
    expect(JSON.parse((JSON.parse(marker) as { data: string }).data)).toMatchObject({ token: total })
    expect(await storedAnswer()).toMatchObject({ token: total, input_tokens: '44', output_tokens: '28' })
  })
  test('that fail are failed spans, and the answer is given without them', async () => {
    const refused = { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":{"message":"no"}}' }
    const reply = await ask(refused, refused, says('On Mondays.'), suggestions)
    const { spans } = await traceOf(reply)
    expect(spans.filter(({ status }) => status === 2).map(({ name }) => name)).toEqual(['query rewriting', 'reranking'])
    expect(reply.text).toContain('On Mondays.')
  })
})

describe('a rerank model', () => {
  test('grades the passages instead of a chat model', async () => {
    const { providers } = await lab.owner.api.instanceModel.providers({})
    const made = { provider_id: providers[0]!.id, name: 'Grader', model: 'grader', type: 2 as const, price_in: 3 }
    const { id } = await lab.owner.api.instanceModel.createModel(made)
    const results = [
      { index: 0, relevance_score: 0.1 },
      { index: 1, relevance_score: 0.8 },
    ]
    const graded = json({ results, usage: { total_tokens: 50 } })
    const reply = await ask(says('When is rye bread baked?'), graded, says('On Mondays.'), suggestions)
    const { spans } = await traceOf(reply)
    expect(spans.find(({ name }) => name === 'reranking')).toMatchObject({
      model_name: 'Grader',
      model_id: id,
      input_tokens: 50,
      cost: 0.00015,
    })
    expect(lab.server.requests[1]!.path).toBe('/v1/rerank')
    await lab.owner.api.instanceModel.deleteModel({ model_id: id })
  })
})

test('in a workflow, reranking counts for its node and for the run', async () => {
  const { api } = lab.owner
  const rerank = param('useRerank', literal(true, 'boolean'))
  const schema = canvas(
    [
      startNode([{ name: 'input', type: 'string', required: true }]),
      retrieveNode('3', baseId, ref('100001', 'input'), [rerank]),
      endNode([param('found', ref('3', 'outputList', 'list'))]),
    ],
    [edge('100001', '3'), edge('3', '900001')],
  )
  const { workflow_id } = await api.workflow.create({ name: 'Lookup', space_id: lab.spaceId })
  await api.workflow.save({ workflow_id, schema })
  await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  lab.server.script(says('{"scores":[9,1]}'))
  const run = await api.workflowOpen.run({ workflow_id, parameters: { input: 'rye bread' } })
  expect(run.token).toBe(18)
  // 25 millionths, rounded to five places.
  expect(run.cost).toMatch(/^0\.0000[23]$/)
  const process = await api.workflowRun.process({ workflow_id, execute_id: run.execute_id })
  const node = process.nodeResults.find(({ nodeId }) => nodeId === '3')!
  expect(node.tokenAndCost).toMatchObject({ totalTokens: '18 Tokens' })
  expect(process.tokenAndCost).toEqual(node.tokenAndCost)
})

test('a workflow can choose the rerank model', async () => {
  const { api } = lab.owner
  const { providers } = await api.instanceModel.providers({})
  const grader = (name: string) =>
    api.instanceModel.createModel({ provider_id: providers[0]!.id, name, model: name, type: 2 as const })
  const [first, second] = [await grader('first'), await grader('second')]
  const request = {
    knowledgeIds: [baseId],
    query: 'rye bread',
    spaceId: lab.spaceId,
    strategy: 'fulltext' as const,
    topK: 3,
    minScore: 0,
    useRerank: true,
    useRewrite: false,
    useNl2sql: false,
  }
  const { retrieval } = lab.t.services.knowledgeParts
  const results = [
    { index: 0, relevance_score: 0.1 },
    { index: 1, relevance_score: 0.8 },
  ]
  lab.server.script(json({ results }))
  await retrieval.retrieve({ ...request, rerankModel: second.id })
  expect(lab.server.requests.at(-1)!.body).toMatchObject({ model: 'second' })
  for (const { id } of [first, second]) await api.instanceModel.deleteModel({ model_id: id })
  const { notes, hits } = await retrieval.retrieve({ ...request, rerankModel: second.id })
  expect(notes).toEqual([expect.stringMatching(/^rerank: /)])
  expect(hits.length).toBeGreaterThan(0)
})
