import { generateKeyPairSync } from 'node:crypto'
import { CollaborationResource, PrincipalType } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { appAssertion } from '../apps/server/src/testing/app-assertion.ts'
import { companyDomain, openCompany, openEnterprise } from '../apps/server/src/testing/idp/company.ts'
import { type Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { sameWindow } from './lib/same-window.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Access that people and programs of a company get and lose. */
const language = 'zh-CN'
const t = texts(language)
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let open: ReturnType<typeof sameWindow>
let admin: Person
let bob: Person
let page: Page
let [enterprise_id, space_id, token] = ['', '', '']
beforeAll(async () => {
  const company = await openCompany()
  studio = await openStudioHere((address) => ({ publicUrl: address, ...company.settings }))
  visit = await openBrowser(studio.address)
  open = sameWindow(visit)
  await studio.register('instance')
  admin = await studio.register('ada')
  bob = await studio.register('bob')
  enterprise_id = await openEnterprise(studio, admin, company)
  await studio.services.enterprises.addPerson(enterprise_id, { userId: bob.id, roles: ['Member'] })
  await studio.services.enterprises.changed(enterprise_id)
  space_id = (await admin.api.enterpriseSpaces.create({ enterprise_id, name: 'Design' })).space_id
  token = (await admin.api.provisioning.createToken({ enterprise_id })).token
  page = await visit({ language, cookie: admin.cookie() })
})
const at = (part: string) => `/enterprise/${enterprise_id}/${part}`
const names = ['ada', 'bob', 'Design', 'Company', 'Robot', 'Pilot']

async function scim(method: string, path: string, body?: object): Promise<{ id: string }> {
  // Advances the clock, because the limit of calls per second is not under test.
  studio.clock.advance(1000)
  const answer = await studio.request(`/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status, path).toBeLessThan(300)
  return answer.status === 204 ? { id: '' } : ((await answer.json()) as { id: string })
}

test('a group of the directory gives its people access to a space and takes it away', async () => {
  const email = `dana@${companyDomain}`
  const emails = [{ value: email, type: 'work', primary: true }]
  const dana = await scim('POST', '/Users', { userName: email, displayName: 'Dana', emails, active: true })
  const group = await scim('POST', '/Groups', { displayName: 'Crew', members: [{ value: dana.id }] })
  await goTo(page, at('groups'))
  await page
    .getByRole('row')
    .filter({ hasText: 'Crew' })
    .getByRole('button', { name: t('enterprise', 'people.manage') })
    .click()
  const sheet = page.getByRole('complementary', { name: 'Crew' })
  await sheet.getByRole('listitem').filter({ hasText: 'Dana' }).waitFor()
  await sheet.getByRole('combobox', { name: t('enterprise', 'groups.space') }).click()
  await page.getByRole('option', { name: 'Design' }).click()
  await sheet.getByRole('button', { name: t('enterprise', 'groups.grant') }).click()
  await sheet.getByRole('button', { name: t('enterprise', 'groups.revoke', { name: 'Design' }) }).waitFor()
  await expectAccessible(page, 'company-directory-group', [...names, 'Crew', 'Dana', 'SCIM'])

  const session = await studio.services.sessions.start(dana.id, 'test', '127.0.0.1')
  const theirs = await visit({ language, cookie: `session_key=${session.token}` })
  await goTo(theirs, `/space/${space_id}/develop`)
  await theirs.getByRole('button', { name: /Design/ }).waitFor()

  const Operations = [{ op: 'Remove', path: `members[value eq "${dana.id}"]` }]
  await scim('PATCH', `/Groups/${group.id}`, { Operations })
  await theirs.reload()
  await theirs.getByText(t('shell', 'missing.space.title')).waitFor()
  await page.reload()
  await page
    .getByRole('row')
    .filter({ hasText: 'Crew' })
    .getByRole('button', { name: t('enterprise', 'people.manage') })
    .click()
  await expect.poll(() => sheet.getByRole('listitem').filter({ hasText: 'Dana' }).count()).toBe(0)
})

test('an operator publishes a bot but cannot edit it', async () => {
  await admin.api.space.addMembers({ space_id, member_info_list: [{ user_id: bob.id }] })
  const { bot_id } = await admin.api.bot.create({ space_id, name: 'Pilot' })
  await admin.api.collaborator.add({
    resource: { id: bot_id, type: CollaborationResource.bot },
    principal: { id: bob.id, type: PrincipalType.user },
    collaborator_types: ['BotOperator'],
  })
  const theirs = await open({ language, cookie: bob.cookie() }, `/space/${space_id}/bot/${bot_id}`)
  await theirs.getByText(t('bot', 'state.readOnly')).waitFor()
  await expect.poll(() => theirs.getByRole('button', { name: t('bot', 'info.edit') }).count()).toBe(0)
  await expect(bob.api.bot.update({ bot_id, name: 'Mine' })).rejects.toMatchObject({ status: 403 })
  await theirs.getByRole('link', { name: t('bot', 'publish'), exact: true }).click()
  await theirs.getByRole('heading', { name: t('publish', 'changes.first') }).waitFor()
  await expectAccessible(theirs, 'company-operator', names)
  const count = new RegExp(t('publish', 'publish', { count: 9 }).replace('9', String.raw`\d+`))
  await theirs.getByRole('button', { name: count }).click()
  await theirs
    .getByRole('heading', { name: t('publish', 'progress.done', { version: 'v1.0.0' }) })
    .first()
    .waitFor()
})

test('an app is reviewed, installed, used on behalf of a person and revoked', async () => {
  const { app_meta } = await admin.api.oauth.createApp({ name: 'Robot', client_type: 'Service' })
  const { appid } = app_meta
  await admin.api.oauth.updateApp({ appid, declared_permission_v2: ['Bot.view'] })
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const public_key_pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { fingerprint } = await admin.api.oauth.uploadKey({ appid, public_key_pem })
  async function tokenFor(sub: string): Promise<string> {
    const now = Math.floor(studio.clock.now() / 1000)
    const audience = new URL(studio.infra.config.publicUrl).host
    const jwt = await appAssertion({ appid, fingerprint, privateKey, audience, claims: { sub }, now })
    const answer = await studio.request(`/api/permission/oauth2/account/${enterprise_id}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${jwt}` },
      body: JSON.stringify({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', duration_seconds: 600 }),
    })
    return ((await answer.json()) as { access_token?: string }).access_token ?? ''
  }
  const reads = async (by: string) =>
    (await studio.request(`/v1/bots?workspace_id=${space_id}`, { headers: { authorization: `Bearer ${by}` } })).status

  const theirs = await open({ language, cookie: bob.cookie() }, at(''))
  await theirs.getByRole('button', { name: t('enterprise', 'apps.ask') }).click()
  const asking = theirs.getByRole('dialog', { name: t('enterprise', 'apps.ask') })
  await asking.getByRole('textbox').fill(appid)
  await asking.getByText(t('enterprise', 'apps.wants', { name: 'Robot', list: 'Bot.view' })).waitFor()
  await expectAccessible(theirs, 'company-app-ask', [...names, 'Robot', 'Bot.view'])
  await asking.getByRole('button', { name: t('enterprise', 'apps.send') }).click()
  await asking.waitFor({ state: 'detached' })
  expect(await tokenFor(bob.id)).toBe('')
  await goTo(page, at('requests'))
  const asked = page.getByRole('row').filter({ hasText: 'Robot' })
  await asked.waitFor()
  await expectAccessible(page, 'company-app-review', names)
  await asked.getByRole('button', { name: t('enterprise', 'requests.approve') }).click()
  await asked.waitFor({ state: 'detached' })
  const access = await tokenFor(bob.id)
  expect(await reads(access)).toBe(200)

  await goTo(theirs, at(''))
  await theirs
    .getByRole('list', { name: t('enterprise', 'apps.title') })
    .getByText('Robot')
    .waitFor()
  await goTo(theirs, '/account/authorized')
  await theirs.getByText(t('oauth', 'authorized.byEnterprise')).waitFor()
  await expectAccessible(theirs, 'company-app-authorized', names)
  await theirs.getByRole('button', { name: t('oauth', 'authorized.revoke'), exact: true }).click()
  await theirs
    .getByRole('alertdialog')
    .or(theirs.getByRole('dialog'))
    .getByRole('button', { name: t('oauth', 'authorized.revoke'), exact: true })
    .click()
  await theirs.getByText(t('oauth', 'authorized.empty')).waitFor()
  expect(await reads(access)).toBe(401)
  expect(await tokenFor(bob.id)).toBe('')

  const ofAdmin = await tokenFor(admin.id)
  expect(await reads(ofAdmin)).toBe(200)
  await goTo(page, at('apps'))
  const installed = page.getByRole('row').filter({ hasText: 'Robot' })
  await installed.getByRole('button', { name: t('enterprise', 'apps.remove') }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: t('enterprise', 'apps.remove') })
    .click()
  await page.getByText(t('enterprise', 'apps.empty')).waitFor()
  expect(await reads(ofAdmin)).toBe(401)
})

test('a guest opens only the bot that was shared with them, and nothing else of its space', async () => {
  const cleo = await studio.register('cleo')
  await studio.services.enterprises.addPerson(enterprise_id, { userId: cleo.id, roles: ['Guest'] })
  await studio.services.enterprises.changed(enterprise_id)
  const [shared, other] = await Promise.all(
    ['Drafter', 'Keeper'].map(async (name) => (await admin.api.bot.create({ space_id, name })).bot_id),
  )
  await admin.api.collaborator.add({
    resource: { id: shared!, type: CollaborationResource.bot },
    principal: { id: cleo.id, type: PrincipalType.user },
    collaborator_types: ['BotEditor'],
  })
  const theirs = await visit({ language, cookie: cleo.cookie() })
  await goTo(theirs, at(''))
  await expectAccessible(theirs, 'company-guest', [...names, 'Drafter', 'cleo'])
  await theirs
    .getByRole('list', { name: t('enterprise', 'shared.title') })
    .getByRole('link', { name: 'Drafter' })
    .click()
  await theirs.getByRole('button', { name: t('bot', 'info.edit') }).waitFor()
  await theirs.reload()
  await theirs.getByRole('button', { name: t('bot', 'info.edit') }).waitFor()
  await theirs.getByRole('button', { name: t('model', 'settingsOf', { name: t('model', 'closed') }) }).waitFor()
  await expectAccessible(theirs, 'company-guest-bot', [...names, 'Drafter', 'cleo'])
  await theirs.goto(`/space/${space_id}/bot/${other!}`)
  await theirs.getByRole('link', { name: t('shell', 'missing.home') }).waitFor()
  await expect.poll(() => theirs.getByText('Keeper').count()).toBe(0)
  for (const part of ['develop', 'library', 'members']) {
    await theirs.goto(`/space/${space_id}/${part}`)
    await theirs.getByText(t('shell', 'missing.space.title')).waitFor()
  }
})

test('a person is invited by name and accepts', async () => {
  const eve = await studio.register('eve')
  const { uniqueName } = await studio.services.passport.get(eve.id)
  await goTo(page, at('people'))
  await page.getByRole('button', { name: t('enterprise', 'people.add'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('enterprise', 'add.title') })
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: t('enterprise', 'role.Guest') }).click()
  await dialog.getByPlaceholder(t('enterprise', 'add.search')).fill(uniqueName)
  const found = dialog.getByRole('listitem').filter({ hasText: uniqueName })
  await found.waitFor()
  await expectAccessible(page, 'company-add-people', [...names, 'eve', uniqueName])
  await found.getByRole('button', { name: t('enterprise', 'add.invite'), exact: true }).click()
  await page.getByText(t('enterprise', 'add.done')).waitFor()
  const theirs = await visit({ language, cookie: eve.cookie() })
  await goTo(theirs, '/space')
  await theirs.getByText(t('shell', 'space.switch')).first().click({ force: true })
  await theirs.getByRole('button', { name: t('enterprise', 'invited.accept') }).click()
  await expect
    .poll(async () => (await studio.services.enterprises.person(enterprise_id, eve.id))?.peopleType)
    .toBe('EnterpriseGuest')
})
