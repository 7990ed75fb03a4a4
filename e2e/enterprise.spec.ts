import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import { type FarRequest, openFarEnd } from '../apps/server/src/testing/far-end.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { goTo } from './lib/go-to.ts'

/** A company from its start: people join, a group opens a space, rules are set, and a person leaves. */
const t = texts('en')
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let ada: Person
let bob: Person
let theirs: Page
let page: Page
let enterpriseId: string
let receiver: string
const received: FarRequest[] = []
beforeAll(async () => {
  const receiverServer = await openFarEnd((request) => {
    received.push(request)
    return {}
  })
  afterFile(receiverServer.close)
  receiver = `${receiverServer.url}/audit`
  studio = await openStudioHere((address) => ({ publicUrl: address, egressAllow: [receiverServer.host] }))
  visit = await openBrowser(studio.address)
  await studio.register('instance')
  ada = await studio.register('ada')
  bob = await studio.register('bob')
  page = await visit({ language: 'en', cookie: ada.cookie() })
})
const at = (part: string) => `/enterprise/${enterpriseId}/${part}`
const button = (on: Page, key: string) => on.getByRole('button', { name: t('enterprise', key), exact: true })

test('a company is created from the account menu', async () => {
  await goTo(page, '/space')
  await page.getByRole('button', { name: t('shell', 'rail.account', { name: 'ada' }) }).click()
  await page.getByRole('menuitem', { name: t('shell', 'account.createEnterprise') }).click()
  const dialog = page.getByRole('dialog', { name: t('enterprise', 'create.title') })
  await dialog.getByRole('textbox').fill('Acme')
  await expectAccessible(page, 'enterprise-create', ['Acme'])
  await dialog.getByRole('button', { name: t('enterprise', 'create.title') }).click()
  await page.getByRole('heading', { name: t('shell', 'nav.enterprise.overview') }).waitFor()
  enterpriseId = new URL(page.url()).pathname.split('/')[2]!
  await expectAccessible(page, 'enterprise-overview', ['Acme', 'ada'])
})

test('a person applies by a link, and an admin approves', async () => {
  await goTo(page, at('people'))
  await button(page, 'people.add').click()
  await button(page, 'add.createLink').click()
  const link = await page.getByRole('dialog').locator('input[readonly]').inputValue()
  theirs = await visit({ language: 'en', cookie: bob.cookie() })
  await theirs.goto(new URL(link).pathname)
  await theirs.getByRole('textbox').fill('From design')
  await expectAccessible(theirs, 'enterprise-join', ['Acme', 'ada', 'From design'])
  await button(theirs, 'join.apply').click()
  await theirs.getByText(t('enterprise', 'join.applied')).waitFor()

  await goTo(page, at('requests'))
  await page.getByText('From design').waitFor()
  await expectAccessible(page, 'enterprise-requests', ['bob', 'ada', 'From design'])
  await button(page, 'requests.approve').click()
  await page.getByText(t('enterprise', 'requests.status.Approved')).waitFor()
  await theirs.reload()
  await theirs.getByRole('link', { name: t('enterprise', 'join.open') }).click()
  // A member sees only the overview.
  await theirs.getByText(t('enterprise', 'overview.you')).waitFor()
  const menu = theirs.getByRole('navigation', { name: t('shell', 'nav.enterprise') })
  await expect.poll(() => menu.getByRole('link').allTextContents()).toEqual([t('shell', 'nav.enterprise.overview')])
})

test('a group grants access to a space, which is listed under the name of the company', async () => {
  await goTo(page, at('spaces'))
  await button(page, 'spaces.create').click()
  const dialog = page.getByRole('dialog', { name: t('enterprise', 'spaces.create') })
  await dialog.getByRole('textbox').fill('Design')
  await dialog.getByRole('button', { name: t('enterprise', 'spaces.create') }).click()
  await page.getByText('Design', { exact: true }).waitFor()
  await expectAccessible(page, 'enterprise-spaces', ['Design', 'ada'])

  await goTo(page, at('groups'))
  await button(page, 'groups.create').click()
  const naming = page.getByRole('dialog', { name: t('enterprise', 'groups.create') })
  await naming.getByRole('textbox').fill('Designers')
  await naming.getByRole('button', { name: t('enterprise', 'groups.create') }).click()
  const sheet = page.getByRole('complementary', { name: 'Designers' })
  await sheet.getByRole('combobox', { name: t('enterprise', 'groups.addMember') }).click()
  await page.getByRole('option', { name: /bob/ }).click()
  await sheet.getByRole('listitem').filter({ hasText: 'bob' }).waitFor()
  await sheet.getByRole('combobox', { name: t('enterprise', 'groups.space') }).click()
  await page.getByRole('option', { name: 'Design' }).click()
  await sheet.getByRole('button', { name: t('enterprise', 'groups.grant') }).click()
  await sheet.getByRole('button', { name: t('enterprise', 'groups.revoke', { name: 'Design' }) }).waitFor()
  await expectAccessible(page, 'enterprise-groups', ['Designers', 'Design', 'bob'])

  await goTo(theirs, '/space')
  await theirs.getByText(t('shell', 'space.switch')).first().click({ force: true })
  await theirs.getByRole('link', { name: 'Acme' }).waitFor()
  await theirs.getByRole('option', { name: /Design/ }).waitFor()
})

