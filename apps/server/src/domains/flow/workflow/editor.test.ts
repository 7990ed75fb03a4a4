import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf, readEvents, type ReadEvent } from '#testing/read-events.ts'
import { openScriptedModel, refuses, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import {
  answerNode,
  canvas,
  codeNode,
  edge,
  endNode,
  greeting,
  param,
  questionNode,
  ref,
  startNode,
  textNode,
} from '#testing/workflow-canvas.ts'

const server = await openScriptedModel()
let t: TestApp
let me: Person
let other: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  me = await t.register('me')
  other = await t.register('other')
  outsider = await t.register('outsider')
  spaceId = (await me.api.space.create({ name: 'Editors' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: other.id, space_role_type: 2 }] })
})
const closing: AbortController[] = []
afterEach(() => closing.splice(0).forEach((item) => item.abort()))

const make = async (schema = greeting()) => {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.collaborator.add({ resource: { id: workflow_id, type: 6 }, principal: { id: other.id, type: 1 } })
  return workflow_id
}
async function open(path: string, person: Person) {
  const abort = new AbortController()
  closing.push(abort)
  const response = await t.request(path, { headers: { cookie: person.cookie() }, signal: abort.signal })
  return { response, abort, events: response.status === 200 ? eventsOf(response) : undefined! }
}
async function until(events: AsyncGenerator<ReadEvent>, fits: (event: ReadEvent) => boolean): Promise<ReadEvent> {
  for (;;) {
    const { value, done } = await events.next()
    if (done) throw new Error('the stream ended')
    if (fits(value)) return value
  }
}
const editorsIn = (event: ReadEvent) =>
  (event.data as { editors: { session_id: string; node_id: string; self: boolean }[] }).editors
const live = (workflowId: string, session: string, person: Person) =>
  open(`/api/workflow_api/live?workflow_id=${workflowId}&session_id=${session}`, person)

