import { ComponentType, GenStatus, ParameterType, TrafficScene } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { openPluginLab, param, type PluginLab } from '#domains/resources/plugin/testing/plugin-lab.ts'

let lab: PluginLab
let owner: Person
let pluginId: string
let toolId: string
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner } = lab)
  pluginId = await lab.createPlugin()
  toolId = await lab.createTool(pluginId, 'forecast', {
    path: '/forecast',
    request_params: [
      param('city', ParameterType.string, { location: 2, is_required: true }),
      param('days', ParameterType.integer, { location: 2 }),
    ],
    response_params: [param('temperature', ParameterType.number), param('city', ParameterType.string)],
  })
})
const bizCtx = (more: object = {}) => ({
  bizSpaceID: lab.spaceId,
  trafficScene: TrafficScene.toolDebug,
  trafficCallerID: pluginId,
  ...more,
})
const subject = (component = toolId, parent = pluginId) => ({
  componentID: component,
  componentType: ComponentType.tool,
  parentComponentID: parent,
  parentComponentType: ComponentType.plugin,
})
const createSet = async (name = 'Sunny') =>
  (await owner.api.mockSet.save({ bizCtx: bizCtx(), name, mockSubject: subject() })).id
const addRule = (mocksetID: string, answer: object, more: object = {}) =>
  owner.api.mockSet.saveRule({
    bizCtx: bizCtx(),
    mocksetID,
    name: 'rule',
    responseExpect: { responseExpectRule: JSON.stringify(answer) },
    ...more,
  })