test('a bot is shared with a group and with a guest who is not in its space', async () => {
  const { spaces } = await ada.api.enterpriseSpaces.list({ enterprise_id: enterpriseId })
  const space_id = spaces[0]!.space_id
  const { bot_id } = await ada.api.bot.create({ space_id, name: 'Drafter' })
  const cleo = await studio.register('cleo')
  await studio.services.enterprises.addPerson(enterpriseId, { userId: cleo.id, roles: ['Guest'] })
  await studio.services.enterprises.changed(enterpriseId)
  await goTo(page, `/space/${space_id}/bot/${bot_id}`)
  await page.getByRole('button', { name: t('bot', 'people.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('space', 'collaborators.title') })
  const outside = dialog.getByRole('list', { name: t('space', 'collaborators.enterprise') })
  for (const name of ['Designers', 'cleo'])
    await outside.getByRole('checkbox', { name: t('space', 'collaborators.choose', { name }) }).click()
  await expectAccessible(page, 'enterprise-share', ['Designers', 'cleo', 'ada', 'bob', 'Drafter'])
  await dialog.getByRole('button', { name: t('space', 'collaborators.addSome', { count: 2 }) }).click()
  const list = dialog.getByRole('list', { name: t('space', 'collaborators.title') })
  await list.getByText(t('space', 'collaborators.group', { count: 1 })).waitFor()
  await list.getByText(t('space', 'collaborators.guest')).waitFor()
  const actor = { userId: cleo.id, isInstanceOwner: false }
  expect(await studio.services.access.can(actor, 'bot', bot_id, 'editInfo')).toBe(true)
  await list.getByRole('button', { name: t('space', 'collaborators.remove', { name: 'cleo' }) }).click()
  await expect.poll(() => studio.services.access.can(actor, 'bot', bot_id, 'view')).toBe(false)
})

test('organisations form a tree, and the palette finds the pages of the company', async () => {
  await goTo(page, at('people'))
  await button(page, 'organizations.open').click()
  const sheet = page.getByRole('complementary', { name: t('enterprise', 'organizations.title') })
  for (const [above, name] of [
    ['Acme', 'Product'],
    ['Product', 'Research'],
  ] as const) {
    const row = sheet.getByRole('treeitem').filter({ hasText: above })
    await row.hover()
    await row.getByRole('button', { name: t('enterprise', 'organizations.addBelow', { name: above }) }).click()
    const dialog = page.getByRole('dialog', { name: t('enterprise', 'organizations.add') })
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: t('enterprise', 'organizations.add') }).click()
    await sheet.getByRole('treeitem').filter({ hasText: name }).waitFor()
  }
  await expect
    .poll(() => sheet.getByRole('treeitem').filter({ hasText: 'Research' }).getAttribute('aria-level'))
    .toBe('3')
  await expectAccessible(page, 'enterprise-organizations', ['Acme', 'Product', 'Research', 'ada', 'bob', 'cleo'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('shell', 'palette.label') }).fill(t('shell', 'nav.enterprise.security'))
  await page.getByRole('option').filter({ hasText: 'Acme' }).first().click()
  await page.waitForURL(new RegExp(`/enterprise/${enterpriseId}/security`))
})

test('security rules warn before they lock out the admin, and take effect once saved', async () => {
  await goTo(page, at('security'))
  await page.getByRole('radio', { name: t('enterprise', 'security.mode.on') }).click()
  await page.getByLabel(t('enterprise', 'security.list')).fill('203.0.113.0/24')
  await page.getByText(t('enterprise', 'security.ownOutside', { address: '127.0.0.1' })).waitFor()
  await expect.poll(() => button(page, 'security.save').isDisabled()).toBe(true)
  await button(page, 'security.addOwn').click()
  await page.getByText(t('enterprise', 'security.ownOutside', { address: '127.0.0.1' })).waitFor({ state: 'detached' })
  await page
    .getByRole('spinbutton', { name: t('enterprise', 'security.length') })
    .or(page.getByLabel(t('enterprise', 'security.length')))
    .first()
    .fill('12')
  await expectAccessible(page, 'enterprise-security', ['ada', 'bob', 'cleo'])
  await button(page, 'security.save').click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: t('enterprise', 'security.save') }).click()
  await page.getByText(t('enterprise', 'security.saved')).first().waitFor()
  const { rules } = await ada.api.enterpriseSecurity.get({ enterprise_id: enterpriseId }).catch(() => ({ rules: null }))
  // The API client of this test has no network address, so the rule refuses it.
  expect(rules).toBeNull()
  await page.getByRole('radio', { name: t('enterprise', 'security.mode.off') }).click()
  await button(page, 'security.save').click()
  await dialog.getByRole('button', { name: t('enterprise', 'security.save') }).click()
  await expect
    .poll(async () =>
      ada.api.enterpriseSecurity.get({ enterprise_id: enterpriseId }).then(
        (found) => found.rules.password_length,
        () => 0,
      ),
    )
    .toBe(12)
})

