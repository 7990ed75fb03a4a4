import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  canvas,
  chain,
  edge,
  endNode,
  greeting,
  literal,
  param,
  ref,
  startNode,
  subNode,
  textNode,
} from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let other: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  other = await t.register('other')
  spaceId = (await me.api.space.create({ name: 'States' })).id
})
const make = async (schema: string, more: object = {}) => {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId, ...more })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
async function finished(workflow_id: string, execute_id: string) {
  const process = () => me.api.workflowRun.process({ workflow_id, execute_id })
  await expect.poll(async () => (await process()).executeStatus).not.toBe(1)
  return process()
}
const tested = async (workflow_id: string, more: object = {}) =>
  finished(workflow_id, (await me.api.workflowRun.test({ workflow_id, input: { input: 'you' }, ...more })).execute_id)
const publish = (workflow_id: string, more: object = {}) => me.api.workflowVersion.publish({ workflow_id, ...more })
const statesOf = async (workflow_id: string) => {
  const { workflow, db_data, vcs_data } = await me.api.workflow.canvas({ workflow_id })
  return [workflow.status, db_data.status, vcs_data.type]
}

describe('states of a workflow', () => {
  test('go from a draft that cannot run to a publication and further changes', async () => {
    const { workflow_id: id, status } = await me.api.workflow.create({ name: 'Life', space_id: spaceId })
    expect(status).toBe(1)
    // Start and end are not connected yet: the draft can be neither submitted nor published.
    expect(await statesOf(id)).toEqual([1, 1, 1])
    expect(await me.api.workflow.save({ workflow_id: id, schema: greeting() })).toMatchObject({
      status: 2,
      workflow_status: 1,
    })
    await tested(id)
    expect(await statesOf(id)).toEqual([2, 2, 1])
    await me.api.workflowVersion.submit({ workflow_id: id })
    expect(await statesOf(id)).toEqual([3, 2, 2])
    await publish(id)
    expect(await statesOf(id)).toEqual([3, 3, 3])
    expect(await me.api.workflow.save({ workflow_id: id, name: 'Renamed' })).toMatchObject({ workflow_status: 3 })
    await me.api.workflow.save({ workflow_id: id, schema: greeting('Hi {{String1}}') })
    expect(await statesOf(id)).toEqual([2, 1, 1])
    await me.api.workflowVersion.submit({ workflow_id: id })
    expect(await statesOf(id)).toEqual([3, 1, 2])
  })
  test('submit a draft that cannot run only with force', async () => {
    const { workflow_id } = await me.api.workflow.create({ name: 'Open', space_id: spaceId })
    await expect(me.api.workflowVersion.submit({ workflow_id })).rejects.toMatchObject({
      code: ErrorCode.workflow.cannotSubmit,
      message: expect.not.stringMatching(/block|\d{6}/) as string,
    })
    expect((await statesOf(workflow_id))[0]).toBe(1)
    await me.api.workflowVersion.submit({ workflow_id, force: true })
    expect((await statesOf(workflow_id))[0]).toBe(3)
  })
  test('keep a rearranged canvas tested if the caller requests it', async () => {
    const id = await make(greeting())
    await tested(id)
    const moved = greeting().replace('"x":0', '"x":9')
    await me.api.workflow.save({ workflow_id: id, schema: moved, ignore_status_transfer: true })
    expect((await statesOf(id))[1]).toBe(2)
    await publish(id)
    await me.api.workflow.save({ workflow_id: id, schema: greeting() })
    await expect(publish(id)).rejects.toMatchObject({ code: ErrorCode.workflow.testFirst })
  })
  test('publish the submitted state instead of the current draft if there are collaborators', async () => {
    const id = await make(greeting('one {{String1}}'))
    await me.api.workflowVersion.submit({ workflow_id: id })
    await me.api.workflow.save({ workflow_id: id, schema: greeting('two {{String1}}') })
    const { publish_commit_id } = await publish(id, { has_collaborator: true, force: true })
    const published = await me.api.workflowVersion.history({ workflow_id: id, commit_id: publish_commit_id })
    expect(published.schema).toContain('one {{String1}}')
    expect((await me.api.workflow.canvas({ workflow_id: id })).workflow.schema_json).toContain('two {{String1}}')
    expect((await statesOf(id))[1]).toBe(1)
  })
  test('run an earlier commit by its id', async () => {
    const id = await make(greeting('one {{String1}}'))
    const { submit_commit_id } = await me.api.workflowVersion.submit({ workflow_id: id })
    await me.api.workflow.save({ workflow_id: id, schema: greeting('two {{String1}}') })
    const output = async (more: object) => (await tested(id, more)).nodeResults.at(-1)!.output
    expect(await output({ commit_id: submit_commit_id })).toBe('{"output":"one you"}')
    expect(await output({ submit_commit_id })).toBe('{"output":"one you"}')
    expect(await output({})).toBe('{"output":"two you"}')
    await expect(tested(id, { commit_id: '12345' })).rejects.toMatchObject({ code: ErrorCode.run.noCommit })
  })
  test('list drafts, submissions and publications separately', async () => {
    const id = await make(greeting())
    await me.api.workflowVersion.submit({ workflow_id: id })
    await publish(id, { force: true })
    const kinds = async (type: 0 | 1 | 2 | 3) =>
      (await me.api.workflowVersion.list({ workflow_id: id, type })).version_list.map((version) => version.type)
    expect([await kinds(1), await kinds(2), await kinds(3)]).toEqual([[1], [2], [2]])
    await expect(me.api.workflowVersion.list({ workflow_id: id, type: 4 as 3 })).rejects.toMatchObject({ status: 400 })
    expect(await me.api.workflowVersion.latest({ workflow_id: id })).toMatchObject({ need_merge: false })
  })
})

