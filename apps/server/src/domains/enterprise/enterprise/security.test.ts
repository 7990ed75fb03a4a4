import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { stepAt, totpCode } from '#domains/ground/factor/totp.ts'
import { type Company, openCompany, openEnterprise } from '#testing/idp/company.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

const HOUR = 3600_000
const office = '203.0.113.7'
const cafe = '198.51.100.9'
let t: TestApp
let company: Company
let admin: Person
let member: Person
let guest: Person
let enterprise_id: string
let space_id: string
const code = (name: keyof typeof ErrorCode.enterpriseSecurity) => ({ code: ErrorCode.enterpriseSecurity[name] })
/** API client of a person, calling from an address. */
const from = (who: Person, address: string) => t.apiWith({ cookie: who.cookie(), 'x-forwarded-for': address })
const save = (rules: object, address = office) =>
  from(admin, address).enterpriseSecurity.save({ enterprise_id, ...rules })
const enter = (who: Person, address = office) => from(who, address).space.members({ space_id })
const signIn = async (who: Person, password: string) =>
  t.apiWith({ 'x-forwarded-for': office }).passport.login({ email: who.email, password })

beforeAll(async () => {
  company = await openCompany()
  t = await openTestApp({ config: { trustedProxies: ['local'], ...company.settings } })
  await t.register('owner')
  admin = await t.register('admin')
  member = await t.register('member')
  guest = await t.register('guest')
  // The guest has a foreign e-mail domain, so the enterprise has no say in this account’s sign-in.
  await t.infra.database.pool.query(
    "UPDATE app_user SET email = 'guest@elsewhere.test', email_key = 'guest@elsewhere.test' WHERE id = $1",
    [guest.id],
  )
  enterprise_id = await openEnterprise(t, admin, company, 'example.test')
  await t.services.enterprises.addPerson(enterprise_id, { userId: member.id, roles: ['Member'] })
  await t.services.enterprises.addPerson(enterprise_id, { userId: guest.id, roles: ['Guest'] })
  space_id = (await admin.api.enterpriseSpaces.create({ enterprise_id, name: 'Design' })).space_id
  await t.services.enterprises.changed(enterprise_id)
  await admin.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }, { user_id: guest.id }] })
})

describe('an allow list', () => {
  test('refuses invalid networks, an empty list, and a list without the author’s own address', async () => {
    await expect(save({ ip_mode: 'on', ip_list: ['10.1'] })).rejects.toMatchObject(code('badRange'))
    await expect(save({ ip_mode: 'on', ip_list: ['203.0.113.0/33'] })).rejects.toMatchObject(code('badRange'))
    await expect(save({ ip_mode: 'on' })).rejects.toMatchObject(code('emptyList'))
    await expect(save({ ip_mode: 'on', ip_list: ['192.0.2.0/24'] })).rejects.toMatchObject(code('ownAddress'))
    expect((await from(admin, office).enterpriseSecurity.get({ enterprise_id })).rules.ip_mode).toBe('off')
  })
  test('refuses nobody in watch mode, and the preview lists who would be refused', async () => {
    await save({ ip_mode: 'watch', ip_list: ['203.0.113.0/24'] })
    await enter(member, cafe)
    await t.services.securityGate.flush()
    const { addresses } = await from(admin, office).enterpriseSecurity.preview({
      enterprise_id,
      ip_mode: 'on',
      ip_list: ['203.0.113.0/24'],
    })
    expect(addresses.people.find((person) => person.user_id === member.id)!.addresses).toContain(cafe)
  })
  test('refuses calls from other networks for this enterprise only', async () => {
    await save({ ip_mode: 'on', ip_list: ['203.0.113.0/24', '2001:db8::/32'] })
    await enter(member, office)
    await enter(member, '2001:db8::17')
    await enter(member, '::ffff:203.0.113.9')
    await expect(enter(member, cafe)).rejects.toMatchObject({ ...code('addressRefused'), status: 403 })
    await from(member, cafe).space.list({})
    await expect(from(admin, cafe).enterprisePeople.search({ enterprise_id })).rejects.toMatchObject(
      code('addressRefused'),
    )
    // Basic information about the enterprise stays accessible.
    await from(member, cafe).enterprise.get({ enterprise_id })
    // Outsiders still get "not found".
    const outsider = await t.register()
    await expect(enter(outsider, cafe)).rejects.toMatchObject({ status: 404 })
    await save({})
    await enter(member, cafe)
  })
})

describe('sessions', () => {
  test('that are too old are ended, as the preview counts; new ones get the configured lifetime', async () => {
    const old = await t.services.sessions.start(member.id, 'old', office)
    t.clock.advance(9 * HOUR)
    const rules = { session_hours: 8 }
    const { sessions } = await from(admin, office).enterpriseSecurity.preview({ enterprise_id, ...rules })
    expect(sessions.people.map((person) => person.user_id)).toEqual(expect.arrayContaining([admin.id, member.id]))
    expect(sessions.people.map((person) => person.user_id)).not.toContain(guest.id)
    const fresh = await t.services.sessions.start(admin.id, 'fresh', office)
    const api = t.apiWith({ cookie: `session_key=${fresh.token}`, 'x-forwarded-for': office })
    expect(await t.services.sessions.find(old.token)).toBeDefined()
    const { sessions_ended } = await api.enterpriseSecurity.save({ enterprise_id, ...rules })
    expect(sessions_ended).toBe(sessions.sessions)
    expect(await t.services.sessions.find(old.token)).toBeUndefined()
    const next = await t.services.sessions.start(member.id, 'next', office)
    expect(next.expiresAt - t.clock.now()).toBeLessThanOrEqual(8 * HOUR)
    // A guest with a private account stays signed in, but must sign in again for the enterprise.
    await expect(enter(guest)).rejects.toMatchObject(code('signInAgain'))
    await guest.api.space.list({})
    await guest.api.passport.login({ email: 'guest@elsewhere.test', password: testPassword })
    await enter(guest)
    await api.enterpriseSecurity.save({ enterprise_id, idle_minutes: 30 })
    const idle = await t.services.sessions.start(member.id, 'idle', office)
    t.clock.advance(20 * 60_000)
    expect(await t.services.sessions.find(idle.token)).toBeDefined()
    t.clock.advance(31 * 60_000)
    expect(await t.services.sessions.find(idle.token)).toBeUndefined()
    for (const who of [admin, member]) await who.api.passport.login({ email: who.email, password: testPassword })
    await save({})
  })
})

