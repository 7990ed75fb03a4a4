import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, greeting, httpNode, param, ref, startNode } from '#testing/workflow-canvas.ts'

let t: TestApp
let me: Person
let spaceId: string
let farUrl: string
beforeAll(async () => {
  const far = createServer((_request, response) => response.writeHead(503).end('closed'))
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  afterFile(() => void far.close())
  const { port } = far.address() as AddressInfo
  farUrl = `http://127.0.0.1:${port}/`
  t = await openTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } })
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Words' })).id
})

const calling = (url: string) =>
  canvas(
    [startNode(), httpNode('2', url, '{}'), endNode([param('output', ref('2', 'body'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
const inChinese = () => t.apiWith({ cookie: me.cookie(), 'accept-language': 'zh-CN' })

/** Runs a workflow that calls this address until it fails. */
async function failed(url: string) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema: calling(url) })
  const { execute_id } = await me.api.workflowRun.test({ workflow_id, input: { input: 'x' } })
  const which = { workflow_id, execute_id }
  await expect.poll(async () => (await me.api.workflowRun.process(which)).executeStatus).toBe(3)
  return which
}

test('an error of a run is shown in the language of the reader', async () => {
  const which = await failed(farUrl)
  const [english, chinese] = [await me.api.workflowRun.process(which), await inChinese().workflowRun.process(which)]
  expect(english.reason).toContain('the request was answered with status 503: closed')
  expect(chinese.reason).toContain('请求返回状态码 503：closed')
  const nodeOf = ({ nodeResults }: typeof english) => nodeResults.find(({ nodeId }) => nodeId === '2')!.errorInfo
  expect(nodeOf(english)).toBe(english.reason)
  expect(nodeOf(chinese)).toBe(chinese.reason)
  const { runs } = await inChinese().workflowRun.history({ workflow_id: which.workflow_id, limit: 10 })
  expect(runs[0]!.error).toBe(chinese.reason)
  const { trace } = await inChinese().workflowEditor.runTrace(which)
  expect(trace.error_msg).toBe(chinese.reason)
})

test('an error from outside the engine is stored in both languages', async () => {
  const which = await failed('http://127.0.0.1:1/')
  const [english, chinese] = [await me.api.workflowRun.process(which), await inChinese().workflowRun.process(which)]
  expect(english.reason).not.toMatch(/\p{Script=Han}/u)
  expect(chinese.reason).toMatch(/\p{Script=Han}/u)
})

test('input of a wrong type is refused in both languages', async () => {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema: greeting() })
  await expect(inChinese().workflowRun.test({ workflow_id, input: {} })).rejects.toMatchObject({
    message: expect.stringContaining('缺少必填输入') as string,
  })
})
