import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import { anna, ben, type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { listening } from '#testing/listening.ts'
import { toInit } from '#testing/platform.ts'
import { says } from '#testing/scripted-model.ts'
import { testPassword } from '#testing/test-app.ts'
import { channelEvent } from './channel.table.ts'
import { simulateLine } from './lab/line.ts'
import type { PlatformAnswer } from './lab/simulator.ts'
import { simulateWebhook } from './lab/webhook.ts'

/** Attacks by hostile people and hostile platforms. The numbers are those of the list of cases. */
const WEBHOOK = '20000015'
const LINE = '20000012'
const wait = { interval: 30 }
type Sim = ReturnType<typeof simulateWebhook>
let app: ChatLab
let lab: ChannelLab<Sim>
let bot: LabBot
/** A server that no account is allowed to reach. */
let visits = 0
const elsewhere = createServer((_, response) => {
  visits += 1
  response.end('{}')
})
let elsewhereUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  app = await openChannelApp()
  lab = await openChannelLab<Sim>(WEBHOOK, (platform, now) => simulateWebhook(now, () => platform().origin), app)
  bot = await lab.bot({ account: { url: `${lab.platform.origin}/hook` } })
})
afterAll(() => void elsewhere.close())
beforeEach(() => {
  lab.server.reset()
  visits = 0
})
let chats = 0
const newChat = () => `sec${(chats += 1)}`
const say = async (chatId: string, text: string, more: object = {}) =>
  bot.deliver(lab.simulator.say({ chatId, from: anna, text, ...more }))
const shows = (chatId: string, texts: string[]) => vi.waitFor(() => expect(lab.texts(chatId)).toEqual(texts), wait)

describe('where a channel may reach', () => {
  test.each([
    'http://127.0.0.2:8080/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://ok@192.168.1.1/',
  ])('%s is refused before anything is sent (cases 39, 40)', async (url) => {
    const botId = await lab.createBot()
    const at = { resource_id: botId, connector_id: WEBHOOK }
    await lab.owner.api.channel.save({ ...at, config: { url } })
    const { account, missing } = await lab.owner.api.channel.test(at)
    expect(account.state).toBe('incomplete')
    expect(missing).toHaveLength(1)
  })
  test('an allowed address does not allow another port, host or name (cases 41, 45)', async () => {
    const { host, port } = new URL(elsewhereUrl)
    const careful = await openChatLab({ allow: [host], publicUrl: 'https://bots.example.test' })
    const at = { resource_id: await careful.createBot(), connector_id: WEBHOOK }
    const stateAt = async (url: string) => {
      await careful.owner.api.channel.save({ ...at, config: { url } })
      return (await careful.owner.api.channel.test(at)).account.state
    }
    for (const url of [
      lab.platform.origin,
      `http://127.0.0.2:${port}/`,
      `http://localhost:${port}/`,
      `http://localhost.:${port}/`,
      `http://[::1]:${port}/`,
    ])
      expect(await stateAt(url), url).toBe('incomplete')
    expect(visits).toBe(0)
    expect(await stateAt(elsewhereUrl)).toBe('ready')
    expect(visits).toBe(1)
  })
  test('redirects of a platform are not followed, so that neither texts nor credentials leak (cases 42, 43)', async () => {
    const line = await openChannelLab(LINE, (_, now) => simulateLine(now), app)
    const theirs = await line.bot()
    const { handle } = line.simulator
    line.simulator.handle = (): PlatformAnswer => ({ status: 302, headers: { location: elsewhereUrl }, body: '' })
    lab.server.script(says('secret words'))
    await theirs.deliver(line.simulator.say({ chatId: anna.id, from: anna, text: 'hi' }))
    await vi.waitFor(async () => {
      const { items } = await line.owner.api.channel.letters(theirs.at)
      expect(items).toHaveLength(1)
    }, wait)
    line.simulator.handle = handle
    expect(visits).toBe(0)
    expect(line.simulator.shown).toEqual([])
  })
  test('a platform is called with the credentials of its own account only (case 46)', async () => {
    const chat = newChat()
    const seen: Record<string, string>[] = []
    const { handle } = lab.simulator
    lab.simulator.handle = (request) => {
      seen.push(request.headers)
      return handle(request)
    }
    lab.server.script(says('told'))
    await say(chat, 'hi')
    await shows(chat, ['told'])
    lab.simulator.handle = handle
    expect(seen.length).toBeGreaterThan(0)
    for (const headers of seen) expect(Object.keys(headers)).not.toContain('cookie')
    expect(JSON.stringify(seen)).not.toContain(lab.owner.cookie())
  })
  test('a closed port and one that hangs up give the same error (case 48)', async () => {
    const rude = createServer((request) => request.socket.destroy())
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    const { port } = rude.address() as AddressInfo
    const at = { resource_id: await lab.createBot(), connector_id: LINE }
    const words = async () => {
      const config = { channel_secret: 's', access_token: 'a', api_base: `http://127.0.0.1:${port}` }
      await lab.owner.api.channel.save({ ...at, mode: 'webhook', config })
      return (await lab.owner.api.channel.test(at)).missing.join()
    }
    const hungUp = await words()
    await new Promise((resolve) => rude.close(resolve))
    expect(await words()).toBe(hungUp)
  })
  test('line breaks in a credential cannot inject a header (case 47)', async () => {
    const line = await openChannelLab(LINE, (_, now) => simulateLine(now), app)
    const botId = await lab.createBot()
    const at = { resource_id: botId, connector_id: LINE }
    const seen: Record<string, string>[] = []
    const { handle } = line.simulator
    line.simulator.handle = (request) => {
      seen.push(request.headers)
      return handle(request)
    }
    const config = { channel_secret: 's', access_token: 'a\r\nX-Evil: 1', api_base: line.platform.origin }
    const saved = await lab.owner.api.channel.save({ ...at, config }).catch(() => undefined)
    if (saved) expect((await lab.owner.api.channel.test(at)).account.state).not.toBe('ready')
    expect(seen.filter((headers) => 'x-evil' in headers)).toEqual([])
  })
})

