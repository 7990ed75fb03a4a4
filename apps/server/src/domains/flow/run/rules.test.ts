import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { addressMark, modelMark, type Rule, rules } from '@orrery/engine/testing/rules'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { type ReadEvent, readEvents } from '#testing/read-events.ts'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

const server = await openScriptedModel()
const perCall = 18
const price = { in: 200_000, out: 100_000 }
const costPerCall = 11 * 0.2 + 7 * 0.1
let t: TestApp
let me: Person
let spaceId: string
let modelId: string
let address: string
let bearer: { authorization: string }
beforeAll(async () => {
  const far = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  afterFile(() => void far.close())
  const { port } = far.address() as AddressInfo
  address = `http://127.0.0.1:${port}/`
  t = await openTestApp({ config: { egressAllow: [server.host, `127.0.0.1:${port}`] } })
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Rules' })).id
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-rules-secret-1',
  })
  const model = { provider_id: provider.id, name: 'Tiny', model: 'tiny', price_in: price.in, price_out: price.out }
  modelId = (await me.api.instanceModel.createModel(model)).id
  const { token } = await me.api.token.create({ name: 'all', duration_day: '30' })
  bearer = { authorization: `Bearer ${token}` }
})
afterEach(() => server.reset())

const threes = (text: string): string[] => text.match(/.{1,3}/gs) ?? []
const script = ({ says: lines = [] }: Rule) => server.script(...lines.map((line) => says(...threes(line))))
async function draftOf({ canvas }: Rule): Promise<string> {
  const schema = JSON.stringify(canvas).replaceAll(modelMark, modelId).replaceAll(addressMark, address)
  const { workflow_id } = await me.api.workflow.create({ name: 'Rule', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  return workflow_id
}
async function publishedOf(rule: Rule): Promise<string> {
  const workflow_id = await draftOf(rule)
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
const processOf = (workflow_id: string, execute_id: string) => me.api.workflowRun.process({ workflow_id, execute_id })
async function settled(workflow_id: string, execute_id: string) {
  const isSettled = async () => {
    const { executeStatus, nodeEvents } = await processOf(workflow_id, execute_id)
    return executeStatus !== 1 || nodeEvents.length > 0
  }
  await expect.poll(isSettled).toBe(true)
  return processOf(workflow_id, execute_id)
}
const post = (path: string, body: object) =>
  t.request(path, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** A canvas that does not compile cannot be published, so it has no calls from outside. */
const isBroken = (rule: Rule) => rule.expect.error?.code === ErrorCode.engine.compile
const calls = ({ expect: { calls: count = 0 } }: Rule) => count

describe('as a test run', () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_name, rule) => {
    script(rule)
    const id = await draftOf(rule)
    const { output, text, error, isRefused, warnings = {} } = rule.expect
    const begun = me.api.workflowRun.test({ workflow_id: id, input: rule.input ?? {} })
    if (isRefused) {
      await expect(begun).rejects.toMatchObject({ code: error!.code })
      return expect((await me.api.workflowRun.history({ workflow_id: id })).runs).toEqual([])
    }
    const { execute_id } = await begun
    for (const data of rule.answers ?? []) {
      const { nodeEvents, nodeResults } = await settled(id, execute_id)
      // A node that waits for the user has the status running.
      expect(nodeResults.find((node) => node.nodeId === nodeEvents[0]!.node_id)?.nodeStatus).toBe(1)
      await me.api.workflowRun.resume({ workflow_id: id, execute_id, event_id: nodeEvents[0]!.id, data })
    }
    await expect.poll(async () => (await processOf(id, execute_id)).executeStatus).not.toBe(1)
    const done = await processOf(id, execute_id)
    const end = done.nodeResults.find((node) => node.nodeId === '900001')
    if (error) {
      expect(done.executeStatus).toBe(3)
      expect(done.nodeResults.find((node) => node.nodeStatus === 4)?.nodeId).toBe(error.node)
      expect(done.reason).toMatch(error.message)
    } else expect(text ?? JSON.parse(end!.output)).toEqual(text === undefined ? output : end!.output)
    for (const [node, warning] of Object.entries(warnings))
      expect(done.nodeResults.find((found) => found.nodeId === node)?.errorInfo).toBe(warning)
    expect(done.tokenAndCost.totalTokens).toBe(`${calls(rule) * perCall} Tokens`)
    expect(Number(done.tokenAndCost.totalCost)).toBeCloseTo(calls(rule) * costPerCall, 6)
    expect(server.requests).toHaveLength(calls(rule))
  })
})

describe('called from outside', () => {
  const runnable = rules.filter((rule) => !isBroken(rule))
  test.each(runnable.map((rule) => [rule.name, rule] as const))('%s', async (_name, rule) => {
    script(rule)
    const workflow_id = await publishedOf(rule)
    const response = await post('/v1/workflow/run', { workflow_id, parameters: rule.input ?? {} })
    const body = (await response.json()) as { code: number; msg: string; data: string; token: number; cost: string }
    const { output, text, error, isRefused } = rule.expect
    if (rule.answers) return expect(body.code).toBe(ErrorCode.publicApi.interruptUnsupported)
    if (error) {
      expect(body.code).toBe(isRefused ? ErrorCode.publicApi.badRequest : error.code)
      expect(body.msg).toMatch(error.message)
      const { runs } = await me.api.workflowRun.history({ workflow_id })
      return expect(runs).toHaveLength(isRefused ? 0 : 1)
    }
    const data = JSON.parse(body.data) as unknown
    expect(data).toEqual(text === undefined ? output : { content_type: 1, data: text, type_for_model: 2 })
    expect(body).toMatchObject({ token: calls(rule) * perCall, cost: (calls(rule) * costPerCall).toFixed(5) })
  })
})

describe('as a stream', () => {
  interface Message {
    content: string
    node_id: string
    node_seq_id: string
  }
  const messagesOf = (events: ReadEvent[]) =>
    events.filter(({ event }) => event === 'Message').map(({ data }) => data as Message)
  const runnable = rules.filter((rule) => !isBroken(rule))
  test.each(runnable.map((rule) => [rule.name, rule] as const))('%s', async (_name, rule) => {
    script(rule)
    const workflow_id = await publishedOf(rule)
    const { output, text, error, isRefused, messages = {}, sequence = {} } = rule.expect
    let response = await post('/v1/workflow/stream_run', { workflow_id, parameters: rule.input ?? {} })
    if (isRefused) {
      // The call is refused before the stream begins.
      expect(await response.json()).toMatchObject({ code: ErrorCode.publicApi.badRequest })
      return
    }
    let events = await readEvents(response)
    for (const resume_data of rule.answers ?? []) {
      const { interrupt_data } = events.at(-1)!.data as { interrupt_data: { event_id: string; type: number } }
      const answer = {
        workflow_id,
        event_id: interrupt_data.event_id,
        interrupt_type: interrupt_data.type,
        resume_data,
      }
      response = await post('/v1/workflow/stream_resume', answer)
      events = await readEvents(response)
    }
    const last = events.at(-1)!
    const said = messagesOf(events)
    if (error) {
      expect(last).toMatchObject({ event: 'Error', data: { error_code: error.code } })
      return expect((last.data as { error_message: string }).error_message).toMatch(error.message)
    }
    expect(last.event).toBe('Done')
    const of = (node: string) => said.filter((message) => message.node_id === node)
    for (const [node, pieces] of Object.entries(messages))
      expect(
        of(node)
          .map((message) => message.content)
          .join('|'),
      ).toBe(pieces)
    for (const [node, numbers] of Object.entries(sequence))
      expect(of(node).map((message) => Number(message.node_seq_id))).toEqual(numbers)
    const answer = of('900001')
      .map((message) => message.content)
      .join('')
    expect(text === undefined ? JSON.parse(answer) : answer).toEqual(text ?? output)
    const [run] = (await me.api.workflowRun.history({ workflow_id })).runs
    expect(run!.tokens).toBe(calls(rule) * perCall)
  })
})

describe('one node alone', () => {
  const alone = rules.filter((rule) => rule.alone)
  test.each(alone.map((rule) => [rule.name, rule] as const))('%s', async (_name, rule) => {
    script(rule)
    const workflow_id = await draftOf(rule)
    const { node, input, output, error } = rule.alone!
    const { execute_id } = await me.api.workflowRun.debugNode({ workflow_id, node_id: node, input })
    await expect.poll(async () => (await processOf(workflow_id, execute_id)).executeStatus).not.toBe(1)
    const done = await processOf(workflow_id, execute_id)
    const found = done.nodeResults.find((item) => item.nodeId === node)!
    if (error) return expect(done.reason).toMatch(error)
    expect(done.executeStatus).toBe(2)
    const isText = found.NodeType === 'Message'
    expect(isText ? { output: found.output } : JSON.parse(found.output)).toEqual(output)
  })
})
