import { ErrorCode } from '@orrery/contract/shared/error-codes'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app.ts'
import { openTestApp, type Person, type TestApp, testPassword } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
})
const code = (value: number) => ({ code: value })

describe('register and sign in', () => {
  test('the first account owns the instance, the second does not', async () => {
    const second = await t.register()
    expect((await owner.api.passport.accountInfo({})).is_instance_owner).toBe(true)
    expect((await second.api.passport.accountInfo({})).is_instance_owner).toBe(false)
  })
  test('a new account has a personal space', async () => {
    const { bot_space_list: spaces, has_personal_space } = await (await t.register()).api.space.list({})
    expect(has_personal_space).toBe(true)
    expect(spaces).toMatchObject([{ space_type: 1, space_role_type: 1 }])
  })
  test('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await t.anonymous.passport
      .login({ email: owner.email, password: 'not this one' })
      .catch((e: unknown) => e)
    const unknown = await t.anonymous.passport
      .login({ email: 'nobody@example.test', password: 'not this one' })
      .catch((e: unknown) => e)
    expect(wrong).toMatchObject({ code: ErrorCode.passport.wrongPair, message: 'Incorrect email or password' })
    expect(unknown).toMatchObject({ code: ErrorCode.passport.wrongPair, message: 'Incorrect email or password' })
  })
  test('the message is in the language of the caller', async () => {
    await expect(
      t.apiWith({ 'accept-language': 'zh-CN' }).passport.login({ email: 'nobody@example.test', password: 'x' }),
    ).rejects.toMatchObject({ message: '邮箱或密码不正确' })
  })
  test('an address in use and a weak password are refused', async () => {
    await expect(t.anonymous.passport.register({ email: owner.email, password: testPassword })).rejects.toMatchObject(
      code(ErrorCode.passport.emailTaken),
    )
    for (const password of ['short', 'password', '12345678', 'a@example.test'])
      await expect(t.anonymous.passport.register({ email: 'a@example.test', password })).rejects.toMatchObject(
        code(ErrorCode.passport.weakPassword),
      )
  })
  test('signing out ends the session', async () => {
    const person = await t.register()
    const cookie = person.cookie()
    await person.api.passport.logout({})
    await expect(t.apiWith({ cookie }).passport.accountInfo({})).rejects.toMatchObject({
      code: ErrorCode.kit.notSignedIn,
      status: 401,
    })
  })
})

describe('guesses are rate-limited', () => {
  test('by account: known and unknown addresses lock alike, and the right password does not unlock', async () => {
    const person = await t.register()
    for (const email of [person.email, 'ghost@example.test']) {
      for (let n = 0; n < 10; n += 1) await t.anonymous.passport.login({ email, password: 'wrong' }).catch(() => {})
      await expect(t.anonymous.passport.login({ email, password: testPassword })).rejects.toMatchObject(
        code(ErrorCode.passport.locked),
      )
    }
    t.clock.advance(16 * 60_000)
    await expect(t.anonymous.passport.login({ email: person.email, password: testPassword })).resolves.toMatchObject({
      email: person.email,
    })
  })
  test('by address: one password tried on many accounts', async () => {
    const results = []
    for (let n = 0; n < 60; n += 1)
      results.push(
        await t.anonymous.passport
          .login({ email: `spray${n}@example.test`, password: 'Spring2026' })
          .catch((e: { code: number }) => e.code),
      )
    expect(results).toContain(ErrorCode.passport.locked)
    t.clock.advance(16 * 60_000)
  })
})