describe('incoming events', () => {
  test('a file is stored under a generated key whatever its name, and one that is too large is reported (cases 44, 50)', async () => {
    const chat = newChat()
    lab.server.script(says('read'), says('not read'))
    const file = { kind: 'file' as const, name: '..%2F..%2Fetc%2Fpasswd.txt', bytes: Buffer.from('harmless') }
    await say(chat, 'Look', { file })
    await shows(chat, ['read'])
    const { rows } = await lab.t.infra.database.pool.query<{ content: string }>(
      "SELECT content FROM message WHERE role = 'user' ORDER BY id DESC LIMIT 1",
    )
    const part = (JSON.parse(rows[0]!.content) as { file_id?: string }[]).find((item) => item.file_id)!
    expect(part.file_id).not.toMatch(/\.\.|passwd/)
    const huge = { kind: 'file' as const, name: 'huge.bin', bytes: Buffer.alloc(21 * 1024 * 1024, 1) }
    await say(chat, 'And this?', { file: huge })
    await shows(chat, ['read', 'not read'])
    expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages.at(-1))).toContain('huge.bin')
  })
  test('a decompression bomb is reported and not read (case 51)', async () => {
    const chat = newChat()
    const { handle } = lab.simulator
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024))
    lab.simulator.handle = (request) =>
      request.path.startsWith('/files/')
        ? { status: 200, headers: { 'content-encoding': 'gzip' }, body: bomb }
        : handle(request)
    lab.server.script(says('not read'))
    await say(chat, 'Look', { file: { kind: 'file', name: 'small.docx', bytes: Buffer.from('x') } })
    await shows(chat, ['not read'])
    lab.simulator.handle = handle
    const asked = JSON.stringify(lab.server.requests.at(-1)!.body.messages.at(-1))
    expect(asked).toContain('I could not read small.docx')
  })
  test('an oversized or deeply nested body is refused, and the next event is accepted (case 79)', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const { hook_secret: secret } = (await lab.owner.api.channel.get(bot.at)).account!
    const signed = (body: string) => ({
      method: 'POST' as const,
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: sign(secret, Math.floor(lab.t.clock.now() / 1000), body),
      },
      body,
    })
    expect((await bot.deliver(signed(deep))).status).toBeGreaterThanOrEqual(400)
    expect((await bot.deliver(signed(`"${'x'.repeat(2 * 1024 * 1024)}"`))).status).toBe(413)
    const chat = newChat()
    lab.server.script(says('still here'))
    await say(chat, 'hi')
    await shows(chat, ['still here'])
  })
  test('over the network, too, an event is accepted, and one that is too large is refused (case 79)', async () => {
    const { hook_url } = (await lab.owner.api.channel.get(bot.at)).account!
    const address = (await listening(lab.t)) + new URL(hook_url).pathname
    const body = 'x'.repeat(2 * 1024 * 1024)
    expect((await fetch(address, { method: 'POST', body })).status).toBe(413)
    const chat = newChat()
    lab.server.script(says('by wire'))
    const delivery = lab.simulator.say({ chatId: chat, from: anna, text: 'hi' })
    const answer = await fetch(address + (delivery.query ?? ''), toInit(delivery))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([202, 'no-store'])
    await shows(chat, ['by wire'])
  })
  test('messages of one person are not revealed to another (case 70)', async () => {
    const [one, two] = [newChat(), newChat()]
    lab.server.script(says('noted'), says('what?'))
    await say(one, 'My secret is a tulip')
    await shows(one, ['noted'])
    await say(two, 'What do you know?', { from: ben })
    await shows(two, ['what?'])
    expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).not.toContain('tulip')
  })
})

