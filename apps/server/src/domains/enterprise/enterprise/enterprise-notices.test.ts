import { beforeAll, expect, test } from 'vitest'
import { openMailServer } from '#testing/mail-server.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let person: Person
let enterprise_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  person = await t.register('person')
  enterprise_id = (await owner.api.enterprise.create({ name: 'Harbour' })).enterprise_id
})
const titles = async (who: Person) => (await who.api.notice.list({})).items.map(({ en }) => en.title)
const waiting = async (who: Person) => (await who.api.notice.waiting({})).items.map(({ en }) => en.title)

test('a request waits for admins, and the applicant is notified of the decision once', async () => {
  const { key } = await owner.api.enterpriseJoin.createLink({ enterprise_id })
  await person.api.enterpriseJoin.apply({ key, remark: '' })
  expect(await waiting(owner)).toEqual(['person asks to join Harbour'])
  expect(await waiting(person)).toEqual([])
  const { join_application_list: open } = await owner.api.enterpriseJoin.applications({ enterprise_id })
  const decide = () =>
    owner.api.enterpriseJoin.decide({
      enterprise_id,
      join_application_id_list: open.map((item) => item.application_id),
      application_status: 'Rejected',
    })
  await Promise.all([decide(), decide()])
  expect(await waiting(owner)).toEqual([])
  expect(await titles(person)).toEqual(['Your request to join Harbour was rejected'])
})
test('an invitation to a space notifies people with an account, in addition to the invitation mail', async () => {
  const mails = await openMailServer()
  const { user, password } = mails.account
  const { id: space_id } = await owner.api.space.create({ name: 'Docks' })
  t.infra.mail.use({ host: '127.0.0.1', port: mails.port, security: 'none', user, password, from: 'a@b.test' })
  const guest = await t.register('guest')
  await guest.api.notice.choose({ kind: 'invitation', way: 'mail' })
  await owner.api.space.inviteByMail({ space_id, emails: [guest.email, 'nobody@example.test'] })
  await t.services.notices.deliver()
  expect(mails.received).toHaveLength(2)
  expect(await titles(guest)).toEqual(['owner invited you to the space Docks'])
  const [row] = (await guest.api.notice.waiting({})).items
  expect(row).toMatchObject({ kind: 'invitation', link: expect.stringMatching(/^\/invite\/./) as string })
  await guest.api.space.join({ space_id: row!.link.slice('/invite/'.length) })
  expect(await waiting(guest)).toEqual([])
})
