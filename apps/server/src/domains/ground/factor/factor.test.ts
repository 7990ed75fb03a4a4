import type { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'
import { stepAt, totpCode } from './totp.ts'

let t: TestApp
let owner: Person
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
})
const minutes = 60_000
const code = (name: keyof typeof ErrorCode.factor) => ({ code: ErrorCode.factor[name] })
const codeNow = (secret: string) => totpCode(secret, stepAt(t.clock.now()))
/** Each code works once; a new one is available in the next time step. */
const nextCode = (secret: string) => {
  t.clock.advance(30_000)
  return codeNow(secret)
}
async function protect(person: Person) {
  const { secret } = await person.api.factor.begin({ password: testPassword })
  const { recovery_codes: codes } = await person.api.factor.confirm({ code: nextCode(secret) })
  return { secret, codes }
}
const login = (person: Person) => person.api.passport.login({ email: person.email, password: testPassword })
async function challengeOf(person: Person): Promise<string> {
  const error = await login(person).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toMatchObject({ status: 401, ...code('secondStep') })
  return ((error as ApiError).data as { challenge: string }).challenge
}

describe('setting up two-step verification', () => {
  test('needs the password and a right code; until then no code is required', async () => {
    const person = await t.register()
    await expect(person.api.factor.begin({ password: 'wrong' })).rejects.toMatchObject({
      code: ErrorCode.passport.wrongPassword,
    })
    const { secret, uri, qr_picture } = await person.api.factor.begin({ password: testPassword })
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(qr_picture).toMatch(/^data:image\/svg/)
    await expect(person.api.factor.confirm({ code: '000000' })).rejects.toMatchObject(code('wrongCode'))
    expect(await person.api.factor.status({})).toMatchObject({ is_on: false, recovery_codes_left: 0 })
    await login(person)
  })
  test('creates ten recovery codes and ends all other sessions', async () => {
    const person = await t.register()
    const elsewhere = await t.services.sessions.start(person.id, 'elsewhere', '10.0.0.1')
    const { codes } = await protect(person)
    expect(new Set(codes).size).toBe(10)
    expect(await person.api.factor.status({})).toMatchObject({ is_on: true, recovery_codes_left: 10 })
    expect(await t.services.sessions.find(elsewhere.token)).toBeUndefined()
    await expect(person.api.factor.begin({ password: testPassword })).rejects.toMatchObject(code('alreadyOn'))
    const { rows } = await t.infra.database.pool.query('SELECT * FROM user_totp, recovery_code')
    expect(JSON.stringify(rows)).not.toContain(codes[0])
  })
})

