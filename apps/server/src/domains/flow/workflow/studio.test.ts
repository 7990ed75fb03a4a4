import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { type NodeKey, NodeType } from '@orrery/engine/node-type'
import { nodeWords } from '@orrery/engine/words/en'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, edge, endNode, greeting, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'
import { createThreadService } from '#domains/flow/run/thread.service.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Studio' })).id
})
async function make(schema = greeting(), name = 'Flow') {
  const { workflow_id } = await me.api.workflow.create({ name, space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const calling = (id: string) =>
  canvas(
    [startNode(), subNode('3', id, '', ref('100001', 'input')), endNode([param('output', ref('3', 'output'))])],
    [edge('100001', '3'), edge('3', '900001')],
  )

describe('nodes', () => {
  test('the panel lists every node type in the language of the caller, and offers those that can be placed', async () => {
    const all = await me.api.workflowStudio.nodeTemplates({})
    expect(all.template_list.length).toBeGreaterThan(45)
    const zh = await me.api.workflowStudio.nodeTemplates(
      { node_types: ['3'] },
      { headers: { 'accept-language': 'zh-CN' } },
    )
    expect(zh.template_list.map((template) => [template.name, template.support_batch])).toEqual([['大模型', 2]])
    expect(all.cate_list.flatMap((cate) => cate.node_type_list)).not.toContain('1')
  })
  test('every type is in the panel, with the name that the editor shows', async () => {
    const { template_list } = await me.api.workflowStudio.nodeTemplates({})
    const told = new Map(template_list.map((template) => [template.node_type, template.name]))
    const expected = Object.entries(NodeType).map(([key, type]) => [type, nodeWords[key as NodeKey].name])
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected))
  })
  test('a workflow lists its node types, and those of the workflows it calls', async () => {
    const inner = await make()
    const { node_types, sub_workflow_node_types } = await me.api.workflowStudio.nodeTypes({
      workflow_id: await make(calling(inner)),
    })
    expect([node_types.toSorted(), sub_workflow_node_types.toSorted()]).toEqual([
      ['1', '2', '9'],
      ['1', '15', '2'],
    ])
  })
  test('published workflows can be found for placing, except the one being edited', async () => {
    const [a, b] = [await make(greeting(), 'Panel A'), await make(greeting(), 'Panel B')]
    await me.api.workflowVersion.publish({ workflow_id: a, force: true })
    const search = async (exclude_workflow_id?: string) =>
      (await me.api.workflowStudio.panelSearch({ space_id: spaceId, search_key: 'panel', exclude_workflow_id }))
        .resource_workflow.workflow_list as { workflow_id: string }[]
    expect((await search(b)).map((item) => item.workflow_id)).toEqual([a])
    expect(await search(a)).toEqual([])
  })
  test('settings of a tool are merged with the current inputs of its workflow', async () => {
    const id = await make()
    const { workflow_detail_map } = await me.api.workflowStudio.toolDetail({
      workflow_id: id,
      workflow_list: [{ workflow_id: id }],
    })
    expect(workflow_detail_map[id]!.api_detail.parameters).toMatchObject([
      { name: 'input', type: 1, is_required: true },
    ])
    const { workflow_fc_setting } = await me.api.workflowStudio.toolMerged({
      workflow_id: id,
      workflow_fc_setting: {
        workflow_id: id,
        request_params: [
          { name: 'input', type: 1, local_default: 'set' },
          { name: 'gone', type: 1 },
        ],
      },
    })
    expect(workflow_fc_setting!.request_params).toMatchObject([{ name: 'input', local_default: 'set' }])
  })
  test('a canvas is validated without being saved, and becomes a workflow only if it is valid', async () => {
    const broken = canvas([startNode(), endNode([])], [])
    expect((await me.api.workflowStudio.validateSchema({ schema: broken })).data.length).toBeGreaterThan(0)
    expect((await me.api.workflowStudio.validateSchema({ schema: greeting() })).data).toEqual([])
    const refused = await me.api.workflowStudio.encapsulate({ name: 'Part', space_id: spaceId, schema: broken })
    expect([refused.workflow_id, refused.validate_data.length > 0]).toEqual(['', true])
    const made = await me.api.workflowStudio.encapsulate({ name: 'Part', space_id: spaceId, schema: greeting() })
    expect((await me.api.workflow.canvas({ workflow_id: made.workflow_id })).workflow.schema_json).toBe(greeting())
  })
})

test('knowledge and tables are found by name next to workflows, and described for model nodes', async () => {
  const workflow_id = await make()
  const thing = async (kind: 'knowledge' | 'database', name: string) =>
    (await t.services.resources.create({ kind, spaceId, ownerId: me.id, name })).id
  const [book, table] = [await thing('knowledge', 'Handbook 100%'), await thing('database', 'Orders')]
  const find = (search_key: string, more: object = {}) =>
    me.api.workflowStudio.panelSearch({ space_id: spaceId, search_key, ...more })
  expect((await find('100%')).resource_knowledge).toMatchObject({ knowledge_list: [{ id: book }], has_more: false })
  expect((await find('order')).resource_database).toMatchObject({ database_list: [{ id: table, name: 'Orders' }] })
  expect((await find('Handbook', { search_type: 1 })).resource_knowledge).toMatchObject({ knowledge_list: [] })
  const detail = await me.api.workflowStudio.toolDetail({
    workflow_id,
    dataset_list: [{ dataset_id: book }, { dataset_id: table }, { dataset_id: '99' }],
  })
  expect(detail.dataset_detail_map).toEqual({
    [book]: { id: book, icon_url: '', name: 'Handbook 100%', format_type: 0 },
  })
  const merged = await me.api.workflowStudio.toolMerged({ workflow_id, dataset_fc_setting: { dataset_id: book } })
  expect(merged.dataset_fc_setting).toEqual({ dataset_id: book })
  const unknown = { workflow_id, plugin_fc_setting: { plugin_id: '99', api_id: '98' } }
  await expect(me.api.workflowStudio.toolMerged(unknown)).rejects.toMatchObject({ status: 404 })
})

test('a run is a tree of spans: the run, its nodes, and the calls below each node', async () => {
  const inner = await make()
  const id = await make(calling(inner))
  const { execute_id } = await me.api.workflowRun.test({ workflow_id: id, input: { input: 'x' } })
  await expect
    .poll(async () => (await me.api.workflowRun.process({ workflow_id: id, execute_id })).executeStatus)
    .toBe(2)
  const { spans, header } = await me.api.workflowStudio.trace({ workflow_id: id, execute_id })
  const parentOf = Object.fromEntries(spans.map((span) => [span.span_id, span.parent_id]))
  expect(parentOf[execute_id]).toBe('0')
  expect(parentOf[`${execute_id}:3`]).toBe(execute_id)
  expect(parentOf[`${execute_id}:3/2`]).toBe(`${execute_id}:3`)
  expect(header.status_code).toBe(0)
  const roots = await me.api.workflowStudio.listSpans({ workflow_id: id, start_at: 0, end_at: t.clock.now() + 1000 })
  expect(roots.spans.map((span) => [span.span_id, span.input.content])).toEqual([[execute_id, '{"input":"x"}']])
})

test('a chatflow has a role for all channels, and optionally one for a single channel', async () => {
  const id = await make()
  const { ID } = await me.api.workflowStudio.createRole({
    chat_flow_role: { workflow_id: id, name: 'Ada', description: 'd' },
  })
  await me.api.workflowStudio.createRole({ chat_flow_role: { workflow_id: id, connector_id: '1024', name: 'Api' } })
  expect((await me.api.workflowStudio.getRole({ workflow_id: id })).role).toMatchObject({ id: ID, name: 'Ada' })
  expect((await me.api.workflowStudio.getRole({ workflow_id: id, connector_id: '1024' })).role).toMatchObject({
    name: 'Api',
  })
  expect((await me.api.workflowStudio.getRole({ workflow_id: id, connector_id: '999' })).role).toMatchObject({
    name: 'Ada',
  })
  await me.api.workflowStudio.deleteRole({ WorkflowID: id, ID })
  expect((await me.api.workflowStudio.getRole({ workflow_id: id })).role).toBeUndefined()
})

test('conversations of a project have unique names, and cannot be deleted while a chatflow needs them', async () => {
  const project = await t.services.resources.create({ kind: 'project', spaceId, ownerId: me.id, name: 'P' })
  const where = { project_id: project.id }
  const { unique_id } = await me.api.workflowStudio.createConversation({ ...where, conversation_name: 'Support' })
  await expect(
    me.api.workflowStudio.createConversation({ ...where, conversation_name: 'Support' }),
  ).rejects.toMatchObject({ code: ErrorCode.engine.conversationDuplicated })
  const { workflow_id } = await me.api.workflow.create({
    name: 'Chat',
    space_id: spaceId,
    flow_mode: 3,
    project_id: project.id,
  })
  const named = canvas(
    [startNode([{ name: 'CONVERSATION_NAME', type: 'string', defaultValue: 'Support' }]), endNode([])],
    [edge('100001', '900001')],
  )
  await me.api.workflow.save({ workflow_id, schema: named })
  const kept = await me.api.workflowStudio.deleteConversation({ ...where, unique_id })
  expect([kept.success, kept.need_replace.map((item) => item.workflow_id)]).toEqual([false, [workflow_id]])
  const gone = await me.api.workflowStudio.deleteConversation({
    ...where,
    unique_id,
    replace: { [workflow_id]: 'Sales' },
  })
  expect(gone.success).toBe(true)
  expect((await me.api.workflow.canvas({ workflow_id })).workflow.schema_json).toContain('"defaultValue":"Sales"')
  expect((await me.api.workflowStudio.listConversations(where)).data).toEqual([])
})

test('conversations created by runs are listed to their user, apart from those of the project', async () => {
  const project = await t.services.resources.create({ kind: 'project', spaceId, ownerId: me.id, name: 'Made' })
  const where = { project_id: project.id }
  await me.api.workflowStudio.createConversation({ ...where, conversation_name: 'Support' })
  const place = { ownerId: project.id, spaceId, userId: me.id, person: me.id, connectorId: '' }
  const threads = createThreadService({
    db: t.infra.database.db,
    threads: t.services.threads,
    newId: t.infra.newId,
    clock: t.clock,
  })
  const { row } = await threads.open({ ...place, isDraft: true }, 'Case 7')
  await threads.open({ ...place, isDraft: true }, 'Support')
  await threads.open({ ...place, isDraft: true }, 'Default')
  await threads.open({ ...place, isDraft: false }, 'Case 8')
  const other = await t.register('stranger')
  await threads.open({ ...place, userId: other.id, person: other.id, isDraft: true }, 'Case 9')
  const names = async (more: object) =>
    (await me.api.workflowStudio.listConversations({ ...where, ...more })).data.map((item) => item.conversation_name)
  expect(await names({})).toEqual(['Support'])
  expect(await names({ create_method: 1 })).toEqual(['Support'])
  expect(await names({ create_method: 2 })).toEqual(['Case 7'])
  expect(await names({ create_method: 2, create_env: 2 })).toEqual(['Case 8'])
  expect(await names({ create_method: 2, nameLike: '8' })).toEqual([])
  expect(await me.api.workflowStudio.deleteConversation({ ...where, unique_id: row.id })).toMatchObject({
    success: true,
  })
  expect(await names({ create_method: 2 })).toEqual([])
})