test('concurrent registrations of variants of one address create one account', async () => {
  const variants = [
    'Dot.Ted@example.test',
    'dotted@example.test',
    'DOTTED@EXAMPLE.TEST',
    'd.o.t.t.e.d@example.test',
    'ｄｏｔｔｅｄ@example.test',
  ]
  const results = await Promise.allSettled(
    [...variants, ...variants].map((email) => t.anonymous.passport.register({ email, password: testPassword })),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

describe('the hash of a password', () => {
  test('uses the cost that OWASP recommends by default', async () => {
    const { services } = buildApp(t.infra)
    const account = { email: 'costly@example.test', password: testPassword }
    const { user } = await services.passport.register(account, { userAgent: '', address: '127.0.0.1' })
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('unusual passwords', () => {
  test('a password of a megabyte is refused before it is hashed', async () => {
    await expect(
      t.anonymous.passport.register({ email: 'big@example.test', password: 'x'.repeat(1 << 20) }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      t.anonymous.passport.login({ email: owner.email, password: 'x'.repeat(1 << 20) }),
    ).rejects.toMatchObject({ status: 400 })
  })
  test('NUL is refused; emoji and right-to-left text work', async () => {
    await expect(
      t.anonymous.passport.register({ email: 'nul@example.test', password: 'abcdefgh\u0000' }),
    ).rejects.toMatchObject({ ...code(ErrorCode.kit.badInput), message: expect.stringMatching(/^password: /) })
    const password = '🔑🔑🔑🔑 סיסמה'
    await t.anonymous.passport.register({ email: 'odd@example.test', password })
    await expect(t.anonymous.passport.login({ email: 'odd@example.test', password })).resolves.toMatchObject({
      email: 'odd@example.test',
    })
  })
})

test('a changed, expired or malformed cookie counts as not signed in', async () => {
  const person = await t.register()
  const [name, value = ''] = person.cookie().split('=')
  const changed = `${name}=${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`
  for (const cookie of [changed, `${name}=`, `${name}=${'x'.repeat(5000)}`]) {
    const response = await t.request('/api/passport/account/info/v2/', {
      method: 'POST',
      headers: { cookie, 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toMatch(/\bat .*\.ts/)
  }
  t.clock.advance(31 * 24 * 3600_000)
  await expect(person.api.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
})

describe('sessions are revoked at once', () => {
  test('changing the password ends all other sessions', async () => {
    const person = await t.register()
    const other = await t.request('/api/passport/web/email/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: testPassword }),
    })
    const otherApi = t.apiWith({ cookie: other.headers.get('set-cookie')!.split(';')[0]! })
    await otherApi.passport.accountInfo({})
    await person.api.passport.changePassword({ old_password: testPassword, new_password: 'another horse 8' })
    await expect(otherApi.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
    await expect(person.api.passport.accountInfo({})).resolves.toMatchObject({ email: person.email })
  })
  test('a session can be listed and ended only by its owner', async () => {
    const [person, other] = [await t.register(), await t.register()]
    const { sessions } = await person.api.passport.sessions({})
    expect(sessions).toMatchObject([{ is_current: true }])
    await expect(other.api.passport.revokeSession({ session_id: sessions[0]!.id })).rejects.toMatchObject({
      status: 404,
    })
    await person.api.passport.revokeSession({ session_id: sessions[0]!.id })
    await expect(person.api.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
  })
})

describe('password reset codes', () => {
  const ask = async (email: string) => {
    await t.anonymous.passport.requestReset({ email })
    return (await owner.api.instance.resetCodes({})).codes.find((code) => code.email === email)?.code
  }
  beforeAll(async () => {
    // Earlier tests moved the clock far ahead, so the owner signs in again.
    await owner.api.passport.login({ email: owner.email, password: testPassword })
  })
  test('an unknown address gets the same answer', async () => {
    expect(await t.anonymous.passport.requestReset({ email: 'unknown@example.test' })).toEqual({})
  })
  test('a code sets the password once, only for its own address, and ends every session', async () => {
    const [person, other] = [await t.register(), await t.register()]
    const secret = (await ask(person.email))!
    await expect(
      t.anonymous.passport.resetPassword({ email: other.email, code: secret, password: 'fresh horse 9' }),
    ).rejects.toMatchObject(code(ErrorCode.passport.wrongCode))
    await t.anonymous.passport.resetPassword({ email: person.email, code: secret, password: 'fresh horse 9' })
    await expect(person.api.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
    await expect(
      t.anonymous.passport.resetPassword({ email: person.email, code: secret, password: 'again horse 9' }),
    ).rejects.toMatchObject(code(ErrorCode.passport.wrongCode))
    await expect(t.anonymous.passport.login({ email: person.email, password: 'fresh horse 9' })).resolves.toMatchObject(
      { email: person.email },
    )
  })
  test('after five wrong attempts the right code is refused, even if the attempts are concurrent', async () => {
    const person = await t.register()
    const secret = (await ask(person.email))!
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        t.anonymous.passport.resetPassword({ email: person.email, code: `WRONG${n}`, password: 'fresh horse 9' }),
      ),
    )
    await expect(
      t.anonymous.passport.resetPassword({ email: person.email, code: secret, password: 'fresh horse 9' }),
    ).rejects.toMatchObject({ status: expect.toSatisfy((s: number) => s === 400 || s === 429) as number })
  })
  test('an expired code is refused', async () => {
    t.clock.advance(700_000)
    const person = await t.register()
    const secret = (await ask(person.email))!
    t.clock.advance(31 * 60_000)
    await expect(
      t.anonymous.passport.resetPassword({ email: person.email, code: secret, password: 'fresh horse 9' }),
    ).rejects.toMatchObject(code(ErrorCode.passport.wrongCode))
  })
})

describe('profile', () => {
  test('name, description and locale change; a taken user name is refused', async () => {
    const person = await t.register()
    await person.api.passport.updateProfile({
      name: ' Ada ',
      description: 'Builds bots',
      locale: 'en',
      user_unique_name: 'ada.l',
    })
    expect(await person.api.passport.accountInfo({})).toMatchObject({
      name: 'Ada',
      description: 'Builds bots',
      locale: 'en',
      user_unique_name: 'ada.l',
    })
    const other = await t.register()
    await expect(other.api.passport.updateProfile({ user_unique_name: 'ADA.L' })).rejects.toMatchObject(
      code(ErrorCode.passport.userNameTaken),
    )
    await expect(other.api.passport.checkProfile({ user_unique_name: 'ada.l' })).rejects.toMatchObject(
      code(ErrorCode.passport.userNameTaken),
    )
    await expect(person.api.passport.checkProfile({ user_unique_name: 'ada.l' })).resolves.toEqual({})
  })
  test('a picture is re-encoded and served as an image', async () => {
    const person = await t.register()
    const png = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#5252d8' } })
      .png()
      .toBuffer()
    const { web_uri: url } = await person.api.passport.uploadAvatar({
      avatar: new File([new Uint8Array(png)], '../../x.png', { type: 'image/png' }),
    })
    const response = await t.request(url)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
  })
  test('empty, too large and wrong files each have their own message', async () => {
    const { api } = await t.register()
    const upload = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
      api.passport.uploadAvatar({ avatar: new File([bytes], 'a.png', { type }) })
    await expect(upload(new Uint8Array(0))).rejects.toMatchObject(code(ErrorCode.passport.emptyFile))
    await expect(upload(new Uint8Array(2048 * 1024 + 1))).rejects.toMatchObject({
      message: 'Please upload an image less than 2MB',
    })
    await expect(upload(new TextEncoder().encode('not an image'))).rejects.toMatchObject(
      code(ErrorCode.passport.notAnImage),
    )
  })
  test('an SVG with a script, a polyglot file and a picture of 60,000 by 60,000 are refused', async () => {
    const { api } = await t.register()
    const upload = (text: string) =>
      api.passport.uploadAvatar({ avatar: new File([text], 'a.png', { type: 'image/png' }) })
    await expect(
      upload('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ).rejects.toMatchObject(code(ErrorCode.passport.notAnImage))
    await expect(upload('GIF89a/*<script>*/=1;alert(1)')).rejects.toMatchObject(code(ErrorCode.passport.notAnImage))
    const header = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600802000000', 'hex')
    await expect(
      api.passport.uploadAvatar({ avatar: new File([new Uint8Array(header)], 'a.png') }),
    ).rejects.toMatchObject(code(ErrorCode.passport.notAnImage))
  })
  test('JSON sent as an upload is refused by its type', async () => {
    const person = await t.register()
    const response = await t.request('/api/web/user/update/upload_avatar/', {
      method: 'POST',
      headers: { cookie: person.cookie(), 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      body: JSON.stringify({ avatar: { filepath: '/etc/passwd' } }),
    })
    expect(response.status).toBe(415)
  })
  test('a file link with a changed key or expiry is refused, and so is a valid one after the file is deleted', async () => {
    const person = await t.register()
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const upload = () =>
      person.api.passport.uploadAvatar({ avatar: new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }) })
    const { web_uri: url } = await upload()
    expect((await t.request(url)).status).toBe(200)
    expect((await t.request(url.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(403)
    expect((await t.request(url.replace('avatar/', 'avatar/x'))).status).toBe(403)
    expect((await t.request(url.replace('/api/file/', '/api/file/../'))).status).not.toBe(200)
    await upload()
    expect((await t.request(url)).status).toBe(404)
  })
})

describe('registration', () => {
  test('closed: nobody; by invitation: only with a link; by domain: only listed domains', async () => {
    const say = owner.api.instance.saveSettings
    await say({ registration: 'closed' })
    await expect(t.register()).rejects.toMatchObject(code(ErrorCode.passport.registrationClosed))
    await say({ registration: 'invite' })
    await expect(t.register()).rejects.toMatchObject(code(ErrorCode.passport.invitationNeeded))
    const { id } = await owner.api.space.create({ name: 'Door' })
    const { key } = await owner.api.space.inviteLink({ space_id: id, team_invite_link_status: true })
    await expect(
      t.anonymous.passport.register({ email: 'guest@example.test', password: testPassword, invite_key: key }),
    ).resolves.toMatchObject({ email: 'guest@example.test' })
    await say({ registration: 'open', email_domains: ['allowed.test'] })
    await expect(t.register()).rejects.toMatchObject(code(ErrorCode.passport.domainNotAllowed))
    await say({ email_domains: [] })
    await expect(t.register()).resolves.toBeDefined()
  })
  test('only the instance owner may change the settings', async () => {
    const person = await t.register()
    await expect(person.api.instance.saveSettings({ registration: 'open' })).rejects.toMatchObject({ status: 403 })
  })
  test('a disabled account is signed out and cannot sign in again', async () => {
    const person = await t.register()
    await owner.api.instance.setUserDisabled({ user_id: person.id, disabled: true })
    await expect(person.api.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
    await expect(person.api.passport.login({ email: person.email, password: testPassword })).rejects.toMatchObject(
      code(ErrorCode.passport.disabled),
    )
    await owner.api.instance.setUserDisabled({ user_id: person.id, disabled: false })
    await expect(person.api.passport.login({ email: person.email, password: testPassword })).resolves.toMatchObject({
      email: person.email,
    })
  })
})

test('an account has the given name, by default that of its address', async () => {
  const made = (email: string, name?: string) =>
    t.anonymous.passport.register({ email, password: testPassword, ...(name && { name }) })
  expect(await made('grace@example.test', 'Grace Hopper')).toMatchObject({ name: 'Grace Hopper' })
  expect(await made('linus@example.test')).toMatchObject({ name: 'linus' })
  await expect(made('long@example.test', 'x'.repeat(200))).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^name: /),
  })
})
