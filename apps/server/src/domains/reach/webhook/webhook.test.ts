import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { checkSignature, sign } from '#domains/flow/trigger/shared/signature.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
/** The receiver, which refuses as many deliveries as a test requests. */
const received: Received[] = []
let refuse = 0
let url: string
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    refuse -= 1
    response.writeHead(refuse >= 0 ? 503 : 204).end()
  })
})
let lab: OpenLab
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/hook`
  lab = await openOpenLab({ allow: [`127.0.0.1:${port}`] })
  await lab.t.startJobs()
})
afterAll(() => void server.close())
beforeEach(() => {
  lab.server.reset()
  received.length = 0
  refuse = 0
})
async function hooked(more: object = {}) {
  const botId = await lab.publishedBot()
  const made = (await lab.call('POST', `/v1/bots/${botId}/webhooks`, { url, ...more })).body.data as unknown as {
    id: string
    secret: string
    events: string[]
  }
  return { botId, ...made }
}
const ask = (botId: string) =>
  lab.coze.chat.createAndPoll({
    bot_id: botId,
    user_id: 'visitor',
    meta_data: { order: '5' },
    additional_messages: [{ role: 'user' as never, content: 'hi', content_type: 'text' }],
  })
const deliveries = async (botId: string, id: string) =>
  (
    (await lab.call('GET', `/v1/bots/${botId}/webhooks/${id}/deliveries`)).body.data as unknown as {
      items: { id: string; status: string; attempts: number; response_status: number; error: string }[]
    }
  ).items

test('a finished chat is delivered, signed, with an id and a time', async () => {
  const { botId, id, secret } = await hooked()
  lab.server.script(says('fine'))
  const { chat } = await ask(botId)
  await expect.poll(() => received.length).toBe(1)
  const [{ headers, body }] = received as [Received]
  expect(headers['content-type']).toBe('application/json')
  expect(headers['x-orrery-event']).toBe('chat.completed')
  const told = JSON.parse(body) as { id: string }
  expect(told).toMatchObject({
    event: 'chat.completed',
    data: {
      id: chat.id,
      conversation_id: chat.conversation_id,
      bot_id: botId,
      status: 'completed',
      user_id: 'visitor',
      meta_data: { order: '5' },
    },
  })
  expect(headers['x-orrery-delivery']).toBe(told.id)
  const signature = String(headers['x-orrery-signature'])
  expect(() => checkSignature(secret, signature, body, lab.t.clock.now())).not.toThrow()
  await expect.poll(() => deliveries(botId, id)).toMatchObject([{ id: told.id, status: 'delivered', attempts: 1 }])
})

test('a retried delivery keeps its id; the receiver can detect forged and old ones', async () => {
  const { botId, id, secret } = await hooked()
  await ask(botId)
  await expect.poll(() => received.length).toBe(1)
  const delivery = (await deliveries(botId, id))[0]!.id
  for (let n = 0; n < 4; n += 1) {
    await expect.poll(async () => (await deliveries(botId, id))[0]!.status).toBe('delivered')
    await lab.call('POST', `/v1/bots/${botId}/webhooks/${id}/redeliver`, { delivery_id: delivery })
    await expect.poll(() => received.length).toBe(n + 2)
  }
  // Five identical deliveries have one effect on a receiver that remembers ids.
  const effects = new Set(received.map(({ headers }) => headers['x-orrery-delivery']))
  expect([...effects]).toEqual([delivery])
  const { body, headers } = received[0]!
  const signature = String(headers['x-orrery-signature'])
  const now = lab.t.clock.now()
  expect(() => checkSignature('another secret', signature, body, now)).toThrow()
  expect(() => checkSignature(secret, signature, body.replace('completed', 'failed'), now)).toThrow()
  expect(() => checkSignature(secret, signature, body, now + 10 * 60_000)).toThrow()
  expect(signature).not.toBe(sign('another secret', Math.floor(now / 1000), body))
})

test('an address that refuses is retried with the same id', async () => {
  const { botId, id } = await hooked()
  refuse = 1
  await ask(botId)
  await expect.poll(() => received.length).toBe(2)
  expect(received[0]!.headers['x-orrery-delivery']).toBe(received[1]!.headers['x-orrery-delivery'])
  await expect
    .poll(() => deliveries(botId, id))
    .toMatchObject([{ status: 'delivered', attempts: 2, response_status: 204 }])
})

test('only subscribed events are delivered, and none while the webhook is switched off', async () => {
  const { botId, id } = await hooked({ events: ['chat.failed'] })
  lab.server.script(says('fine'), { status: 400, body: '{"error":{"message":"no"}}' })
  await ask(botId)
  await ask(botId)
  await expect.poll(() => received.length).toBe(1)
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    event: 'chat.failed',
    data: { last_error: { msg: expect.stringContaining('no') } },
  })
  const off = await lab.call('PUT', `/v1/bots/${botId}/webhooks/${id}`, {
    is_active: false,
    events: ['chat.completed'],
  })
  expect(off.body.data).toMatchObject({ is_active: false })
  await ask(botId)
  expect(await deliveries(botId, id)).toHaveLength(1)
})

test('secrets are shown once, addresses in the internal network are refused, and other people have no access', async () => {
  const { botId, id, secret } = await hooked()
  expect(secret).toMatch(/^whsec_[\w-]{40,}$/)
  const { body } = await lab.call('GET', `/v1/bots/${botId}/webhooks`)
  expect(JSON.stringify(body)).not.toContain(secret)
  const stored = await lab.t.infra.database.pool.query('SELECT secret FROM webhook WHERE id = $1', [id])
  expect((stored.rows[0] as { secret: string }).secret).not.toContain(secret)
  const inner = await lab.call('POST', `/v1/bots/${botId}/webhooks`, { url: 'http://169.254.169.254/latest' })
  expect(inner.status).toBe(403)
  const member = await lab.t.register()
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  const headers = { authorization: `Bearer ${await lab.tokenOf(member)}` }
  expect((await lab.call('GET', `/v1/bots/${botId}/webhooks`, undefined, headers)).status).toBe(403)
  expect((await lab.call('DELETE', `/v1/bots/${botId}/webhooks/${id}`)).body.code).toBe(0)
  expect((await lab.call('GET', `/v1/bots/${botId}/webhooks/${id}/deliveries`)).status).toBe(404)
})

test('the space lists its webhooks with their newest delivery, for people who may publish the bot', async () => {
  const botId = await lab.publishedBot()
  const { id } = (await lab.call('POST', `/v1/bots/${botId}/webhooks`, { url })).body.data as unknown as { id: string }
  const listed = async () => (await lab.owner.api.webhook.ofSpace({ workspace_id: lab.spaceId })).items
  const found = (await listed()).find((item) => item.id === id)
  expect(found).toMatchObject({ bot_id: botId, bot_name: 'Lab bot', url })
  expect(found).not.toHaveProperty('last')
  expect(found).not.toHaveProperty('secret')
  const other = await lab.t.register('other-owner')
  await expect(other.api.webhook.ofSpace({ workspace_id: lab.spaceId })).rejects.toMatchObject({ status: 404 })
  await lab.owner.api.webhook.remove({ bot_id: botId, webhook_id: id })
})

test('a test event is sent at once and signed like the others, and its outcome is shown and stored', async () => {
  const { botId, id, secret } = await hooked()
  const tried = async () =>
    (await lab.call('POST', `/v1/bots/${botId}/webhooks/${id}/test`)).body.data as unknown as Record<string, unknown>
  const before = Math.floor(lab.t.clock.now() / 1000)
  expect(await tried()).toMatchObject({ event: 'webhook.test', status: 'delivered', response_status: 204 })
  const [heard] = received
  expect(JSON.parse(heard!.body)).toMatchObject({ event: 'webhook.test', data: { bot_id: botId } })
  const signature = String(heard!.headers['x-orrery-signature'])
  const seconds = Number(/^t=(\d+)/.exec(signature)?.[1])
  expect(seconds).toBeGreaterThanOrEqual(before)
  expect(seconds).toBeLessThanOrEqual(lab.t.clock.now() / 1000)
  expect(signature).toBe(sign(secret, seconds, heard!.body))
  refuse = 1
  expect(await tried()).toMatchObject({ status: 'failed', response_status: 503, error: 'HTTP 503', attempts: 1 })
  expect(await deliveries(botId, id)).toMatchObject([{ status: 'failed' }, { status: 'delivered' }])
})
