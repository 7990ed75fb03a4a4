import { VariableChannel } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Call } from '@orrery/engine'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { parseType, readValue } from './variable-type.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let spaceId: string
let botId: string
let projectId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  botId = (await t.services.bots.create({ spaceId, userId: owner.id, name: 'Bot', description: '', iconUri: '' })).id
  const { version } = await t.services.bots.get(botId).then(({ bot }) => bot)
  await t.services.bots.save(
    botId,
    owner.id,
    {
      variable_list: [
        {
          key: 'city',
          description: 'Where',
          default_value: 'Paris',
          is_system: false,
          prompt_disabled: true,
          is_disabled: false,
        },
        { key: 'off', description: '', default_value: '', is_system: false, prompt_disabled: false, is_disabled: true },
      ],
    },
    version,
  )
  projectId = (await t.services.resources.create({ kind: 'project', spaceId, ownerId: owner.id, name: 'App' })).id
})
const values = async (who: Person, more: object = {}) =>
  Object.fromEntries(
    (await who.api.variables.get({ bot_id: botId, ...more })).memories.map((memory) => [memory.keyword, memory.value]),
  )

describe('variables of a bot', () => {
  test('the default applies until a person sets a value, which is private to that person and channel', async () => {
    expect(await values(member)).toEqual({ city: 'Paris', sys_uuid: member.id, sys_connector_id: '10000010' })
    await member.api.variables.set({ bot_id: botId, data: [{ keyword: 'city', value: 'Rome' }] })
    expect(await values(member, { keywords: ['city'] })).toEqual({ city: 'Rome' })
    expect(await values(owner, { keywords: ['city'] })).toEqual({ city: 'Paris' })
    expect(await values(member, { keywords: ['city'], connector_id: '999' })).toEqual({ city: 'Paris' })
    // The user id in the request is ignored.
    expect(await values(owner, { keywords: ['city'], user_id: member.id })).toEqual({ city: 'Paris' })
    await member.api.variables.reset({ bot_id: botId, keywords: ['city'] })
    expect(await values(member, { keywords: ['city'] })).toEqual({ city: 'Paris' })
  })
  test('setting an unknown, disabled or system variable refuses the whole call', async () => {
    const set = (keyword: string) =>
      member.api.variables.set({
        bot_id: botId,
        data: [
          { keyword: 'city', value: 'Oslo' },
          { keyword, value: 'x' },
        ],
      })
    await expect(set('nothing')).rejects.toMatchObject({ code: ErrorCode.variable.unknown })
    await expect(set('sys_uuid')).rejects.toMatchObject({ code: ErrorCode.variable.readOnly })
    await expect(set('off')).rejects.toMatchObject({ code: ErrorCode.variable.disabled })
    expect(await values(member, { keywords: ['city'] })).toEqual({ city: 'Paris' })
    await expect(outsider.api.variables.get({ bot_id: botId })).rejects.toMatchObject({ status: 404 })
    await expect(
      outsider.api.variables.set({ bot_id: botId, data: [{ keyword: 'city', value: 'x' }] }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(member.api.variables.get({})).rejects.toMatchObject({ code: ErrorCode.variable.ownerNeeded })
  })
  test('definitions are listed by channel, with the prompt switch', async () => {
    const { VariableMap } = await member.api.variables.meta({ ConnectorID: botId, ConnectorType: 1 })
    expect(VariableMap[VariableChannel.custom]).toMatchObject([
      { Keyword: 'city', DefaultValue: 'Paris', PromptDisabled: true, Enable: true },
      { Keyword: 'off', Enable: false },
    ])
    expect(VariableMap[VariableChannel.system]!.map((item) => item.Keyword)).toContain('sys_uuid')
    // A bot is not found if requested as a project, and there is no third type.
    await expect(member.api.variables.meta({ ConnectorID: botId, ConnectorType: 2 })).rejects.toMatchObject({
      status: 400,
    })
    await expect(member.api.variables.meta({ ConnectorID: botId, ConnectorType: 3 as never })).rejects.toThrow(
      /ConnectorType/,
    )
    expect((await member.api.variables.systemConfig({})).conf.map((item) => item.key)).toContain('sys_uuid')
  })
  test('a turn of the bot reads and writes them for its user', async () => {
    const port = t.services.skillPorts.variables!
    const context = (who: Person) => ({ botId, userId: who.id, connectorId: '10000010' }) as never
    await port.write({ city: 'Bern' }, context(owner))
    expect(await port.read(context(owner))).toMatchObject({ city: 'Bern' })
    expect(await port.read(context(member))).not.toHaveProperty('city')
    expect(await values(owner, { keywords: ['city'] })).toEqual({ city: 'Bern' })
  })
})

describe('variables of a project', () => {
  const list = [
    { Keyword: 'age', Schema: '{"type":"integer"}', DefaultValue: '18' },
    { Keyword: 'tags', Schema: '{"type":99}', Channel: VariableChannel.app },
    {
      Keyword: 'who',
      Schema:
        '{"type":"object","schema":[{"name":"name","type":"string","required":true},{"name":"n","type":"float"}]}',
    },
    { Keyword: 'fixed', DefaultValue: 'x', IsReadOnly: true },
  ] as const
  const save = (VariableList: readonly object[]) =>
    owner.api.variables.projectSave({ ProjectID: projectId, VariableList: VariableList as never })
  const set = (keyword: string, value: string) =>
    member.api.variables.set({ project_id: projectId, data: [{ keyword, value }] })

  test('are stored in groups; only editors of the project change them', async () => {
    await save(list)
    const { VariableList, GroupConf, CanEdit } = await member.api.variables.projectList({ ProjectID: projectId })
    expect(VariableList.map((item) => item.Keyword)).toEqual(['age', 'tags', 'who', 'fixed'])
    expect(GroupConf.map((group) => [group.DefaultChannel, group.VarInfoList.length, group.IsReadOnly])).toEqual([
      [1, 3, false],
      [5, 1, false],
      [2, 2, true],
    ])
    expect(CanEdit).toBe(false)
    await expect(member.api.variables.projectSave({ ProjectID: projectId, VariableList: [] })).rejects.toMatchObject({
      status: 403,
    })
    await expect(outsider.api.variables.projectList({ ProjectID: projectId })).rejects.toMatchObject({ status: 404 })
    for (const [bad, code] of [
      [[list[0], list[0]], ErrorCode.variable.twice],
      [[{ Keyword: 'x', Schema: '{"type":"colour"}' }], ErrorCode.variable.badSchema],
      [[{ Keyword: 'x', Schema: '{"type":"integer"}', DefaultValue: 'many' }], ErrorCode.variable.wrongType],
      [[{ Keyword: 'x', Channel: VariableChannel.feishu }], ErrorCode.variable.systemOnly],
    ] as const)
      await expect(save(bad)).rejects.toMatchObject({ code })
  })
  test('accept only values of their type', async () => {
    for (const [keyword, good, bad] of [
      ['age', '42', '4.2'],
      ['tags', '["a"]', '[1]'],
      ['who', '{"name":"Ada"}', '{"n":1}'],
    ] as const) {
      await set(keyword, good)
      await expect(set(keyword, bad)).rejects.toMatchObject({ code: ErrorCode.variable.wrongType })
    }
    await expect(set('fixed', 'y')).rejects.toMatchObject({ code: ErrorCode.variable.readOnly })
  })
  test('are read by nodes with their type and scope, and written by nodes', async () => {
    const port = t.services.workflowPorts.variables!
    const call = (who: Person) =>
      ({ mode: 'debug', context: { spaceId, userId: who.id, projectId } }) as unknown as Call
    expect(await port.read('user', 'age', call(member))).toBe(42)
    expect(await port.read('app', 'tags', call(member))).toEqual(['a'])
    expect(await port.read('user', 'age', call(owner))).toBe(18)
    expect(await port.read('system', 'sys_uuid', call(owner))).toBe(owner.id)
    await port.write('app', 'tags', ['b', 'c'], call(owner))
    expect(await port.read('app', 'tags', call(owner))).toEqual(['b', 'c'])
    await expect(port.write('user', 'tags', ['x'], call(owner))).rejects.toMatchObject({
      code: ErrorCode.variable.unknown,
    })
    await expect(port.write('user', 'age', 'old', call(owner))).rejects.toMatchObject({
      code: ErrorCode.variable.wrongType,
    })
    await expect(port.write('user', 'fixed', 'y', call(owner))).rejects.toMatchObject({
      code: ErrorCode.variable.readOnly,
    })
  })
  test('removing a variable deletes its values', async () => {
    await save(list.slice(1))
    await save(list)
    expect(
      await t.services.workflowPorts.variables!.read('user', 'age', {
        context: { userId: member.id, projectId },
      } as unknown as Call),
    ).toBe(18)
  })
})

test('programs read and set them with a token, for their own end users, who never become accounts', async () => {
  const { token } = await member.api.token.create({ name: 'CI', duration_day: '30' })
  const api = t.apiWith({ authorization: `Bearer ${token}` })
  await api.variables.openSet({ bot_id: botId, connector_uid: owner.id, data: [{ keyword: 'city', value: 'Cairo' }] })
  const read = async (connector_uid?: string) =>
    (await api.variables.openGet({ bot_id: botId, connector_uid, keywords: ['city'] })).items.map((item) => item.value)
  expect(await read(owner.id)).toEqual(['Cairo'])
  expect(await read()).toEqual(['Paris'])
  expect(
    (await owner.api.variables.openGet({ bot_id: botId, keywords: ['city'] })).items.map((item) => item.value),
  ).toEqual(['Paris'])
})

test.each([
  ['', 'anything', 'anything'],
  ['{"type":1}', '7', '7'],
  ['{"type":3}', 'true', true],
  ['{"type":102}', '[1.5]', [1.5]],
  ['{"type":103,"schema":[{"name":"a","type":2}]}', '[{"a":1}]', [{ a: 1 }]],
  ['{"type":"list","schema":{"type":"list","schema":{"type":"integer"}}}', '[[1],[]]', [[1], []]],
  ['{"type":"object","schema":[{"name":"__proto__","type":"integer","required":true}]}', '{}', undefined],
  ['{"type":"integer"}', 'x', undefined],
])('the type %s reads %s', (schema, given, wanted) => {
  expect(readValue(parseType(schema), given)).toEqual(wanted)
})
