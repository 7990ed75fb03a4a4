import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { spaceColour } from '@orrery/contract/shared/stable-index'
import { SpaceRole } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'
import { openTestApp, type Person, type TestApp, testPassword } from '#testing/test-app.ts'

let t: TestApp
let post: MailServer
let owner: Person
let other: Person
let spaceId: string
beforeAll(async () => {
  post = await openMailServer()
  t = await openTestApp()
  owner = await t.register('owner')
  other = await t.register('other')
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
})
const server = (more: object = {}) => ({
  host: '127.0.0.1',
  port: post.port,
  security: 'none' as const,
  user: post.account.user,
  password: post.account.password,
  from_address: 'studio@example.test',
  ...more,
})
const linkIn = (text: string) => /\/invite\/([\w-]+)/.exec(text)![1]!
const invite = (email: string, role: 2 | 3 = SpaceRole.member) =>
  owner.api.space.inviteByMail({ space_id: spaceId, emails: [email], space_role_type: role })

describe('mail', () => {
  test('is off by default: the owner hands out reset codes, and nobody can be invited by mail', async () => {
    expect(await owner.api.instance.mail({})).toMatchObject({ source: 'none', has_password: false })
    expect((await t.anonymous.instance.info({})).mail).toBe(false)
    await expect(invite('ann@example.test')).rejects.toMatchObject({ code: ErrorCode.space.noMail })
  })

  test('can be tested with unsaved settings, and errors name the wrong setting', async () => {
    await owner.api.instance.testMail({ ...server(), to: 'me@example.test' })
    expect(post.received.at(-1)).toMatchObject({ to: 'me@example.test' })
    const refused = async (more: object, to = 'me@example.test') =>
      owner.api.instance.testMail({ ...server(more), to }).catch((error: { code: number; message: string }) => error)
    expect(await refused({ password: 'wrong' })).toMatchObject({ code: ErrorCode.instance.mailRefusedLogin })
    expect(await refused({ port: 1 })).toMatchObject({
      code: ErrorCode.instance.mailUnreachable,
      message: expect.stringMatching(/^host: .*127\.0\.0\.1/),
    })
    expect(await refused({}, 'refused@example.test')).toMatchObject({ code: ErrorCode.instance.mailRefusedAddress })
    expect((await owner.api.instance.mail({})).source).toBe('none')
  })

  test('is used in every process as soon as it is saved, and its password is never returned', async () => {
    const second = await t.another()
    await owner.api.instance.saveMail(server())
    const saved = await owner.api.instance.mail({})
    expect(saved).toMatchObject({ source: 'settings', host: '127.0.0.1', has_password: true })
    expect(JSON.stringify(saved)).not.toContain(post.account.password)
    await expect.poll(() => second.infra.mail.isOn()).toBe(true)
    await t.anonymous.passport.requestReset({ email: other.email })
    await expect.poll(() => post.received.at(-1)?.to).toBe(other.email)
    const { rows } = await t.infra.database.pool.query<{ value: unknown }>(
      "SELECT value FROM instance_setting WHERE key = 'mail'",
    )
    expect(JSON.stringify(rows)).not.toContain(post.account.password)
  })

  test('sends the stored password only to the server and the user it was entered for', async () => {
    const { password: _, ...unchanged } = server({ from_address: 'desk@example.test' })
    await owner.api.instance.saveMail(unchanged)
    await owner.api.instance.testMail({ ...unchanged, to: 'again@example.test' })
    expect(post.received.at(-1)?.text).toContain('desk@example.test')
    for (const elsewhere of [{ host: 'localhost' }, { user: 'somebody' }])
      await expect(
        owner.api.instance.testMail({ ...unchanged, ...elsewhere, to: 'x@example.test' }),
      ).rejects.toMatchObject({ code: ErrorCode.instance.mailPasswordNeeded })
  })

  test('can be configured only by the owner', async () => {
    await expect(other.api.instance.mail({})).rejects.toMatchObject({ status: 403 })
    await expect(other.api.instance.saveMail(server())).rejects.toMatchObject({ status: 403 })
    await expect(other.api.instance.testMail({ ...server(), to: 'x@example.test' })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('invitations by mail', () => {
  test('can be used once, by the invited person, and grant the chosen role', async () => {
    expect(await invite('ann@example.test', SpaceRole.admin)).toEqual({ failed: [] })
    const key = linkIn(post.received.at(-1)!.text)
    const { invitations } = await owner.api.space.mailInvitations({ space_id: spaceId })
    expect(invitations).toMatchObject([
      { email: 'ann@example.test', space_role_type: SpaceRole.admin, invited_by: 'owner' },
    ])
    // A stranger does not learn the id, but sees the colour of the space.
    expect(await t.anonymous.space.inviteInfo({ space_id: key })).toMatchObject({
      space_name: 'Harbour',
      space_id: '',
      colour: spaceColour(spaceId),
    })
    const ann = await t.register('ann')
    await ann.api.space.join({ space_id: key })
    const { member_info_list: members } = await owner.api.space.members({ space_id: spaceId })
    expect(members.find((member) => member.user_id === ann.id)).toMatchObject({ space_role_type: SpaceRole.admin })
    expect((await owner.api.space.mailInvitations({ space_id: spaceId })).invitations).toEqual([])
    await expect(other.api.space.join({ space_id: key })).rejects.toMatchObject({ code: ErrorCode.space.linkInvalid })
  })

  test('allow registration on an instance that requires an invitation', async () => {
    await owner.api.instance.saveSettings({ registration: 'invite' })
    await invite('bea@example.test')
    const key = linkIn(post.received.at(-1)!.text)
    const account = { email: 'bea@example.test', password: testPassword }
    await expect(t.anonymous.passport.register(account)).rejects.toMatchObject({
      code: ErrorCode.passport.invitationNeeded,
    })
    await t.anonymous.passport.register({ ...account, invite_key: key })
    await owner.api.instance.saveSettings({ registration: 'open' })
  })

  test('get a new link when sent again, and become invalid when cancelled or after a week', async () => {
    await invite('cleo@example.test')
    const first = linkIn(post.received.at(-1)!.text)
    await invite('Cleo@example.test')
    const second = linkIn(post.received.at(-1)!.text)
    await expect(other.api.space.join({ space_id: first })).rejects.toMatchObject({ code: ErrorCode.space.linkInvalid })
    const { invitations } = await owner.api.space.mailInvitations({ space_id: spaceId })
    const [cleo] = invitations.filter(({ email }) => email.toLowerCase() === 'cleo@example.test')
    expect(invitations.filter(({ email }) => /cleo/i.test(email))).toHaveLength(1)
    await owner.api.space.cancelInvitation({ space_id: spaceId, invitation_id: cleo!.id })
    await expect(other.api.space.join({ space_id: second })).rejects.toMatchObject({
      code: ErrorCode.space.linkInvalid,
    })
    await invite('dora@example.test')
    const late = linkIn(post.received.at(-1)!.text)
    t.clock.advance(8 * 24 * 3600_000)
    await expect(other.api.space.join({ space_id: late })).rejects.toMatchObject({ code: ErrorCode.space.linkInvalid })
  })

  test('addresses that cannot be reached are reported; outsiders can neither list nor send invitations', async () => {
    expect(await invite('refused@example.test')).toEqual({ failed: ['refused@example.test'] })
    await expect(other.api.space.mailInvitations({ space_id: spaceId })).rejects.toMatchObject({ status: 404 })
    await expect(other.api.space.inviteByMail({ space_id: spaceId, emails: ['x@example.test'] })).rejects.toMatchObject(
      { status: 404 },
    )
  })
})

describe('branding', () => {
  test('is visible to everybody, and mails are sent under its name', async () => {
    expect((await t.anonymous.instance.info({})).branding).toEqual({ name: '', color: '', logo_url: '' })
    await owner.api.instance.saveBranding({ name: '港湾工作台', color: '#00aa55' })
    expect((await t.anonymous.instance.info({})).branding).toMatchObject({ name: '港湾工作台', color: '#00aa55' })
    await invite('eve@example.test')
    expect(post.received.at(-1)!.text).toContain(Buffer.from('港湾工作台').toString('base64').slice(0, 8))
    await expect(owner.api.instance.saveBranding({ color: 'red' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^color: /),
    })
    await expect(other.api.instance.saveBranding({ name: 'Mine' })).rejects.toMatchObject({ status: 403 })
  })

  test('has a logo that anybody can load, until it is removed', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a5' } })
      .png()
      .toBuffer()
    await owner.api.instance.uploadLogo({ logo: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) })
    const { logo_url: url } = (await t.anonymous.instance.info({})).branding
    const shown = await t.request(url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await expect(
      owner.api.instance.uploadLogo({ logo: new File(['<svg onload="x"/>'], 'logo.svg') }),
    ).rejects.toMatchObject({ code: ErrorCode.passport.notAnImage })
    await owner.api.instance.removeLogo({})
    expect((await t.anonymous.instance.info({})).branding.logo_url).toBe('')
    expect((await t.request(url)).status).toBe(404)
  })
})

describe('the audit log', () => {
  const read = async (filter: object = {}) => owner.api.instance.audit({ size: 200, ...filter })
  const actions = async (filter: object) => (await read(filter)).events.map((event) => event.action)

  test('records who created and deleted a resource, from which address, and its name', async () => {
    const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: 'Concierge' })
    const { events, names } = await read({ word: 'concierge' })
    expect(events).toMatchObject([{ action: 'bot.create', target: botId, detail: { name: 'Concierge' } }])
    expect(names[botId]).toBe('Concierge')
    expect(events[0]!.address).not.toBe('')
    await owner.api.bot.remove({ space_id: spaceId, bot_id: botId })
    expect(await actions({ word: 'concierge' })).toEqual(['bot.delete', 'bot.create'])
    expect((await read({ word: botId })).events).toHaveLength(2)
  })

  test('is filtered by person, area and time', async () => {
    expect(new Set((await read({ user_id: other.id })).events.map((event) => event.actor_id))).toEqual(
      new Set([other.id]),
    )
    expect(await actions({ area: 'instance' })).toContain('instance.mail')
    expect(await actions({ area: 'instance' })).not.toContain('bot.create')
    expect(await actions({ area: 'resources' })).toContain('bot.create')
    expect(await actions({ area: 'people' })).toEqual(expect.arrayContaining(['invitation.send', 'member.join']))
    const now = t.clock.now()
    t.clock.advance(1000)
    await owner.api.instance.saveBranding({ name: '' })
    expect(await actions({ from: now + 1000 })).toEqual(['instance.branding'])
    expect(await actions({ to: now, area: 'instance' })).not.toHaveLength(0)
    expect(await actions({ word: '100%_nothing' })).toEqual([])
  })

  test('of a space contains only entries of that space', async () => {
    const { events, names } = await owner.api.instance.spaceAudit({ space_id: spaceId, size: 200, area: 'people' })
    expect(events.map((event) => event.action)).toContain('invitation.send')
    expect(events.map((event) => event.action)).not.toContain('instance.mail')
    expect(Object.values(names)).toContain('ann')
  })
})
