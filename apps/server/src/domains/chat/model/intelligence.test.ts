import { OFFLINE_MODEL_ID } from '@orrery/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { asking } from '#testing/workflow-canvas.ts'

let lab: ChatLab
let member: Person
let outsider: Person
let lead: Person
let ownModel: string
beforeAll(async () => {
  lab = await openChatLab()
  ;[lead, member, outsider] = [lab.owner, await lab.t.register('member'), await lab.t.register('outsider')]
  await lead.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  const provider = await lead.api.spaceModel.createProvider({
    space_id: lab.spaceId,
    kind: 'openai-compatible',
    name: 'House',
    base_url: lab.server.baseUrl,
    api_key: 'sk-house-0001',
  })
  const input = { space_id: lab.spaceId, provider_id: provider.id, name: 'House seer', model: 'seer' }
  ownModel = (
    await lead.api.spaceModel.createModel({
      ...input,
      context_tokens: 32_000,
      capabilities: { tools: true, vision: true, reasoning: false, json: false },
    })
  ).id
})
afterEach(() => lab.server.reset())
const space = () => ({ space_id: lab.spaceId })
const names = async (filter: object = {}, who = member) =>
  (await who.api.intelligenceModel.list({ ...space(), ...filter })).model_list.map(
    (model) => model.model_basic_info.name,
  )

