import { afterEach, beforeAll, expect, test } from 'vitest'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { asking } from '#testing/workflow-canvas.ts'

const server = await openScriptedModel()
let t: TestApp
let me: Person
let spaceId: string
let modelId: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Traces' })).id
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-trace-secret-0001',
  })
  const priced = { provider_id: provider.id, name: 'Priced', model: 'tiny', price_in: 1000, price_out: 2000 }
  modelId = (await me.api.instanceModel.createModel(priced)).id
})
afterEach(() => server.reset())

async function make() {
  const schema = asking(modelId, { settingOnError: { switch: true, processType: 1, retryTimes: 1 } })
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}

test('the cost of a run is calculated from the prices of its models, wherever it is shown', async () => {
  const workflow_id = await make()
  server.script(says('hello'))
  const run = await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'hi' } })
  // 11 input tokens at 1000 and 7 output tokens at 2000 per million.
  expect(run).toMatchObject({ data: '{"output":"hello"}', token: 18, cost: '0.02500' })
  const { execute_id } = run
  const [record] = (await me.api.workflowOpen.runHistory({ workflow_id, execute_id })).data
  expect(record).toMatchObject({ cost: '0.02500', token: '18' })
  const process = await me.api.workflowRun.process({ workflow_id, execute_id })
  expect(process.tokenAndCost).toMatchObject({
    inputCost: '0.011',
    outputCost: '0.014',
    totalCost: '0.025',
    totalTokens: '18 Tokens',
  })
  const node = process.nodeResults.find((nodeResult) => nodeResult.nodeId === '2')!
  expect(node.tokenAndCost).toEqual(process.tokenAndCost)
})

test('calls of models are separate spans, including failed ones', async () => {
  const workflow_id = await make()
  server.script(
    { status: 401, headers: { 'content-type': 'application/json' }, body: '{"error":{"message":"bad key"}}' },
    says('hello'),
  )
  const { execute_id } = await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'hi' } })
  const { trace, spans } = await me.api.workflowEditor.runTrace({ workflow_id, execute_id })
  expect(trace).toMatchObject({
    trace_id: execute_id,
    workflow_id,
    status: 1,
    scene: 'online',
    input_tokens: 11,
    output_tokens: 7,
    cost: 0.025,
    model_names: 'Priced',
    user_id: me.id,
  })
  expect(
    spans.map((span) => [
      span.kind,
      span.span_id.replace(execute_id, ''),
      span.parent_id.replace(execute_id, ''),
      span.status,
    ]),
  ).toEqual([
    ['workflow', '', '', 1],
    ['skill', ':100001', '', 1],
    ['agent', ':2', '', 1],
    ['model', ':2!0', ':2', 2],
    ['model', ':2!1', ':2', 1],
    ['skill', ':900001', '', 1],
  ])
  expect(spans[3]).toMatchObject({ error_msg: expect.any(String), cost: 0 })
  expect(spans[4]).toMatchObject({
    model_id: modelId,
    model_name: 'Priced',
    input_tokens: 11,
    output_tokens: 7,
    cost: 0.025,
  })
  expect(JSON.stringify(spans)).not.toContain('sk-trace-secret')
  const old = await me.api.workflowStudio.trace({ workflow_id, execute_id })
  expect(old.spans.map((span) => span.type)).toEqual(['Workflow', 'Start', 'LLM', 'Model', 'Model', 'End'])
  expect(old.spans[4]!.tags).toContainEqual({ key: 'cost', tag_type: 0, value: { v_str: '0.025' } })
})

test('runs are found by time, text, status, kind and log id, page by page', async () => {
  const workflow_id = await make()
  server.script(says('one'), says('two'))
  const from = t.clock.now() - 1000
  const first = await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'apple' } })
  const second = await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'pear' } })
  const find = async (more: object) =>
    (
      await me.api.workflowStudio.listSpans({ workflow_id, start_at: from, end_at: t.clock.now() + 1000, ...more })
    ).spans.map((span) => span.trace_id)
  expect(await find({})).toEqual([second.execute_id, first.execute_id])
  expect(await find({ desc_by_start_time: false })).toEqual([first.execute_id, second.execute_id])
  expect(await find({ input: 'APPLE' })).toEqual([first.execute_id])
  expect(await find({ input: '%' })).toEqual([])
  expect(await find({ offset: 1, limit: 1 })).toEqual([first.execute_id])
  expect([await find({ status: 1 }), await find({ status: 2 })].map((item) => item.length)).toEqual([2, 0])
  expect([await find({ execute_mode: 2 }), await find({ execute_mode: 1 })].map((item) => item.length)).toEqual([2, 0])
  const [record] = (await me.api.workflowOpen.runHistory({ workflow_id, execute_id: first.execute_id })).data
  const { spans } = await me.api.workflowStudio.trace({ workflow_id, log_id: record!.log_id })
  expect(spans[0]!.trace_id).toBe(first.execute_id)
  await expect(me.api.workflowStudio.trace({ workflow_id, log_id: 'nothing' })).rejects.toMatchObject({ status: 404 })
})