test('the audit log is forwarded to a webhook', async () => {
  await goTo(page, at('audit'))
  await button(page, 'streams.open').click()
  await button(page, 'streams.add').click()
  const dialog = page.getByRole('dialog', { name: t('enterprise', 'streams.add') })
  await dialog.getByLabel(t('enterprise', 'streams.field.name')).fill('SIEM')
  await dialog.getByLabel(t('enterprise', 'streams.field.url')).fill(receiver)
  await dialog.getByRole('checkbox').click()
  await expectAccessible(page, 'enterprise-stream', ['ada', 'bob', 'cleo', 'Acme', 'SIEM'])
  await dialog.getByRole('button', { name: t('enterprise', 'streams.add') }).click()
  await page.getByRole('dialog', { name: t('enterprise', 'streams.secretTitle') }).waitFor()
  await button(page, 'streams.done').click()
  studio.clock.advance(11_000)
  await studio.services.auditChain.sealAll()
  await studio.services.auditStreams.drain()
  await page.getByRole('complementary').getByText('SIEM').waitFor()
  expect(received.length).toBeGreaterThan(1)
  await expectAccessible(page, 'enterprise-streams', ['ada', 'bob', 'cleo', 'Acme', 'SIEM', 'Webhook'])
})

test('the reason why a person has access to a space is shown, and a removed person keeps nothing', async () => {
  await studio.startJobs()
  await goTo(page, at('people'))
  const row = page.getByRole('row').filter({ hasText: 'bob' })
  await row.getByRole('button', { name: t('enterprise', 'people.manage') }).click()
  const sheet = page.getByRole('complementary', { name: 'bob' })
  await sheet.getByRole('combobox', { name: t('enterprise', 'why.space') }).click()
  await page.getByRole('option', { name: 'Design' }).click()
  await sheet.getByText('Designers').first().waitFor()
  await expectAccessible(page, 'enterprise-person', ['bob', 'ada', 'Design', 'Designers', 'Acme'])
  await sheet.getByRole('button', { name: t('enterprise', 'person.remove') }).click()
  const dialog = page.getByRole('dialog', { name: t('enterprise', 'remove.title', { name: 'bob' }) })
  await dialog.getByRole('button', { name: t('enterprise', 'person.remove') }).click()
  await expect
    .poll(async () => (await ada.api.enterprisePeople.leavers({ enterprise_id: enterpriseId })).leavers[0]?.ended_at)
    .toBeGreaterThan(0)
  await goTo(page, at('audit'))
  await button(page, 'leavers.open').click()
  await button(page, 'leavers.check').click()
  await page.getByText(t('enterprise', 'leavers.nothing')).waitFor()
  await expectAccessible(page, 'enterprise-leavers', ['bob', 'ada', 'Acme', 'Design', 'Designers'])
})

test('the token of a service identity is shown only once', async () => {
  await goTo(page, at('tokens'))
  await button(page, 'identity.create').click()
  const dialog = page.getByRole('dialog', { name: t('enterprise', 'identity.create') })
  await dialog.getByRole('textbox').fill('Nightly')
  await dialog.getByRole('checkbox', { name: 'Design' }).click()
  await dialog.getByRole('button', { name: t('enterprise', 'identity.create') }).click()
  await page.getByRole('dialog', { name: t('enterprise', 'identity.created') }).waitFor()
  await button(page, 'identity.done').click()
  await page.getByText('Nightly').waitFor()
  await expectAccessible(page, 'enterprise-tokens', ['Nightly', 'ada'])
  await goTo(page, at('settings'))
  await page.getByText(t('enterprise', 'settings.joining')).waitFor()
  await expectAccessible(page, 'enterprise-settings', ['Acme'])
})
