import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ChannelLab, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { simulateFeishu } from '../../lab/feishu.ts'
import { decodeFrame, encodeFrame } from './frame.ts'

type Sim = ReturnType<typeof simulateFeishu>
const anna = { id: 'ou_anna', name: 'Anna' }
let lab: ChannelLab<Sim>
beforeAll(async () => {
  lab = await openChannelLab<Sim>('20000001', (platform, now) => simulateFeishu(now, () => platform().origin))
})
beforeEach(() => {
  lab.server.reset()
  lab.simulator.shown.length = 0
  Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
})
const shows = (texts: string[], chat = 'oc_1') =>
  vi.waitFor(() => expect(lab.texts(chat)).toEqual(texts), { interval: 30 })

test('by callback: the challenge, encrypted and signed events, one answer each', async () => {
  const bot = await lab.bot()
  const challenge = await bot.deliver(lab.simulator.challenge())
  expect(await challenge.json()).toEqual({ challenge: 'c-9' })
  lab.server.script(says('**你好**'))
  const delivery = lab.simulator.say({ chatId: 'oc_1', from: anna, text: '在吗' })
  for (let n = 0; n < 3; n += 1) expect((await bot.deliver(delivery)).status).toBe(200)
  await shows(['**你好**'])
  const { 'x-lark-signature': _, ...unsigned } = delivery.headers
  expect((await bot.deliver({ ...delivery, headers: unsigned })).status).toBe(404)
  const plain = JSON.stringify({ schema: '2.0', header: { event_id: 'x', event_type: 'im.message.receive_v1' } })
  expect((await bot.deliver({ ...delivery, body: plain })).status).toBe(404)
  lab.t.clock.advance(6 * 60_000)
  expect((await bot.deliver(delivery)).status).toBe(404)
})

test('by long connection: events in pieces are joined, and acknowledged once stored', async () => {
  await lab.bot({ mode: 'long' })
  await lab.t.services.channelHolder.scan()
  await vi.waitFor(() => expect(lab.platform.sockets()).toBe(1))
  lab.server.script(says('收到'))
  lab.simulator.say({ chatId: 'oc_2', from: anna, text: '长连接' })
  await shows(['收到'], 'oc_2')
  await vi.waitFor(() => expect(lab.simulator.acknowledged).toHaveLength(1))
  expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('长连接')
})

test('a send whose response was lost is repeated with its uuid and shown once; 429 waits', async () => {
  const bot = await lab.bot()
  Object.assign(lab.simulator.faults, { cut: 1, tooMany: 1 })
  lab.server.script(says('一次'))
  await bot.deliver(lab.simulator.say({ chatId: 'oc_3', from: anna, text: 'hi' }))
  await shows(['一次'], 'oc_3')
  lab.t.clock.advance(10_000)
  await lab.t.services.channelLanes.sweep()
  await vi.waitFor(async () => expect((await lab.owner.api.channel.letters(bot.at)).items).toEqual([]))
  expect(lab.texts('oc_3')).toEqual(['一次'])
})

test('the connection test reports a wrong secret and an inactive bot', async () => {
  const bot = await lab.bot()
  lab.simulator.isActive = false
  expect((await lab.owner.api.channel.test(bot.at)).missing[0]).toContain('not active')
  lab.simulator.isActive = true
  lab.simulator.faults.revoked = true
  await lab.owner.api.channel.save({
    ...bot.at,
    config: { ...lab.simulator.config, api_base: lab.platform.origin, app_secret: 'other' },
  })
  const { account } = await lab.owner.api.channel.test(bot.at)
  expect(account).toMatchObject({ state: 'refused' })
  expect(account.reason).toContain('app id and secret')
})

test('frames survive encoding and decoding, and broken ones are refused', () => {
  const frame = {
    seqId: 12_345_678_901n,
    logId: 3n,
    service: 7,
    method: 1,
    headers: { type: 'event', message_id: 'm-1' },
    payload: Buffer.from('{"a":"名"}'),
  }
  const bytes = encodeFrame(frame)
  expect(decodeFrame(bytes)).toEqual(frame)
  for (let cut = 1; cut < bytes.length; cut += 7)
    try {
      decodeFrame(bytes.subarray(0, cut))
    } catch (cause) {
      expect(cause).toBeInstanceOf(RangeError)
    }
  expect(() => decodeFrame(Buffer.from([0x42, 0xff, 0xff, 0xff, 0xff, 0x0f]))).toThrow(RangeError)
})
