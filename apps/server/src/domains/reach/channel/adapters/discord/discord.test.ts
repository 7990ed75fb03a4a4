import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ChannelLab, type LabBot, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { simulateDiscord } from '../../lab/discord.ts'

type Sim = ReturnType<typeof simulateDiscord>
const anna = { id: '800000000000000001', name: 'Anna' }
let lab: ChannelLab<Sim>
let bot: LabBot
beforeAll(async () => {
  lab = await openChannelLab<Sim>('20000009', (platform) => simulateDiscord(() => platform().origin))
  bot = await lab.bot({
    mode: 'long',
    config: { onboarding_info: { prologue: 'Welcome', suggested_questions: ['News?'] } },
  })
  await lab.t.services.channelHolder.scan()
  await vi.waitFor(() => expect(lab.simulator.logins).toEqual(['identify']))
})
beforeEach(() => {
  lab.server.reset()
  Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
})
const shows = (texts: string[], chat: string) =>
  vi.waitFor(() => expect(lab.texts(chat)).toEqual(texts), { interval: 30 })

test('by gateway: private messages and mentions in a server are answered', async () => {
  lab.server.script(says('**hi**'), says('here'))
  lab.simulator.say({ chatId: '11', from: anna, text: 'hello' })
  await shows(['**hi**'], '11')
  lab.simulator.say({ chatId: '12', from: anna, text: 'nobody', isGroup: true })
  lab.simulator.say({ chatId: '12', from: anna, text: 'you', isGroup: true, mentions: true })
  await shows(['here'], '12')
})

test('a lost connection resumes: missed messages are answered, and no message twice', async () => {
  lab.platform.cutSockets()
  lab.server.script(says('missed'))
  lab.simulator.say({ chatId: '13', from: anna, text: 'while you were away' })
  await vi.waitFor(() => expect(lab.simulator.logins.at(-1)).toBe('resume'))
  await shows(['missed'], '13')
  expect(lab.server.requests).toHaveLength(1)
})

test('a send whose response was lost is repeated with its nonce; the wait of a 429 is respected', async () => {
  Object.assign(lab.simulator.faults, { cut: 1, tooMany: 1 })
  lab.server.script(says('once'))
  lab.simulator.say({ chatId: '14', from: anna, text: 'hi' })
  await shows(['once'], '14')
  lab.t.clock.advance(10_000)
  await lab.t.services.channelLanes.sweep()
  await vi.waitFor(async () => expect((await lab.owner.api.channel.letters(bot.at)).items).toEqual([]))
  expect(lab.texts('14')).toEqual(['once'])
})

test('choices are button components, and a press is answered', async () => {
  lab.simulator.say({ chatId: '15', from: anna, text: '/start' })
  await shows(['Welcome'], '15')
  const message = lab.simulator.shown.at(-1)!
  lab.server.script(says('None.'))
  lab.simulator.press(message.id, message.buttons[0]!.id, anna)
  await shows(['Welcome', 'None.'], '15')
})

test('an intent that is switched off is reported by name', async () => {
  lab.simulator.flags = 0
  const { account, missing } = await lab.owner.api.channel.test(bot.at)
  expect(account.state).toBe('incomplete')
  expect(missing[0]).toContain('Message Content Intent')
  lab.simulator.flags = 1 << 19
})
