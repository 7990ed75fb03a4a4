import { beforeAll, expect, test } from 'vitest'
import { stepAt, totpCode } from '../apps/server/src/domains/ground/factor/totp.ts'
import { testPassword } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  // Browsers support passkeys only for host names, not for IP addresses.
  const named = (address: string) => address.replace('127.0.0.1', 'localhost')
  studio = await openStudioHere((address) => ({ publicUrl: named(address) }))
  visit = await openBrowser(named(studio.address))
})

test('two-step verification is set up, required at sign-in, and confirmed again before it is turned off', async () => {
  const t = texts('en')
  const person = await studio.register('sora')
  const page = await visit({ language: 'en', cookie: person.cookie() })
  await page.goto('/account/security')
  await page.getByRole('button', { name: t('account', 'factor.setUp') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('account', 'factor.password')).fill(testPassword)
  await dialog.getByRole('button', { name: t('account', 'factor.continue') }).click()
  const secret = await dialog.getByLabel(t('account', 'factor.secret')).inputValue()
  await dialog.getByRole('img', { name: t('account', 'factor.qr') }).waitFor()
  const now = () => stepAt(studio.clock.now())
  await dialog.getByLabel(t('account', 'factor.code')).fill(totpCode(secret, now()))
  await dialog.getByRole('button', { name: t('account', 'factor.turnOn') }).click()
  const list = dialog.getByRole('list', { name: t('account', 'factor.codesLabel') })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page, 'security', [])
  await dialog.getByRole('button', { name: t('account', 'factor.done') }).click()
  await page.getByRole('button', { name: t('account', 'factor.turnOff') }).waitFor()
  await expectTranslated(page, 'security', [(await person.api.passport.accountInfo({})).name])

  const other = await visit({ language: 'en' })
  await other.goto('/sign')
  await other.getByLabel(t('passport', 'email'), { exact: true }).fill(person.email)
  await other.getByLabel(t('passport', 'password'), { exact: true }).fill(testPassword)
  await other.getByLabel(t('passport', 'password'), { exact: true }).press('Enter')
  const code = other.getByLabel(t('passport', 'secondStep.code'), { exact: true })
  await code.fill('000000')
  await code.press('Enter')
  await other.getByRole('alert').getByText(/\S/).waitFor()
  studio.clock.advance(60_000)
  await code.fill(totpCode(secret, now()))
  await code.press('Enter')
  await other.waitForURL(/\/space\//)

  const third = await visit({ language: 'en' })
  await third.goto('/sign')
  await third.getByLabel(t('passport', 'email'), { exact: true }).fill(person.email)
  await third.getByLabel(t('passport', 'password'), { exact: true }).fill(testPassword)
  await third.getByLabel(t('passport', 'password'), { exact: true }).press('Enter')
  const recovery = third.getByLabel(t('passport', 'secondStep.code'), { exact: true })
  await recovery.fill(codes[1]!)
  await recovery.press('Enter')
  await third.waitForURL(/\/space\//)
  expect(await person.api.factor.status({})).toMatchObject({ is_on: true, recovery_codes_left: 9 })

  studio.clock.advance(20 * 60_000)
  await page.getByRole('button', { name: t('account', 'factor.turnOff') }).click()
  await dialog.getByLabel(t('account', 'factor.password')).fill(testPassword)
  await dialog.getByRole('button', { name: t('account', 'factor.turnOff') }).click()
  const proof = page.getByRole('dialog', { name: t('passport', 'stepUp.title') })
  await proof.getByLabel(t('passport', 'secondStep.code'), { exact: true }).fill(codes[0]!)
  await proof.getByRole('button', { name: t('passport', 'secondStep.confirm') }).click()
  await page.getByRole('button', { name: t('account', 'factor.setUp') }).waitFor()
  expect(await person.api.factor.status({})).toMatchObject({ is_on: false })
})

test('a passkey is added and signs in without a password', async () => {
  const t = texts('zh-CN')
  const person = await studio.register('kaya')
  const page = await visit({ language: 'zh-CN', cookie: person.cookie() })
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/account/security')
  await page.getByRole('button', { name: t('account', 'passkey.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('account', 'passkey.name')).fill('Laptop')
  await dialog.getByLabel(t('account', 'passkey.password')).fill(testPassword)
  await expectAccessible(page, 'passkey-add', ['Laptop'])
  await dialog.getByRole('button', { name: t('account', 'passkey.add') }).click()
  await page
    .getByRole('list', { name: t('account', 'passkey.title') })
    .getByText('Laptop')
    .waitFor()
  await expectTranslated(page, 'passkeys', ['Laptop', (await person.api.passport.accountInfo({})).name])

  await page.context().clearCookies()
  await page.goto('/sign')
  await page.getByRole('button', { name: t('passport', 'passkey.signIn') }).click()
  await page.waitForURL(/\/space\//)

  studio.clock.advance(20 * 60_000)
  await page.goto('/account/security')
  await page.getByRole('button', { name: t('account', 'passkey.removeOf').replace('{{name}}', 'Laptop') }).click()
  await page.getByRole('button', { name: t('account', 'passkey.remove'), exact: true }).click()
  const proof = page.getByRole('dialog', { name: t('passport', 'stepUp.title') })
  await proof.getByRole('button', { name: t('passport', 'passkey.use') }).click()
  await page.getByText(t('account', 'passkey.none')).waitFor()
})
