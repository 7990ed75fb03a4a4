import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anna, type ChannelLab, type LabBot, openChannelApp, openChannelLab } from '#testing/channel-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type MailSimulator, simulateMail } from '../../lab/mail.ts'
import { ownWords, textOfHtml } from './own-words.ts'

const MAIL = '20000014'
const wait = { interval: 30 }
let lab: ChannelLab<MailSimulator>
let bot: LabBot
/** Sets up a bot with a mailbox and waits until its connection is live. */
async function connected(account: Record<string, string> = {}): Promise<LabBot> {
  const made = await lab.bot({ mode: 'long', account })
  await lab.t.services.channelHolder.scan()
  await vi.waitFor(async () => {
    const { items } = await lab.owner.api.channel.list({ space_id: lab.spaceId })
    expect(items.find((item) => item.resource_id === made.botId)).toMatchObject({ connection: 'live' })
  }, wait)
  return made
}
beforeAll(async () => {
  lab = await openChannelLab(MAIL, () => simulateMail(), await openChannelApp())
  lab.simulator.deliver(
    'From: Old <old@people.example>\nMessage-ID: <old@x>\nSubject: Before\n\nWas here before the bot',
  )
  bot = await connected()
})
beforeEach(() => {
  lab.server.reset()
  lab.simulator.shown.length = 0
})
interface Shown {
  subject: string
  references: string
  html: string
  headers: { key: string; value: string }[]
}
const shown = () => lab.simulator.shown.map(({ card, ...message }) => ({ ...message, mail: card as Shown }))
const events = async (at = bot.at) => (await lab.owner.api.channel.events({ ...at, page_size: 20 })).items
const mail = (head: string[], body = 'Hello?') =>
  lab.simulator.deliver([...head, 'MIME-Version: 1.0', '', body].join('\n'))

test('an answer stays in the thread, is marked as automatic and renders Markdown; quotations are not sent to the bot', async () => {
  lab.server.script(says('**Good** day <b>'), says('Again.'))
  lab.simulator.say({ chatId: anna.id, from: anna, text: 'Hello' })
  await vi.waitFor(() => expect(shown()).toHaveLength(1), wait)
  const sent = shown()[0]!.mail
  expect(sent.subject).toBe('Re: Question')
  expect(sent.html).toContain('<b>Good</b> day')
  expect(sent.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }))
  lab.simulator.say({ chatId: anna.id, from: anna, text: 'More' })
  await vi.waitFor(() => expect(shown()).toHaveLength(2), wait)
  expect(shown()[1]!.mail.references.split(' ')).toHaveLength(3)
  const asked = lab.server.requests.at(-1)!.body.messages
  expect(JSON.stringify(asked)).toContain('Hello')
  expect(asked.at(-1)!.content).toBe('More')
  expect(JSON.stringify(lab.server.requests)).not.toContain('Was here before the bot')
})

test('a reply to our mail alone, without the older ones, stays in the same thread', async () => {
  lab.server.script(says('First.'), says('Second.'))
  mail(['From: <cora@people.example>', 'Message-ID: <c1@x>', 'Subject: Start'], 'A tulip')
  await vi.waitFor(() => expect(shown()).toHaveLength(1), wait)
  mail(
    ['From: <cora@people.example>', 'Message-ID: <c2@x>', 'Subject: Re: Start', `In-Reply-To: ${shown()[0]!.id}`],
    'And?',
  )
  await vi.waitFor(() => expect(shown()).toHaveLength(2), wait)
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('A tulip')
})

test.each([
  ['Not answered: a program sent it', ['From: <a1@people.example>', 'Auto-Submitted: auto-replied']],
  ['Not answered: it is a bounce', ['From: <MAILER-DAEMON@people.example>']],
  ['Not answered: it is a bounce', ['From: <a2@people.example>', 'Return-Path: <>']],
  ['Not answered: it came through a mailing list', ['From: <a3@people.example>', 'List-Id: <news.example>']],
  ['Not answered: it came through a mailing list', ['From: <a4@people.example>', 'Precedence: bulk']],
  ['Not answered: this mailbox sent it itself', ['From: <BOT@lab.example>']],
])('%s: the mail is stored without an answer', async (note, head) => {
  const id = `<${crypto.randomUUID()}@x>`
  mail([...head, `Message-ID: ${id}`, 'Subject: Away'])
  await vi.waitFor(async () => expect((await events())[0]).toMatchObject({ state: 'ignored', note }), wait)
  expect(lab.server.requests).toHaveLength(0)
})

