import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, endNode, greeting, startNode } from '#testing/workflow-canvas.ts'

let t: TestApp
let me: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[me, member, outsider] = [await t.register('me'), await t.register('member'), await t.register('outsider')]
  spaceId = (await me.api.space.create({ name: 'Old' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
async function make(schema?: string) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  if (schema) await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}

test('a workflow that is built one node and one edge at a time runs like any other', async () => {
  const schema = canvas([startNode([{ name: 'n', type: 'integer', required: true }]), endNode([])], [])
  const workflow_id = await make(schema)
  const add = async (type: number, x: number) =>
    (await me.api.workflowLegacy.createNode({ workflow_id, type, layout: { x, y: 0 } })).node.node_id
  const [code, choice, loud, quiet] = [await add(5, 300), await add(8, 600), await add(5, 900), await add(5, 900)]
  const from = (node: string, name: string, type = 2) => ({ name, type, from_node_id: node, from_output: [name] })
  const script = (body: string) => ({
    code_param: { code_snippet: `async function main({ params }) { return { ${body} } }` },
  })
  await me.api.workflowLegacy.updateNode({
    workflow_id,
    node_id: code,
    name: 'Double',
    node_param: {
      ...script('n: params.n * 2'),
      input_parameters: [from('100001', 'n')],
      output_parameters: [{ name: 'n', type: 2 }],
    },
  })
  await me.api.workflowLegacy.updateNode({
    workflow_id,
    node_id: choice,
    node_param: {
      if_param: {
        if_branch: {
          if_condition_relation: 1,
          if_conditions: [
            { first_parameter: from(code, 'n'), condition: 13, second_parameter: { name: '', type: 2, value: '10' } },
          ],
        },
      },
    },
  })
  const says = (node_id: string, text: string) =>
    me.api.workflowLegacy.updateNode({
      workflow_id,
      node_id,
      node_param: {
        ...script(`said: "${text}"`),
        input_parameters: [],
        output_parameters: [{ name: 'said', type: 1 }],
      },
    })
  await says(loud, 'LOUD')
  await says(quiet, 'quiet')
  await me.api.workflowLegacy.updateNode({
    workflow_id,
    node_id: '900001',
    node_param: {
      terminate_plan: { plan: 1 },
      input_parameters: [
        { ...from(loud, 'said', 1), name: 'loud' },
        { ...from(quiet, 'said', 1), name: 'quiet' },
      ],
    },
  })
  const link = (from_node_id: string, to_node_id: string, if_node_branch?: 1 | 2) =>
    me.api.workflowLegacy.updateLink({
      workflow_id,
      from_node_id,
      to_node_id,
      type: 1,
      ...(if_node_branch && { if_node_branch }),
    })
  await expect(me.api.workflowLegacy.check({ workflow_id })).rejects.toMatchObject({
    status: 400,
    code: ErrorCode.engine.compile,
  })
  await link('100001', code)
  await link(code, choice)
  await link(choice, loud, 1)
  await link(choice, quiet, 2)
  await link(loud, '900001')
  await link(quiet, '900001')
  await me.api.workflowLegacy.check({ workflow_id })

  const run = async (n: string) => {
    const { executeId } = await me.api.workflowLegacy.run({ workflowId: workflow_id, input: { n } })
    const stand = () => me.api.workflowLegacy.process({ workflowId: workflow_id, executeId })
    await expect.poll(async () => (await stand()).executeStatus).toBe(2)
    return JSON.parse(
      (await stand()).nodeResults.find((nodeResult) => nodeResult.nodeId === '900001')!.output,
    ) as object
  }
  expect([await run('3'), await run('30')]).toEqual([
    { loud: '', quiet: 'quiet' },
    { loud: 'LOUD', quiet: '' },
  ])
  const { node_list } = await me.api.workflowLegacy.nodes({ workflow_id })
  const shown = new Map(node_list.map((node) => [node.node_id, node]))
  expect(shown.get(code)).toMatchObject({
    node_name: 'Double',
    node_type: 5,
    lay_out: { x: 300, y: 0 },
    depends_on: ['100001'],
  })
  expect(shown.get(choice)!.node_param).toMatchObject({
    if_param: {
      if_branch: {
        next_node_id: [loud],
        if_condition_relation: 1,
        if_conditions: [
          {
            condition: 13,
            first_parameter: { from_node_id: code, from_output: ['n'] },
            second_parameter: { value: '10' },
          },
        ],
      },
      else_branch: { next_node_id: [quiet] },
    },
  })
  const { map_data } = await me.api.workflowLegacy.mapData({ workflow_id, node_id: choice })
  expect(map_data.map((item) => [item.node_id, item.parameters.map((each) => each.name)])).toEqual([
    ['100001', ['n']],
    [code, ['n']],
  ])
})

test('nodes are copied and deleted with their edges; Start and End cannot be', async () => {
  const workflow_id = await make(greeting())
  const { node } = await me.api.workflowLegacy.copyNode({ workflow_id, node_id: '2', layout: { x: 9, y: 9 } })
  expect(node).toMatchObject({ node_type: 15, lay_out: { x: 9, y: 9 }, depends_on: [] })
  expect(node.node_id).not.toBe('2')
  await me.api.workflowLegacy.updateLink({ workflow_id, from_node_id: '2', to_node_id: '900001', type: 2 })
  const { node_list } = await me.api.workflowLegacy.deleteNode({ workflow_id, node_id: '2' })
  expect(node_list.map((node) => node.node_id)).toEqual(['100001', '900001', node.node_id])
  const canvasNow = JSON.parse((await me.api.workflow.canvas({ workflow_id })).workflow.schema_json!) as {
    edges: unknown[]
  }
  expect(canvasNow.edges).toEqual([])
  for (const node_id of ['100001', '900001']) {
    await expect(me.api.workflowLegacy.deleteNode({ workflow_id, node_id })).rejects.toMatchObject({ status: 400 })
    await expect(me.api.workflowLegacy.copyNode({ workflow_id, node_id })).rejects.toMatchObject({ status: 400 })
  }
  await expect(me.api.workflowLegacy.deleteNode({ workflow_id, node_id: '404' })).rejects.toMatchObject({ status: 404 })
  await expect(me.api.workflowLegacy.createNode({ workflow_id, type: 1, layout: {} })).rejects.toMatchObject({
    status: 400,
  })
  await expect(me.api.workflowLegacy.createNode({ workflow_id, type: 4321, layout: {} })).rejects.toMatchObject({
    status: 400,
  })
})

test('no concurrent change is lost', async () => {
  const workflow_id = await make(greeting())
  const made = await Promise.all(
    [1, 2, 3].map((x) => me.api.workflowLegacy.createNode({ workflow_id, type: 5, layout: { x, y: 0 } })),
  )
  const ids = made.map(({ node }) => node.node_id)
  expect(new Set(ids).size).toBe(3)
  const { node_list } = await me.api.workflowLegacy.nodes({ workflow_id, node_ids: ids })
  expect(node_list.map((node) => node.lay_out.x).sort()).toEqual([1, 2, 3])
})

test('settings of models, tools, knowledge and batches survive a round trip', async () => {
  const workflow_id = await make(greeting())
  const put = async (type: number, node_param: Record<string, unknown>) => {
    const { node } = await me.api.workflowLegacy.createNode({
      workflow_id,
      type,
      layout: {},
      ...(type === 4 && { api_info: { plugin_id: '11', api_name: 'search' } }),
    })
    return (await me.api.workflowLegacy.updateNode({ workflow_id, node_id: node.node_id, node_param })).node_list[0]!
      .node_param
  }
  const llm = { llm_param: { model_type: 7, temperature: 0.5, prompt: 'Say {{x}}', model_name: 'M' } }
  expect(await put(3, llm)).toMatchObject(llm)
  expect(await put(4, { api_param: { api_id: '12' } })).toMatchObject({
    api_param: { plugin_id: '11', api_name: 'search', api_id: '12' },
  })
  expect(await put(6, { dataset_param: { dataset_list: ['5', '6'] } })).toMatchObject({
    dataset_param: { dataset_list: ['5', '6'] },
  })
  const tree = { name: 'rows', type: 5, sub_type: 6, sub_parameters: [{ name: 'a', type: 4, sub_parameters: [] }] }
  expect(
    await put(5, { input_parameters: [{ ...tree, from_node_id: '100001', from_output: ['x', 'y'] }] }),
  ).toMatchObject({ input_parameters: [{ ...tree, from_output: ['x', 'y'] }] })
})

test('a workflow is renamed, copied from a published one, and deleted', async () => {
  const workflow_id = await make(greeting())
  expect(await me.api.workflowLegacy.update({ workflow_id, name: 'Renamed', desc: 'd' })).toMatchObject({
    name: 'Renamed',
    status: 1,
  })
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  const home = (await me.api.space.create({ name: 'Home' })).id
  const { workflow_id: copy } = await me.api.workflowLegacy.fromTemplate({
    template_workflow_id: workflow_id,
    space_id: home,
  })
  expect((await me.api.workflow.canvas({ workflow_id: copy })).workflow).toMatchObject({
    name: 'Renamed',
    space_id: home,
    schema_json: greeting(),
  })
  const { get_plugin_list_data: plugins } = await member.api.workflowLegacy.plugins({
    space_id: spaceId,
    name: 'Renamed',
  })
  expect(plugins).toMatchObject({
    total: 1,
    plugin_infos: [{ id: workflow_id, plugin_type: 4, plugin_apis: [{ parameters: [{ name: 'input' }] }] }],
  })
  await expect(member.api.workflowLegacy.update({ workflow_id, delete: true })).rejects.toMatchObject({ status: 403 })
  expect((await me.api.workflowLegacy.update({ workflow_id, delete: true })).status).toBe(4)
  await expect(me.api.workflowLegacy.nodes({ workflow_id })).rejects.toMatchObject({ status: 404 })
})

test('outsiders are refused, viewers cannot change the draft, and a finished run cannot be cancelled', async () => {
  const workflow_id = await make(greeting())
  await expect(outsider.api.workflowLegacy.nodes({ workflow_id })).rejects.toMatchObject({ status: 404 })
  await expect(member.api.workflowLegacy.createNode({ workflow_id, type: 5, layout: {} })).rejects.toMatchObject({
    status: 403,
  })
  const { executeId } = await me.api.workflowLegacy.run({ workflowId: workflow_id, input: { input: 'x' } })
  await expect(outsider.api.workflowLegacy.cancel({ executeId })).rejects.toMatchObject({ status: 404 })
  await expect
    .poll(async () => (await me.api.workflowLegacy.process({ workflowId: workflow_id })).executeStatus)
    .toBe(2)
  await expect(me.api.workflowLegacy.cancel({ executeId })).rejects.toMatchObject({ status: 409 })
})
