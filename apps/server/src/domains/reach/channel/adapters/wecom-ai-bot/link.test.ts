import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anna, ben, type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type AiBotSimulator, simulateWecomAiBot } from '../../lab/wecom-ai-bot.ts'

const AI_BOT = '20000006'
const wait = { interval: 30 }
let lab: ChannelLab<AiBotSimulator>
let bot: LabBot
beforeAll(async () => {
  const app = await openChannelApp()
  lab = await openChannelLab(AI_BOT, (platform, now) => simulateWecomAiBot(now, () => platform().origin), app)
  bot = await lab.bot({
    mode: 'long',
    config: { onboarding_info: { prologue: '欢迎光临', suggested_questions: ['有什么新鲜事？'] } },
  })
})
beforeEach(async () => {
  lab.server.reset()
  Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
  lab.simulator.link.state.isExpired = false
  lab.simulator.shown.length = 0
  lab.simulator.link.answers.length = 0
  await live()
})
async function live() {
  await lab.t.services.channelHolder.scan()
  await vi.waitFor(async () => {
    const { items } = await lab.owner.api.channel.list({ space_id: lab.spaceId })
    expect(items.find((item) => item.resource_id === bot.botId)).toMatchObject({ connection: 'live' })
  }, wait)
}
const say = (text: string, from = anna) => lab.simulator.say({ chatId: from.id, from, text })
const letters = async () => (await lab.owner.api.channel.letters(bot.at)).items
const shows = (texts: string[], chatId = anna.id) => vi.waitFor(() => expect(lab.texts(chatId)).toEqual(texts), wait)

test('the answer grows in one message over the connection', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  lab.server.script({ steps: [{ text: 'Once upon' }, { until: promise }, { text: ' a time.' }, { finish: 'stop' }] })
  say('A story')
  await shows(['Once upon'])
  resolve()
  await shows(['Once upon a time.'])
  expect(lab.simulator.shown[0]!.versions).toEqual(['Once upon', 'Once upon a time.'])
})

test('a person who opens the chat is welcomed; a press updates the card, and a bystander cannot decide', async () => {
  lab.simulator.enter(ben)
  const welcome = { cmd: 'aibot_respond_welcome_msg', body: { text: { content: '欢迎光临\n· 有什么新鲜事？' } } }
  await vi.waitFor(() => expect(lab.simulator.link.answers).toMatchObject([welcome]), wait)
  lab.simulator.say({ chatId: 'group7', isGroup: true, from: anna, text: '/start' })
  await vi.waitFor(() => expect(lab.simulator.shown.at(-1)?.buttons).toHaveLength(1), wait)
  const { id, buttons } = lab.simulator.shown.at(-1)!
  lab.simulator.press(id, buttons[0]!.id, ben)
  await vi.waitFor(() => expect(lab.texts('group7').at(-1)).toContain('按钮已失效'), wait)
  expect(lab.server.requests).toEqual([])
  lab.server.script(says('没有。'))
  lab.simulator.press(id, buttons[0]!.id, anna)
  await vi.waitFor(() => expect(lab.texts('group7').at(-1)).toBe('没有。'), wait)
  const changed = { replace_text: '已选择：有什么新鲜事？', task_id: id }
  await vi.waitFor(
    () => expect(lab.simulator.link.answers.at(-1)).toMatchObject({ body: { template_card: changed } }),
    wait,
  )
})

test('what the platform no longer accepts in the answer follows once as a separate message', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  lab.server.script({ steps: [{ text: 'It began' }, { until: promise }, { text: ' and ended.' }, { finish: 'stop' }] })
  say('Take your time')
  await shows(['It began'])
  lab.simulator.link.state.isExpired = true
  resolve()
  await shows(['It began', 'It began and ended.'])
  await vi.waitFor(async () => expect(await letters()).toEqual([]), wait)
})

test('a part of an answer without acknowledgement is repeated and shown once; a separate message is left to a person', async () => {
  lab.simulator.faults.cut = 1
  lab.server.script(says('Only once.'))
  say('Hi', ben)
  // The typing indicator is the frame that is cut off here, and the connection with it.
  await vi.waitFor(() => expect(lab.simulator.faults.cut).toBe(0), wait)
  await shows(['Only once.'], ben.id)
  await live()
  const { promise, resolve } = Promise.withResolvers<void>()
  lab.server.script({ steps: [{ until: promise }, { text: 'Did it arrive?' }, { finish: 'stop' }] })
  say('Another', ben)
  await vi.waitFor(() => expect(lab.server.requests).toHaveLength(2), wait)
  Object.assign(lab.simulator.link.state, { isExpired: true })
  lab.simulator.faults.cut = 1
  resolve()
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ state: 'uncertain' }]), wait)
  await shows(['Only once.', 'Did it arrive?'], ben.id)
  const [letter] = await letters()
  await live()
  // Only the process that holds the connection can send, so another process has to forward a resend to it.
  const { channels } = (await lab.t.another()).services
  await channels.resend(bot.botId, AI_BOT, letter!.id, { userId: lab.owner.id, spaceId: lab.spaceId })
  await shows(['Only once.', 'Did it arrive?', 'Did it arrive?'], ben.id)
  await vi.waitFor(async () => expect(await letters()).toEqual([]), wait)
})

test('a secret that is reset shows in the state, and no message sent meanwhile is lost', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  lab.server.script({ steps: [{ until: promise }, { text: 'After the repair.' }, { finish: 'stop' }] })
  say('Are you there?')
  await vi.waitFor(() => expect(lab.server.requests).toHaveLength(1), wait)
  lab.simulator.faults.revoked = true
  lab.platform.cutSockets()
  await vi.waitFor(async () => {
    const { account } = await lab.owner.api.channel.get(bot.at)
    expect(account).toMatchObject({ state: 'refused', reason: expect.stringContaining('Bot ID and secret') as string })
  }, wait)
  resolve()
  lab.simulator.faults.revoked = false
  expect((await lab.owner.api.channel.test(bot.at)).account.state).toBe('serving')
  await live()
  await shows(['After the repair.'])
})
