import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { softPasskey } from '#testing/soft-passkey.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

const origin = 'https://studio.example.test'
let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ config: { publicUrl: origin } })
  await t.register('owner')
})
const code = (name: keyof typeof ErrorCode.passkey) => ({ code: ErrorCode.passkey[name] })
async function addKey(person: Person, name = 'Laptop') {
  const key = softPasskey(origin)
  const { options } = await person.api.passkey.begin({ password: testPassword })
  const { id } = await person.api.passkey.add({ name, credential: key.create(options) })
  return { ...key, keyId: id }
}
const ask = async () => (await t.anonymous.passport.passkeyOptions({})).options
const sessionsOf = async (person: Person) => (await t.services.sessions.list(person.id)).length

describe('adding passkeys', () => {
  test("needs the password and the person's own challenge, which works once", async () => {
    const [person, other] = [await t.register(), await t.register()]
    await expect(person.api.passkey.begin({ password: 'wrong' })).rejects.toMatchObject({
      code: ErrorCode.passport.wrongPassword,
    })
    const { options } = await person.api.passkey.begin({ password: testPassword })
    const credential = softPasskey(origin).create(options)
    await expect(other.api.passkey.add({ name: 'Theirs', credential })).rejects.toMatchObject(code('over'))
    await expect(person.api.passkey.add({ name: 'Late', credential })).rejects.toMatchObject(code('over'))
    await addKey(person)
    expect((await person.api.passkey.list({})).passkeys).toMatchObject([{ name: 'Laptop', last_used_at: 0 }])
  })
  test('belongs to one person: others can neither rename nor remove it', async () => {
    const [person, other] = [await t.register(), await t.register()]
    const { keyId } = await addKey(person)
    for (const act of [
      other.api.passkey.rename({ passkey_id: keyId, name: 'Mine' }),
      other.api.passkey.remove({ passkey_id: keyId }),
    ])
      await expect(act).rejects.toMatchObject({ status: 404 })
    await person.api.passkey.rename({ passkey_id: keyId, name: 'Phone' })
    expect((await person.api.passkey.list({})).passkeys).toMatchObject([{ name: 'Phone' }])
  })
})

describe('signing in with a passkey', () => {
  test('starts a session without a password, and each proof works once', async () => {
    const person = await t.register()
    const key = await addKey(person)
    const before = await sessionsOf(person)
    const options = await ask()
    expect(options).toMatchObject({ rpId: 'studio.example.test', userVerification: 'required' })
    const proof = key.sign(options)
    expect(await t.anonymous.passport.passkeySignIn({ credential: proof })).toMatchObject({ email: person.email })
    expect(await sessionsOf(person)).toBe(before + 1)
    await expect(t.anonymous.passport.passkeySignIn({ credential: proof })).rejects.toMatchObject(code('over'))
    expect((await person.api.passkey.list({})).passkeys[0]!.last_used_at).toBeGreaterThan(0)
  })
  test('refuses a foreign origin, a missing PIN, an expired challenge, an unknown key and a copied key', async () => {
    const person = await t.register()
    const key = await addKey(person)
    const enter = (credential: ReturnType<typeof key.sign>) => t.anonymous.passport.passkeySignIn({ credential })
    await expect(enter(key.sign(await ask(), { from: 'https://evil.test' }))).rejects.toMatchObject(code('refused'))
    await expect(enter(key.sign(await ask(), { isVerified: false }))).rejects.toMatchObject(code('refused'))
    await expect(enter(softPasskey(origin).sign(await ask()))).rejects.toMatchObject(code('unknown'))
    const old = await ask()
    t.clock.advance(6 * 60_000)
    await expect(enter(key.sign(old))).rejects.toMatchObject(code('over'))
    await enter(key.sign(await ask(), { counter: 7 }))
    await expect(enter(key.sign(await ask(), { counter: 7 }))).rejects.toMatchObject(code('copied'))
    await enter(key.sign(await ask(), { counter: 8 }))
  })
  test('is impossible after the passkey is removed or the account is disabled', async () => {
    const [person, suspended] = [await t.register(), await t.register()]
    const [key, theirs] = [await addKey(person), await addKey(suspended)]
    await person.api.passkey.remove({ passkey_id: key.keyId })
    await expect(t.anonymous.passport.passkeySignIn({ credential: key.sign(await ask()) })).rejects.toMatchObject(
      code('unknown'),
    )
    await t.services.passport.setDisabled(suspended.id, true, suspended.id)
    await expect(t.anonymous.passport.passkeySignIn({ credential: theirs.sign(await ask()) })).rejects.toMatchObject({
      code: ErrorCode.passport.disabled,
    })
  })
})

test('sensitive actions require a passkey of the same person', async () => {
  const [person, other] = [await t.register(), await t.register()]
  const [key, theirs] = [await addKey(person), await addKey(other)]
  t.clock.advance(20 * 60_000)
  const remove = () => person.api.passkey.remove({ passkey_id: key.keyId })
  await expect(remove()).rejects.toMatchObject({ code: ErrorCode.factor.stepUpNeeded })
  const begin = async () => (await person.api.passkey.beginStepUp({})).options
  await expect(person.api.passkey.stepUp({ credential: theirs.sign(await begin()) })).rejects.toMatchObject(
    code('unknown'),
  )
  await expect(person.api.passkey.stepUp({ credential: key.sign(await ask()) })).rejects.toMatchObject(code('over'))
  await person.api.passkey.stepUp({ credential: key.sign(await begin()) })
  await remove()
})

test('passkeys are unavailable on an instance that is reached by an IP address', async () => {
  const { createPasskeyService } = await import('./passkey.service.ts')
  const { audit } = t.services
  const { newId, clock, database } = t.infra
  const passkeys = createPasskeyService({ db: database.db, audit, newId, clock, publicUrl: 'http://10.0.0.5:3000' })
  expect(passkeys.isAvailable).toBe(false)
  await expect(passkeys.signInOptions()).rejects.toMatchObject(code('notAvailable'))
})