describe('the bot or project of a workflow', () => {
  test('a workflow bound to a bot uses the variables of the bot in test runs', async () => {
    const { bot_id } = await me.api.bot.create({ space_id: spaceId, name: 'Keeper' })
    const variables = [{ key: 'mood', default_value: 'sunny', description: '' }]
    await me.api.bot.updateDraft({ bot_info: { bot_id, variable_list: variables } })
    const mood = { type: 'ref', content: { source: 'global_variable_user', path: ['mood'], blockID: '', name: '' } }
    const schema = canvas(
      [startNode([]), endNode([param('output', { type: 'string', value: mood })])],
      [edge('100001', '900001')],
    )
    const bound = await make(schema, { bind_biz_id: bot_id, bind_biz_type: 1 })
    expect(await me.api.workflow.canvas({ workflow_id: bound })).toMatchObject({
      is_bind_agent: true,
      bind_biz_id: bot_id,
    })
    const end = async (id: string, more: object = {}) => (await tested(id, more)).nodeResults.at(-1)!
    expect((await end(bound)).output).toBe('{"output":"sunny"}')
    const { workflow_list } = await me.api.workflowAssist.bound({
      space_id: spaceId,
      bind_biz_id: bot_id,
      bind_biz_type: 1,
    })
    expect(workflow_list.map((item) => item.workflow_id)).toEqual([bound])
    // A workflow of the library is tested with a bot that the user chooses.
    const free = await make(schema)
    expect(await end(free)).toMatchObject({ nodeStatus: 4 })
    expect((await end(free, { bot_id })).output).toBe('{"output":"sunny"}')
    await expect(
      other.api.workflow.create({ name: 'X', space_id: spaceId, bind_biz_id: bot_id }),
    ).rejects.toMatchObject({ status: 404 })
  })
  test('unsupported bindings are refused', async () => {
    const create = (more: object) => me.api.workflow.create({ name: 'X', space_id: spaceId, ...more })
    await expect(create({ schema_type: 1 })).rejects.toMatchObject({ status: 400 })
    await expect(create({ bind_biz_type: 3 })).rejects.toMatchObject({ status: 400 })
    await expect(create({ create_conversation: true })).rejects.toMatchObject({
      code: ErrorCode.workflow.noConversation,
    })
  })
  test('a chatflow of a project can create a conversation with its own name', async () => {
    const { project_id } = await me.api.project.create({ space_id: spaceId, name: 'App' })
    await me.api.workflow.create({
      name: 'Helpdesk',
      space_id: spaceId,
      project_id,
      flow_mode: 3,
      create_conversation: true,
    })
    const { data } = await me.api.workflowStudio.listConversations({
      project_id,
      space_id: spaceId,
      create_env: 1,
      create_method: 1,
    })
    expect(data.map((item) => item.conversation_name)).toContain('Helpdesk')
  })
})