describe('mock sets', () => {
  test('are created, listed with the schema of the tool, renamed and deleted', async () => {
    const id = await createSet('First')
    await addRule(id, { temperature: 30, city: 'Lima' })
    await owner.api.mockSet.save({ bizCtx: bizCtx(), id, name: 'Renamed', mockSubject: subject() })
    const { mockSets, schema, count } = await owner.api.mockSet.list({ bizCtx: bizCtx(), mockSubject: subject() })
    expect(mockSets[0]).toMatchObject({
      id,
      name: 'Renamed',
      mockRuleQuantity: 1,
      schemaIncompatible: false,
      creator: { ID: owner.id },
    })
    expect(Number(count)).toBeGreaterThan(0)
    expect(JSON.parse(schema)).toMatchObject({ properties: { temperature: { type: 'number' } } })
    await owner.api.mockSet.remove({ bizCtx: bizCtx(), id })
    expect((await owner.api.mockSet.list({ bizCtx: bizCtx(), ids: [id] })).mockSets).toEqual([])
  })

  test('rules are checked, ordered by priority, changed and deleted', async () => {
    const id = await createSet('Rules')
    const low = (await addRule(id, { temperature: 1 }, { priority: 1 })).id
    const high = (await addRule(id, { temperature: 2 }, { priority: 9 })).id
    const { mockRules, count } = await owner.api.mockSet.rules({ bizCtx: bizCtx(), mockSetID: id })
    expect(mockRules.map((rule) => rule.id)).toEqual([high, low])
    expect(count).toBe('2')
    await addRule(id, { temperature: 3 }, { id: low, priority: 10 })
    expect((await owner.api.mockSet.rules({ bizCtx: bizCtx(), mockSetID: id })).mockRules[0]!.id).toBe(low)
    await owner.api.mockSet.removeRule({ bizCtx: bizCtx(), id: low })
    expect((await owner.api.mockSet.rules({ bizCtx: bizCtx(), mockSetID: id })).mockRules).toHaveLength(1)
    await expect(
      owner.api.mockSet.saveRule({
        bizCtx: bizCtx(),
        mocksetID: id,
        name: 'bad',
        responseExpect: { responseExpectRule: '{' },
      }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(addRule(id, {}, { requestFilter: { requestFilterRule: '[1]' } })).rejects.toMatchObject({
      status: 400,
    })
    await addRule(id, { temperature: 'hot' })
    expect((await owner.api.mockSet.list({ bizCtx: bizCtx(), ids: [id] })).mockSets[0]!.schemaIncompatible).toBe(true)
  })

  test('answer instead of the tool only for the person who bound them, and name the mock set in the answer', async () => {
    const mate = await lab.t.register('mate')
    await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: mate.id }] })
    const id = await createSet('Bound')
    await addRule(
      id,
      { temperature: 99, city: 'Mock' },
      { requestFilter: { requestFilterRule: '{"city":"Lima"}' }, priority: 5 },
    )
    await addRule(id, { temperature: 7, city: 'Any' })
    await owner.api.mockSet.bind({ bizCtx: bizCtx(), mockSetID: id, mockSubject: subject() })
    const calls = lab.target.seen.length
    const run = await lab.debug(pluginId, toolId, { city: 'Lima' })
    expect(run).toMatchObject({ success: true, mock_set: 'Bound' })
    expect(JSON.parse(run.resp)).toEqual({ temperature: 99, city: 'Mock', _mock_set: 'Bound' })
    expect(JSON.parse((await lab.debug(pluginId, toolId, { city: 'Rome' })).resp)).toMatchObject({ temperature: 7 })
    expect(lab.target.seen.length).toBe(calls)
    expect((await lab.debug(pluginId, toolId, { city: 'Lima' }, mate)).mock_set).toBe('')
    expect(lab.target.seen.length).toBe(calls + 1)
    expect((await owner.api.mockSet.usage({ mockSetID: id, spaceID: lab.spaceId })).usersUsageCount).toBe('1')
    const { mockSetBindings, mockSetDetails } = await owner.api.mockSet.bindings({
      bizCtx: bizCtx(),
      needMockSetDetail: true,
    })
    expect(mockSetBindings).toEqual([expect.objectContaining({ mockSetID: id })])
    expect(mockSetDetails[id]).toMatchObject({ name: 'Bound', mockRuleQuantity: 2 })
    await owner.api.mockSet.bind({ bizCtx: bizCtx(), mockSetID: '0', mockSubject: subject() })
    expect((await lab.debug(pluginId, toolId, { city: 'Lima' })).mock_set).toBe('')
  })

  test('bound to a bot or a workflow answer trial calls there; published calls are never mocked', async () => {
    const id = await createSet('In a bot')
    await addRule(id, { temperature: 5, city: 'Bot' })
    await lab.publish(pluginId)
    const { bot_id } = await owner.api.bot.create({ space_id: lab.spaceId, name: 'Mocked' })
    await owner.api.mockSet.bind({
      bizCtx: bizCtx({ trafficScene: TrafficScene.agentDebug, trafficCallerID: bot_id }),
      mockSetID: id,
      mockSubject: subject(),
    })
    const port = lab.t.services.skillPorts.plugins!
    const context = (isDraft: boolean) => ({
      botId: bot_id,
      spaceId: lab.spaceId,
      userId: owner.id,
      endUser: '',
      conversationId: '1',
      turnId: '1',
      connectorId: '',
      isDraft,
      locale: 'en' as const,
      signal: AbortSignal.timeout(5000),
    })
    const ask = async (isDraft: boolean) => {
      const [tool] = await port.tools(
        [{ plugin_id: pluginId, api_id: toolId, api_name: 'forecast' }] as never,
        context(isDraft),
      )
      return tool!.call(
        { city: 'x' },
        { callId: 'c', signal: AbortSignal.timeout(5000), say: () => {}, sayEnd: () => {} },
      )
    }
    expect(JSON.parse(((await ask(true)) as { content: string }).content)).toEqual({
      temperature: 5,
      city: 'Bot',
      _mock_set: 'In a bot',
    })
    expect(((await ask(false)) as { content: string }).content).not.toContain('_mock_set')
    await owner.api.mockSet.bind({
      bizCtx: bizCtx({ trafficScene: TrafficScene.workflowDebug, trafficCallerID: '4242' }),
      mockSetID: id,
      mockSubject: subject(),
    })
    const node = lab.t.services.workflowPorts.plugin!
    const call = (mode: string) =>
      ({
        mode,
        workflowId: '4242',
        context: { spaceId: lab.spaceId, userId: owner.id },
        signal: AbortSignal.timeout(5000),
        key: 'k',
      }) as never
    const which = { pluginId, apiId: toolId, apiName: 'forecast', version: '', from: '' }
    expect(await node.call(which, { city: 'x' }, call('debug'))).toMatchObject({
      output: { temperature: 5 },
      raw: expect.stringContaining('_mock_set'),
    })
    expect((await node.call(which, { city: 'x' }, call('release'))).raw).not.toContain('_mock_set')
  })

  test('replace official tools too', async () => {
    const official = subject('7000000201', '70000002')
    const { id } = await owner.api.mockSet.save({ bizCtx: bizCtx(), name: 'Wrong sums', mockSubject: official })
    await addRule(id, { result: 5, text: '5' })
    await owner.api.mockSet.bind({ bizCtx: bizCtx({ trafficCallerID: '' }), mockSetID: id, mockSubject: official })
    const run = await owner.api.pluginTool.debug({
      plugin_id: '70000002',
      api_id: '7000000201',
      parameters: '{"expression":"2+2"}',
    })
    expect(run).toMatchObject({ mock_set: 'Wrong sums', resp: expect.stringContaining('"result":5') })
    await owner.api.mockSet.bind({ bizCtx: bizCtx({ trafficCallerID: '' }), mockSubject: official })
  })

  test('answers are generated from the schema, and generation can be stopped', async () => {
    const id = await createSet('Generated')
    const { taskID } = await owner.api.mockSet.generate({ mockSetID: id, quantity: 2, desc: 'cold days' })
    expect((await owner.api.mockSet.generated({ taskID })).status).toBe(GenStatus.running)
    await lab.t.services.mockGenerator.run(taskID, AbortSignal.timeout(20_000))
    const { status, choices } = await owner.api.mockSet.generated({ taskID })
    expect(status).toBe(GenStatus.finished)
    expect(choices).toHaveLength(2)
    for (const choice of choices)
      expect(JSON.parse(choice.content)).toMatchObject({ temperature: expect.any(Number), city: expect.any(String) })
    const stopped = await owner.api.mockSet.generate({ mockSetID: id })
    await owner.api.mockSet.cancelGenerate(stopped)
    await lab.t.services.mockGenerator.run(stopped.taskID, AbortSignal.timeout(20_000))
    expect(await owner.api.mockSet.generated(stopped)).toMatchObject({ status: GenStatus.canceled, choices: [] })
    await expect(owner.api.mockSet.cancelGenerate(stopped)).rejects.toMatchObject({ status: 409 })
    expect((await owner.api.mockSet.gates({ fgNames: ['bot.devops.plugin_mockset', 'no.such'] })).featgates).toEqual({
      'bot.devops.plugin_mockset': true,
      'no.such': false,
    })
  })

  test('of another space cannot be read, used, changed or generated for', async () => {
    const id = await createSet('Private')
    const rule = (await addRule(id, {})).id
    const stranger = await lab.t.register('stranger')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    const ctx = { ...bizCtx(), bizSpaceID: theirs }
    expect((await stranger.api.mockSet.list({ bizCtx: ctx, ids: [id] })).mockSets).toEqual([])
    const tries = [
      () => stranger.api.mockSet.remove({ bizCtx: ctx, id }),
      () => stranger.api.mockSet.removeRule({ bizCtx: ctx, id: rule }),
      () => stranger.api.mockSet.rules({ bizCtx: ctx, mockSetID: id }),
      () =>
        stranger.api.mockSet.saveRule({
          bizCtx: ctx,
          mocksetID: id,
          name: 'x',
          responseExpect: { responseExpectRule: '{}' },
        }),
      () => stranger.api.mockSet.bind({ bizCtx: ctx, mockSetID: id, mockSubject: subject() }),
      () => stranger.api.mockSet.usage({ mockSetID: id, spaceID: theirs }),
      () => stranger.api.mockSet.generate({ mockSetID: id }),
      () => stranger.api.mockSet.list({ bizCtx: bizCtx() }),
      () => stranger.api.mockSet.save({ bizCtx: ctx, name: 'x', mockSubject: subject() }),
    ]
    for (const found of tries) await expect(found()).rejects.toMatchObject({ status: 404 })
  })
})

