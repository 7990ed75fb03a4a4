import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  canvas,
  chain,
  codeNode,
  edge,
  endNode,
  greeting,
  httpNode,
  param,
  questionNode,
  ref,
  startNode,
  subNode,
  textNode,
} from '#testing/workflow-canvas.ts'
import { sandboxErrors } from '#kit/sandbox/sandbox-errors.ts'
import { openTestApp, testPassword, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
let far: Server
let farUrl: string
const seen: { key: string; body: string }[] = []
/** While this is set, responses wait for it. */
let gate: Promise<void> | undefined
beforeAll(async () => {
  far = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', async () => {
      seen.push({ key: String(request.headers['idempotency-key']), body })
      await gate
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ got: body }))
    })
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  const { port } = far.address() as AddressInfo
  farUrl = `http://127.0.0.1:${port}/effect`
  t = await openTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } })
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Runs' })).id
})
afterAll(() => void far.close())

/** Logs in again, since sessions expire within weeks. */
async function later(ms: number) {
  t.clock.advance(ms)
  await me.api.passport.login({ email: me.email, password: testPassword })
}
const make = async (schema: string, more: object = {}) => {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId, ...more })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
const processOf = (workflow_id: string, execute_id: string) => me.api.workflowRun.process({ workflow_id, execute_id })
/** Runs with values of megabytes take long on a busy machine. */
async function finished(workflow_id: string, execute_id: string) {
  await expect.poll(async () => (await processOf(workflow_id, execute_id)).executeStatus).not.toBe(1)
  return processOf(workflow_id, execute_id)
}
async function asked(workflow_id: string, execute_id: string) {
  await expect.poll(async () => (await processOf(workflow_id, execute_id)).nodeEvents.length).toBe(1)
  return (await processOf(workflow_id, execute_id)).nodeEvents[0]!
}
const run = async (workflow_id: string, input: Record<string, string> = { input: 'you' }) =>
  (await me.api.workflowRun.test({ workflow_id, input })).execute_id