describe('stored data', () => {
  test('credentials appear in no response and in no line of the log (case 68)', async () => {
    const line = await openChannelLab(LINE, (_, now) => simulateLine(now), app)
    const theirs = await line.bot()
    line.simulator.faults.revoked = true
    await line.owner.api.channel.test(theirs.at)
    const shown = JSON.stringify(await line.owner.api.channel.get(theirs.at))
    const logged = lab.t.logLines.join('\n')
    for (const secret of Object.values(line.simulator.config)) {
      expect(shown).not.toContain(secret)
      expect(logged).not.toContain(secret)
    }
    const { hook_secret: secret } = (await lab.owner.api.channel.get(bot.at)).account!
    expect(logged).not.toContain(secret)
  })
  test('a link to a file of an answer opens only that file, and expires (case 57)', async () => {
    const { services } = lab.t
    const bytes = Buffer.from('for your eyes')
    const stored = await services.uploads.store({ userId: lab.owner.id, scene: 'file', name: 'note.txt', bytes })
    const link = services.links.make(stored.key)
    expect((await lab.t.request(link)).status).toBe(200)
    const other = link.replace(/sig=./, (text) => (text.endsWith('0') ? 'sig=1' : 'sig=0'))
    expect((await lab.t.request(other)).status).toBeGreaterThanOrEqual(400)
    const chat = newChat()
    lab.server.script(says(`[note.txt](${other})`))
    await say(chat, 'Send it')
    await vi.waitFor(() => expect(lab.texts(chat)).toHaveLength(1), wait)
    expect(lab.simulator.shown.find((message) => message.chatId === chat)!.file).toBeUndefined()
  })
  test('deleting the account of a user while a channel answers deletes its messages too (case 87)', async () => {
    const theirs = await openChannelLab(LINE, (_, now) => simulateLine(now))
    await theirs.t.startJobs()
    const { deliver } = await theirs.bot()
    theirs.server.script(...Array.from({ length: 8 }, () => says('one ', 'two ', 'three ')))
    for (let n = 0; n < 8; n += 1)
      await deliver(theirs.simulator.say({ chatId: `chat${n}`, from: { ...anna, id: `p${n}` }, text: 'A tulip' }))
    await theirs.owner.api.passport.erase({ password: testPassword })
    expect(await theirs.t.infra.database.db.select().from(channelEvent)).toEqual([])
  })
})
