import { createHmac } from 'node:crypto'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { type Company, companyDomain, openBrowserOf, openCompany, openEnterprise } from '#testing/idp/company.ts'
import { listening } from '#testing/listening.ts'
import { softPasskey } from '#testing/soft-passkey.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

const origin = 'http://studio.test'
let t: TestApp
let company: Company
let admin: Person
let enterprise: string
const ids = { oidc: '', saml: '', ldap: '' }
const code = (name: keyof typeof ErrorCode.sso) => ({ code: ErrorCode.sso[name] })
const signOn = (name: keyof typeof ErrorCode.signOn) => ({ code: ErrorCode.signOn[name] })
const page = (cookie = '') => openBrowserOf(t, origin, cookie)
type Page = ReturnType<typeof page>
const beginAt = (id: string, rest = '') => `/api/sso/begin?connection_id=${id}${rest}`

/** Simulates the browser with each kind of provider; returns the last page. */
async function byOidc(browser: Page, username: string, rest = '') {
  const { to } = await browser.go(beginAt(ids.oidc, rest))
  return browser.go(await company.oidc.signIn(to, username))
}
async function samlAnswer(browser: Page, username: string, rest = '') {
  const { to } = await browser.go(beginAt(ids.saml, rest))
  const { text } = await page().go(`/api/sso/saml/${ids.saml}/metadata`)
  return company.saml.answer(to, text, username)
}
const post = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
async function bySaml(browser: Page, username: string, rest = '') {
  const posted = await page().go(`/api/sso/saml/${ids.saml}/acs`, post(await samlAnswer(browser, username, rest)))
  return browser.go(/url=([^"]+)/.exec(posted.text)![1]!)
}
const byLdap = (username: string, password: string) =>
  t.anonymous.ssoSignIn.ldap({ connection_id: ids.ldap, username, password })
const account = async (email: string) => (await t.services.passport.findAccount(email))!

beforeAll(async () => {
  company = await openCompany()
  t = await openTestApp({ config: { publicUrl: origin, ...company.settings } })
  await t.register('owner')
  admin = await t.register('admin')
  enterprise = await openEnterprise(t, admin, company)
  for (const kind of ['oidc', 'saml', 'ldap'] as const) {
    const made = await admin.api.ssoConnections.create({ enterprise_id: enterprise, ...company.forms[kind] })
    ids[kind] = made.connection.id
  }
})
const one = (kind: keyof typeof ids) => ({ enterprise_id: enterprise, connection_id: ids[kind] })

describe('domains', () => {
  test('are verified by their DNS record, and belong to one enterprise', async () => {
    const other = await t.register()
    const { id } = await t.services.enterprises.create(other.id, 'Other', '')
    const add = (domain: string) => other.api.ssoDomain.add({ enterprise_id: id, domain })
    await expect(add(companyDomain)).rejects.toMatchObject(code('domainTaken'))
    await expect(add('gmail.com')).rejects.toMatchObject(code('publicDomain'))
    await expect(add('not a domain')).rejects.toMatchObject(code('badDomain'))
    const { domain } = await add('other.test')
    const verify = () => other.api.ssoDomain.verify({ enterprise_id: id, domain_id: domain.id })
    await expect(verify()).rejects.toMatchObject(code('recordMissing'))
    const oidc = { enterprise_id: id, ...company.forms.oidc, domains: ['other.test'] }
    await expect(other.api.ssoConnections.create(oidc)).rejects.toMatchObject(code('notVerified'))
    company.records.set(domain.record, domain.challenge)
    expect((await verify()).domain.verified_at).toBeGreaterThan(0)
    await expect(other.api.ssoDomain.remove({ enterprise_id: enterprise, domain_id: domain.id })).rejects.toMatchObject(
      { status: 404 },
    )
  })
})

describe('setting up a connection', () => {
  test('needs a test before people can use it; the test shows claims without signing in', async () => {
    await expect(admin.api.ssoConnections.setState({ ...one('oidc'), is_active: true })).rejects.toMatchObject(
      code('testFirst'),
    )
    expect(await t.anonymous.ssoSignIn.discover({ email: `x@${companyDomain}` })).toMatchObject({ connections: [] })
    const browser = page(admin.cookie())
    const before = browser.jar.get('session_key')
    expect((await byOidc(browser, 'ada', '&purpose=test')).to).toContain(`/enterprise/${enterprise}/sign-in`)
    expect((await bySaml(browser, 'ada', '&purpose=test')).to).toContain(`tested=${ids.saml}`)
    expect(browser.jar.get('session_key')).toBe(before)
    const ldap = { ...one('ldap'), username: 'ada', password: 'password' }
    expect((await admin.api.ssoConnections.testLdap(ldap)).connection.tested_claims).toMatchObject({
      email: `ada@${companyDomain}`,
      groups: ['engineering', 'staff', 'everyone', 'admins']
        .map(company.ldap.groupDn)
        .map((dn) => expect.stringMatching(new RegExp(dn.split(',')[0]!))),
    })
    const { connections } = await admin.api.ssoConnections.list({ enterprise_id: enterprise })
    expect(connections.map((row) => row.state)).toEqual(['tested', 'tested', 'tested'])
    expect(connections[0]!.tested_claims).toMatchObject({ sub: 'ada', groups: ['engineering', 'admins'] })
    expect(JSON.stringify(connections)).not.toContain(company.forms.oidc.secret)
    for (const kind of ['oidc', 'saml', 'ldap'] as const)
      await admin.api.ssoConnections.setState({ ...one(kind), is_active: true })
    expect((await t.anonymous.ssoSignIn.discover({ email: `x@${companyDomain}` })).connections).toHaveLength(3)
  })
  test('can be tested only by people with the right to configure the enterprise', async () => {
    const stranger = await t.register()
    const browser = page(stranger.cookie())
    const { to } = await browser.go(beginAt(ids.oidc, '&purpose=test'))
    expect(to).toMatch(/^\/sign\?sso_error=/)
  })
  test('refuses claims missing in the test, plain LDAP outside loopback, and filters without a username', async () => {
    const update = (kind: keyof typeof ids, change: object) =>
      admin.api.ssoConnections.update({ ...one(kind), ...company.forms[kind], secret: undefined, ...change })
    const mapping = [{ claim: 'departmnt', value: 'x', group_id: '1' }]
    await expect(update('oidc', { mapping })).rejects.toMatchObject({ status: 400 })
    const ldap = company.forms.ldap.config
    await expect(
      update('ldap', { config: { ...ldap, host: 'ldap.company.test', security: 'none' } }),
    ).rejects.toMatchObject(code('plainLdap'))
    await expect(update('ldap', { config: { ...ldap, user_filter: '(uid=*)' } })).rejects.toMatchObject(
      code('badFilter'),
    )
    await expect(update('saml', { config: company.forms.oidc.config })).rejects.toMatchObject(code('kindChanged'))
    await expect(
      update('oidc', { config: { ...company.forms.oidc.config, issuer: 'http://169.254.169.254' } }),
    ).rejects.toMatchObject({ status: expect.any(Number) })
  })
})

describe('signing in', () => {
  test('by OpenID Connect creates an account in the enterprise once, and finds it by subject', async () => {
    const browser = page()
    expect((await byOidc(browser, 'ada', '&redirect=/space/1')).to).toBe('/space/1')
    expect(browser.isSignedIn()).toBe(true)
    const ada = await account(`ada@${companyDomain}`)
    expect(await t.services.enterprises.person(enterprise, ada.id)).toMatchObject({
      managedBy: 'sso',
      roles: ['Member'],
    })
    company.accounts[0]!.email = `renamed@${companyDomain}`
    await byOidc(page(), 'ada')
    company.accounts[0]!.email = `ada@${companyDomain}`
    expect(await t.services.passport.findAccount(`renamed@${companyDomain}`)).toBeUndefined()
    expect(await t.services.sessions.list(ada.id)).toHaveLength(2)
    await expect(t.anonymous.passport.login({ email: ada.email, password: '' })).rejects.toMatchObject({
      code: ErrorCode.passport.wrongPair,
    })
  })
  test('adds and removes people in groups according to their claims', async () => {
    const group = await t.services.personGroups.create(enterprise, 'Engineers', admin.id)
    const mapping = [{ claim: 'groups', value: 'engineering', group_id: group.id }]
    const { connection } = await admin.api.ssoConnections.update({
      ...one('oidc'),
      ...company.forms.oidc,
      secret: undefined,
      mapping,
    })
    expect(connection).toMatchObject({ state: 'active', tested_groups: [group.id] })
    const ada = await account(`ada@${companyDomain}`)
    const groups = () => t.services.personGroups.ofPerson(enterprise, ada.id)
    await byOidc(page(), 'ada')
    expect(await groups()).toMatchObject([{ id: group.id, source: 'sso' }])
    const before = company.accounts[0]!.groups
    company.accounts[0]!.groups = ['admins']
    await byOidc(page(), 'ada')
    company.accounts[0]!.groups = before
    expect(await groups()).toEqual([])
  })
  test('by SAML accepts each response once, and only in the browser that started', async () => {
    const browser = page()
    expect((await bySaml(browser, 'ben')).to).toBe('/space')
    expect(browser.isSignedIn()).toBe(true)
    const [first, other] = [page(), page()]
    const fields = await samlAnswer(first, 'ben')
    const acs = `/api/sso/saml/${ids.saml}/acs`
    const posted = await page().go(acs, post(fields))
    expect(page().errorOf(await page().go(acs, post(fields)))).toMatch(/expired/)
    const finish = /url=([^"]+)/.exec(posted.text)![1]!
    expect(other.errorOf(await other.go(finish))).toMatch(/browser/)
    expect(other.isSignedIn()).toBe(false)
    expect(first.errorOf(await first.go(finish))).toMatch(/expired/)
    const again = page()
    const repeated = { ...(await samlAnswer(again, 'ben')), SAMLResponse: fields.SAMLResponse }
    expect(again.errorOf(await page().go(acs, post(repeated)))).toMatch(/not accepted/)
  })
  test('by LDAP needs the person’s password, never accepts an empty one, and escapes filters', async () => {
    expect(await byLdap('cleo', 'password')).toMatchObject({ email: `cleo@${companyDomain}` })
    for (const [username, password] of [
      ['cleo', ''],
      ['cleo', 'wrong'],
      ['nobody', 'password'],
      ['*', 'password'],
      ['cleo)(uid=*', 'password'],
      ['cleo)(|(uid=*', 'password'],
    ] as const)
      await expect(byLdap(username, password), username).rejects.toMatchObject(signOn('wrongPair'))
    expect(company.ldap.searches.filter((filter) => filter.includes('uid=*'))).toEqual([])
  })
  test('refuses a foreign state, a foreign nonce, another provider’s answer and an unverified e-mail', async () => {
    const [mine, theirs] = [page(), page()]
    const { to } = await mine.go(beginAt(ids.oidc))
    const back = await company.oidc.signIn(to, 'ben')
    expect(theirs.errorOf(await theirs.go(back))).toMatch(/browser/)
    expect(mine.errorOf(await mine.go(back))).toMatch(/expired/)

    const mixed = page()
    const started = await mixed.go(beginAt(ids.oidc))
    const answer = new URL(await company.oidc.signIn(started.to, 'ben'))
    answer.searchParams.set('iss', 'https://evil.test')
    expect(mixed.errorOf(await mixed.go(answer.href))).toMatch(/not accepted/)

    const swapped = page()
    const asked = new URL((await swapped.go(beginAt(ids.oidc))).to)
    asked.searchParams.set('nonce', 'of-somebody-else')
    const answered = await company.oidc.signIn(asked.href, 'ben')
    expect(swapped.errorOf(await swapped.go(answered))).toMatch(/not accepted/)

    const dan = { ...company.accounts[1]!, username: 'dan', email: `dan@${companyDomain}`, emailVerified: false }
    company.accounts.push(dan, { ...dan, username: 'eve', email: 'eve@elsewhere.test', emailVerified: true })
    const [unverified, foreign] = [page(), page()]
    expect(unverified.errorOf(await byOidc(unverified, 'dan'))).toMatch(/does not confirm/)
    expect(foreign.errorOf(await byOidc(foreign, 'eve'))).toMatch(/not of a domain/)
    expect(await t.services.passport.findAccount(dan.email)).toBeUndefined()
  })
})

test('an ID token that is unsigned, or signed with the shared secret, is refused', async () => {
  const signed = { value: '' }
  const far = await openFarEnd(({ path }) => {
    const endpoints = { authorization_endpoint: `${far.url}/auth`, token_endpoint: `${far.url}/token` }
    if (path === '/.well-known/openid-configuration')
      return { body: { issuer: far.url, jwks_uri: `${far.url}/jwks`, ...endpoints, ...supported } }
    if (path === '/jwks') return { body: { keys: [] } }
    return { body: { access_token: 'x', token_type: 'Bearer', id_token: signed.value } }
  })
  afterFile(() => far.close())
  const supported = {
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
  }
  t.infra.egress.allowMore([far.host])
  const secret = 'known to both sides'
  const { connection } = await admin.api.ssoConnections.create({
    enterprise_id: enterprise,
    ...company.forms.oidc,
    name: 'Careless',
    secret,
    config: { ...company.forms.oidc.config, issuer: far.url },
  })
  const tokenFor = (alg: 'none' | 'HS256', nonce: string) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: far.url,
      sub: 'ada',
      aud: company.forms.oidc.config.client_id,
      iat: now,
      exp: now + 300,
      nonce,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = `${part({ alg, typ: 'JWT' })}.${part({ ...claims, email: `ada@${companyDomain}`, email_verified: true })}`
    return `${body}.${alg === 'none' ? '' : createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  for (const alg of ['none', 'HS256'] as const) {
    const browser = page(admin.cookie())
    const { to } = await browser.go(beginAt(connection.id, '&purpose=test'))
    const asked = new URL(to).searchParams
    signed.value = tokenFor(alg, asked.get('nonce')!)
    const back = `/api/sso/oidc/${connection.id}/callback?code=x&state=${asked.get('state')}&iss=${encodeURIComponent(far.url)}`
    expect(browser.errorOf(await browser.go(back)), alg).toMatch(/not accepted/)
  }
})

test('a SAML provider can end sessions, and signing out continues at the provider', async () => {
  const browser = page()
  await bySaml(browser, 'ben')
  const ben = await account(`ben@${companyDomain}`)
  const { text: metadata } = await page().go(`/api/sso/saml/${ids.saml}/metadata`)
  const request = company.saml.logoutRequest(metadata, 'ben')
  const forged = request.replace(/Signature=[^&]*/, 'Signature=AAAA')
  expect(page().errorOf(await page().go(forged))).toMatch(/not accepted/)
  expect(await t.services.sessions.list(ben.id)).not.toEqual([])
  const { to } = await page().go(request)
  expect(await company.saml.readLogout(metadata, to)).toHaveProperty('inResponseTo')
  expect(await t.services.sessions.list(ben.id)).toEqual([])
  expect(page().errorOf(await page().go(request))).toMatch(/not accepted/)

  const signOut = async (sign: (browser: Page) => Promise<unknown>) => {
    const one = page()
    await sign(one)
    const api = t.apiWith({ cookie: `session_key=${one.jar.get('session_key')}` })
    return (await api.passport.logout({})).redirect_url
  }
  const next = await signOut((one) => bySaml(one, 'ben'))
  expect(await company.saml.readLogout(metadata, next)).toEqual({ nameId: 'subject-ben' })
  expect(await signOut((one) => byOidc(one, 'ada'))).toContain(`${company.oidc.url}/session/end?`)
  expect((await t.register().then(({ api }) => api.passport.logout({}))).redirect_url).toBe('/sign')
})

test('a provider can end sessions only with a signed logout token', async () => {
  const ada = await account(`ada@${companyDomain}`)
  await byOidc(page(), 'ada')
  const count = async () => (await t.services.sessions.list(ada.id)).length
  const before = await count()
  const logout = (token: string) => page().go(`/api/sso/oidc/${ids.oidc}/logout`, post({ logout_token: token }))
  for (const token of ['', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"ada"}')}.`])
    expect((await logout(token)).status).toBe(400)
  expect(await count()).toBe(before)
  const address = await listening(t)
  const client = (await company.oidc.provider.Client.find('orrery'))!
  client.backchannelLogoutUri = `${address}/api/sso/oidc/${ids.oidc}/logout`
  await client.backchannelLogout('ada', 'any')
  expect(await count()).toBe(0)
})

describe('existing accounts', () => {
  const registerAs = async (email: string) => {
    const person = await t.register()
    await t.infra.database.pool.query('UPDATE app_user SET email = $2, email_key = $2 WHERE id = $1', [
      person.id,
      email,
    ])
    return person
  }
  test('are linked automatically if the provider has verified the e-mail, otherwise by their owner', async () => {
    company.accounts.push(
      { ...company.accounts[1]!, username: 'finn', email: `finn@${companyDomain}` },
      { ...company.accounts[1]!, username: 'gus', email: `gus@${companyDomain}`, emailVerified: false },
    )
    const [finn, gus] = [await registerAs(`finn@${companyDomain}`), await registerAs(`gus@${companyDomain}`)]
    const browser = page()
    await byOidc(browser, 'finn')
    expect(browser.isSignedIn()).toBe(true)
    expect((await finn.api.ssoSignIn.identities({})).identities).toMatchObject([{ connection_id: ids.oidc }])
    expect(browser.errorOf(await byOidc(page(), 'gus'))).toMatch(/already/)
    const linking = page(gus.cookie())
    expect((await byOidc(linking, 'gus', '&purpose=link')).to).toContain('/account/security')
    expect((await byOidc(page(), 'gus')).to).toBe('/space')
    expect(linking.errorOf(await byOidc(page(finn.cookie()), 'gus', '&purpose=link'))).toMatch(/another account/)
  })
  test('of the instance owner are never linked', async () => {
    const { rows } = await t.infra.database.pool.query('SELECT id FROM app_user WHERE is_instance_owner')
    const email = `boss@${companyDomain}`
    await t.infra.database.pool.query('UPDATE app_user SET email = $2, email_key = $2 WHERE id = $1', [
      rows[0].id,
      email,
    ])
    company.accounts.push({ ...company.accounts[1]!, username: 'boss', email })
    const browser = page()
    expect(browser.errorOf(await byOidc(browser, 'boss'))).toMatch(/already/)
  })
})

test('the LDAP sync suspends missing people, unless more than half are missing', async () => {
  const cleo = await account(`cleo@${companyDomain}`)
  const statusOf = async () => (await t.services.enterprises.person(enterprise, cleo.id))?.status
  await byLdap('ada', 'password')
  await byLdap('ben', 'password')
  const all = company.accounts.splice(0)
  await t.services.ldapSync.run()
  expect(await statusOf()).toBe('active')
  company.accounts.push(...all.filter((one) => one.username !== 'cleo'))
  expect(await admin.api.ssoConnections.sync(one('ldap'))).toMatchObject({ suspended: 1, is_skipped: false })
  await expect(admin.api.ssoConnections.sync(one('oidc'))).rejects.toMatchObject(code('directoryOff'))
  expect(await statusOf()).toBe('suspended')
  expect(await t.services.sessions.list(cleo.id)).toEqual([])
  company.accounts.push(all.find((one) => one.username === 'cleo')!)
  await expect(byLdap('cleo', 'password')).rejects.toMatchObject(signOn('suspended'))
})

test('a breached password is refused, revealing only a hash prefix, and accepted while the breach server is down', async () => {
  const change = (old_password: string, new_password: string) =>
    admin.api.passport.changePassword({ old_password, new_password })
  await expect(change(testPassword, 'stolen password 1')).rejects.toMatchObject({
    code: ErrorCode.passport.weakPassword,
  })
  expect(company.breach.asked.every((prefix) => prefix.length === 5)).toBe(true)
  await company.breach.close()
  await change(testPassword, 'stolen password 1')
  await change('stolen password 1', testPassword)
})

describe('requiring single sign-on', () => {
  test('needs a recent test and a break-glass account with two factors, which alone bypasses it', async () => {
    const enforce = (isEnforced: boolean) =>
      admin.api.ssoConnections.enforce({ ...one('oidc'), is_enforced: isEnforced })
    t.clock.advance(20 * 60_000)
    await expect(enforce(true)).rejects.toMatchObject(code('testFirst'))
    await byOidc(page(admin.cookie()), 'ada', '&purpose=test')
    await expect(enforce(true)).rejects.toMatchObject(code('breakGlassFirst'))
    const glass = { enterprise_id: enterprise, user_id: admin.id }
    await expect(admin.api.ssoConnections.addBreakGlass(glass)).rejects.toMatchObject(code('badBreakGlass'))
    const key = softPasskey(origin)
    const { options } = await admin.api.passkey.begin({ password: testPassword })
    await admin.api.passkey.add({ name: 'Key', credential: key.create(options) })
    const { options: step } = await admin.api.passkey.beginStepUp({})
    await admin.api.passkey.stepUp({ credential: key.sign(step, { counter: 1 }) })
    await admin.api.ssoConnections.addBreakGlass(glass)
    await t.infra.database.pool.query('UPDATE app_user SET email = $2, email_key = $2 WHERE id = $1', [
      admin.id,
      `admin@${companyDomain}`,
    ])
    const preview = await admin.api.ssoConnections.preview(one('oidc'))
    expect(preview.people.map((person) => person.email)).toContain(`ada@${companyDomain}`)
    expect(preview.people.map((person) => person.user_id)).not.toContain(admin.id)
    await enforce(true)
    expect(await t.anonymous.ssoSignIn.discover({ email: `x@${companyDomain}` })).toMatchObject({ is_enforced: true })

    const login = (email: string) => t.anonymous.passport.login({ email, password: testPassword })
    await expect(login(`finn@${companyDomain}`)).rejects.toMatchObject(signOn('required'))
    // A password alone is not enough, and the error is the same as for everybody else.
    await expect(login(`admin@${companyDomain}`)).rejects.toMatchObject(signOn('required'))
    await company.oidc.close()
    const ask = (await t.anonymous.passport.passkeyOptions({})).options
    await t.anonymous.passport.passkeySignIn({ credential: key.sign(ask, { counter: 2 }) })
    const { events } = await t.services.audit.list({ actorId: admin.id }, 1, 50)
    expect(events.map((event) => event.action)).toContain('sso.break_glass')
    await expect(admin.api.ssoConnections.removeBreakGlass(glass)).rejects.toMatchObject(code('lastBreakGlass'))
    await enforce(false)
    await login(`finn@${companyDomain}`)
  })
})

test('a domain that is missing from DNS for three weeks no longer lets people join; rules for people inside stay', async () => {
  const [boss, inside, later] = await Promise.all([t.register(), t.register(), t.register()])
  const enterprise_id = await openEnterprise(t, boss, company, 'example.test')
  const add = ({ id }: Person) =>
    boss.api.enterprisePeople.add({
      enterprise_id,
      enterprise_people: [{ user_id: id, enterprise_role_type_list: ['Member'] }],
    })
  const isIn = async ({ id }: Person) => (await t.services.enterprises.person(enterprise_id, id)) !== undefined
  const roleOf = async ({ email }: Person) => t.services.enterprisePeople.roleFor(enterprise_id, await account(email))
  await boss.api.enterpriseSecurity.save({ enterprise_id, password_length: 14 })
  await add(inside)
  expect(await isIn(inside)).toBe(true)
  async function weeks(count: number) {
    for (let week = 0; week < count; week += 1) {
      t.clock.advance(7 * 24 * 3600_000 + 1)
      await t.services.emailDomains.recheck()
    }
  }
  const record = '_orrery-challenge.example.test'
  const challenge = company.records.get(record)!
  company.records.delete(record)
  const domain = async () => (await boss.api.ssoDomain.list({ enterprise_id })).domains[0]!
  await weeks(1)
  expect((await domain()).state).toBe('verified')
  await weeks(1)
  expect((await domain()).state).toBe('missing')
  expect(await roleOf(later)).toBe('Member')
  await weeks(1)
  expect((await domain()).state).toBe('lapsed')
  expect(await roleOf(later)).toBe('Guest')
  await add(later)
  expect(await isIn(later)).toBe(false)
  const password = { old_password: testPassword, new_password: 'short horse 1' }
  await expect(inside.api.passport.changePassword(password)).rejects.toMatchObject({
    code: ErrorCode.passport.weakPassword,
  })
  company.records.set(record, challenge)
  await boss.api.ssoDomain.verify({ enterprise_id, domain_id: (await domain()).id })
  expect((await domain()).state).toBe('verified')
  await add(later)
  expect(await isIn(later)).toBe(true)
})