const asking = canvas(
  [
    startNode(),
    questionNode('2', 'Who are you?'),
    textNode('3', ref('2', 'USER_RESPONSE'), 'Hi {{String1}}'),
    endNode([param('output', ref('3', 'output'))]),
  ],
  [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
)
const calling = (url: string) =>
  canvas(
    [
      startNode(),
      httpNode('2', url, '{"n":1}'),
      httpNode('3', url, '{"n":2}'),
      endNode([param('output', ref('3', 'body'))]),
    ],
    [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
  )

describe('test runs', () => {
  test('a run reports the inputs and outputs of every node', async () => {
    const id = await make(greeting())
    const done = await finished(id, await run(id))
    expect(done).toMatchObject({
      workFlowId: id,
      executeStatus: 2,
      rate: '1.00',
      exeHistoryStatus: 2,
      reason: '',
      nodeEvents: [],
    })
    expect(done.tokenAndCost.inputTokens).toBe('0 Tokens')
    expect(done.workflowExeCost).toMatch(/^\d+\.\d{3}s$/)
    expect(
      done.nodeResults.map((nodeResult) => [
        nodeResult.nodeId,
        nodeResult.NodeType,
        nodeResult.nodeStatus,
        nodeResult.input,
        nodeResult.output,
      ]),
    ).toEqual([
      ['100001', 'Start', 3, '{"input":"you"}', '{"input":"you"}'],
      ['2', 'Text', 3, '{"String1":"you"}', '{"output":"Hello you"}'],
      ['900001', 'End', 3, '{"output":"Hello you"}', '{"output":"Hello you"}'],
    ])
  })
  test('a missing required input is refused by name before the run starts', async () => {
    const id = await make(greeting())
    await expect(run(id, {})).rejects.toMatchObject({
      code: ErrorCode.engine.missingParam,
      message: expect.stringContaining('"input"'),
    })
    expect((await me.api.workflowRun.history({ workflow_id: id })).runs).toEqual([])
  })
  test('code runs in the sandbox', async () => {
    const id = await make(
      canvas(
        [
          startNode(),
          codeNode(
            '2',
            ref('100001', 'input'),
            'async function main({ params }) { return { result: params.value.toUpperCase() } }',
          ),
          endNode([param('output', ref('2', 'result'))]),
        ],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    const done = await finished(id, await run(id))
    expect(done.nodeResults.at(-1)!.output).toBe('{"output":"YOU"}')
    // Starting the first sandbox process can take long, so wait for it before the time of the node counts.
    const ready = vi.spyOn(t.infra.sandbox, 'ready')
    await finished(id, await run(id))
    expect(ready).toHaveBeenCalledTimes(1)
    ready.mockRejectedValueOnce(sandboxErrors.notAvailable({ language: 'JavaScript', reason: 'no Node' }))
    const { nodeResults } = await finished(id, await run(id))
    expect(nodeResults.find(({ nodeId }) => nodeId === '2')!.errorInfo).toContain('cannot run on this machine: no Node')
    ready.mockRestore()
  })
  test('a question waits, accepts one answer to the right event, and continues', async () => {
    const id = await make(asking)
    const executeId = await run(id)
    const event = await asked(id, executeId)
    expect(event).toMatchObject({ type: 2, node_id: '2' })
    const answer = (event_id: string, data = 'Ada') =>
      me.api.workflowRun.resume({ workflow_id: id, execute_id: executeId, event_id, data })
    await expect(answer('1')).rejects.toMatchObject({ code: ErrorCode.run.wrongEvent })
    const results = await Promise.allSettled([answer(event.id), answer(event.id)])
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const done = await finished(id, executeId)
    expect(done.nodeResults.at(-1)!.output).toBe('{"output":"Hi Ada"}')
    await expect(answer(event.id)).rejects.toMatchObject({ code: ErrorCode.run.notWaiting })
  })
  test('a waiting run can wait for weeks, and resumes with its own version of the draft', async () => {
    const id = await make(asking)
    const executeId = await run(id)
    const event = await asked(id, executeId)
    await later(40 * 24 * 3600_000)
    await me.api.workflow.save({ workflow_id: id, schema: greeting() })
    expect(await t.services.runRetention.clean()).toBeGreaterThanOrEqual(0)
    await me.api.workflowRun.resume({ workflow_id: id, execute_id: executeId, event_id: event.id, data: 'Bo' })
    expect((await finished(id, executeId)).nodeResults.at(-1)!.output).toBe('{"output":"Hi Bo"}')
    const { schema } = await me.api.workflowVersion.history({ workflow_id: id, execute_id: executeId })
    expect(schema).toBe(asking)
  })
  test('a waiting run can be cancelled once', async () => {
    const id = await make(asking)
    const executeId = await run(id)
    const event = await asked(id, executeId)
    await me.api.workflowRun.cancel({ workflow_id: id, execute_id: executeId })
    expect((await processOf(id, executeId)).executeStatus).toBe(4)
    await expect(me.api.workflowRun.cancel({ execute_id: executeId })).rejects.toMatchObject({
      code: ErrorCode.run.ended,
    })
    const late = me.api.workflowRun.resume({ workflow_id: id, execute_id: executeId, event_id: event.id, data: 'x' })
    await expect(late).rejects.toMatchObject({ code: ErrorCode.run.notWaiting })
  })
  test('a running run can be cancelled', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    const id = await make(calling(farUrl))
    const before = seen.length
    const executeId = await run(id)
    await expect.poll(() => seen.length).toBe(before + 1)
    await me.api.workflowRun.cancel({ workflow_id: id, execute_id: executeId })
    open()
    gate = undefined
    const done = await processOf(id, executeId)
    expect(done.executeStatus).toBe(4)
    expect(done.nodeResults.find((nodeResult) => nodeResult.nodeId === '2')?.errorLevel).toBe('pending')
    expect(seen.length).toBe(before + 1)
  })
  test('runs of one workflow are not found under another', async () => {
    const [a, b] = [await make(greeting()), await make(greeting())]
    const executeId = await run(a)
    await finished(a, executeId)
    await expect(processOf(b, executeId)).rejects.toMatchObject({ status: 404 })
  })
  test('one node runs alone with the given inputs', async () => {
    const id = await make(greeting())
    const { execute_id } = await me.api.workflowRun.debugNode({
      workflow_id: id,
      node_id: '2',
      input: { String1: 'solo' },
    })
    const done = await finished(id, execute_id)
    expect(done.nodeResults.map((nodeResult) => [nodeResult.nodeId, nodeResult.output])).toEqual([
      ['2', '{"output":"Hello solo"}'],
    ])
    const found = await me.api.workflowRun.nodeHistory({ workflow_id: id, execute_id, node_id: '2', node_type: 'Text' })
    expect(found.input).toBe('{"String1":"solo"}')
  })
  test('a run starts again from a node with another input, without running the nodes before it', async () => {
    const id = await make(
      canvas(
        [
          startNode(),
          httpNode('2', farUrl, '{"n":1}'),
          textNode('3', ref('2', 'body'), 'A {{String1}}'),
          endNode([param('output', ref('3', 'output'))]),
        ],
        [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
      ),
    )
    const first = await run(id)
    await finished(id, first)
    const before = seen.length
    const again = await me.api.workflowRun.again({
      workflow_id: id,
      execute_id: first,
      node_id: '3',
      input: { String1: 'edited' },
    })
    const done = await finished(id, again.execute_id)
    expect(done.nodeResults.at(-1)!.output).toBe('{"output":"A edited"}')
    expect(seen.length).toBe(before)
    const pinned = await me.api.workflowRun.again({
      workflow_id: id,
      execute_id: first,
      node_id: '3',
      pinned: { 2: { body: 'pin' } },
    })
    expect((await finished(id, pinned.execute_id)).nodeResults.at(-1)!.output).toBe('{"output":"A pin"}')
    expect(seen.length).toBe(before)
  })
  test('pinned outputs replace nodes of a test run', async () => {
    const id = await make(calling(farUrl))
    const before = seen.length
    const pinned = {
      2: { body: 'x', statusCode: 200, headers: '{}' },
      3: { body: 'given', statusCode: 200, headers: '{}' },
    }
    const { execute_id } = await me.api.workflowRun.test({ workflow_id: id, input: { input: 'x' }, pinned })
    expect((await finished(id, execute_id)).nodeResults.at(-1)!.output).toBe('{"output":"given"}')
    expect(seen.length).toBe(before)
  })
  test('called workflows are shown under ids of their own', async () => {
    const inner = await make(greeting('in {{String1}}'))
    const id = await make(
      canvas(
        [startNode(), subNode('3', inner, '', ref('100001', 'input')), endNode([param('output', ref('3', 'output'))])],
        [edge('100001', '3'), edge('3', '900001')],
      ),
    )
    const executeId = await run(id)
    const done = await finished(id, executeId)
    expect(done.nodeResults.map((nodeResult) => nodeResult.nodeId)).toEqual(['100001', '3', '900001'])
    const sub_execute_id = done.nodeResults[1]!.subExecuteId!
    const inside = await me.api.workflowRun.process({ workflow_id: id, execute_id: executeId, sub_execute_id })
    expect(inside.nodeResults.map((nodeResult) => nodeResult.nodeId)).toEqual(['100001', '2', '900001'])
  })
  test('a workflow of another space cannot be called', async () => {
    const other = (await me.api.space.create({ name: 'Elsewhere' })).id
    const inner = await make(greeting(), { space_id: other })
    const id = await make(
      canvas(
        [startNode(), subNode('3', inner, '', ref('100001', 'input')), endNode([param('output', ref('3', 'output'))])],
        [edge('100001', '3'), edge('3', '900001')],
      ),
    )
    expect((await finished(id, await run(id))).executeStatus).toBe(3)
  })
  test('a node whose port is missing reports that', async () => {
    const node = {
      id: '2',
      type: '25',
      meta: {},
      data: {
        nodeMeta: { title: 'stage' },
        inputs: { inputParameters: [param('query', ref('100001', 'input'))] },
        outputs: [{ name: 'answer', type: 'string' }],
      },
    }
    const id = await make(canvas([startNode(), node, endNode([])], [edge('100001', '2'), edge('2', '900001')]))
    const done = await finished(id, await run(id))
    expect(done.executeStatus).toBe(3)
    expect(done.reason).toMatch(/stage.*needs "scene"/)
  })
})

describe('records', () => {
  test('the history of a workflow is filtered and paged', async () => {
    const failing =
      'function main({ params }) { if (params.value === "b") throw new Error("no"); return { result: "" } }'
    const id = await make(
      canvas(
        [startNode(), codeNode('2', ref('100001', 'input'), failing), endNode([])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    const ids = []
    for (const input of ['a', 'b', 'c']) ids.push(await run(id, { input }))
    for (const found of ids) await finished(id, found)
    const { runs: all, has_more, cursor } = await me.api.workflowRun.history({ workflow_id: id, limit: 2 })
    expect([all.map((item) => item.execute_id), has_more]).toEqual([[ids[2], ids[1]], true])
    expect((await me.api.workflowRun.history({ workflow_id: id, cursor })).runs.map((run) => run.execute_id)).toEqual([
      ids[0],
    ])
    expect(
      (await me.api.workflowRun.history({ workflow_id: id, status: 3 })).runs.map((run) => run.execute_id),
    ).toEqual([ids[1]])
  })
  test('large outputs go to the blob store; lists show their beginning, and the whole value can be read', async () => {
    const id = await make(chain(12))
    const big = 'x'.repeat(3_000_000)
    const executeId = await run(id, { input: big })
    const done = await finished(id, executeId)
    expect(done.executeStatus).toBe(2)
    const { rows } = await t.infra.database.pool.query(
      'SELECT length(nodes) + length(input) + length(output) AS n, cardinality(blobs) AS blobs FROM workflow_run WHERE id = $1',
      [executeId],
    )
    expect(Number(rows[0].n)).toBeLessThan(500_000)
    expect(rows[0].blobs).toBeGreaterThan(5)
    const { runs } = await me.api.workflowRun.history({ workflow_id: id })
    expect(runs[0]!.is_trimmed).toBe(true)
    const { data } = await me.api.workflowRun.values({ workflow_id: id, execute_id: executeId, node_ids: ['3'] })
    expect((JSON.parse(data[0]!.output) as { output: string }).output).toBe(`${big}..`)
  })
  test('expired runs and those above the size limit are removed, oldest first, with their blobs', async () => {
    const space = (await me.api.space.create({ name: 'Small' })).id
    const id = await make(greeting(), { space_id: space })
    const made = []
    for (let at = 0; at < 4; at += 1) {
      made.push(await run(id, { input: 'y'.repeat(400_000) }))
      await finished(id, made[at]!)
    }
    await me.api.workflowRun.setRetention({ space_id: space, days: 30, max_bytes: 4_500_000 })
    await t.services.runRetention.clean()
    const left = (await me.api.workflowRun.history({ workflow_id: id })).runs.map((run) => run.execute_id)
    expect(left.length).toBeLessThan(4)
    expect(left).toEqual(made.toReversed().slice(0, left.length))
    await later(31 * 24 * 3600_000)
    await t.services.runRetention.clean()
    expect((await me.api.workflowRun.history({ workflow_id: id })).runs).toEqual([])
    for await (const key of t.infra.blobs.list()) for (const gone of made) expect(key).not.toContain(gone)
  })
  test('test cases are saved, run and evaluated', async () => {
    const id = await make(greeting())
    const save = (name: string, expected: string) =>
      me.api.workflowRun.saveCase({ workflow_id: id, name, input: { input: 'you' }, expected })
    const { case_id } = await save('good', '{"output":"Hello you"}')
    await save('bad', '{"output":"Bye"}')
    const { passed, failed, results } = await me.api.workflowRun.runCases({ workflow_id: id })
    expect([passed, failed, results.map((result) => result.passed)]).toEqual([1, 1, [true, false]])
    const { cases } = await me.api.workflowRun.cases({ workflow_id: id })
    expect(cases.map((testCase) => [testCase.name, testCase.last_passed])).toEqual([
      ['good', true],
      ['bad', false],
    ])
    expect((await me.api.workflowRun.runCases({ workflow_id: id, case_id })).passed).toBe(1)
    await me.api.workflowRun.deleteCase({ workflow_id: id, case_id })
    expect((await me.api.workflowRun.cases({ workflow_id: id })).cases).toHaveLength(1)
  })
})

describe('runs survive the death of their process', () => {
  /** Expires the lease of a run, as if its process had died. */
  const abandon = (id: string) =>
    t.infra.database.pool.query(
      "UPDATE workflow_run SET lease_owner = 'dead', lease_until = now() - interval '1 minute' WHERE id = $1",
      [id],
    )

  test('a run that is taken over while its process still works has one effect per node and one end', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    const id = await make(calling(farUrl))
    const before = seen.length
    const executeId = await run(id)
    await expect.poll(() => seen.length).toBe(before + 1)
    await abandon(executeId)
    expect(await t.services.runLoop.sweep()).toBe(1)
    await expect.poll(() => seen.length).toBe(before + 2)
    open()
    gate = undefined
    expect((await finished(id, executeId)).executeStatus).toBe(2)
    const keys = seen.slice(before).map((item) => `${item.key} ${item.body}`)
    // The first request was sent twice with the same key, so the server can deduplicate it. The second was sent once.
    expect(new Set(keys).size).toBe(2)
    expect(keys.filter((key) => key.endsWith('{"n":2}'))).toHaveLength(1)
  })
  test('two sweeps never claim the same run', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    const id = await make(calling(farUrl))
    const before = seen.length
    const executeId = await run(id)
    await expect.poll(() => seen.length).toBe(before + 1)
    await abandon(executeId)
    const taken = await Promise.all([
      t.services.runLoop.sweep(),
      t.services.runLoop.sweep(),
      t.services.runLoop.sweep(),
    ])
    expect(taken.reduce((a, b) => a + b)).toBe(1)
    open()
    gate = undefined
    await finished(id, executeId)
  })
  test('a cancelled run whose process died ends as cancelled', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    const id = await make(calling(farUrl))
    const before = seen.length
    const executeId = await run(id)
    await expect.poll(() => seen.length).toBe(before + 1)
    await t.infra.database.pool.query('UPDATE workflow_run SET cancel_asked = true WHERE id = $1', [executeId])
    await abandon(executeId)
    await t.services.runLoop.sweep()
    expect((await finished(id, executeId)).executeStatus).toBe(4)
    open()
    gate = undefined
  })
  test('an answer that was stored but not applied is applied by the process that takes over', async () => {
    const id = await make(asking)
    const executeId = await run(id)
    const event = await asked(id, executeId)
    const options = JSON.stringify({ answer: { eventId: event.id, data: 'Cy' } })
    await t.infra.database.pool.query(
      'UPDATE workflow_run SET status = 1, options = $2, fence = fence + 1 WHERE id = $1',
      [executeId, options],
    )
    await abandon(executeId)
    await t.services.runLoop.sweep()
    expect((await finished(id, executeId)).nodeResults.at(-1)!.output).toBe('{"output":"Hi Cy"}')
  })
  test('a run keeps its version after a new publication, and ends when its workflow is deleted', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    const id = await make(calling(farUrl))
    const before = seen.length
    const executeId = await run(id)
    await expect.poll(() => seen.length).toBe(before + 1)
    await me.api.workflow.remove({ workflow_id: id })
    open()
    gate = undefined
    await expect(processOf(id, executeId)).rejects.toMatchObject({ status: 404 })
    // A run whose workflow is deleted causes no further effects.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seen.slice(before).map((item) => item.body)).toEqual(['{"n":1}'])
  })
})