describe('the list of models', () => {
  test('contains what the space can use, and can be filtered by every property of models', async () => {
    expect((await names()).toSorted()).toEqual(['House seer', 'Orrery Offline', 'Tiny'])
    expect(await names({ name: 'SEE' })).toEqual(['House seer'])
    expect(await names({ tag_filters: { 3: ['Vision'] } })).toEqual(['House seer'])
    expect(await names({ tag_filters: { 15: ['Paid'] } })).toEqual(['Tiny'])
    expect(await names({ tag_filters: { 3: ['Vision'], 15: ['Paid'] } })).toEqual([])
    expect(await names({ context_len_max: 32_000 })).toContain('House seer')
    expect(await names({ context_len_max: 31_999 })).not.toContain('House seer')
    expect(await names({ model_cost_min: 1 })).toEqual(['Tiny'])
    expect(await names({ model_vendor: 'House' })).toEqual(['House seer'])
    expect(await names({ model_show_family_id: '4711' })).toEqual([])
    const first = await member.api.intelligenceModel.list({ ...space(), limit: 2 })
    expect([first.total, first.has_more, first.next_cursor_id]).toEqual([3, true, '2'])
    const second = await member.api.intelligenceModel.list({ ...space(), limit: 2, cursor_id: first.next_cursor_id })
    expect([second.model_list.length, second.has_more, second.next_cursor_id]).toEqual([1, false, ''])
  })
  test('marks models that are switched off, and shows what the caller may do', async () => {
    await lead.api.spaceModel.updateModel({ ...space(), model_id: ownModel, enabled: false })
    expect(await names({ statusList: [2] })).toEqual(['House seer'])
    expect(await names({ statusList: [1] })).not.toContain('House seer')
    await lead.api.spaceModel.updateModel({ ...space(), model_id: ownModel, enabled: true })
    const may = async (who: Person) =>
      Object.fromEntries(
        (await who.api.intelligenceModel.list(space())).model_list.map((model) => [
          model.model_basic_info.name,
          model.model_permission_info.can_delete,
        ]),
      )
    expect(await may(lead)).toEqual({ 'House seer': true, 'Orrery Offline': false, Tiny: false })
    expect(await may(member)).toEqual({ 'House seer': false, 'Orrery Offline': false, Tiny: false })
  })
  test('the available filters come from the models themselves', async () => {
    const filters = await member.api.intelligenceModel.filters(space())
    expect(filters).toMatchObject({
      tag_filters: { 1: ['Chat'], 3: expect.arrayContaining(['Tools', 'Vision']) as string[], 15: ['Free', 'Paid'] },
      context_len_min: 32_000,
      context_len_max: 128_000,
      model_cost_min: 0,
      model_cost_max: 1,
      model_vendors: ['House', 'Orrery Offline', 'Scripted'],
      model_ability: { function_call: true, image_understanding: true, cot_display: false },
    })
    expect((await member.api.intelligenceModel.filters({})).model_vendors).not.toContain('House')
  })
  test('models of another space are not visible, neither alone nor in a list', async () => {
    await expect(names({}, outsider)).rejects.toMatchObject({ status: 404 })
    const elsewhere = (await outsider.api.space.create({ name: 'Elsewhere' })).id
    await expect(
      outsider.api.intelligenceModel.info({ space_id: elsewhere, model_id: ownModel }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(outsider.api.intelligenceModel.info({ model_id: ownModel })).rejects.toMatchObject({ status: 404 })
    for (const call of ['usage', 'performance', 'concurrency'] as const)
      await expect(
        outsider.api.intelligenceModel[call]({ space_id: elsewhere, model_id: ownModel }),
      ).rejects.toMatchObject({ status: 404 })
    expect(
      (await outsider.api.intelligenceModel.list({})).model_list.map((model) => model.model_basic_info.name),
    ).toEqual(['Tiny', 'Orrery Offline'])
  })
})

test('the detail of a model shows its properties and its owner, but no key', async () => {
  const info = await member.api.intelligenceModel.info({ ...space(), model_id: ownModel })
  expect(info.model_info.model_basic_info).toMatchObject({
    name: 'House seer',
    model_id: ownModel,
    model_name: 'seer',
    model_vendor: 'House',
    token_limit: 32_000,
    status: 1,
    model_config_type: 0,
  })
  expect(info.model_owner).toMatchObject({ user_id: lead.id })
  expect(JSON.stringify(info)).not.toContain('sk-house')
  const { model_owner: nobody } = await member.api.intelligenceModel.info({ ...space(), model_id: lab.modelId })
  expect(nobody).toBeUndefined()
})

describe('who sets the parameters of a model', () => {
  let shapedId: string
  beforeAll(async () => {
    const { providers } = await lab.owner.api.instanceModel.providers({})
    const model = { provider_id: providers[0]!.id, name: 'Shaped', model: 'shaped' }
    shapedId = (await lab.owner.api.instanceModel.createModel(model)).id
    return () => lab.owner.api.instanceModel.deleteModel({ model_id: shapedId })
  })
  const input = (config_type: 0 | 1) => ({ ...space(), model_id: shapedId, config_type })
  test('is chosen by those who manage models, and visible to everyone in the space', async () => {
    await expect(member.api.intelligenceModel.setConfigType(input(1))).rejects.toMatchObject({ status: 403 })
    await lead.api.intelligenceModel.setConfigType(input(1))
    expect((await member.api.intelligenceModel.userConfig(space())).space_model_user_config_list).toEqual([
      { space_id: lab.spaceId, model_id: shapedId, config_type: 1 },
    ])
    const { model_info: info } = await member.api.intelligenceModel.info({ ...space(), model_id: shapedId })
    expect(info.model_basic_info.model_config_type).toBe(1)
    await lead.api.intelligenceModel.setConfigType(input(0))
    const wrong = { ...input(0), config_type: 7 }
    await expect(lead.api.intelligenceModel.setConfigType(wrong as never)).rejects.toMatchObject({ status: 400 })
    await expect(lead.api.intelligenceModel.setConfigType({ ...input(0), model_id: '999999' })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('decides what a bot can change', async () => {
    const own = { model_id: shapedId, model_style: 0, temperature: 1.9, max_tokens: 33 }
    const bot = await lab.createBot({ model_info: own })
    const sent = async () => {
      lab.server.reset()
      lab.server.script(says('ok'))
      await lab.ask(bot, 'hi')
      const { temperature, max_tokens } = lab.server.requests[0]!.body
      return { temperature, max_tokens }
    }
    expect(await sent()).toEqual({ temperature: 1.9, max_tokens: 33 })
    await lead.api.intelligenceModel.setConfigType(input(1))
    expect(await sent()).toEqual({ temperature: 0.8, max_tokens: 4096 })
    await lead.api.intelligenceModel.setConfigType(input(0))
    expect(await sent()).toEqual({ temperature: 1.9, max_tokens: 33 })
  })
})

describe('the usage of a model', () => {
  async function flow() {
    const { workflow_id } = await lead.api.workflow.create({ name: 'Flow', ...space() })
    await lead.api.workflow.save({ workflow_id, schema: asking(lab.modelId) })
    await lead.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
    return workflow_id
  }
  test('is counted for bots and workflows separately, with speed and failures', async () => {
    const botId = await lab.createBot()
    const workflowId = await flow()
    const model = { ...space(), model_id: lab.modelId }
    expect(await member.api.intelligenceModel.usage(model)).toEqual({ usage: [] })
    lab.server.script(says('one'), says('two'), says('three'), refuses(400, 'no'))
    await lab.ask(botId, 'hi')
    await lab.ask(botId, 'hi')
    await lead.api.workflowOpen.run({ workflow_id: workflowId, parameters: { input: 'hi' } })
    await lab.ask(botId, 'hi')
    // The scripted model reports 11 input and 7 output tokens per call.
    const { usage } = await member.api.intelligenceModel.usage(model)
    expect(usage).toEqual([
      {
        BotTotalInput: 22,
        BotTotalOutput: 14,
        WorkflowTotalInput: 11,
        WorkflowTotalOutput: 7,
        date: new Date(lab.t.clock.now()).toISOString().slice(0, 10),
      },
    ])
    const { output_speed: speed, latency, accuracy } = await member.api.intelligenceModel.performance(model)
    expect(accuracy.map((item) => item.data)).toEqual([0.75])
    expect(speed).toHaveLength(1)
    expect(speed[0]!.data).toBeGreaterThan(0)
    expect(latency[0]!.time).toBe(speed[0]!.time)
    const load = await member.api.intelligenceModel.concurrency(model)
    expect(load.rpm_1d.map((item) => item.data)).toEqual([0.07])
    expect(load.input_tmp_1d.map((item) => item.data)).toEqual([0.55])
    expect(load.output_tmp_30d.map((item) => item.data)).toEqual([0.01])
    expect(load.exceed_rpm_threshold_num).toBe(0)
    const { model_info: info } = await member.api.intelligenceModel.info(model)
    expect(info.model_speed).toBeGreaterThan(0)
    // The offline model was not called, and usage of the same model in another space is separate.
    expect(await member.api.intelligenceModel.usage({ ...space(), model_id: OFFLINE_MODEL_ID })).toEqual({ usage: [] })
    const elsewhere = (await outsider.api.space.create({ name: 'Quiet' })).id
    expect(await outsider.api.intelligenceModel.usage({ space_id: elsewhere, model_id: lab.modelId })).toEqual({
      usage: [],
    })
  })
})
