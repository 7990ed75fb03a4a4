import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anna, type ChannelLab, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { simulateTelegram } from '../../lab/telegram.ts'
import { toHtml } from './write.ts'

type Sim = ReturnType<typeof simulateTelegram>
let lab: ChannelLab<Sim>
const CHAT = anna.id
beforeAll(async () => {
  lab = await openChannelLab<Sim>('20000010', () => simulateTelegram())
})
beforeEach(() => {
  lab.server.reset()
  lab.simulator.shown.length = 0
  Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
})
const shows = (texts: string[], chat = CHAT) =>
  vi.waitFor(() => expect(lab.texts(chat)).toEqual(texts), { interval: 30 })
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('by webhook: text both ways, formatted, one answer for each update', async () => {
  const bot = await lab.bot()
  lab.server.script(says('**Yes** & `no` <b>'))
  const delivery = lab.simulator.say({ chatId: CHAT, from: anna, text: 'Hi' })
  expect((await bot.deliver(delivery)).status).toBe(200)
  expect((await bot.deliver(lab.simulator.redeliver()!)).status).toBe(200)
  await shows(['<b>Yes</b> &amp; <code>no</code> &lt;b&gt;'])
  const forged = { ...delivery, headers: { ...delivery.headers, 'x-telegram-bot-api-secret-token': 'guess' } }
  expect((await bot.deliver(forged)).status).toBe(404)
  const broken = { ...delivery, body: '{"update_id":' }
  expect((await bot.deliver(broken)).status).toBe(404)
})

test('by polling: works on a machine that nobody can call, without repeats after a restart', async () => {
  const bot = await lab.bot({ mode: 'long' })
  await lab.t.services.channelHolder.scan()
  lab.server.script(says('one'), says('two'))
  lab.simulator.say({ chatId: CHAT, from: anna, text: 'first' })
  await shows(['one'])
  await vi.waitFor(async () => {
    const { items } = await lab.owner.api.channel.list({ space_id: lab.spaceId })
    expect(items[0]).toMatchObject({ connection: 'live', state: 'serving' })
  })
  // The webhook address is not found in this mode.
  const delivery = lab.simulator.say({ chatId: CHAT, from: anna, text: 'second' })
  expect((await bot.deliver(delivery)).status).toBe(404)
  await shows(['one', 'two'])
  expect(lab.server.requests).toHaveLength(2)
})

test('the bot reads a picture, and a picture in its answer arrives as one', async () => {
  const bot = await lab.bot()
  const { services } = lab.t
  const stored = await services.uploads.store({ userId: lab.owner.id, scene: 'file', name: 'answer.png', bytes: png })
  lab.server.script(says(`Here: ![a picture](${services.links.make(stored.key)})`))
  const file = { name: 'question.png', kind: 'file' as const, bytes: png }
  await bot.deliver(lab.simulator.say({ chatId: CHAT, from: anna, text: 'What is this?', file }))
  await vi.waitFor(() => expect(lab.simulator.shown).toHaveLength(2))
  expect(lab.simulator.shown[0]!.text).toBe('Here:')
  expect(lab.simulator.shown[1]!.file).toMatchObject({ kind: 'photo', bytes: png })
  expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('question.png')
})

test('a send with an unknown outcome is left to a person, and never repeated automatically', async () => {
  const bot = await lab.bot()
  lab.simulator.faults.cut = 1
  lab.server.script(says('maybe'), says('sure'))
  await bot.deliver(lab.simulator.say({ chatId: CHAT, from: anna, text: 'Hi' }))
  const [letter] = await vi.waitFor(async () => {
    const { items } = await lab.owner.api.channel.letters(bot.at)
    expect(items).toMatchObject([{ state: 'uncertain', text: 'maybe' }])
    return items
  })
  // The thread continues meanwhile.
  await bot.deliver(lab.simulator.say({ chatId: CHAT, from: anna, text: 'And?' }))
  await shows(['maybe', 'sure'])
  await lab.owner.api.channel.drop({ ...bot.at, send_id: letter!.id })
  expect((await lab.owner.api.channel.letters(bot.at)).items).toEqual([])
})

test('a revoked token is detected by the connection, reported, and repaired', async () => {
  const bot = await lab.bot({ mode: 'long' })
  await lab.t.services.channelHolder.scan()
  lab.simulator.faults.revoked = true
  const [shown] = await vi.waitFor(async () => {
    const { items } = await lab.owner.api.channel.list({ space_id: lab.spaceId })
    expect(items[0]).toMatchObject({ state: 'refused' })
    return items
  })
  expect(shown!.reason).toContain('@BotFather')
  lab.simulator.faults.revoked = false
  expect((await lab.owner.api.channel.test(bot.at)).account).toMatchObject({
    state: 'serving',
    profile: { handle: 'lab_bot', name: 'Lab bot' },
  })
  lab.server.script(says('back'))
  lab.simulator.say({ chatId: CHAT, from: anna, text: 'Are you there?' })
  await shows(['back'])
})

test('in a group the bot answers when it is mentioned, in the topic of the question', async () => {
  const bot = await lab.bot()
  lab.server.script(says('here'))
  const group = { chatId: '-100', from: anna, isGroup: true, thread: '7' }
  await bot.deliver(lab.simulator.say({ ...group, text: 'nobody' }))
  await bot.deliver(lab.simulator.say({ ...group, text: 'you', mentions: true }))
  await shows(['here'], '-100')
  expect(lab.simulator.shown[0]!.threadKey).toBe('7')
  expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).not.toContain('@lab_bot')
})

test('the form reports wrong fields, keeps secrets, and does not send them to another address', async () => {
  const bot = await lab.bot()
  const save = (config: Record<string, string>) => lab.owner.api.channel.save({ ...bot.at, config })
  await expect(save({ token: 'nonsense' })).rejects.toThrow(/config.token: this is not a token/)
  await expect(save({})).rejects.toThrow(/config.token: enter Bot token/)
  await expect(save({ token: '••••••', api_base: lab.platform.origin, colour: 'red' })).rejects.toThrow(/config.colour/)
  await expect(save({ token: '••••••', api_base: 'https://elsewhere.example.test' })).rejects.toThrow(
    /Enter this again/,
  )
  const { account } = await lab.owner.api.channel.get(bot.at)
  expect(account!.config).toEqual({ token: '••••••', api_base: lab.platform.origin })
  expect((await save(account!.config)).state).toBe('serving')
  const { rows } = await lab.t.infra.database.pool.query<{ config: string }>('SELECT config FROM channel_account')
  expect(JSON.stringify(rows)).not.toContain(lab.simulator.config.token)
  expect(lab.t.logLines.join('\n')).not.toContain(lab.simulator.config.token)
})

test.each([
  ['# Title\n\ntext', '<b>Title</b>\n\ntext'],
  ['- a\n- b\n  - c', '• a\n• b\n  • c'],
  ['```js\nif (a < b) {}\n```', '<pre><code class="language-js">if (a &lt; b) {}</code></pre>'],
  ['| a | 名字 |\n|---|---|\n| 1 | x |', '<pre><code>a  名字\n1  x</code></pre>'],
  ['[x](javascript:alert(1)) [y](https://e.test/?a="b")', 'x <a href="https://e.test/?a=&quot;b&quot;">y</a>'],
])('%j is written for Telegram', (markdown, html) => {
  expect(toHtml(markdown)).toBe(html)
})