describe('presence on a canvas', () => {
  test('shows people who join, move and leave', async () => {
    const workflowId = await make()
    const mine = await live(workflowId, 'tab-1', me)
    expect(
      editorsIn(await until(mine.events, (event) => event.event === 'editors' && editorsIn(event).length === 1)),
    ).toMatchObject([{ session_id: 'tab-1', node_id: '', self: true }])
    const theirs = await live(workflowId, 'tab-2', other)
    await until(mine.events, (event) => editorsIn(event).length === 2)
    await other.api.workflowEditor.presence({ workflow_id: workflowId, session_id: 'tab-2', node_id: '2' })
    const moved = await until(mine.events, (event) => editorsIn(event).some((editor) => editor.node_id === '2'))
    expect(editorsIn(moved).map((editor) => [editor.session_id, editor.self])).toEqual([
      ['tab-1', true],
      ['tab-2', false],
    ])
    theirs.abort.abort()
    await until(mine.events, (event) => editorsIn(event).length === 1)
  })

  test('does not let a user take over the session id of another user', async () => {
    const workflowId = await make()
    await me.api.workflowEditor.presence({ workflow_id: workflowId, session_id: 'mine', node_id: '2' })
    const { editors } = await other.api.workflowEditor.presence({
      workflow_id: workflowId,
      session_id: 'mine',
      node_id: '900001',
    })
    expect(editors).toMatchObject([{ session_id: 'mine', user_id: me.id, node_id: '2' }])
  })

  test('drops an editor that has been silent for a while', async () => {
    const workflowId = await make()
    await other.api.workflowEditor.presence({ workflow_id: workflowId, session_id: 'quiet' })
    t.clock.advance(46_000)
    const { editors } = await me.api.workflowEditor.presence({ workflow_id: workflowId, session_id: 'here' })
    expect(editors.map((editor) => editor.session_id)).toEqual(['here'])
  })

  test('reports saves, publications and the deletion', async () => {
    const workflowId = await make()
    const mine = await live(workflowId, 'tab-1', me)
    await until(mine.events, (event) => event.event === 'editors')
    const { save_version } = await other.api.workflow.save({
      workflow_id: workflowId,
      schema: greeting('Bye {{String1}}'),
    })
    expect(await until(mine.events, (event) => event.event === 'saved')).toMatchObject({
      data: { save_version, user_id: other.id, name: expect.any(String) },
    })
    await me.api.workflowVersion.publish({ workflow_id: workflowId, workflow_version: 'v1.0.0', force: true })
    expect(await until(mine.events, (event) => event.event === 'published')).toMatchObject({
      data: { version: 'v1.0.0' },
    })
    await me.api.workflow.remove({ workflow_id: workflowId })
    await until(mine.events, (event) => event.event === 'deleted')
  })

  test('is hidden from outsiders', async () => {
    const workflowId = await make()
    expect((await live(workflowId, 'tab', outsider)).response.status).toBe(404)
    await expect(
      outsider.api.workflowEditor.presence({ workflow_id: workflowId, session_id: 'tab' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('a stale save is refused with both versions, and succeeds once it names the newer version', async () => {
    const workflowId = await make()
    const { workflow } = await me.api.workflow.canvas({ workflow_id: workflowId })
    const first = await me.api.workflow.save({
      workflow_id: workflowId,
      schema: greeting('A'),
      save_version: workflow.save_version,
    })
    const mine = greeting('B')
    const late = other.api.workflow.save({ workflow_id: workflowId, schema: mine, save_version: workflow.save_version })
    await expect(late).rejects.toMatchObject({
      status: 409,
      data: {
        current: { save_version: first.save_version, schema: greeting('A'), saved_by: me.id },
        yours: { schema: mine },
      },
    })
    await other.api.workflow.save({ workflow_id: workflowId, schema: mine, save_version: first.save_version })
    expect((await me.api.workflow.canvas({ workflow_id: workflowId })).workflow.schema_json).toBe(mine)
  })
})

describe('the events of a run', () => {
  const runEvents = (workflowId: string, runId: string, person = me) =>
    open(`/api/workflow_api/run_events?workflow_id=${workflowId}&execute_id=${runId}`, person)

  test('report the state of the run, every node and the end', async () => {
    const schema = canvas(
      [
        startNode(),
        codeNode(
          '2',
          ref('100001', 'input'),
          'async function main({ params }) { return { result: params.value + "!" } }',
        ),
        textNode('3', ref('2', 'result'), '<{{String1}}>'),
        endNode([param('output', ref('3', 'output'))]),
      ],
      [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
    )
    const workflowId = await make(schema)
    const { execute_id } = await me.api.workflowRun.test({ workflow_id: workflowId, input: { input: 'x' } })
    const events = await readEvents((await runEvents(workflowId, execute_id)).response)
    expect(events[0]).toMatchObject({ event: 'process', data: { executeId: execute_id } })
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { executeStatus: 2, rate: '1.00' } })
    const last = new Map(
      events
        .filter((event) => event.event === 'node')
        .map((event) => {
          const { path, result } = event.data as { path: string; result: { nodeStatus: number; output: string } }
          return [path, result]
        }),
    )
    const known = (events[0]!.data as { nodeResults: { nodeId: string; nodeStatus: number; output: string }[] })
      .nodeResults
    const outputOf = (id: string) => last.get(id)?.output ?? known.find((item) => item.nodeId === id)?.output
    expect([outputOf('2'), outputOf('3')]).toEqual(['{"result":"x!"}', '{"output":"<x!>"}'])
  })

  test('end when the run waits for a person, continue after the answer, and can be replayed from the start', async () => {
    const schema = canvas(
      [startNode(), questionNode('2', 'Who?'), answerNode([param('name', ref('2', 'USER_RESPONSE'))], 'Hi {{name}}')],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const workflowId = await make(schema)
    const { execute_id } = await me.api.workflowRun.test({ workflow_id: workflowId, input: { input: 'x' } })
    const asked = (await readEvents((await runEvents(workflowId, execute_id)).response)).at(-1)!
    expect(asked).toMatchObject({ event: 'end', data: { executeStatus: 1, nodeEvents: [{ node_id: '2', type: 2 }] } })
    const [question] = (asked.data as { nodeEvents: { id: string }[] }).nodeEvents
    await me.api.workflowRun.resume({ workflow_id: workflowId, execute_id, event_id: question!.id, data: 'Ann' })
    const rest = await readEvents((await runEvents(workflowId, execute_id)).response)
    expect(rest.at(-1)).toMatchObject({ event: 'end', data: { executeStatus: 2 } })
    const again = await readEvents((await runEvents(workflowId, execute_id)).response)
    expect(again.map((item) => item.event)).toEqual(['process', 'message', 'end'])
    for (const item of again.slice(1)) expect(JSON.stringify(item)).toContain('Hi Ann')
  })

  test('are not found for a run of another workflow or for an outsider', async () => {
    const [workflowId, elsewhere] = [await make(), await make()]
    const { execute_id } = await me.api.workflowRun.test({ workflow_id: workflowId, input: { input: 'x' } })
    expect((await runEvents(elsewhere, execute_id)).response.status).toBe(404)
    expect((await runEvents(workflowId, execute_id, outsider)).response.status).toBe(404)
  })
})

describe('pinned outputs', () => {
  test('replace the node in test runs that request them', async () => {
    const workflowId = await make()
    await me.api.workflowEditor.setPin({ workflow_id: workflowId, node_id: '2', output: '{"output":"pinned"}' })
    expect((await other.api.workflowEditor.pins({ workflow_id: workflowId })).pins).toMatchObject([
      { node_id: '2', output: '{"output":"pinned"}', user_id: me.id },
    ])
    const outputOf = async (use_pins: boolean) => {
      const { execute_id } = await me.api.workflowRun.test({
        workflow_id: workflowId,
        input: { input: 'you' },
        use_pins,
      })
      const events = await readEvents(
        (await open(`/api/workflow_api/run_events?workflow_id=${workflowId}&execute_id=${execute_id}`, me)).response,
      )
      const { nodeResults } = events.at(-1)!.data as {
        nodeResults: { nodeId: string; output: string; extra: string }[]
      }
      return nodeResults.find((nodeResult) => nodeResult.nodeId === '2')!
    }
    expect(await outputOf(true)).toMatchObject({
      output: '{"output":"pinned"}',
      extra: expect.stringContaining('"pinned":true'),
    })
    expect(await outputOf(false)).toMatchObject({ output: '{"output":"Hello you"}' })
    await me.api.workflowEditor.setPin({ workflow_id: workflowId, node_id: '2', output: '' })
    expect((await me.api.workflowEditor.pins({ workflow_id: workflowId })).pins).toEqual([])
  })

  test.each(['[1]', 'no', '"text"', 'null'])('%s is not a valid output', async (output) => {
    const workflowId = await make()
    await expect(me.api.workflowEditor.setPin({ workflow_id: workflowId, node_id: '2', output })).rejects.toMatchObject(
      { status: 400 },
    )
  })
})

describe('a canvas drawn by a model', () => {
  const input = { prompt: 'Say goodbye instead' }

  test('is refused without a real model', async () => {
    const workflow_id = await make()
    await expect(me.api.workflowEditor.build({ workflow_id, ...input })).rejects.toMatchObject({
      status: 400,
      code: ErrorCode.workflow.needsModel,
      message: expect.stringContaining('real model'),
    })
  })

  describe('with a real model', () => {
    beforeAll(async () => {
      const provider = await me.api.instanceModel.createProvider({
        kind: 'openai-compatible',
        name: 'Scripted',
        base_url: server.baseUrl,
        api_key: 'sk-build-secret-0001',
      })
      await me.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
    })
    afterEach(() => server.reset())
    const goodbye = greeting('Goodbye {{String1}}')

    test('is returned with its changes, and not saved', async () => {
      const workflow_id = await make()
      const drawn = JSON.parse(goodbye) as { nodes: { meta?: unknown }[] }
      for (const node of drawn.nodes) delete node.meta
      server.script(
        says(`Here you are: \`\`\`json\n${JSON.stringify({ summary: 'Now it says goodbye', canvas: drawn })}\n\`\`\``),
      )
      const built = await me.api.workflowEditor.build({ workflow_id, ...input })
      expect(built).toMatchObject({ summary: 'Now it says goodbye', problems: [], changes: { edges: [] } })
      expect(built.changes.nodes.filter((node) => node.change === 'changed').map((node) => node.node_id)).toEqual(['2'])
      const places = (JSON.parse(built.schema) as { nodes: { meta: { position: { x: number } } }[] }).nodes.map(
        (node) => node.meta.position.x,
      )
      expect(places).toEqual([0, 460, 920])
      expect((await me.api.workflow.canvas({ workflow_id })).workflow.schema_json).toBe(greeting())
      const [asked] = server.requests
      expect(asked!.body.messages[0]!.content).toContain('"sourceNodeID"')
      expect(asked!.body.messages[1]!.content).toContain('Say goodbye instead')
    })

    test('is sent back to the model with its faults until it can run', async () => {
      const workflow_id = await make()
      const broken = JSON.stringify({ canvas: { ...(JSON.parse(goodbye) as object), edges: [] } })
      server.script(says('I cannot'), says(broken), says(JSON.stringify({ canvas: JSON.parse(goodbye) })))
      const built = await me.api.workflowEditor.build({ workflow_id, ...input })
      expect(built.problems).toEqual([])
      expect(server.requests).toHaveLength(3)
      expect(server.requests[2]!.body.messages.at(-1)!.content).toContain('faults')
    })

    test('is refused with its faults if the model never corrects them', async () => {
      const workflow_id = await make()
      const broken = says(JSON.stringify({ canvas: { nodes: [], edges: [] } }))
      server.script(broken, broken, broken)
      await expect(me.api.workflowEditor.build({ workflow_id, ...input })).rejects.toMatchObject({
        status: 422,
        code: ErrorCode.workflow.notBuilt,
        data: { problems: [expect.any(Object)] },
      })
    })

    test('reports the error of a failing model', async () => {
      const workflow_id = await make()
      server.script(refuses(401, 'bad key'))
      await expect(me.api.workflowEditor.build({ workflow_id, ...input })).rejects.toMatchObject({
        message: expect.any(String),
        status: expect.toSatisfy((status: number) => status >= 400),
      })
    })

    test('is validated but never run, including its code', async () => {
      const workflow_id = await make()
      const trap = canvas(
        [
          startNode(),
          codeNode('2', ref('100001', 'input'), 'process.exit(1)'),
          endNode([param('output', ref('2', 'result'))]),
        ],
        [edge('100001', '2'), edge('2', '900001')],
      )
      server.script(says(JSON.stringify({ canvas: JSON.parse(trap) })))
      expect((await me.api.workflowEditor.build({ workflow_id, ...input })).problems).toEqual([])
      expect((await me.api.workflowRun.history({ workflow_id })).runs).toEqual([])
    })
  })
})
