import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import {
  answerNode,
  canvas,
  edge,
  endNode,
  greeting,
  outputNode,
  param,
  ref,
  startNode,
  subNode,
} from '#testing/workflow-canvas.ts'

let t: TestApp
let me: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[me, member, outsider] = [await t.register('me'), await t.register('member'), await t.register('outsider')]
  spaceId = (await me.api.space.create({ name: 'Calls' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
const make = async (schema = greeting(), name = 'Flow', more: object = {}) => {
  const { workflow_id } = await me.api.workflow.create({ name, space_id: spaceId, ...more })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const published = async (schema = greeting(), name = 'Flow') => {
  const workflow_id = await make(schema, name)
  await me.api.workflowVersion.publish({
    workflow_id,
    force: true,
    workflow_version: 'v1.0.0',
    version_description: 'first',
  })
  return workflow_id
}
const calling = (id: string) =>
  canvas(
    [startNode(), subNode('3', id, '', ref('100001', 'input')), endNode([param('output', ref('3', 'output'))])],
    [edge('100001', '3'), edge('3', '900001')],
  )
const tested = async (workflow_id: string) => {
  const { execute_id } = await me.api.workflowRun.test({ workflow_id, input: { input: 'x' } })
  await expect.poll(async () => (await me.api.workflowRun.process({ workflow_id, execute_id })).executeStatus).toBe(2)
  return execute_id
}

test('a missing input of a called workflow is reported as a problem of the caller', async () => {
  const inner = await published(greeting(), 'Needs input')
  const bare = calling(inner).replace('"inputParameters":[{"name":"input"', '"inputParameters":[{"name":"other"')
  const outer = await make(bare, 'Forgetful')
  const problemsOf = async (schema: string) => {
    const { data } = await me.api.workflowVersion.validate({ workflow_id: outer, schema })
    return data[0]!.errors.map(({ code, names, node_error }) => [code, names, node_error?.node_id])
  }
  expect(await problemsOf(bare)).toContainEqual(['inputMissing', ['input'], '3'])
  expect(await problemsOf(calling(inner))).toEqual([])
  // A user who may not see the workflow gets no problems, which would reveal its inputs.
  await expect(outsider.api.workflowVersion.validate({ workflow_id: outer, schema: bare })).rejects.toMatchObject({
    status: 404,
  })
})

describe('finding and copying', () => {
  test('the callers of a workflow are listed before it is deleted', async () => {
    const inner = await published()
    const outer = await make(calling(inner), 'Caller')
    expect(await me.api.workflow.deleteStrategy({ workflow_id: inner })).toMatchObject({
      data: 0,
      called_by: [{ workflow_id: outer, name: 'Caller' }],
    })
    expect((await me.api.workflow.deleteStrategy({ workflow_id: outer })).called_by).toEqual([])
  })
  test('workflows are copied into another space together with those they call', async () => {
    const inner = await published(greeting(), 'Inner')
    const outer = await published(calling(inner), 'Outer')
    const home = (await me.api.space.create({ name: 'Home' })).id
    const copies = await me.api.workflow.copyTemplates({ workflow_ids: [outer], target_space_id: home })
    expect(copies[outer]).toMatchObject({ name: 'Outer', space_id: home, source_id: outer })
    expect((await me.api.workflow.list({ space_id: home })).total).toBe(2)
    await expect(
      outsider.api.workflow.copyTemplates({ workflow_ids: [outer], target_space_id: home }),
    ).rejects.toMatchObject({ status: 404 })
  })
  test('published workflows are listed with the inputs and outputs of the requested version', async () => {
    const id = await published(greeting(), 'Listed one')
    await me.api.workflow.save({
      workflow_id: id,
      schema: canvas([startNode([]), endNode([])], [edge('100001', '900001')]),
    })
    const released = await me.api.workflow.released({ space_id: spaceId, name: 'Listed' })
    expect(released).toMatchObject({
      total: 1,
      workflow_list: [
        { workflow_id: id, inputs: [{ name: 'input' }], flow_version: 'v1.0.0', latest_flow_version_desc: 'first' },
      ],
    })
    const listed = await member.api.workflow.listPublished({ space_id: spaceId, name: 'Listed' })
    expect(listed).toMatchObject({
      total: 1,
      has_more: false,
      workflows: [{ workflow_id: id, outputs: [{ name: 'output' }] }],
    })
    const info = async (workflow_version?: string) =>
      (await me.api.workflow.detailInfo({ workflow_filter_list: [{ workflow_id: id, workflow_version }] })).data[0]!
        .inputs.length
    expect([await info('v1.0.0'), await info()]).toEqual([1, 0])
    expect((await outsider.api.workflow.detailInfo({ workflow_filter_list: [{ workflow_id: id }] })).data).toEqual([])
    expect(
      (await member.api.workflow.examples({ name: 'Listed' })).workflow_list.map((workflow) => workflow.workflow_id),
    ).toEqual([id])
    expect((await outsider.api.workflow.examples({ name: 'Listed' })).total).toBe(0)
  })
})

describe('runs', () => {
  test('a published workflow streams its messages to programs and to the studio', async () => {
    const id = await published(
      canvas(
        [
          startNode(),
          outputNode('2', ref('100001', 'input'), 'first {{text}}'),
          answerNode([param('o', ref('100001', 'input'))], 'then {{o}}'),
        ],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    for (const path of ['/v1/workflow/stream_run', '/api/workflow_api/stream_run_flow']) {
      const response = await t.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: me.cookie(), 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify({ workflow_id: id, parameters: { input: 'x' } }),
      })
      const events = await readEvents(response)
      expect(events.map((event) => event.id)).toEqual(events.map((_, at) => String(at)))
      const said = events
        .filter((event) => event.event === 'Message')
        .map((event) => (event.data as { content: string }).content)
      expect([said.join(''), events.at(-1)!.event]).toEqual(['first xthen x', 'Done'])
    }
  })
  test('a run is visible to everyone who sees the workflow; its p90 counts published runs only', async () => {
    const id = await published()
    const execute_id = await tested(id)
    expect(await member.api.workflowRun.storeHistory({ source_workflow_id: id, execute_id })).toMatchObject({
      executeId: execute_id,
      executeStatus: 2,
    })
    await expect(outsider.api.workflowRun.storeHistory({ source_workflow_id: id, execute_id })).rejects.toMatchObject({
      status: 404,
    })
    expect((await me.api.workflowRun.p90({ workflow_id: id })).runs).toBe(0)
    await me.api.workflowOpen.run({ workflow_id: id, parameters: { input: 'x' } })
    const { runs, p90_ms } = await me.api.workflowRun.p90({ workflow_id: id })
    expect([runs, p90_ms >= 0]).toEqual([1, true])
  })
  test('the admin of a space sets how long its runs are kept', async () => {
    const before = await me.api.workflowRun.retention({ space_id: spaceId })
    expect(before.days).toBeGreaterThan(0)
    await me.api.workflowRun.setRetention({ space_id: spaceId, days: 7, max_bytes: 5_000_000 })
    expect(await member.api.workflowRun.retention({ space_id: spaceId })).toEqual({ days: 7, max_bytes: 5_000_000 })
    await expect(
      member.api.workflowRun.setRetention({ space_id: spaceId, days: 1, max_bytes: 5_000_000 }),
    ).rejects.toMatchObject({ status: 403 })
  })
  test('runs of a called workflow are found inside the run of its caller', async () => {
    const inner = await published()
    const outer = await make(calling(inner))
    const execute_id = await tested(outer)
    const { data } = await me.api.workflowStudio.subProcesses({
      parent_workflow_id: outer,
      parent_node_id: '3',
      workflow_id: inner,
    })
    expect(data).toMatchObject([{ parent_execute_id: execute_id, nodeId: '3', status: 3, workflow_id: inner }])
    const [item] = data
    const sub = await me.api.workflowRun.process({ workflow_id: outer, execute_id, sub_execute_id: item!.executeId })
    expect(sub.nodeResults.map((result) => result.nodeId)).toContain('2')
  })
  test("message nodes are listed, and links are signed only for the caller's own files", async () => {
    const id = await published(
      canvas(
        [startNode(), outputNode('2', ref('100001', 'input'), 'x'), endNode([])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    expect((await me.api.workflowStudio.messageNodes({ plugin_id: id })).message_nodes).toEqual([
      { node_id: '2', node_type: '13', node_title: 'node 2' },
    ])
    const file = await t.services.uploads.store({
      userId: me.id,
      scene: 'file',
      name: 'a.txt',
      bytes: Buffer.from('mine'),
    })
    const { url } = await me.api.workflowStudio.signImage({ uri: file.key })
    expect(await (await t.request(url)).text()).toBe('mine')
    await expect(outsider.api.workflowStudio.signImage({ uri: file.key })).rejects.toMatchObject({ status: 404 })
  })
})

describe('projects, versions and triggers', () => {
  test('conversations of a project are renamed, and several are deleted at once', async () => {
    const project_id = (await t.services.resources.create({ kind: 'project', spaceId, ownerId: me.id, name: 'P' })).id
    const make1 = async (conversation_name: string) =>
      (await me.api.workflowStudio.createConversation({ project_id, conversation_name })).unique_id
    const [a, b] = [await make1('a'), await make1('b')]
    await me.api.workflowStudio.updateConversation({ project_id, unique_id: a, conversation_name: 'c' })
    await expect(
      me.api.workflowStudio.updateConversation({ project_id, unique_id: a, conversation_name: 'b' }),
    ).rejects.toMatchObject({ code: ErrorCode.engine.conversationDuplicated })
    expect(
      (await me.api.workflowStudio.listConversations({ project_id })).data.map((item) => item.conversation_name),
    ).toEqual(['c', 'b'])
    await me.api.workflowStudio.deleteConversations({ project_id, unique_id_list: [a, b] })
    expect((await me.api.workflowStudio.listConversations({ project_id })).data).toEqual([])
  })
  test('versions of several workflows, the authors of commits and both sides of a merge are listed', async () => {
    const id = await published()
    const { version_list } = await me.api.workflowVersion.listMany({
      space_id: spaceId,
      workflow_id_version_map: { [id]: ['v1.0.0', 'v9.9.9'] },
    })
    expect(version_list.map((version) => [version.workflow_id, version.version])).toEqual([[id, 'v1.0.0']])
    await me.api.workflow.save({ workflow_id: id, schema: greeting('later') })
    const conflict = await me.api.workflowVersion.conflict({ workflow_id: id })
    expect([conflict.draft_diff.schema_dif.modify, conflict.submit_diff.schema_dif.modify]).toEqual([true, false])
    const { operate_list, has_more } = await me.api.workflowVersion.operations({ workflow_id: id, type: 1 })
    expect([operate_list.map((operate) => operate.user.user_id), has_more]).toEqual([[me.id], false])
  })
  test('trigger events and published triggers are listed', async () => {
    const id = await published()
    const { trigger_apps } = await me.api.workflowTrigger.events({ space_id: spaceId })
    expect(trigger_apps.flatMap((triggerApp) => triggerApp.events.map((event) => event.event_id)).sort()).toEqual([
      'chat.completed',
      'chat.failed',
      'document.failed',
      'document.ready',
      'form',
      'row.changed',
      'row.created',
      'row.deleted',
      'run.failed',
      'run.succeeded',
      'schedule',
      'webhook',
    ])
    const { trigger_id } = await me.api.workflowTrigger.save({
      workflow_id: id,
      event_id: 'schedule',
      config: '{"cron":"0 9 * * *"}',
    })
    const shown = await me.api.workflowTrigger.getPublished({ source_id: trigger_id })
    expect(JSON.stringify(shown)).toContain(trigger_id)
  })
})

describe('plugins', () => {
  test('official plugins are in the panel, and their tools have inputs and outputs', async () => {
    const workflow_id = await make()
    const { store_plugin, resource_plugin } = await me.api.workflowStudio.panelSearch({
      space_id: spaceId,
      search_type: 6,
    })
    const plugins = store_plugin.plugin_list as {
      plugin_id: string
      tool_list: { api_id: string; api_name: string }[]
    }[]
    expect([plugins.length > 5, resource_plugin.plugin_list]).toEqual([true, []])
    const [plugin] = plugins
    const [tool] = plugin!.tool_list
    const ref1 = { plugin_id: plugin!.plugin_id, api_id: tool!.api_id, api_name: tool!.api_name }
    const detail = await me.api.workflowAssist.apiDetail({ pluginID: plugin!.plugin_id, api_id: tool!.api_id })
    expect(detail).toMatchObject({ apiName: tool!.api_name, pluginType: 1 })
    expect([detail.inputs.length > 0, detail.outputs.length > 0]).toEqual([true, true])
    const told = await me.api.workflowStudio.toolDetail({ workflow_id, plugin_list: [ref1] })
    expect(told.plugin_detail_map[plugin!.plugin_id]).toMatchObject({ is_official: true })
    expect(told.plugin_api_detail_map[tool!.api_id]!.parameters.map((parameter) => parameter.name)).toEqual(
      detail.inputs.map((input) => input.name),
    )
    const [first] = told.plugin_api_detail_map[tool!.api_id]!.parameters
    const merged = await me.api.workflowStudio.toolMerged({
      workflow_id,
      plugin_fc_setting: { ...ref1, request_params: [{ name: first!.name, type: first!.type, local_default: 'set' }] },
    })
    expect(merged.plugin_fc_setting!.request_params[0]).toMatchObject({ name: first!.name, local_default: 'set' })
    expect((await me.api.workflowAssist.pluginAuth({ plugin_id: plugin!.plugin_id })).auth_info).toMatchObject({
      is_oauth: false,
      status: 1,
    })
  })
})