describe('passwords', () => {
  const change = (new_password: string, old_password = testPassword) =>
    member.api.passport.changePassword({ old_password, new_password })
  test('need the minimum length, no forbidden words, and must differ from recent ones', async () => {
    await save({ password_length: 14, password_words: ['Acme'], password_history: 2 })
    const weak = { code: ErrorCode.passport.weakPassword }
    await expect(change('short horse 1')).rejects.toMatchObject(weak)
    await expect(change('my acme password 1')).rejects.toMatchObject(weak)
    await change('battery staple 22')
    await expect(change(testPassword, 'battery staple 22')).rejects.toMatchObject(weak)
    await change('battery staple 33', 'battery staple 22')
    await expect(change('battery staple 22', 'battery staple 33')).rejects.toMatchObject(weak)
    await change('battery staple 44', 'battery staple 33')
    // This password is older than the history of two.
    await change('battery staple 22', 'battery staple 44')
    // Password rules do not apply to the guest’s private account.
    await guest.api.passport.changePassword({ old_password: testPassword, new_password: 'acme 1234567' })
    await save({})
  })
  test('that appear in breaches are refused at the next sign-in', async () => {
    await t.infra.database.pool.query(
      'UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE id = $2) WHERE id = $1',
      [member.id, await stolen()],
    )
    await signIn(member, 'stolen password 1')
    await save({ password_breaches: true })
    await expect(signIn(member, 'stolen password 1')).rejects.toMatchObject({
      code: ErrorCode.companyAccount.breached,
    })
    await save({})
  })
  test('that are too old must be reset, as the preview counts', async () => {
    const DAY = 24 * HOUR
    await t.infra.database.pool.query('UPDATE app_user SET password_set_at = $2 WHERE id = $1', [
      member.id,
      t.clock.now() - 91 * DAY,
    ])
    const preview = { enterprise_id, password_days: 90 }
    const { old_passwords } = await from(admin, office).enterpriseSecurity.preview(preview)
    expect(old_passwords).toMatchObject({ total: 1, people: [{ user_id: member.id }] })
    await signIn(member, 'stolen password 1')
    await expect(save({ password_days: 7 })).rejects.toMatchObject({ status: 400 })
    await save({ password_days: 90 })
    await expect(signIn(member, 'stolen password 1')).rejects.toMatchObject({
      code: ErrorCode.passwordAge.expired,
    })
    // A wrong password gives the usual error, not the expiry.
    await expect(signIn(member, 'wrong')).rejects.toMatchObject({ code: ErrorCode.passport.wrongPair })
    await t.anonymous.passport.requestReset({ email: member.email })
    const [open] = await t.services.passport.openResetCodes()
    await t.anonymous.passport.resetPassword({ email: member.email, code: open!.code, password: 'battery staple 55' })
    await member.api.passport.login({ email: member.email, password: 'battery staple 55' })
    await save({})
  })
  /** Creates an account with a password that appears in breaches. */
  async function stolen(): Promise<string> {
    const id = await t.services.passport.createService('stolen')
    await t.infra.database.pool.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [
      id,
      await t.services.passwords.hash('stolen password 1'),
    ])
    return id
  }
})

describe('a second factor', () => {
  test('is required of everybody after the grace period, and of the author at once', async () => {
    await expect(save({ factor_required: true })).rejects.toMatchObject(code('ownFactor'))
    const { secret } = await admin.api.factor.begin({ password: testPassword })
    await admin.api.factor.confirm({ code: totpCode(secret, stepAt(t.clock.now())) })
    const rules = { factor_required: true, factor_grace_days: 3 }
    const { factors } = await from(admin, office).enterpriseSecurity.preview({ enterprise_id, ...rules })
    expect(factors.people.map((person) => person.user_id).toSorted()).toEqual([guest.id, member.id].toSorted())
    await save(rules)
    await enter(member)
    const { factor_due_at } = await member.api.enterpriseSecurity.mine({ enterprise_id })
    expect(factor_due_at).toBeGreaterThan(t.clock.now())
    t.clock.advance(3 * 24 * HOUR + 1000)
    await expect(enter(member)).rejects.toMatchObject(code('factorNeeded'))
    await enter(admin)
    const password = 'battery staple 55'
    const begun = await member.api.factor.begin({ password })
    await member.api.factor.confirm({ code: totpCode(begun.secret, stepAt(t.clock.now())) })
    await enter(member)
    expect(await member.api.enterpriseSecurity.mine({ enterprise_id })).toEqual({ factor_due_at: 0, is_overdue: false })
  })
})