describe('validate_tree', () => {
  const broken = canvas([startNode(), endNode([])], [])
  test('lists problems of called drafts under the ids of the drafts', async () => {
    const inner = await make(broken, { name: 'Inner' })
    const middle = await make(
      canvas(
        [startNode(), subNode('2', inner, '', ref('100001', 'input')), endNode([])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    const id = await make(
      canvas(
        [startNode(), subNode('2', middle, '', ref('100001', 'input')), endNode([])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    const { data } = await me.api.workflowVersion.validate({ workflow_id: id })
    expect(data.map((item) => [item.workflow_id, item.name, item.errors.map((error) => error.code)])).toEqual([
      [id, 'Flow', []],
      [inner, 'Inner', ['startOpen', 'endOpen']],
    ])
  })
  test('skips called versions that are published', async () => {
    const inner = await make(greeting())
    await publish(inner, { force: true, workflow_version: 'v1.0.0' })
    await me.api.workflow.save({ workflow_id: inner, schema: broken })
    const calls = (version: string) =>
      canvas(
        [startNode(), subNode('2', inner, version, ref('100001', 'input')), endNode([])],
        [edge('100001', '2'), edge('2', '900001')],
      )
    const id = await make(calls('v1.0.0'))
    expect((await me.api.workflowVersion.validate({ workflow_id: id })).data).toHaveLength(1)
    const { data } = await me.api.workflowVersion.validate({ workflow_id: id, schema: calls('') })
    expect(data.map((item) => item.workflow_id)).toEqual([id, inner])
  })
  test('reports a variable whose type has changed, and an assignment of a value of another type', async () => {
    const { bot_id } = await me.api.bot.create({ space_id: spaceId, name: 'Typed' })
    await me.api.bot.updateDraft({
      bot_info: { bot_id, variable_list: [{ key: 'mood', default_value: '', description: '' }] },
    })
    const left = (type: string) => ({
      type,
      value: { type: 'ref', content: { source: 'global_variable_user', path: ['mood'], blockID: '', name: '' } },
    })
    const assigning = (type: string, value: Record<string, unknown>) =>
      canvas(
        [
          startNode(),
          {
            id: '2',
            type: '40',
            meta: {},
            data: {
              nodeMeta: { title: 'Keep' },
              inputs: { inputParameters: [{ name: 'mood', left: left(type), input: value }] },
            },
          },
          endNode([]),
        ],
        [edge('100001', '2'), edge('2', '900001')],
      )
    const id = await make(greeting())
    const codes = async (schema: string) => {
      const { data } = await me.api.workflowVersion.validate({ workflow_id: id, schema, bind_bot_id: bot_id })
      return data[0]!.errors.map(({ code, names }) => [code, ...names])
    }
    expect(await codes(assigning('string', literal('x')))).toEqual([])
    expect(await codes(assigning('integer', literal('1', 'integer')))).toEqual([['variableChanged', 'mood']])
    expect(await codes(assigning('string', literal('1', 'integer')))).toEqual([['misfit', 'mood', 'string', 'integer']])
    const gone = assigning('string', literal('x')).replaceAll('"mood"', '"weather"')
    expect(await codes(gone)).toEqual([['variableGone', 'weather']])
  })
})

describe('rerun from a node', () => {
  test('uses the current canvas or, on request, the canvas of the earlier run', async () => {
    const at = (template: string) =>
      canvas(
        [
          startNode(),
          textNode('2', ref('100001', 'input'), '<{{String1}}>'),
          textNode('3', ref('2', 'output'), template),
          endNode([param('output', ref('3', 'output'))]),
        ],
        [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
      )
    const id = await make(at('old {{String1}}'))
    const { executeId } = await tested(id)
    await me.api.workflow.save({ workflow_id: id, schema: at('new {{String1}}') })
    const again = async (more: object = {}, node_id = '3') => {
      const { execute_id } = await me.api.workflowRun.again({
        workflow_id: id,
        execute_id: executeId,
        node_id,
        ...more,
      })
      return (await finished(id, execute_id)).nodeResults.at(-1)!.output
    }
    expect(await again()).toBe('{"output":"new <you>"}')
    expect(await again({ canvas: 'recorded' })).toBe('{"output":"old <you>"}')
    await me.api.workflow.save({ workflow_id: id, schema: chain(3) })
    await expect(again()).rejects.toMatchObject({ code: ErrorCode.run.notOnCanvas })
    expect(await again({ canvas: 'recorded' })).toBe('{"output":"old <you>"}')
  })
})

test('the draft of a workflow is readable by programs whose user may edit it', async () => {
  const id = await make(greeting())
  await publish(id, { force: true })
  await me.api.workflow.save({ workflow_id: id, schema: greeting().replace('"name":"input"', '"name":"fresh"') })
  const names = async (is_debug: boolean) =>
    Object.keys(
      (await me.api.workflowOpen.get({ workflow_id: id, include_input_output: true, is_debug })).input!.parameters,
    )
  expect(await names(false)).toEqual(['input'])
  expect(await names(true)).toEqual(['fresh'])
})
