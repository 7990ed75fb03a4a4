import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMailServer } from '../apps/server/src/testing/mail-server.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Settings of the instance owner for everybody: content rules, labels and levels, featured products. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let open: ReturnType<typeof sameWindow>
let owner: Person
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  open = sameWindow(visit)
  owner = await studio.register('owner')
})

describe('content rules, in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const admin = (key: string, values?: Record<string, string | number>) => t('admin', key, values)

  test('are written and tried, and then apply to names of spaces and bots', async () => {
    const page = await open({ language, cookie: owner.cookie() }, '/admin/content')
    await page.getByRole('heading', { name: admin('content.none') }).waitFor()
    await page.getByRole('button', { name: admin('content.add'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: admin('content.addTitle') })
    await dialog.getByRole('textbox', { name: admin('content.text') }).fill('moon*shine')
    await dialog.getByRole('checkbox', { name: admin('content.scope.space') }).click()
    await dialog.getByRole('checkbox', { name: admin('content.scope.bot') }).click()
    await dialog.getByRole('textbox', { name: admin('content.messageEn') }).fill('No spirits, please')
    await dialog.getByRole('textbox', { name: admin('content.messageZh') }).fill('请勿提及烈酒')
    await expectTranslated(page, 'admin-content-rule')
    await dialog.getByRole('button', { name: admin('content.save'), exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'moon*shine' }).waitFor()

    await page.getByRole('textbox', { name: admin('content.tryLabel') }).fill('Buy moon and shine')
    await page.getByRole('button', { name: admin('content.tryDo'), exact: true }).click()
    await page.getByText(admin('content.tryRefused', { message: 'No spirits, please' })).waitFor()
    await expectAccessible(page, 'admin-content')

    const maker = await studio.register('maker')
    const desk = await visit({ language, cookie: maker.cookie() })
    await desk.goto('/')
    await desk.waitForURL(/\/space\/\d+\/develop/)
    await desk.getByRole('button', { name: t('shell', 'rail.create'), exact: true }).click()
    await desk.getByRole('menuitem', { name: t('shell', 'create.team') }).click()
    const team = desk.getByRole('dialog', { name: t('shell', 'team.title') })
    await team.getByRole('textbox', { name: t('shell', 'team.name') }).fill('Moonshine')
    await team.getByRole('button', { name: t('shell', 'team.create'), exact: true }).click()
    await team.getByText('No spirits, please').waitFor()
    expect((await maker.api.space.listFlat({})).bot_space_list.map((space) => space.name)).not.toContain('Moonshine')
    await team.getByRole('textbox', { name: t('shell', 'team.name') }).fill('Sunshine')
    await team.getByRole('button', { name: t('shell', 'team.create'), exact: true }).click()
    await team.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: admin('content.remove', { text: 'moon*shine' }) }).click()
    await page.getByRole('button', { name: admin('content.removeAction'), exact: true }).click()
    await page.getByRole('heading', { name: admin('content.none') }).waitFor()
  })
})

