import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import {
  batchOf,
  canvas,
  chain,
  codeNode,
  edge,
  endNode,
  greeting,
  literal,
  param,
  questionNode,
  ref,
  startNode,
  subNode,
  textNode,
} from '#testing/workflow-canvas.ts'

let t: TestApp
let me: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Limits' })).id
})
const make = async (schema: string, more: object = {}) => {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId, ...more })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const publish = async (workflow_id: string, version = 'v1.0.0') => {
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: version })
  return workflow_id
}
async function ended(workflow_id: string, execute_id: string) {
  const stand = () => me.api.workflowRun.process({ workflow_id, execute_id })
  await expect.poll(async () => (await stand()).executeStatus).not.toBe(1)
  const process = await stand()
  return {
    status: process.executeStatus,
    why: process.reason || process.nodeResults.map((nodeResult) => nodeResult.errorInfo).join(''),
  }
}
const tryOut = async (workflow_id: string, input: Record<string, unknown> = { input: 'x' }) =>
  ended(workflow_id, (await me.api.workflowRun.test({ workflow_id, input })).execute_id)
const calling = (id: string, version = '') =>
  canvas(
    [startNode(), subNode('3', id, version, ref('100001', 'input')), endNode([param('output', ref('3', 'output'))])],
    [edge('100001', '3'), edge('3', '900001')],
  )

