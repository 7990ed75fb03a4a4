import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import type { ChatLab } from '#testing/chat-lab.ts'
import type { Platform } from '#testing/platform.ts'
import { says } from '#testing/scripted-model.ts'
import { simulateDingtalk } from '../lab/dingtalk.ts'
import { simulateLine } from '../lab/line.ts'
import { challengeOf, simulateMessenger, simulateWhatsapp } from '../lab/meta.ts'
import type { Simulator } from '../lab/simulator.ts'
import { simulateMiniProgram, simulateWechat, simulateWecom, type WxSimulator } from '../lab/wx.ts'
import { readXml } from './wx/xml.ts'

type Make = (platform: () => Platform, now: () => number) => Simulator
interface Case {
  id: string
  make: Make
  /** Whether an interrupted send is repeated with its key, or left to a person. */
  takesKey: boolean
  hasButtons: boolean
  hasTyping: boolean
}
const originOf = (platform: () => Platform) => () => platform().origin
const cases: Record<string, Case> = {
  LINE: { id: '20000012', make: (_, now) => simulateLine(now), takesKey: true, hasButtons: true, hasTyping: true },
  WhatsApp: {
    id: '20000011',
    make: (platform, now) => simulateWhatsapp(now, originOf(platform)),
    takesKey: false,
    hasButtons: true,
    hasTyping: true,
  },
  Messenger: {
    id: '20000013',
    make: (_, now) => simulateMessenger(now),
    takesKey: false,
    hasButtons: true,
    hasTyping: true,
  },
  DingTalk: {
    id: '20000007',
    make: (platform, now) => simulateDingtalk(now, originOf(platform)),
    takesKey: false,
    hasButtons: false,
    hasTyping: false,
  },
  WeCom: { id: '20000005', make: (_, now) => simulateWecom(now), takesKey: false, hasButtons: false, hasTyping: false },
  WeChat: {
    id: '20000003',
    make: (_, now) => simulateWechat(now),
    takesKey: false,
    hasButtons: false,
    hasTyping: true,
  },
  'WeChat mini program': {
    id: '20000004',
    make: (_, now) => simulateMiniProgram(now),
    takesKey: false,
    hasButtons: false,
    hasTyping: true,
  },
}
const anna = { id: 'anna1', name: 'Anna' }
let app: ChatLab
beforeAll(async () => {
  app = await openChannelApp()
})

describe.each(Object.entries(cases))('%s', (name, { id, make, takesKey, hasButtons, hasTyping }) => {
  let lab: ChannelLab<Simulator>
  let bot: LabBot
  beforeAll(async () => {
    lab = await openChannelLab(id, make, app)
    bot = await lab.bot({
      config: { onboarding_info: { prologue: 'Welcome', suggested_questions: ['What is new?', 'Anything else?'] } },
    })
  })
  const shows = (texts: string[]) => vi.waitFor(() => expect(lab.texts(anna.id)).toEqual(texts), { interval: 30 })
  const begin = () => {
    lab.server.reset()
    lab.simulator.shown.length = 0
  }
  const say = (text: string) => bot.deliver(lab.simulator.say({ chatId: anna.id, from: anna, text }))

  test('sends text both ways, answers a repeated event once, and refuses a forged one', async () => {
    begin()
    lab.server.script(says('Good day.'))
    const delivery = lab.simulator.say({ chatId: anna.id, from: anna, text: 'Hello' })
    for (let n = 0; n < 3; n += 1) expect((await bot.deliver(delivery)).status).toBe(200)
    await shows(['Good day.'])
    expect(lab.server.requests).toHaveLength(1)
    expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('Hello')
    if (hasTyping) expect(lab.simulator.typing.length).toBeGreaterThan(0)
    const headers = { ...delivery.headers }
    for (const key of Object.keys(headers)) if (/sign/.test(key)) headers[key] = 'AAAA'
    const query = delivery.query?.replace(/msg_signature=\w+/, 'msg_signature=0000')
    expect((await bot.deliver({ ...delivery, headers, ...(query && { query }) })).status).toBe(404)
    expect((await bot.deliver({ ...delivery, body: '{' })).status).toBe(404)
  })

  test('shows choices as buttons, or as numbered lines that a number answers', async () => {
    begin()
    await say('/start')
    await vi.waitFor(() => expect(lab.texts(anna.id)).toHaveLength(1))
    const message = lab.simulator.shown[0]!
    lab.server.script(says('Nothing.'))
    if (hasButtons) {
      expect(message.buttons.map(({ label }) => label)).toEqual(['What is new?', 'Anything else?'])
      await bot.deliver(lab.simulator.press(message.id, message.buttons[1]!.id, anna))
    } else {
      expect(message.text).toContain('2. Anything else?')
      await say('2')
    }
    await vi.waitFor(() => expect(lab.texts(anna.id).at(-1)).toBe('Nothing.'))
    expect(JSON.stringify(lab.server.requests[0]!.body.messages.at(-1))).toContain('Anything else?')
  })

  test('waits when the platform is busy, and never shows an interrupted send twice', async () => {
    begin()
    Object.assign(lab.simulator.faults, { tooMany: 1, cut: 1 })
    lab.server.script(says('Once.'))
    await say('Hi')
    await shows(['Once.'])
    await vi.waitFor(async () => {
      const { items } = await lab.owner.api.channel.letters(bot.at)
      expect(items).toMatchObject([{ state: takesKey ? 'waiting' : 'uncertain' }])
    })
    lab.t.clock.advance(10_000)
    await lab.t.services.channelLanes.sweep()
    if (takesKey) await vi.waitFor(async () => expect((await lab.owner.api.channel.letters(bot.at)).items).toEqual([]))
    await shows(['Once.'])
  })

  test('reports refused credentials, and sends the answer after the repair', async () => {
    begin()
    lab.simulator.faults.revoked = true
    // Advance the clock so that the cached token expires.
    lab.t.clock.advance(3 * 3600_000)
    const { account } = await lab.owner.api.channel.test(bot.at)
    expect(account.state).toBe('refused')
    expect(account.reason).toContain(name)
    lab.simulator.faults.revoked = false
    expect((await lab.owner.api.channel.test(bot.at)).account.state).toBe('serving')
    lab.server.script(says('Back.'))
    await say('Again')
    await shows(['Back.'])
  })
})

