import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ChannelLab, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { simulateSlack } from '../../lab/slack.ts'

type Sim = ReturnType<typeof simulateSlack>
const anna = { id: 'U501', name: 'Anna' }
let lab: ChannelLab<Sim>
beforeAll(async () => {
  lab = await openChannelLab<Sim>('20000008', (platform, now) => simulateSlack(now, () => platform().origin))
})
beforeEach(() => {
  lab.server.reset()
  lab.simulator.shown.length = 0
  Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
})
const shows = (texts: string[], chat = 'D1') =>
  vi.waitFor(() => expect(lab.texts(chat)).toEqual(texts), { interval: 30 })

test('by Events API: the challenge, signed messages, mentions in their thread', async () => {
  const bot = await lab.bot()
  const challenge = JSON.stringify({ type: 'url_verification', challenge: 'c-1' })
  const unsigned = { method: 'POST' as const, headers: { 'content-type': 'application/json' }, body: challenge }
  expect((await bot.deliver(unsigned)).status).toBe(404)
  lab.server.script(says('*hello* [there](https://e.test)'), says('in a thread'))
  const delivery = lab.simulator.say({ chatId: 'D1', from: anna, text: 'Hi &amp; bye' })
  for (let n = 0; n < 3; n += 1) expect((await bot.deliver(delivery)).status).toBe(200)
  await shows(['_hello_ <https://e.test|there>'])
  expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('Hi & bye')
  const group = { chatId: 'C1', from: anna, isGroup: true }
  await bot.deliver(lab.simulator.say({ ...group, text: 'not for the bot' }))
  await bot.deliver(lab.simulator.say({ ...group, text: 'question', mentions: true }))
  await shows(['in a thread'], 'C1')
  expect(lab.simulator.shown.at(-1)!.threadKey).not.toBe('')
  lab.t.clock.advance(6 * 60_000)
  expect((await bot.deliver(delivery)).status).toBe(404)
})

test('by Socket Mode: envelopes are acknowledged once stored, and a lost connection is reopened', async () => {
  await lab.bot({ mode: 'long' })
  await lab.t.services.channelHolder.scan()
  await vi.waitFor(() => expect(lab.platform.sockets()).toBe(1))
  lab.server.script(says('one'), says('two'))
  lab.simulator.say({ chatId: 'D1', from: anna, text: 'first' })
  await shows(['one'])
  expect(lab.simulator.acknowledged).toHaveLength(1)
  lab.platform.cutSockets()
  lab.simulator.say({ chatId: 'D1', from: anna, text: 'second' })
  await shows(['one', 'two'])
})

test('a send whose response was lost is looked up by its key instead of sent twice', async () => {
  const bot = await lab.bot()
  lab.simulator.faults.cut = 1
  lab.server.script(says('only once'))
  await bot.deliver(lab.simulator.say({ chatId: 'D2', from: anna, text: 'Hi' }))
  await shows(['only once'], 'D2')
  await vi.waitFor(async () => expect((await lab.owner.api.channel.letters(bot.at)).items).toEqual([]))
  expect(lab.texts('D2')).toEqual(['only once'])
})

test('choices are blocks with buttons, and a press arrives as a signed form', async () => {
  const bot = await lab.bot({ config: { onboarding_info: { prologue: 'Welcome', suggested_questions: ['News?'] } } })
  await bot.deliver(lab.simulator.say({ chatId: 'D3', from: anna, text: '/start' }))
  await shows(['Welcome'], 'D3')
  const message = lab.simulator.shown.at(-1)!
  lab.server.script(says('None.'))
  expect((await bot.deliver(lab.simulator.press(message.id, message.buttons[0]!.id, anna))).status).toBe(200)
  await shows(['Welcome', 'None.'], 'D3')
})

test('the connection test reports a missing scope by name', async () => {
  const bot = await lab.bot()
  lab.simulator.scopes = 'chat:write'
  const { account, missing } = await lab.owner.api.channel.test(bot.at)
  expect(account.state).toBe('incomplete')
  expect(missing[0]).toContain('app_mentions:read')
})
