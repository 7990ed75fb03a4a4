import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openScriptedModel, refuses } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, literal, param, ref, startNode } from '#testing/workflow-canvas.ts'

/** Tests a workflow whose model provider has no credit left, or does not serve the region. */
const server = await openScriptedModel()
let t: TestApp
let me: Person
let workflow_id: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  me = await t.register('me')
  const space_id = (await me.api.space.create({ name: 'Runs' })).id
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-credit-secret-1',
  })
  const model = await me.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
  const settings = { modelType: model.id, modleName: 'Tiny', prompt: '{{q}}', systemPrompt: '', responseFormat: '0' }
  const llm = {
    id: '2',
    type: '3',
    meta: {},
    data: {
      nodeMeta: { title: 'Model' },
      inputs: {
        inputParameters: [param('q', ref('100001', 'input'))],
        llmParam: Object.entries(settings).map(([name, content]) => param(name, literal(content, 'string'))),
      },
      outputs: [{ name: 'output', type: 'string' }],
    },
  }
  const schema = canvas(
    [startNode(), llm, endNode([param('output', ref('2', 'output'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
  workflow_id = (await me.api.workflow.create({ name: 'ask', desc: 'd', space_id })).workflow_id
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, space_id, force: true })
})
afterEach(() => server.reset())

test.each([
  ['an empty account', ErrorCode.platform.workflowTokenInsufficient, refuses(402, 'pay first'), 'no credit left'],
  [
    'a country that is not served',
    ErrorCode.platform.countryRestricted,
    refuses(403, 'unsupported_country_region_territory'),
    'region of this server',
  ],
] as const)('%s has the code that clients know', async (_, code, reply, words) => {
  server.script(reply)
  const answer = await t.request('/v1/workflow/run', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: me.cookie(), 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ workflow_id, parameters: { input: 'hello' } }),
  })
  expect(await answer.json()).toMatchObject({ code, msg: expect.stringContaining(words) })
})
