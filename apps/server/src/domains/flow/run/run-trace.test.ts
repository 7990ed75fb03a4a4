import { beforeAll, expect, test } from 'vitest'
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
  spaceId = (await me.api.space.create({ name: 'Runs' })).id
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-run-trace-0001',
  })
  const priced = { provider_id: provider.id, name: 'Priced', model: 'tiny', price_in: 1000, price_out: 2000 }
  modelId = (await me.api.instanceModel.createModel(priced)).id
})
const query = async (text: string, values: unknown[]) =>
  (await t.infra.database.pool.query(text, values)).rows as object[]

test('a run is stored as a trace: its head, its steps with their values, and its tokens counted once', async () => {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema: asking(modelId, {}) })
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  server.script(says('hello'))
  const { execute_id } = await me.api.workflowOpen.run({
    workflow_id,
    parameters: { input: 'my key is sk-abcdefgh12345678' },
  })
  await t.services.spanQueue.flush()
  const [head] = await query('SELECT * FROM trace_head WHERE trace_id = $1', [execute_id])
  expect(head).toMatchObject({
    source: 'run',
    object_kind: 'workflow',
    object_id: workflow_id,
    object_version: 'v1.0.0',
    scene: 'online',
    user_id: me.id,
    status: 1,
    input_tokens: '11',
    output_tokens: '7',
    cost: 0.025,
    span_count: 5,
    models: 'Priced',
  })
  const spans = await query(
    'SELECT kind, name, input FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id) WHERE trace_id = $1',
    [execute_id],
  )
  expect(spans.map((span) => (span as { kind: string }).kind).toSorted()).toEqual([
    'agent',
    'model',
    'skill',
    'skill',
    'workflow',
  ])
  expect(JSON.stringify([head, spans])).not.toContain('sk-abcdefgh')
  const figures = await query(
    'SELECT sum(input_tokens)::int AS tokens, sum(cost) AS cost FROM span_rollup WHERE object_key = $1 AND step = 60',
    [workflow_id],
  )
  expect(figures).toEqual([{ tokens: 11, cost: 0.025 }])
})
