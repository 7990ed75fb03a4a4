import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, testPassword } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** The marketplace without an account: a visitor reads and searches, and has to sign in to star or copy. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
})

describe('the marketplace without an account', () => {
  const language: Language = 'en'
  const t = texts(language)
  const store = (key: string, values?: Record<string, string | number>) => t('explore', key, values)
  const flag = t('admin', 'flags.switch', { name: t('admin', 'flags.of.market.visitors') })

  async function setOpen(isOpen: boolean) {
    const page = await visit({ language, cookie: owner.cookie() })
    await page.goto('/admin/flags')
    const box = page.getByRole('switch', { name: flag })
    await box.waitFor()
    if ((await box.getAttribute('aria-checked')) !== String(isOpen)) {
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/instance/flags') && answer.ok())
      await box.click()
      await saved
    }
    if (isOpen) await expectAccessible(page, 'admin-flags')
    await page.close()
  }
  async function signIn(page: Page, email: string) {
    await page.getByLabel(t('passport', 'email'), { exact: true }).fill(email)
    await page.getByLabel(t('passport', 'password'), { exact: true }).fill(testPassword)
    await page.getByRole('button', { name: t('passport', 'signIn'), exact: true }).click()
  }
  /** An official template with its name in this language. */
  async function firstTemplate(): Promise<{ id: string; name: string }> {
    const api = studio.apiWith({ 'accept-language': language, cookie: owner.cookie() })
    const { products } = await api.market.list({ entity_type: 21, page_size: 50 })
    return products.find((product) => product.meta_info.is_official)!.meta_info
  }

  test('opens only if the owner allows it; a star or a copy is completed after the sign-in', async () => {
    await setOpen(false)
    const closed = await visit({ language })
    await closed.goto('/explore/template')
    await closed.waitForURL(/\/sign\?redirect=/)
    await setOpen(true)

    const { id, name } = await firstTemplate()
    const user = await studio.register(`visitor-${language.toLowerCase()}`)
    const page = await visit({ language })
    await page.goto('/explore/template')
    await page.getByRole('link', { name: t('shell', 'visitor.signIn') }).waitFor()
    await page.getByRole('button', { name, exact: true }).waitFor()
    await expectAccessible(page, 'explore-visitor', [name])
    await page.getByPlaceholder(store('template.search')).fill(name)
    await page.waitForURL((url) => url.searchParams.get('word') === name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name, exact: true }).waitFor()

    // A star: after the sign-in, the visitor returns to the same page and the star is set.
    await page.getByRole('button', { name: store('star', { name }), exact: true }).click()
    await page.waitForURL(/\/sign\?redirect=/)
    await signIn(page, user.email)
    await page.waitForURL((url) => url.pathname === '/explore/template' && url.searchParams.get('word') === name)
    await page.getByText(store('starred', { name })).waitFor()
    await page.getByRole('button', { name: store('unstar', { name }), exact: true }).waitFor()
    const marked = await user.api.market.favorites({})
    expect(marked.favorite_products.map(({ product }) => product.meta_info.id)).toEqual([id])

    // A copy by another visitor, from the page of the product: the form opens after the sign-in.
    const other = await visit({ language })
    await other.goto(`/explore/template/${id}`)
    await other.getByRole('heading', { name, exact: true }).waitFor()
    await other.getByText(store('rate.signIn')).waitFor()
    await other.getByRole('button', { name: store('take'), exact: true }).click()
    await other.waitForURL(/\/sign\?redirect=/)
    await signIn(other, user.email)
    const form = other.getByRole('dialog', { name: store('take.title', { name }) })
    await form.waitFor()
    await form.getByRole('button', { name: store('take.do'), exact: true }).click()
    await other.waitForURL(/\/space\/\d+\/bot\/\d+/)
  })

  test('asks for an account on pages that belong to a person', async () => {
    await setOpen(true)
    const page = await visit({ language })
    for (const path of ['/explore/favourites', '/explore/mine']) {
      await page.goto(path)
      await page.waitForURL(`/sign?redirect=${encodeURIComponent(path)}`)
    }
  })
})

describe('an official plugin in the store, in English', () => {
  const store = (key: string, values?: Record<string, string | number>) => texts('en')('explore', key, values)

  test('is tried with custom values, and added to a bot or a workflow from there', async () => {
    const { api } = owner
    const spaceId = (await api.space.list({})).bot_space_list[0]!.id
    const { bot_id: botId } = await api.bot.create({ space_id: spaceId, name: 'Reckoner' })
    const { workflow_id } = await api.workflow.create({ space_id: spaceId, name: 'reckoning', desc: 'Reckons' })
    const page = await visit({ language: 'en', cookie: owner.cookie() })
    await page.goto('/explore/plugin')
    const open = async () => {
      await page.getByRole('main').getByRole('button', { name: 'Calculator', exact: true }).click()
      return page.getByRole('complementary', { name: 'Calculator' })
    }
    const sheet = await open()
    await sheet.getByRole('button', { name: /^calculate/ }).click()
    await sheet.getByRole('button', { name: store('try'), exact: true }).click()
    await sheet.getByRole('textbox').first().fill('6 * 7')
    await sheet.getByRole('button', { name: store('try.run'), exact: true }).click()
    await sheet.getByText('42').first().waitFor()
    await expectAccessible(page, 'store-try')
    await sheet.getByRole('button', { name: store('add'), exact: true }).click()
    await page.getByRole('menuitem', { name: store('add.bot.do') }).click()
    const toBot = page.getByRole('dialog', { name: store('add.bot.title', { name: 'Calculator' }) })
    await toBot.getByRole('combobox', { name: store('add.bot') }).click()
    await page.getByRole('option', { name: /Reckoner/ }).click()
    await toBot.getByRole('button', { name: store('add.bot.do'), exact: true }).click()
    await page.getByText(store('add.done', { name: 'Calculator', bot: 'Reckoner' })).waitFor()
    const { bot_info: info } = await api.bot.getDraft({ bot_id: botId })
    expect(info.plugin_info_list.map((tool) => tool.api_name)).toContain('calculate')
    await sheet.getByRole('button', { name: store('add'), exact: true }).click()
    await page.getByRole('menuitem', { name: store('add.workflow.do') }).click()
    const toFlow = page.getByRole('dialog', { name: store('add.workflow.title', { name: 'Calculator' }) })
    await toFlow.getByRole('combobox', { name: store('add.workflow') }).click()
    await page.getByRole('option', { name: /reckoning/ }).click()
    await toFlow.getByRole('button', { name: store('add.workflow.do'), exact: true }).click()
    await page.waitForURL(/work_flow\?/)
    await expect
      .poll(async () => (await api.workflow.canvas({ space_id: spaceId, workflow_id })).workflow.schema_json)
      .toContain('calculate')
    await page.close()
  })
})
