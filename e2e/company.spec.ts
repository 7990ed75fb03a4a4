import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { stepAt, totpCode } from '../apps/server/src/domains/ground/factor/totp.ts'
import { type Company, companyDomain, openCompany } from '../apps/server/src/testing/idp/company.ts'
import { type Person, testPassword } from '../apps/server/src/testing/test-app.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

let studio: Studio
let company: Company
let admin: Person
let visit: Awaited<ReturnType<typeof openBrowser>>
let open: ReturnType<typeof sameWindow>
let [enterprise, secret] = ['', '']
const t = texts('en')
const asWritten = ['SAML', 'LDAP', 'OpenID Connect', companyDomain]

beforeAll(async () => {
  company = await openCompany()
  const named = (address: string) => address.replace('127.0.0.1', 'localhost')
  studio = await openStudioHere((address) => ({ publicUrl: named(address), ...company.settings }))
  visit = await openBrowser(named(studio.address))
  open = sameWindow(visit)
  await studio.register('owner')
  admin = await studio.register('admin')
  enterprise = (await studio.services.enterprises.create(admin.id, 'Company', '')).id
  secret = (await admin.api.factor.begin({ password: testPassword })).secret
  await admin.api.factor.confirm({ code: totpCode(secret, stepAt(studio.clock.now())) })
})

/** Fills in the pages of the provider: name and password, then consent. */
async function signInThere(page: Page, username: string) {
  await page.locator('input[name=login]').fill(username)
  await page.locator('input[name=password]').fill('password')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}
