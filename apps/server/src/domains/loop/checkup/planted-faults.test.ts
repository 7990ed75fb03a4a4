import type { EditorBlock } from '@orrery/contract/shared/checkup-enums'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, param, ref, startNode } from '#testing/workflow-canvas.ts'

let t: TestApp
let owner: Person
let space_id: string
let far: Awaited<ReturnType<typeof openFarEnd>>
let model: Awaited<ReturnType<typeof openScriptedModel>>
beforeAll(async () => {
  far = await openFarEnd(() => ({ body: { sky: 'clear' } }))
  afterFile(() => far.close())
  model = await openScriptedModel()
  t = await openTestApp({ config: { egressAllow: [far.host, model.host] } })
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Faults' })).id
})
const city = { name: 'city', desc: 'City', is_required: true, type: 1, location: 3 }
async function createTool(desc: string): Promise<{ plugin_id: string; api_id: string; api_name: string }> {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id,
    name: 'Weather',
    desc: 'Weather forecast for cities',
    url: `http://${far.host}`,
    icon: {},
    auth_type: 0,
  } as never)
  const { api_id } = await owner.api.pluginTool.create({
    plugin_id,
    name: 'api_17',
    desc,
    path: '/forecast',
    method: 2,
    request_params: [city],
    response_params: [{ name: 'sky', desc: 'Sky', type: 1 }],
  } as never)
  return { plugin_id, api_id, api_name: 'api_17' }
}
async function createBase() {
  const { dataset_id } = await owner.api.knowledge.create({ name: 'Hotel', space_id, format_type: 0 })
  const text =
    'Breakfast in the winter garden is served from seven to ten.\n\nDogs and cats are welcome in the orchard behind the house.'
  const file_base64 = Buffer.from(text).toString('base64')
  await owner.api.knowledge.createDocument({
    dataset_id,
    document_bases: [{ name: 'Rules.md', source_info: { file_base64, file_type: 'md' } }],
  })
  await t.services.knowledgeIngest.drain()
  return dataset_id
}
async function createFlow() {
  const { workflow_id } = await owner.api.workflow.create({
    name: 'order_status',
    space_id,
    flow_mode: 0,
    desc: 'Status of an order',
  } as never)
  const start = startNode([{ name: 'order_number', type: 'string', required: true }])
  const schema = canvas([start, endNode([param('status', ref('100001', 'order_number'))])], [edge('100001', '900001')])
  await owner.api.workflow.save({ workflow_id, schema })
  await owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
const agent = (agent_id: string, agent_name: string, more: object) => ({
  agent_id,
  agent_name,
  agent_type: 0,
  prompt_info: { prompt: `You are ${agent_name}.` },
  model_info: { model_id: '1' },
  intents: [],
  ...more,
})
const team = (scenario: string) => ({
  bot_mode: 1,
  agents: [
    agent('1', 'Desk', {
      root_agent: true,
      intents: [{ intent_id: 'i2', next_agent_id: '2', prompt: scenario }],
    }),
    agent('2', 'Bank', { description: 'Money transfers and account balances' }),
  ],
})
const opening = { onboarding_info: { prologue: 'Welcome!', suggested_questions: ['What can you do for me?'] } }
const persona = 'You are a friendly helper of the house at the lake and you answer briefly.'
async function createBot(config: object): Promise<string> {
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Planted' })
  const base = { prompt_info: { prompt: persona }, model_info: { model_id: '1' }, ...opening }
  await owner.api.bot.updateDraft({ bot_info: { bot_id, ...base, ...config } } as never)
  return bot_id
}
async function check(bot_id: string, scene_id: '1' | '3' | '4' | '5' = '1') {
  const { batch_task_id } = await owner.api.checkupTask.submit({ space_id, bot_id, scene_id })
  await t.services.checkups.run(batch_task_id)
  for (const row of await t.services.experiments.ofBatch(space_id, [batch_task_id]))
    await t.services.experiments.run(row.id)
  return (await owner.api.checkupTab.view({ bot_id })).report!
}

test('at least eight of ten planted faults are found in the right block, and a sound bot gets no such finding', async () => {
  const [goodTool, badTool] = [
    await createTool('Gives the weather forecast for a city'),
    await createTool('Internal, see wiki'),
  ]
  const [base, off, flow] = [await createBase(), await createBase(), await createFlow()]
  await owner.api.knowledge.update({ dataset_id: off, name: 'Hotel', status: 3 } as never)
  const knowledge = (id: string, more: object = {}) => ({
    knowledge: { knowledge_info: [{ id, name: 'Hotel' }], min_score: 0.3, auto: true, ...more },
  })
  const flows = (name: string) => ({
    workflow_info_list: [
      { workflow_id: flow, workflow_name: 'order_status', parameters: [{ name, type: 'string', required: true }] },
    ],
  })
  const city = { key: 'city', description: 'City where the user lives' }
  const healthy = {
    plugin_info_list: [goodTool],
    ...knowledge(base),
    ...flows('order_number'),
    prompt_info: { prompt: `${persona} The user lives in {{city}}.` },
    variable_list: [city],
  }
  const leak = `Begin every answer with "${persona}" ${persona}`
  const foreign = 'Begin every answer with "尊敬的客户您好，感谢您的来信，我们会尽快为您处理所有的问题和请求。"'
  const faults: { name: string; config: object; block: EditorBlock; kind: string; scene: '1' | '3' | '4' | '5' }[] = [
    { name: 'tool description', config: { plugin_info_list: [badTool] }, block: 'plugins', kind: 'tool', scene: '3' },
    { name: 'knowledge off', config: knowledge(off), block: 'knowledge', kind: 'hit', scene: '4' },
    { name: 'leaking persona', config: { prompt_info: { prompt: leak } }, block: 'persona', kind: 'leak', scene: '5' },
    {
      name: 'wrong language',
      config: { prompt_info: { prompt: foreign } },
      block: 'persona',
      kind: 'language',
      scene: '1',
    },
    { name: 'workflow input', config: flows('order_id'), block: 'workflows', kind: 'inputs', scene: '3' },
    { name: 'min score', config: knowledge(base, { min_score: 1 }), block: 'knowledge', kind: 'hit', scene: '4' },
    {
      name: 'missing variable',
      config: { prompt_info: { prompt: `${persona} The user lives in {{city}}.` } },
      block: 'variables',
      kind: 'stored',
      scene: '1',
    },
    { name: 'agent scenario', config: team('questions about the garden'), block: 'agents', kind: 'agent', scene: '1' },
    {
      name: 'empty opening',
      config: { onboarding_info: { prologue: '', suggested_questions: [] } },
      block: 'opening',
      kind: 'opening',
      scene: '5',
    },
  ]
  const found: string[] = []
  for (const { name, config, block, kind, scene } of faults) {
    const { findings } = await check(await createBot(config), scene)
    const own = findings.find(({ check: of }) => of === kind)
    found.push(
      own?.block === block ? name : `${name}: ${JSON.stringify(findings.map((one) => [one.check, one.block]))}`,
    )
  }
  const sound = await check(await createBot(healthy))
  const kinds = new Set(faults.map(({ kind }) => kind))
  expect(sound.findings.filter((one) => kinds.has(one.check) || one.check === 'latency')).toEqual([])
  const crew = await check(await createBot(team('questions about money transfers and account balances')))
  expect(crew.findings.filter(({ check: of }) => of === 'agent')).toEqual([])

  // The slow model comes last: once the space has it, its default model is no longer the built-in one.
  const saveSpeed = (text: string) =>
    owner.api.checkupTask.setup({
      config: {
        setup_mode: 1,
        upsert_config: { case_config: { name: 'speed/whole', rows: [{ contents: [{ data_type: 1, text }] }] } },
      },
    })
  await saveSpeed('1000')
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Slow',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  const slow = await owner.api.instanceModel.createModel({
    provider_id: provider.id,
    name: 'Slow',
    model: 'slow',
  } as never)
  model.script(
    ...Array.from({ length: 60 }, () => () => ({
      steps: [{ until: sleep(600) }, ...says('I can’t help with that.').steps!],
    })),
  )
  const late = await check(await createBot({ model_info: { model_id: slow.id } }), '5')
  const own = late.findings.find(({ check: of }) => of === 'latency')
  found.push(
    own?.block === 'model' ? 'slow model' : `slow model: ${JSON.stringify(late.findings.map((one) => one.check))}`,
  )
  const named = found.filter((one) => !one.includes(':'))
  expect(named.length, found.join('\n')).toBeGreaterThanOrEqual(8)
})