test('a mail that is delivered twice is answered once', async () => {
  lab.server.script(says('Once.'))
  const head = ['From: <dora@people.example>', 'Message-ID: <twice@x>', 'Subject: Twice']
  mail(head)
  mail(head)
  await vi.waitFor(() => expect(shown()).toHaveLength(1), wait)
  const before = (await events()).filter(({ sender }) => sender === 'dora@people.example')
  expect(before).toHaveLength(1)
})

test('a refused address fails the answer, a busy server is retried, and an uncertain delivery is listed', async () => {
  lab.server.script(says('To nobody.'), says('Later.'), says('Cut.'))
  mail(['From: <refused@people.example>', 'Message-ID: <r1@x>', 'Subject: No'])
  const letters = async () => (await lab.owner.api.channel.letters(bot.at)).items
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ state: 'failed' }]), wait)
  expect((await letters())[0]!.error).toContain('No such mailbox')
  await lab.owner.api.channel.drop({ ...bot.at, send_id: (await letters())[0]!.id })
  lab.simulator.faults.tooMany = 1
  mail(['From: <emil@people.example>', 'Message-ID: <r2@x>', 'Subject: Busy'])
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ state: 'waiting', tries: 1 }]), wait)
  lab.t.clock.advance(10_000)
  await lab.t.services.channelLanes.sweep()
  await vi.waitFor(() => expect(shown()).toMatchObject([{ text: 'Later.' }]), wait)
  lab.simulator.faults.cut = 1
  mail(['From: <fred@people.example>', 'Message-ID: <r3@x>', 'Subject: Cut'])
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ state: 'uncertain' }]), wait)
  expect(shown()).toHaveLength(2)
  await lab.owner.api.channel.drop({ ...bot.at, send_id: (await letters())[0]!.id })
})

test('each sender gets a limited number of answers per hour, and on request only verified senders are answered', async () => {
  const strict = await connected({ hourly_limit: '2', trusted_server: 'mx.lab.example' })
  const verified = 'Authentication-Results: mx.lab.example; spf=pass; dmarc=pass header.from=people.example'
  const forged = 'Authentication-Results: mx.elsewhere.example; dmarc=pass'
  const from = 'From: <gina@people.example>'
  lab.server.script(says('One.'), says('Two.'))
  mail([forged, verified, from, 'Message-ID: <g0@x>', 'Subject: 0'])
  for (const n of [1, 2, 3]) mail([verified, from, `Message-ID: <g${n}@x>`, `Subject: ${n}`])
  await vi.waitFor(async () => {
    const notes = (await events(strict.at)).map(({ note }) => note)
    expect(notes).toEqual([
      'Not answered: more than 2 messages of this sender in an hour',
      '',
      '',
      'Not answered: the sender is not verified',
    ])
  }, wait)
  await vi.waitFor(() => expect(shown()).toHaveLength(2), wait)
})

test('a password that is no longer accepted is reported, and a new one restores the mailbox', async () => {
  const mailbox = await connected()
  lab.simulator.faults.revoked = true
  const { missing, account } = await lab.owner.api.channel.test(mailbox.at)
  expect(account.state).toBe('refused')
  expect(missing.join()).toContain('IMAP')
  lab.simulator.faults.revoked = false
  expect((await lab.owner.api.channel.test(mailbox.at)).missing).toEqual([])
})

test('the password is not sent to another server unless it is entered again', async () => {
  const config = { ...lab.simulator.config, imap_host: '127.0.0.1', smtp_host: 'mail.elsewhere.example' }
  const save = lab.owner.api.channel.save({ ...bot.at, config: { ...config, password: '••••••' } })
  await expect(save).rejects.toThrow()
})

test('the new text of a mail is separated from the quoted one', () => {
  expect(ownWords('Yes.\n\nOn Monday, Bot\n<bot@x> wrote:\n> Shall I?')).toBe('Yes.')
  expect(ownWords('好的\n\n在 2026年1月1日，机器人 写道：\n> 可以吗')).toBe('好的')
  expect(ownWords('Hi\n-- \nAnna, Inc.')).toBe('Hi')
  expect(textOfHtml('<style>x</style><p>A &amp; B<br>C</p><blockquote>old</blockquote>')).toBe('A & B\nC')
})
