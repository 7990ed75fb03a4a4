import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import { gt } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import type { ChatLab } from '#testing/chat-lab.ts'
import type { Platform } from '#testing/platform.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { openSkillLab, pluginRefs } from '#testing/skill-lab.ts'
import { simulateDingtalk } from '../lab/dingtalk.ts'
import { simulateDiscord } from '../lab/discord.ts'
import { simulateFeishu } from '../lab/feishu.ts'
import { simulateLine } from '../lab/line.ts'
import { simulateMessenger, simulateWhatsapp } from '../lab/meta.ts'
import { simulateMail } from '../lab/mail.ts'
import type { Saying, Simulator } from '../lab/simulator.ts'
import { simulateSlack } from '../lab/slack.ts'
import { simulateTelegram } from '../lab/telegram.ts'
import { simulateWecomAiBot } from '../lab/wecom-ai-bot.ts'
import { simulateWebhook } from '../lab/webhook.ts'
import { simulateMiniProgram, simulateWechat, simulateWecom } from '../lab/wx.ts'
import { channelThread } from '../channel.table.ts'
import { loadAdapter } from '../registry.ts'

type Kind = 'image' | 'file' | 'audio'
type Mode = 'webhook' | 'long'
interface Case {
  id: string
  make: (platform: () => Platform, now: () => number) => Simulator
  modes: Mode[]
  /** What people can send on this platform. */
  takes: Kind[]
  /** What arrives as bytes; anything else arrives as a link. */
  uploads: Kind[]
  /** The id of a private chat, on platforms that recognise one by its format. */
  chatId?: string
  /** By webhook, the platform fetches answers: while it is down they wait, and none of our sends fails. */
  isFetchedByWebhook?: true
}
const at = (platform: () => Platform) => () => platform().origin
const whole: Kind[] = ['image', 'file', 'audio']
const cases: Record<string, Case> = {
  Feishu: {
    id: '20000001',
    make: (platform, now) => simulateFeishu(now, at(platform)),
    modes: ['webhook', 'long'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  Lark: {
    id: '20000002',
    make: (platform, now) => simulateFeishu(now, at(platform)),
    modes: ['webhook', 'long'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  'WeChat official account': {
    id: '20000003',
    make: (_, now) => simulateWechat(now),
    modes: ['webhook'],
    takes: ['image', 'audio'],
    uploads: ['image'],
  },
  'WeChat mini program': {
    id: '20000004',
    make: (_, now) => simulateMiniProgram(now),
    modes: ['webhook'],
    takes: ['image'],
    uploads: ['image'],
  },
  WeCom: {
    id: '20000005',
    make: (_, now) => simulateWecom(now),
    modes: ['webhook'],
    takes: ['image', 'audio'],
    uploads: ['image', 'file'],
  },
  'WeCom AI bot': {
    id: '20000006',
    make: (platform, now) => simulateWecomAiBot(now, at(platform)),
    modes: ['webhook', 'long'],
    takes: ['image', 'file'],
    uploads: ['image'],
    isFetchedByWebhook: true,
  },
  DingTalk: {
    id: '20000007',
    make: (platform, now) => simulateDingtalk(now, at(platform)),
    modes: ['webhook', 'long'],
    takes: whole,
    uploads: [],
  },
  Slack: {
    id: '20000008',
    make: (platform, now) => simulateSlack(now, at(platform)),
    chatId: 'D501',
    modes: ['webhook', 'long'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  Discord: {
    id: '20000009',
    make: (platform) => simulateDiscord(at(platform)),
    modes: ['long'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  Telegram: {
    id: '20000010',
    make: () => simulateTelegram(),
    modes: ['webhook', 'long'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  WhatsApp: {
    id: '20000011',
    make: (platform, now) => simulateWhatsapp(now, at(platform)),
    modes: ['webhook'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  LINE: { id: '20000012', make: (_, now) => simulateLine(now), modes: ['webhook'], takes: whole, uploads: [] },
  Messenger: {
    id: '20000013',
    make: (platform, now) => simulateMessenger(now, at(platform)),
    modes: ['webhook'],
    takes: whole,
    uploads: ['image', 'file'],
  },
  Email: { id: '20000014', make: () => simulateMail(), modes: ['long'], takes: whole, uploads: ['image', 'file'] },
  'Signed webhook': {
    id: '20000015',
    make: (platform, now) => simulateWebhook(now, at(platform)),
    modes: ['webhook'],
    takes: whole,
    uploads: ['image', 'file'],
  },
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sound = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60)])
const sent: Record<Kind, { name: string; bytes: Buffer }> = {
  image: { name: 'photo.png', bytes: png },
  file: { name: 'notes.txt', bytes: Buffer.from('Tea is at four.') },
  audio: { name: 'voice.ogg', bytes: sound },
}
const anna = { id: '800000000000000501', name: 'Anna' }
const wait = { interval: 30 }
/** Longer than the pace of every platform, and well within the lease of a lane. */
const PACE_MS = 5000
const STEP_MS = 70
let app: ChatLab
/** Waits for a condition. Advances the clock meanwhile, so that tests do not wait for the pace of platforms. */
const until = <T>(look: () => T | Promise<T>) =>
  vi.waitFor(async () => {
    app.t.clock.advance(STEP_MS)
    await app.t.services.channelLanes.sweep()
    return look()
  }, wait)
let skills: ReturnType<typeof openSkillLab>
beforeAll(async () => {
  app = await openChannelApp()
  skills = openSkillLab(app.t)
  skills.tools.set('send_mail', { sideEffects: 'ask' })
})

test('every adapter that carries messages is covered here', async () => {
  const { adapterIds } = await import('../registry.ts')
  const silent = channelKinds.filter(({ isForVisitors }) => isForVisitors).map(({ id }) => id)
  expect(
    Object.values(cases)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(adapterIds.filter((id) => !silent.includes(id)).toSorted())
})

test.each(Object.entries(cases))(
  'the set-up form of %s has the fields that the simulator needs',
  async (_, { id, make }) => {
    const { schema_area: area, schema_area_pages: pages } = await app.owner.api.channel.schemas({ connector_id: id })
    const names = area.schema_list.map(({ name }) => name)
    const config = Object.keys(
      make(
        () => ({ origin: '' }) as Platform,
        () => 0,
      ).config,
    )
    expect(names).toEqual(expect.arrayContaining(config))
    expect(area.description).toContain('1. ')
    expect(pages).toMatchObject([{ api_action: 3 }])
  },
)

const ways = Object.entries(cases).flatMap(([name, one]) =>
  one.modes.map((mode) => ({ name, mode, ...one, isFetched: one.isFetchedByWebhook && mode === 'webhook' })),
)
describe.each(ways)('$name, $mode', ({ id, make, mode, takes, uploads, isFetched, chatId = anna.id }) => {
  let lab: ChannelLab<Simulator>
  let bot: LabBot
  beforeAll(async () => {
    lab = await openChannelLab(id, make, app)
    const account: Record<string, string> = id === '20000015' ? { url: `${lab.platform.origin}/hook` } : {}
    bot = await lab.bot({ mode, account, config: { plugin_info_list: pluginRefs('send_mail') } })
    if (mode === 'long') await live()
  })
  async function live() {
    await lab.t.services.channelHolder.scan()
    await until(async () => {
      const { items } = await lab.owner.api.channel.list({ space_id: lab.spaceId })
      expect(items.find((item) => item.resource_id === bot.botId)).toMatchObject({ connection: 'live' })
    })
  }
  afterEach(() => {
    lab.server.reset()
    lab.simulator.shown.length = 0
    Object.assign(lab.simulator.faults, { outage: false, tooMany: 0, cut: 0, revoked: false })
    lab.t.clock.advance(PACE_MS)
  })
  /**
   * Advances the clock while no lane is held: otherwise its lease would expire and a second try would start in
   * parallel.
   */
  async function leap(ms: number) {
    const held = () => lab.t.infra.database.db.select().from(channelThread).where(gt(channelThread.leaseUntil, 0))
    await until(async () => expect(await held()).toEqual([]))
    lab.t.clock.advance(ms)
  }
  async function say(text: string, more: Partial<Saying> = {}) {
    const delivery = lab.simulator.say({ chatId, from: anna, text, ...more })
    if (mode === 'webhook') expect((await bot.deliver(delivery)).status).toBeLessThan(300)
  }
  async function press(messageId: string, choiceId: string) {
    const delivery = lab.simulator.press(messageId, choiceId, anna)
    if (mode === 'webhook') await bot.deliver(delivery)
  }
  const last = () => lab.simulator.shown.at(-1)!
  const asked = () => JSON.stringify(lab.server.requests.at(-1)?.body.messages.at(-1))
  const shows = (text: string) => until(() => expect(last()?.text).toContain(text))

  test('text', async () => {
    lab.server.script(says('Good day.'))
    await say('Hello')
    await shows('Good day.')
    expect(asked()).toContain('Hello')
    expect(lab.simulator.shown).toHaveLength(1)
  })

  test.each(takes)('a person sends: %s', async (kind) => {
    lab.server.script(says('I have it.'))
    await say('', { file: { kind, ...sent[kind] } })
    await shows('I have it.')
    const { rows } = await lab.t.infra.database.pool.query<{ content: string }>(
      "SELECT content FROM message WHERE role = 'user' ORDER BY id DESC LIMIT 1",
    )
    const [part] = JSON.parse(rows[0]!.content) as { type: string; file_id: string }[]
    expect(part!.type).toBe(kind)
    const blob = await lab.t.infra.blobs.get(part!.file_id)
    expect(Buffer.from(await blob!.bytes()).equals(sent[kind].bytes)).toBe(true)
  })

  test.each(['image', 'file'] as const)('the bot sends: %s', async (kind) => {
    const { services } = lab.t
    const stored = await services.uploads.store({ userId: lab.owner.id, scene: 'file', ...sent[kind] })
    const link = services.links.make(stored.key)
    lab.server.script(says(kind === 'image' ? `![photo](${link})` : `[notes.txt](${link})`))
    await say('Send it')
    if (uploads.includes(kind))
      await until(() => {
        const found = lab.simulator.shown.find((message) => message.file)
        expect(found?.file?.bytes.equals(sent[kind].bytes)).toBe(true)
      })
    else
      await until(() => {
        const texts = lab.simulator.shown.map(({ text, file }) => `${text} ${file?.name ?? ''}`)
        expect(texts.join()).toContain('https://bots.example.test/api/file/')
      })
  })

  test('an approval is requested, given and carried out (case 65)', async () => {
    const before = skills.called.length
    lab.server.script(calls({ name: 'send_mail', arguments: '{"city":"all"}' }), says('It is sent.'))
    await say('Write to everybody')
    await until(() => expect(last()?.text.length).toBeGreaterThan(0))
    expect(skills.called).toHaveLength(before)
    const { id: messageId, buttons } = last()
    if (buttons.length) await press(messageId, buttons[0]!.id)
    else await say('1')
    await shows('It is sent.')
    expect(skills.called).toHaveLength(before + 1)
  })

  test('a stopped answer ends with the text sent so far', async () => {
    const adapter = await loadAdapter(id)
    lab.server.script({ steps: [{ text: 'Once upon a time' }, { until: new Promise(() => {}) }] })
    await say('Tell me a story')
    await until(() => expect(lab.server.requests).toHaveLength(1))
    // Where messages can be edited, the beginning is shown before the end.
    if (adapter!.can.editMs) await shows('Once upon a time')
    await say('/stop')
    await until(async () => {
      const { items } = await lab.owner.api.channel.events({ ...bot.at, page_size: 2 })
      expect(items.map(({ state }) => state)).toEqual(['done', 'done'])
    })
    lab.server.script(says('Next.'))
    await say('And now?')
    await shows('Next.')
    const texts = lab.simulator.shown.map(({ text }) => text)
    expect(texts.filter((text) => text.includes('Once upon a time')).length).toBeLessThanOrEqual(1)
    expect(texts.at(-1)).toContain('Next.')
  })

  test.runIf(mode === 'webhook')('five repeats, forged and old deliveries: one answer (case 74)', async () => {
    lab.server.script(says('Once.'))
    const delivery = lab.simulator.say({ chatId, from: anna, text: 'Again and again' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => bot.deliver(delivery)))
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    await shows('Once.')
    const isKept = (name: string) => name.startsWith('content') || /time/.test(name)
    const headers = Object.fromEntries(
      Object.entries(delivery.headers).map(([name, value]) => [name, isKept(name) ? value : 'AAAA']),
    )
    const query = delivery.query?.replace(/signature=\w/, 'signature=-')
    expect((await bot.deliver({ ...delivery, headers, ...(query && { query }) })).status).toBe(404)
    await leap(6 * 60_000)
    await bot.deliver(delivery)
    expect(lab.simulator.shown).toHaveLength(1)
    expect(lab.server.requests).toHaveLength(1)
  })

  // By webhook, an AI bot of WeCom is called but calls nothing: it has no token.
  test.skipIf(isFetched)(
    'revoked credentials are reported with their remedy in both languages, and repaired',
    async () => {
      const chinese = lab.t.apiWith({ cookie: lab.owner.cookie(), 'accept-language': 'zh-CN' })
      // Cached tokens have expired by then.
      await leap(3 * 3600_000)
      lab.simulator.faults.revoked = true
      const { account, missing } = await lab.owner.api.channel.test(bot.at)
      expect([account.state, missing]).toEqual(['refused', [account.reason]])
      expect(account.reason).toMatch(/[.] [A-Z]/)
      expect((await chinese.channel.get(bot.at)).account!.reason).toMatch(/，请/)
      lab.server.script(says('After the repair.'))
      if (mode === 'webhook') await say('Hello?')
      lab.simulator.faults.revoked = false
      expect((await lab.owner.api.channel.test(bot.at)).account.state).toBe('serving')
      if (mode === 'long') {
        await live()
        await say('Hello?')
      }
      await shows('After the repair.')
    },
  )

  test('an outage of a minute loses no message, and repeats none', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ until: promise }, { text: 'After the outage.' }, { finish: 'stop' }] })
    await say('Are you there?')
    await until(() => expect(lab.server.requests).toHaveLength(1))
    await lab.platform.down()
    resolve()
    const letters = async () => (await lab.owner.api.channel.letters(bot.at)).items
    await until(async () => {
      if (isFetched) return
      const [item] = await letters()
      expect(item?.tries).toBeGreaterThan(0)
      expect(['waiting', 'uncertain']).toContain(item!.state)
    })
    await leap(60_000)
    await lab.platform.up()
    await lab.t.services.channelLanes.sweep()
    await until(async () => {
      const [item] = await letters()
      // If a connection broke during a send, it is unknown whether the message arrived: a person checks and decides.
      if (item?.state === 'uncertain') {
        const decide = lab.simulator.shown.length ? lab.owner.api.channel.drop : lab.owner.api.channel.resend
        await decide({ ...bot.at, send_id: item.id })
      }
      expect(item).toBeUndefined()
    })
    await shows('After the outage.')
    expect(lab.simulator.shown.map(({ text }) => text)).toEqual([expect.stringContaining('After the outage.')])
  })
})