describe('particular platforms', () => {
  test('DingTalk: a stream frame is acknowledged once its message is stored', async () => {
    const lab = await openChannelLab('20000007', cases.DingTalk!.make, app)
    await lab.bot({ mode: 'long' })
    await lab.t.services.channelHolder.scan()
    await vi.waitFor(() => expect(lab.platform.sockets()).toBe(1))
    lab.server.script(says('streamed'))
    lab.simulator.say({ chatId: anna.id, from: anna, text: 'hi' })
    await vi.waitFor(() => expect(lab.texts(anna.id)).toEqual(['streamed']))
    expect((lab.simulator as ReturnType<typeof simulateDingtalk>).acknowledged).toHaveLength(1)
  })
  test('WhatsApp: the challenge is answered only with the right secret', async () => {
    const lab = await openChannelLab('20000011', cases.WhatsApp!.make, app)
    const bot = await lab.bot()
    const { account } = await lab.owner.api.channel.get(bot.at)
    expect(await (await bot.deliver(challengeOf(account!.hook_secret))).text()).toBe('c-7')
    expect((await bot.deliver(challengeOf('guess'))).status).toBe(404)
  })
  test.each(['WhatsApp', 'Messenger'] as const)(
    '%s: a send to a person who has been silent for a day fails with a reason in both languages, until they write again',
    async (name) => {
      const lab = await openChannelLab(cases[name]!.id, cases[name]!.make, app)
      const bot = await lab.bot()
      const simulator = lab.simulator as ReturnType<typeof simulateWhatsapp>
      const say = (text: string) => bot.deliver(simulator.say({ chatId: anna.id, from: anna, text }))
      simulator.windowOver = true
      lab.server.script(says('late'), says('in time'))
      await say('hi')
      await vi.waitFor(async () => {
        const { items } = await lab.owner.api.channel.letters(bot.at)
        expect(items).toMatchObject([{ state: 'failed', error: expect.stringContaining('24 hours') as string }])
      })
      const chinese = lab.t.apiWith({ cookie: lab.owner.cookie(), 'accept-language': 'zh-CN' })
      const [letter] = (await chinese.channel.letters(bot.at)).items
      expect(letter!.error).toContain('须等待对方先发消息')
      expect((await lab.owner.api.channel.get(bot.at)).account!.state).toBe('serving')
      simulator.windowOver = false
      await say('again')
      await vi.waitFor(() => expect(lab.texts(anna.id)).toEqual(['in time']))
    },
  )
  test.each(['WeCom', 'WeChat'] as const)(
    '%s: the address is checked, and hostile XML is refused (case 52)',
    async (name) => {
      const lab = await openChannelLab(cases[name]!.id, cases[name]!.make, app)
      const bot = await lab.bot()
      const simulator = lab.simulator as WxSimulator
      expect(await (await bot.deliver(simulator.challenge())).text()).toBe('echo-5')
      const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><xml><Encrypt>&b;</Encrypt></xml>`
      const outside = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><xml><Encrypt>&f;</Encrypt></xml>`
      for (const body of [bomb, outside, '<xml><a>', `<xml>${'<a>'.repeat(50)}`, ''])
        expect((await bot.deliver(simulator.raw(body))).status).toBe(404)
      expect(() => readXml(bomb)).toThrow(/Document types/)
      expect(readXml('<xml><A><![CDATA[1 < 2]]></A><B>&amp;</B></xml>')).toEqual({ A: '1 < 2', B: '&' })
    },
  )
})