describe('excessive canvases are refused or bounded, with a message', () => {
  test('a cycle is reported by validation, and cannot be published or run', async () => {
    const schema = canvas(
      [
        startNode(),
        textNode('2', ref('3', 'output'), '{{String1}}'),
        textNode('3', ref('2', 'output'), '{{String1}}'),
        endNode([param('output', ref('3', 'output'))]),
      ],
      [edge('100001', '2'), edge('2', '3'), edge('3', '2'), edge('3', '900001')],
    )
    const id = await make(schema)
    const { data } = await me.api.workflowVersion.validate({ workflow_id: id })
    expect(data[0]!.errors.some((error) => error.path_error)).toBe(true)
    await expect(publish(id)).rejects.toMatchObject({ status: 400 })
    await expect(tryOut(id)).rejects.toMatchObject({ status: 400 })
  })
  test('10,000 nodes are refused with a message, 4,000 run to their end', async () => {
    await expect(tryOut(await make(chain(10_000, '{{String1}}')))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('at most 5000'),
    })
    expect((await tryOut(await make(chain(4000, '{{String1}}')))).status).toBe(2)
  })
  test('a workflow that calls itself fails with a reason', async () => {
    const id = await make(greeting())
    await me.api.workflow.save({ workflow_id: id, schema: calling(id) })
    expect(await tryOut(id)).toMatchObject({ status: 3, why: expect.stringMatching(/deep|itself|recurs|nest/i) })
    await publish(id)
    await expect(me.api.workflowOpen.run({ workflow_id: id, parameters: { input: 'x' } })).rejects.toMatchObject({
      code: expect.any(Number),
    })
  })
  test('workflows that call one another too deeply fail with a reason', async () => {
    let below = await make(greeting())
    for (let depth = 0; depth < 30; depth += 1) below = await make(calling(below))
    const { status, why } = await tryOut(below)
    expect([status, why]).toEqual([3, expect.stringMatching(/deep|nest|recurs/i)])
  })
  test('a batch over a million items is bounded', async () => {
    const id = await publish(await make(batchOf(1_000_000)))
    const items = Array.from({ length: 1_000_000 }, () => 'a')
    const begun = await me.api.workflowOpen.run({ workflow_id: id, parameters: { items } }).then(
      (done) => (JSON.parse(done.data) as { output: string[] }).output.length <= 1_000_000,
      (cause: { message: string }) => cause.message !== '',
    )
    expect(begun).toBe(true)
    // Other runs are served meanwhile and afterwards.
    expect((await tryOut(await make(greeting()))).status).toBe(2)
  })
  test('an endless loop is refused, and a very long one can be cancelled', async () => {
    const loop = (loopType: string) => ({
      id: '2',
      type: '21',
      meta: {},
      data: {
        nodeMeta: { title: 'for ever' },
        inputs: { loopType, loopCount: literal('90000', 'integer'), inputParameters: [], variableParameters: [] },
        outputs: [],
      },
      blocks: [codeNode('3', literal('x'), 'async function main() { return { result: "r" } }')],
      edges: [
        { sourceNodeID: '2', targetNodeID: '3', sourcePortID: 'loop-function-inline-output' },
        { sourceNodeID: '3', targetNodeID: '2', targetPortID: 'loop-function-inline-input' },
      ],
    })
    const around = (inner: ReturnType<typeof loop>) =>
      canvas(
        [startNode(), inner, endNode([param('output', ref('100001', 'input'))])],
        [edge('100001', '2'), edge('2', '900001', 'loop-output')],
      )
    await expect(tryOut(await make(around(loop('infinite'))))).rejects.toMatchObject({
      message: expect.stringContaining('Break'),
    })
    const id = await make(around(loop('count')))
    const { execute_id } = await me.api.workflowRun.test({ workflow_id: id, input: { input: 'x' } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await me.api.workflowRun.cancel({ workflow_id: id, execute_id })
    expect((await ended(id, execute_id)).status).toBe(4)
  })
})

describe('concurrent changes', () => {
  const asking = canvas(
    [
      startNode(),
      questionNode('2', 'Go on?'),
      textNode('3', ref('2', 'USER_RESPONSE'), 'old {{String1}}'),
      endNode([param('output', ref('3', 'output'))]),
    ],
    [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
  )
  const waiting = async (workflow_id: string) => {
    const { execute_id } = await me.api.workflowRun.test({ workflow_id, input: { input: 'x' } })
    const stand = () => me.api.workflowRun.process({ workflow_id, execute_id })
    await expect.poll(async () => (await stand()).nodeEvents.length).toBe(1)
    return { execute_id, event_id: (await stand()).nodeEvents[0]!.id }
  }
  test('reverting to an earlier version does not affect a waiting run', async () => {
    const workflow_id = await publish(await make(greeting()))
    await me.api.workflow.save({ workflow_id, schema: asking })
    const run = await waiting(workflow_id)
    const { version_list } = await me.api.workflowVersion.list({ workflow_id, type: 2 })
    await me.api.workflowVersion.revert({ workflow_id, commit_id: version_list[0]!.commit_id, type: 2 })
    await me.api.workflowRun.resume({ workflow_id, ...run, data: 'yes' })
    expect((await ended(workflow_id, run.execute_id)).status).toBe(2)
    const { data } = await me.api.workflowRun.values({ workflow_id, execute_id: run.execute_id, node_ids: ['3'] })
    expect(data[0]!.output).toContain('old yes')
    const { schema } = await me.api.workflowVersion.history({ workflow_id, execute_id: run.execute_id })
    expect(schema).toBe(asking)
  })
  test('a called workflow that was deleted fails the run with its id', async () => {
    const inner = await make(greeting())
    const outer = await make(calling(inner))
    await me.api.workflow.remove({ workflow_id: inner })
    expect(await tryOut(outer)).toMatchObject({ status: 3, why: expect.stringContaining(inner) })
  })
  test('knowledge that was deleted fails its node with a message', async () => {
    const knowledge = (await t.services.resources.create({ kind: 'knowledge', spaceId, ownerId: me.id, name: 'K' })).id
    const list = { type: 'list', schema: { type: 'string' }, value: { type: 'literal', content: [knowledge] } }
    const retrieve = {
      id: '2',
      type: '6',
      meta: {},
      data: {
        nodeMeta: { title: 'Look up' },
        inputs: {
          inputParameters: [param('Query', ref('100001', 'input'))],
          datasetParam: [{ name: 'datasetList', input: list }, param('topK', literal('3', 'integer'))],
        },
        outputs: [
          {
            name: 'outputList',
            type: 'list',
            schema: { type: 'object', schema: [{ name: 'output', type: 'string' }] },
          },
        ],
      },
    }
    const id = await make(
      canvas(
        [startNode(), retrieve, endNode([param('output', ref('100001', 'input'))])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    await t.services.resources.remove(knowledge)
    const { status, why } = await tryOut(id)
    expect(status === 2 || why !== '').toBe(true)
  })
  test('deleting a space removes its queued and waiting runs', async () => {
    const home = (await me.api.space.create({ name: 'Gone soon' })).id
    const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: home })
    await me.api.workflow.save({ workflow_id, schema: asking })
    const run = await waiting(workflow_id)
    await publish(workflow_id)
    await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'x' }, is_async: true })
    await me.api.space.remove({ space_id: home })
    await expect(me.api.workflowRun.resume({ workflow_id, ...run, data: 'yes' })).rejects.toMatchObject({ status: 404 })
    await expect
      .poll(
        async () =>
          (await t.infra.database.pool.query('SELECT 1 FROM workflow_run WHERE workflow_id = $1', [workflow_id])).rows
            .length,
      )
      .toBe(0)
  })
})