describe('mail, branding and the log, in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const admin = (key: string, values?: Record<string, string | number>) => t('admin', key, values)

  test('a mail server is tested, saved and immediately used for invitations', async () => {
    const post = await openMailServer()
    const team = (await owner.api.space.create({ name: 'Harbour' })).id
    const page = await open({ language, cookie: owner.cookie() }, '/admin/mail')
    await page.getByRole('textbox', { name: admin('mail.host') }).fill('127.0.0.1')
    await page.getByRole('radio', { name: admin('mail.security.none') }).click()
    await page.getByRole('textbox', { name: admin('mail.port') }).fill(String(post.port))
    await page.getByRole('textbox', { name: admin('mail.user') }).fill(post.account.user)
    await page.getByLabel(admin('mail.password'), { exact: true }).fill('wrong')
    await page.getByRole('textbox', { name: admin('mail.from') }).fill('studio@example.test')
    await page.getByRole('button', { name: admin('mail.testSend'), exact: true }).click()
    await page.getByText(/refused the user name or password/).waitFor()
    await page.getByLabel(admin('mail.password'), { exact: true }).fill(post.account.password)
    await page.getByRole('button', { name: admin('mail.testSend'), exact: true }).click()
    await page.getByText(admin('mail.testSent', { to: owner.email })).waitFor()
    await page.getByRole('button', { name: admin('mail.save'), exact: true }).click()
    await page.getByText(admin('mail.saved'), { exact: true }).waitFor()
    await expectAccessible(page, 'admin-mail')
    await goTo(page, `/space/${team}/members?tab=invitations`)
    await page.getByRole('textbox', { name: t('space', 'mailInvite.emails') }).fill('mira@example.test')
    await page.getByRole('button', { name: t('space', 'mailInvite.send'), exact: true }).click()
    await page
      .getByRole('list', { name: t('space', 'mailInvite.pending') })
      .getByText('mira@example.test')
      .waitFor()
    expect(post.received.at(-1)).toMatchObject({ to: 'mira@example.test' })
    await expectAccessible(page, 'space-invitations')
    await owner.api.instance.removeMail({})
  })

  test('name and colour are saved, and the audit log describes the change and can be filtered', async () => {
    const page = await open({ language, cookie: owner.cookie() }, '/admin/branding')
    await page.getByRole('textbox', { name: admin('brand.name') }).fill('Harbour desk')
    await page.getByRole('button', { name: admin('brand.save'), exact: true }).click()
    await page.getByText(admin('brand.saved'), { exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('Branding - Administration - Harbour desk')
    await expectAccessible(page, 'admin-branding')
    await owner.api.instance.saveBranding({ name: '' })
    await goTo(page, '/admin/audit')
    await page.getByText(t('space', 'audit.instance.branding')).first().waitFor()
    await page.getByRole('combobox', { name: t('space', 'audit.filter.area') }).click()
    await page.getByRole('option', { name: t('space', 'audit.area.people') }).click()
    await page.getByText(t('space', 'audit.instance.branding')).first().waitFor({ state: 'detached' })
    await page.getByText(t('space', 'audit.invitation.send', { email: 'mira@example.test' })).waitFor()
    await expectAccessible(page, 'admin-audit')
    for (const path of ['/admin/egress', '/admin/search', '/admin/features']) {
      await goTo(page, path)
      await page.locator('h1').waitFor()
      await expectAccessible(page, path.slice(1).replace('/', '-'))
    }
  })
})

describe('people and places, in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const admin = (key: string, values?: Record<string, string | number>) => t('admin', key, values)

  test('a person gets a label and a level, and others see the label', async () => {
    const ada = await studio.register('ada')
    const page = await open({ language, cookie: owner.cookie() }, '/admin/users')
    await page.getByRole('button', { name: admin('standing.of', { name: 'ada' }), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: admin('standing.title', { name: 'ada' }) })
    await dialog.getByRole('textbox', { name: admin('standing.label') }).fill('客服')
    await dialog.getByRole('combobox', { name: admin('standing.level') }).click()
    await page.getByRole('option', { name: t('account', 'level.15') }).click()
    await dialog.getByRole('button', { name: admin('standing.save'), exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'ada' }).getByText('客服').waitFor()
    const own = await open({ language, cookie: ada.cookie() }, '/account')
    await own.getByText('客服').first().waitFor()
    await own.getByText(t('account', 'standing.level', { level: t('account', 'level.15'), count: 3 })).waitFor()
    await expectTranslated(own, 'account-standing', ['客服'])
  })

  test('a space that its owner hides is not offered as a destination of copies', async () => {
    const bob = await studio.register('bob')
    const hidden = (await bob.api.space.create({ name: '旧项目' })).id
    await bob.api.space.create({ name: '新项目' })
    const page = await open({ language, cookie: bob.cookie() }, `/space/${hidden}/members?tab=settings`)
    const box = page.getByRole('checkbox', { name: t('space', 'settings.hide') })
    await box.click()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/space/update') && answer.ok())
    await page.getByRole('button', { name: t('space', 'settings.save'), exact: true }).click()
    await saved
    await page.getByText(t('space', 'settings.saved')).waitFor()
    const api = studio.apiWith({ 'accept-language': language, cookie: bob.cookie() })
    const { products } = await api.market.list({ entity_type: 21, page_size: 1 })
    await goTo(page, `/explore/template/${products[0]!.meta_info.id}`)
    await page.getByRole('button', { name: t('explore', 'take'), exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: t('explore', 'take.space') }).click()
    await page.getByRole('option', { name: '新项目' }).waitFor()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .not.toContainEqual(expect.stringContaining('旧项目'))
  })

  test('a product is featured and a collection is created, and the store shows both', async () => {
    const seller = (key: string, values?: Record<string, string | number>) => t('seller', key, values)
    const api = studio.apiWith({ 'accept-language': language, cookie: owner.cookie() })
    const { products } = await api.market.list({ entity_type: 2, page_size: 2 })
    const [first, second] = products.map((product) => product.meta_info)
    const page = await open({ language, cookie: owner.cookie() }, '/admin/market')
    await page.getByRole('radio', { name: seller('review.listed') }).click()
    await page.getByPlaceholder(seller('review.search')).fill(first!.name)
    await page.getByRole('row').filter({ hasText: first!.name }).first().click()
    await page.getByRole('button', { name: seller('feature'), exact: true }).click()
    const form = page.getByRole('dialog', { name: seller('feature.title', { name: first!.name }) })
    await form.getByRole('textbox', { name: seller('feature.reason') }).fill('本周新品')
    await form.getByRole('button', { name: seller('feature.do'), exact: true }).click()
    await form.waitFor({ state: 'detached' })

    await page.goto('/admin/market')
    await page.getByRole('radio', { name: seller('review.front') }).click()
    await page.getByRole('button', { name: first!.name, exact: true }).waitFor()
    await page.getByRole('button', { name: seller('topic.new'), exact: true }).click()
    const topic = page.getByRole('dialog', { name: seller('topic.title') })
    await topic.getByRole('textbox', { name: seller('topic.name') }).fill('办公助手')
    await topic.getByRole('checkbox', { name: second!.name, exact: true }).click()
    await expectTranslated(page, 'admin-topic', [first!.name, second!.name, '办公助手'])
    await topic.getByRole('button', { name: seller('topic.do'), exact: true }).click()
    await topic.waitFor({ state: 'detached' })

    await goTo(page, '/explore/plugin')
    await page.getByText('本周新品').waitFor()
    await page.getByRole('link', { name: '办公助手', exact: true }).click()
    // Waits for the heading, because the toast contains the name too and may still be visible.
    await page.getByRole('heading', { name: '办公助手', exact: true }).waitFor()
    await page.getByRole('button', { name: second!.name, exact: true }).waitFor()
    await page.getByRole('button', { name: first!.name, exact: true }).waitFor({ state: 'detached' })
  })
})