async function bySamlThere(page: Page, name: string) {
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
const card = (page: Page, name: string) => page.getByRole('article', { name })

test('a domain is verified, providers are added, tested and activated, and people sign in with each', async () => {
  const page = await open({ language: 'en', cookie: admin.cookie() }, `/enterprise/${enterprise}/sign-in`)
  await page.getByLabel(t('sso', 'domain.add')).fill(companyDomain)
  await page.getByRole('button', { name: t('sso', 'domain.addAction'), exact: true }).click()
  await page.getByText(t('sso', 'domain.how.unverified')).waitFor()
  const { domains } = await admin.api.ssoDomain.list({ enterprise_id: enterprise })
  company.records.set(domains[0]!.record, domains[0]!.challenge)
  await page.getByRole('button', { name: t('sso', 'domain.verify'), exact: true }).click()
  await page.getByText(t('sso', 'domain.verified'), { exact: true }).waitFor()

  await page.getByRole('button', { name: t('sso', 'connection.add') }).click()
  const dialog = page.getByRole('dialog')
  const { config } = company.forms.oidc
  await dialog.getByLabel(t('sso', 'connection.name')).fill('OIDC')
  await dialog.getByLabel(t('sso', 'field.issuer')).fill(config.issuer)
  await dialog.getByLabel(t('sso', 'field.clientId')).fill(config.client_id)
  await dialog.getByLabel(t('sso', 'field.clientSecret'), { exact: true }).fill(company.forms.oidc.secret)
  await expectAccessible(page, 'company-connection', asWritten)
  await dialog.getByRole('button', { name: t('sso', 'connection.create'), exact: true }).click()
  await card(page, 'OIDC').waitFor()
  for (const kind of ['saml', 'ldap'] as const)
    await admin.api.ssoConnections.create({ enterprise_id: enterprise, ...company.forms[kind] })
  await page.reload()

  await card(page, 'OIDC')
    .getByRole('button', { name: t('sso', 'connection.test') })
    .click()
  await signInThere(page, 'ada')
  await card(page, 'OIDC').getByText(t('sso', 'state.tested'), { exact: true }).waitFor()
  await card(page, 'SAML')
    .getByRole('button', { name: t('sso', 'connection.test') })
    .click()
  await bySamlThere(page, 'Ada')
  await card(page, 'SAML').getByText(t('sso', 'state.tested'), { exact: true }).waitFor()
  await card(page, 'LDAP')
    .getByRole('button', { name: t('sso', 'connection.test') })
    .click()
  await dialog.getByLabel(t('sso', 'test.username')).fill('ada')
  await dialog.getByLabel(t('sso', 'test.password'), { exact: true }).fill('password')
  await dialog.getByRole('button', { name: t('sso', 'connection.test') }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const name of ['OIDC', 'SAML', 'LDAP']) {
    await card(page, name)
      .getByRole('button', { name: t('sso', 'connection.activate') })
      .click()
    await card(page, name).getByText(t('sso', 'state.active'), { exact: true }).waitFor()
  }
  await expectAccessible(page, 'company-sign-in', asWritten)

  const begin = async (name: string, username: string) => {
    const visitor = await visit({ language: 'en' })
    await visitor.goto('/sign')
    await visitor.getByLabel(t('passport', 'email'), { exact: true }).fill(`${username}@${companyDomain}`)
    await visitor.getByRole('button', { name: t('passport', 'company.continue').replace('{{name}}', name) }).click()
    return visitor
  }
  const byOidc = await begin('OIDC', 'ada')
  await signInThere(byOidc, 'ada')
  await byOidc.waitForURL(/\/space\//)
  const bySaml = await begin('SAML', 'ben')
  await bySamlThere(bySaml, 'Ben')
  await bySaml.waitForURL(/\/space\//)
  const byLdap = await begin('LDAP', 'cleo')
  await byLdap.getByLabel(t('passport', 'company.username')).fill('cleo')
  await byLdap.getByLabel(t('passport', 'password'), { exact: true }).fill('password')
  await expectAccessible(byLdap, 'company-directory', ['LDAP'])
  await byLdap.getByLabel(t('passport', 'password'), { exact: true }).press('Enter')
  await byLdap.waitForURL(/\/space\//)
})

test('when the required provider fails, the break-glass account can still sign in', async () => {
  const email = `admin@${companyDomain}`
  await studio.infra.database.pool.query('UPDATE app_user SET email = $2, email_key = $2 WHERE id = $1', [
    admin.id,
    email,
  ])
  const page = await open({ language: 'en', cookie: admin.cookie() }, `/enterprise/${enterprise}/sign-in`)
  await page.getByRole('button', { name: t('sso', 'glass.add') }).click()
  await page.getByText(email).waitFor()
  await card(page, 'OIDC')
    .getByRole('button', { name: t('sso', 'connection.require') })
    .click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: t('sso', 'connection.require') })
    .click()
  await card(page, 'OIDC').getByText(t('sso', 'connection.required'), { exact: true }).waitFor()
  await company.oidc.close()

  const visitor = await visit({ language: 'en' })
  await visitor.goto('/sign')
  await visitor.getByLabel(t('passport', 'email'), { exact: true }).fill(email)
  await visitor.getByText(t('passport', 'company.required')).waitFor()
  await expectAccessible(visitor, 'company-required', ['OIDC', ...asWritten])
  await visitor.getByRole('button', { name: t('passport', 'company.other') }).click()
  await visitor.getByLabel(t('passport', 'password'), { exact: true }).fill(testPassword)
  await visitor.getByLabel(t('passport', 'password'), { exact: true }).press('Enter')
  const code = visitor.getByLabel(t('passport', 'secondStep.code'), { exact: true })
  studio.clock.advance(60_000)
  await code.fill(totpCode(secret, stepAt(studio.clock.now())))
  await code.press('Enter')
  await visitor.waitForURL(/\/space\//)
  const { events } = await studio.services.audit.list({ actorId: admin.id }, 1, 20)
  expect(events.map((event) => event.action)).toContain('sso.break_glass')
})

test('a token for the directory is created, and its calls are listed', async () => {
  const page = await open({ language: 'en', cookie: admin.cookie() }, `/enterprise/${enterprise}/provisioning`)
  await page.getByRole('button', { name: t('sso', 'scim.create') }).click()
  const dialog = page.getByRole('dialog')
  const token = await dialog.getByLabel(t('sso', 'scim.tokenLabel')).inputValue()
  await dialog.getByRole('button', { name: t('sso', 'scim.done') }).click()
  const answer = await studio.request('/scim/v2/Users', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  await page.reload()
  await page
    .getByRole('list', { name: t('sso', 'calls.title') })
    .getByText('Users')
    .waitFor()
  await expectAccessible(page, 'company-provisioning', ['SCIM', 'Users'])
})