describe('test cases', () => {
  const save = (name: string, input: object, more: object = {}) =>
    owner.api.testCase.save({
      bizCtx: bizCtx(),
      bizComponentSubject: subject(),
      caseBase: { name, input: JSON.stringify(input), ...more },
    })
  test('of a tool are stored, listed, checked, made default, generated and deleted', async () => {
    const found = (await save('Lima', { city: 'Lima' })).caseDetail
    expect(found).toMatchObject({
      caseBase: { name: 'Lima', isDefault: false },
      creatorID: owner.id,
      schemaIncompatible: false,
    })
    await expect(save('Lima', {})).rejects.toMatchObject({ status: 409 })
    const two = (await save('Bad', { city: 5 }, { isDefault: true })).caseDetail
    expect(two).toMatchObject({ schemaIncompatible: true, caseBase: { isDefault: true } })
    await owner.api.testCase.setDefault({
      bizCtx: bizCtx(),
      bizComponentSubject: subject(),
      caseID: found.caseBase.caseID,
    })
    const { cases } = await owner.api.testCase.list({ bizCtx: bizCtx(), bizComponentSubject: subject() })
    expect(cases.map((each) => [each.caseBase.name, each.caseBase.isDefault])).toEqual([
      ['Lima', true],
      ['Bad', false],
    ])
    const page = await owner.api.testCase.list({ bizCtx: bizCtx(), bizComponentSubject: subject(), pageLimit: 1 })
    expect(page).toMatchObject({ hasNext: true })
    expect(
      (await owner.api.testCase.list({ bizCtx: bizCtx(), bizComponentSubject: subject(), nextToken: page.nextToken }))
        .cases[0]!.caseBase.name,
    ).toBe('Bad')
    expect(
      await owner.api.testCase.check({ bizCtx: bizCtx(), bizComponentSubject: subject(), caseName: 'Lima' }),
    ).toMatchObject({ isPass: false, failCode: expect.any(Number) })
    expect(
      await owner.api.testCase.check({ bizCtx: bizCtx(), bizComponentSubject: subject(), caseName: 'Free' }),
    ).toMatchObject({ isPass: true })
    expect(
      JSON.parse((await owner.api.testCase.schema({ bizCtx: bizCtx(), bizComponentSubject: subject() })).schemaJson),
    ).toMatchObject({ required: ['city'] })
    const { genCaseData } = await owner.api.testCase.generate({
      bizCtx: bizCtx(),
      bizComponentSubject: subject(),
      count: 2,
    })
    expect(genCaseData.map((each) => Object.keys(JSON.parse(each.input) as object))).toEqual([
      ['city', 'days'],
      ['city', 'days'],
    ])
    expect(
      (await owner.api.testCase.remove({ bizCtx: bizCtx(), caseIDs: [two.caseBase.caseID, '42'] })).deletedCaseIDS,
    ).toEqual([two.caseBase.caseID])
    await expect(
      owner.api.testCase.save({
        bizCtx: bizCtx(),
        bizComponentSubject: subject(),
        caseBase: { name: 'x', input: '[]' },
      }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('of a workflow take its inputs as their schema', async () => {
    const { workflow_id } = await owner.api.workflow.create({
      space_id: lab.spaceId,
      name: 'cased',
      desc: 'x',
      flow_mode: 0,
    } as never)
    const flow = { componentID: workflow_id, componentType: ComponentType.workflow }
    expect(
      JSON.parse((await owner.api.testCase.schema({ bizCtx: bizCtx(), bizComponentSubject: flow })).schemaJson),
    ).toMatchObject({ type: 'object' })
    const { caseDetail } = await owner.api.testCase.save({
      bizCtx: bizCtx(),
      bizComponentSubject: flow,
      caseBase: { name: 'one', input: '{"input":"hi"}' },
    })
    expect(caseDetail.caseBase.name).toBe('one')
    const stranger = await lab.t.register('stranger2')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    await expect(
      stranger.api.testCase.schema({ bizCtx: { ...bizCtx(), bizSpaceID: theirs }, bizComponentSubject: flow }),
    ).rejects.toMatchObject({ status: 404 })
    expect(
      (
        await stranger.api.testCase.remove({
          bizCtx: { ...bizCtx(), bizSpaceID: theirs },
          caseIDs: [caseDetail.caseBase.caseID],
        })
      ).deletedCaseIDS,
    ).toEqual([])
  })
})