describe('canvases of other editors', () => {
  /** Whitespace, unknown fields, other spellings and large numbers must all survive. */
  const foreign = `{ "versions": {"loop": "v2", "batch": "v2"},
  "nodes": [ {"id":"100001","type":"1","meta":{"position":{"x":-12.5,"y":0},"testRun":{}},"data":{"trigger_parameters":[],"nodeMeta":{"title":"开始","icon":"https://x/y.png","subTitle":""},"outputs":[{"type":"string","name":"input","required":true,"readonly":true,"defaultValue":""}]},"edges":null,"blocks":[]},
    {"id":"900001","type":"2","meta":{"position":{"x":900,"y":0}},"data":{"nodeMeta":{"title":"End"},"inputs":{"terminatePlan":"returnVariables","inputParameters":[{"name":"output","input":{"type":"string","value":{"type":"ref","content":{"source":"block-output","blockID":"100001","name":"input"},"rawMeta":{"type":1}}}}],"huge":9007199254740993}},"unknown":{"kept":[1,2,{"__proto__":3}]}} ],
  "edges":[{"sourceNodeID":"100001","targetNodeID":"900001","sourcePortID":"","targetPortID":""}], "mine": "\\u00e9" }`
  test('are saved, run, published, exported and imported byte for byte', async () => {
    const workflow_id = await make(foreign)
    expect((await me.api.workflow.canvas({ workflow_id })).workflow.schema_json).toBe(foreign)
    expect((await tryOut(workflow_id, { input: 'y' })).status).toBe(2)
    await publish(workflow_id)
    expect((await me.api.workflowOpen.run({ workflow_id, parameters: { input: 'z' } })).data).toBe('{"output":"z"}')
    const { bundle } = await me.api.workflowVersion.export({ workflow_id })
    expect((JSON.parse(bundle) as { workflows: { schema: string }[] }).workflows[0]!.schema).toBe(foreign)
    const back = await me.api.workflowVersion.import({ space_id: spaceId, bundle })
    expect((await me.api.workflow.canvas({ workflow_id: back.workflows[0]!.workflow_id })).workflow.schema_json).toBe(
      foreign,
    )
    const copy = await me.api.workflow.copy({ workflow_id })
    expect((await me.api.workflow.canvas({ workflow_id: copy.workflow_id })).workflow.schema_json).toBe(foreign)
  })
  test('are imported unchanged from the clipboard', async () => {
    const { workflows } = await me.api.workflowVersion.import({ space_id: spaceId, bundle: foreign })
    expect((await me.api.workflow.canvas({ workflow_id: workflows[0]!.workflow_id })).workflow).toMatchObject({
      schema_json: foreign,
      name: 'Imported',
    })
  })
})