describe('signing in with two-step verification', () => {
  test('starts a session only after the code, and each code works once', async () => {
    const person = await t.register()
    const { secret } = await protect(person)
    const before = (await t.services.sessions.list(person.id)).length
    const challenge = await challengeOf(person)
    expect((await t.services.sessions.list(person.id)).length).toBe(before)
    const right = nextCode(secret)
    const answer = (text: string, to = challenge) => person.api.passport.secondStep({ challenge: to, code: text })
    await expect(answer('000000')).rejects.toMatchObject(code('wrongCode'))
    expect(await answer(right)).toMatchObject({ email: person.email })
    expect((await t.services.sessions.list(person.id)).length).toBe(before + 1)
    await expect(answer(nextCode(secret))).rejects.toMatchObject(code('challengeOver'))
    const again = await challengeOf(person)
    await expect(answer(right, again)).rejects.toMatchObject(code('wrongCode'))
    await expect(answer(nextCode(secret), 'made-up')).rejects.toMatchObject(code('challengeOver'))
  })
  test('accepts each recovery code once, in any notation, and not after new ones were created', async () => {
    const person = await t.register()
    const { codes } = await protect(person)
    const enter = async (text: string) =>
      person.api.passport.secondStep({ challenge: await challengeOf(person), code: text })
    await enter(codes[0]!.toLowerCase().replace('-', ''))
    await expect(enter(codes[0]!)).rejects.toMatchObject(code('wrongCode'))
    expect(await person.api.factor.status({})).toMatchObject({ recovery_codes_left: 9 })
    const { recovery_codes: fresh } = await person.api.factor.renewCodes({})
    await expect(enter(codes[1]!)).rejects.toMatchObject(code('wrongCode'))
    await enter(fresh[1]!)
  })
  test('expires after ten minutes and when the password changes', async () => {
    const person = await t.register()
    const { secret } = await protect(person)
    const late = await challengeOf(person)
    t.clock.advance(11 * minutes)
    await expect(person.api.passport.secondStep({ challenge: late, code: codeNow(secret) })).rejects.toMatchObject(
      code('challengeOver'),
    )
    const open = await challengeOf(person)
    await person.api.factor.stepUp({ code: nextCode(secret) })
    await person.api.passport.changePassword({ old_password: testPassword, new_password: 'another horse 9' })
    await expect(person.api.passport.secondStep({ challenge: open, code: nextCode(secret) })).rejects.toMatchObject(
      code('challengeOver'),
    )
  })
  test('is locked after ten wrong codes while the account stays usable', async () => {
    const person = await t.register()
    const { secret } = await protect(person)
    const challenge = await challengeOf(person)
    for (let n = 0; n < 10; n += 1)
      await person.api.passport.secondStep({ challenge, code: '000000' }).catch(() => undefined)
    await expect(person.api.passport.secondStep({ challenge, code: nextCode(secret) })).rejects.toMatchObject({
      code: ErrorCode.passport.locked,
    })
    expect((await person.api.passport.accountInfo({})).email).toBe(person.email)
    t.clock.advance(16 * minutes)
    await person.api.passport.secondStep({ challenge: await challengeOf(person), code: codeNow(secret) })
  })
})

describe('dangerous actions', () => {
  test('require a code if the last proof is older than 15 minutes, but only from people with a second factor', async () => {
    const [person, plain] = [await t.register(), await t.register()]
    const { secret } = await protect(person)
    await person.api.takeout.begin({})
    t.clock.advance(16 * minutes)
    await expect(person.api.factor.renewCodes({})).rejects.toMatchObject({ status: 403, ...code('stepUpNeeded') })
    await expect(person.api.factor.turnOff({ password: testPassword })).rejects.toMatchObject(code('stepUpNeeded'))
    await expect(person.api.factor.stepUp({ code: '000000' })).rejects.toMatchObject(code('wrongCode'))
    await person.api.factor.stepUp({ code: nextCode(secret) })
    await person.api.factor.turnOff({ password: testPassword })
    await login(person)
    await expect(plain.api.factor.stepUp({ code: '000000' })).rejects.toMatchObject(code('notOn'))
    await plain.api.takeout.begin({})
  })
  test('include creating tokens and deleting a space', async () => {
    const person = await t.register()
    const { id: space_id } = await person.api.space.create({ name: 'Kept' })
    await protect(person)
    t.clock.advance(16 * minutes)
    await expect(person.api.token.create({ name: 'CI' })).rejects.toMatchObject(code('stepUpNeeded'))
    await expect(person.api.space.remove({ space_id })).rejects.toMatchObject(code('stepUpNeeded'))
    expect((await person.api.space.list({})).bot_space_list.map(({ id }) => id)).toContain(space_id)
  })
})

test('only the instance owner can reset two-step verification of others', async () => {
  const person = await t.register()
  await protect(person)
  const listed = async () => (await owner.api.instance.users({ search_word: person.email })).users[0]!
  expect(await listed()).toMatchObject({ has_second_step: true })
  await expect(person.api.factor.reset({ user_id: person.id })).rejects.toMatchObject({ status: 403 })
  await owner.api.factor.reset({ user_id: person.id })
  await expect(person.api.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
  expect(await listed()).toMatchObject({ has_second_step: false })
  await login(person)
  await expect(owner.api.factor.reset({ user_id: person.id })).rejects.toMatchObject(code('notOn'))
})
