import { noticeKindNames } from '@orrery/contract/shared/notice-kinds'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import type { Infra } from '#kit/infra.ts'
import { wordsOf } from './shared/notice-words.ts'

let t: TestApp
let mails: MailServer
let person: Person
let other: Person
let occurrence = 0

function useMail({ mail }: Pick<Infra, 'mail'>, port = mails.port) {
  const { user, password } = mails.account
  mail.use({ host: '127.0.0.1', port, security: 'none', user, password, from: 'a@example.test' })
}
beforeAll(async () => {
  t = await openTestApp()
  mails = await openMailServer()
})
beforeEach(async () => {
  person = await t.register()
  other = await t.register()
  useMail(t.infra)
  await t.services.notices.deliver()
  mails.received.length = 0
})
const key = () => `occurrence ${(occurrence += 1)}`
const voice = { event: 'trained', name: 'Ada' } as const
const notify = (who: Person[], given = key()) =>
  t.services.notices.notify(
    who.map(({ id }) => id),
    'voice',
    voice,
    { key: given, link: '/space' },
  )
const listed = async (who: Person, input: object = {}) => who.api.notice.list(input)
const unread = async (who: Person) => (await who.api.notice.unread({})).count
const mailedTo = () => mails.received.map(({ to }) => to)

test('a person reads their own notices, in both languages, and nobody else can', async () => {
  await notify([person, person])
  const { items, has_more } = await listed(person)
  expect(items).toMatchObject([
    {
      kind: 'voice',
      link: '/space',
      is_read: false,
      en: { title: 'The voice Ada is ready' },
      zh: { title: '音色「Ada」已训练完成' },
    },
  ])
  expect(has_more).toBe(false)
  expect((await listed(other)).items).toEqual([])
  expect([await unread(person), await unread(other)]).toEqual([1, 0])
})
test('reading lowers the unread count; ids of other people are not found, and nothing is marked', async () => {
  await notify([person])
  await notify([person])
  await notify([other])
  const [own] = (await listed(person)).items
  const [foreign] = (await listed(other)).items
  const read = (ids: string[]) => person.api.notice.read({ ids })
  await expect(read([foreign!.id])).rejects.toMatchObject({ status: 404 })
  await expect(read([own!.id, foreign!.id])).rejects.toMatchObject({ status: 404 })
  await expect(read(['1'])).rejects.toMatchObject({ status: 404 })
  expect([await unread(person), await unread(other)]).toEqual([2, 1])
  await read([own!.id])
  await read([own!.id])
  expect(await unread(person)).toBe(1)
  expect((await listed(person, { only_unread: true })).items.map(({ id }) => id)).not.toContain(own!.id)
  await person.api.notice.readAll({})
  expect([await unread(person), await unread(other)]).toEqual([0, 1])
})
test('the next page continues after the last notice, even if new ones arrive meanwhile', async () => {
  for (let n = 0; n < 5; n += 1) await notify([person])
  const all = (await listed(person)).items.map(({ id }) => id)
  const first = await listed(person, { size: 2 })
  await notify([person])
  const second = await listed(person, { size: 2, before_id: first.items.at(-1)!.id })
  const third = await listed(person, { size: 2, before_id: second.items.at(-1)!.id })
  expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all)
  expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false])
})
test('an occurrence creates one notice per person, even when several processes report it', async () => {
  const another = await t.another()
  useMail(another.infra)
  await person.api.notice.choose({ kind: 'voice', way: 'mail' })
  const given = { key: key(), link: '/space' }
  const told = [t, another, t, another].map(({ services }) =>
    services.notices.notify([person.id, other.id], 'voice', voice, given),
  )
  await Promise.all(told)
  await Promise.all([t.services.notices.deliver(), another.services.notices.deliver()])
  expect([await unread(person), await unread(other)]).toEqual([1, 1])
  expect(mailedTo()).toEqual([person.email])
})
test('a notice is committed or rolled back with its transaction', async () => {
  const { db } = t.infra.database
  const within = (end: () => void) =>
    db.transaction(async (tx) => {
      await t.services.notices.notify([person.id], 'voice', voice, { key: key(), link: '/space', tx })
      end()
    })
  const failing = within(() => {
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await unread(person)).toBe(0)
  await within(() => {})
  expect(await unread(person)).toBe(1)
})
test('people choose per kind: inbox, inbox and mail, or off', async () => {
  const before = await person.api.notice.choices({})
  expect(before.items.map(({ kind }) => kind)).toEqual(noticeKindNames)
  expect(before.items.find(({ kind }) => kind === 'voice')!.way).toBe('inbox')
  await notify([person])
  await t.services.notices.deliver()
  expect(mails.received).toEqual([])

  await person.api.notice.choose({ kind: 'voice', way: 'mail' })
  await notify([person, other])
  await t.services.notices.deliver()
  expect(mailedTo()).toEqual([person.email])
  expect([await unread(person), await unread(other)]).toEqual([2, 1])

  await person.api.notice.choose({ kind: 'voice', way: 'off' })
  await notify([person])
  await t.services.notices.deliver()
  expect(mails.received).toHaveLength(1)
  expect(await unread(person)).toBe(2)
  const { items } = await person.api.notice.choices({})
  expect(items.find(({ kind }) => kind === 'voice')!.way).toBe('off')
  // A choice affects one kind for one person only.
  expect(items.find(({ kind }) => kind === 'alarm')!.way).toBe('mail')
  expect((await other.api.notice.choices({})).items.find(({ kind }) => kind === 'voice')!.way).toBe('inbox')
})
test('a mail is in the language of its reader and contains the link', async () => {
  await person.api.notice.choose({ kind: 'voice', way: 'mail' })
  await person.api.passport.updateProfile({ locale: 'en' })
  await notify([person])
  await t.services.notices.deliver()
  expect(mails.received[0]!.text).toContain('Subject: The voice Ada is ready')
  expect(mails.received[0]!.text).toContain('/space')
  expect(mails.received[0]!.text).toMatch(/Message-ID: <notice-\d+@/)
  await person.api.passport.updateProfile({ locale: 'zh-CN' })
  await notify([person])
  await t.services.notices.deliver()
  expect(mails.received[1]!.text).not.toContain('The voice Ada')
})
test('a failed mail is retried by another process until it is sent', async () => {
  await person.api.notice.choose({ kind: 'voice', way: 'mail' })
  // No server listens on this port.
  useMail(t.infra, 9)
  await notify([person])
  await t.services.notices.deliver()
  expect(mails.received).toEqual([])
  const another = await t.another()
  useMail(another.infra)
  t.clock.advance(31_000)
  await another.services.notices.deliver()
  await another.services.notices.deliver()
  expect(mailedTo()).toEqual([person.email])
  expect(await unread(person)).toBe(1)
})
test('an instance without mail still fills the inbox and reports that it has no mail', async () => {
  t.infra.mail.use(undefined)
  await person.api.notice.choose({ kind: 'voice', way: 'mail' })
  expect((await person.api.notice.choices({})).has_mail).toBe(false)
  await notify([person])
  expect(await unread(person)).toBe(1)
  useMail(t.infra)
  await t.services.notices.deliver()
  expect(mails.received).toEqual([])
})
test('a notice is deleted after 90 days', async () => {
  await notify([person])
  t.clock.advance(60 * 86_400_000)
  await notify([person])
  t.clock.advance(31 * 86_400_000)
  await t.services.notices.deleteExpired()
  expect((await t.services.notices.list(person.id, undefined, 10, false)).length).toBe(1)
})
test('a recipient that no longer exists does not prevent notices to the others', async () => {
  await notify([person, other])
  await t.services.notices.notify(['1', other.id], 'voice', voice, { key: key(), link: '/space' })
  expect((await t.services.notices.list(other.id, undefined, 10, false)).length).toBe(2)
})
test('every kind has texts in both languages', () => {
  const both = { en: 'Lark', zh: '飞书' }
  const samples = {
    channel: { event: 'lost', name: 'Helper', platform: both, reason: both },
    delivery: { name: 'Helper', platform: both, count: 3 },
    connector: { event: 'accepted', name: 'Kiosk', bot: 'Helper' },
    voice,
    alarm: {
      event: 'fired',
      name: 'Slow',
      metric: 'latency_p95',
      value: 12,
      threshold: 10,
      isAbove: true,
      minutes: 5,
    },
    guard: { name: 'Helper', reason: both },
    release: { event: 'approved', prompts: ['Greeting 1.0.0'], isProduction: true, place: [], comment: '' },
    review: { event: 'approved', name: 'Helper' },
    import: { event: 'finished', name: 'Questions', added: 5, skipped: 1 },
    experiment: { event: 'finished', name: 'First' },
    listing: { event: 'approved', name: both },
    invitation: { event: 'space', name: 'Team', inviter: 'Ada' },
    request: { event: 'approved', name: 'Company' },
  } as const
  expect(Object.keys(samples).toSorted()).toEqual(noticeKindNames.toSorted())
  for (const [kind, params] of Object.entries(samples)) {
    const { en, zh } = wordsOf(kind as 'voice', params as never)
    expect(en.title, kind).toMatch(/^[\u0020-\u2fff]+$/)
    expect(zh.title, kind).toMatch(/[\u4e00-\u9fff]/)
  }
})
