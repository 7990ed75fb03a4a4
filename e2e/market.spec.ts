import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { register } from './lib/register.ts'
import { noComplaints, openStudio, picture } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { seriousFaults } from './lib/visitor.ts'

/** The store on day one: plugins to look through, templates to take and talk to. */
const studio = openStudio()

describe.each(['en', 'zh-CN'] as const)('the store, in %s', (language) => {
  const t = texts(language)
  const card = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

  test('a new user takes a template into their space and has it answering', async () => {
    const person = await studio.person(language, { dark: language === 'zh-CN' })
    const { page } = person
    await page.goto('/sign')
    await register(page, language, `taker-${Math.random().toString(36).slice(2)}@example.test`)
    await page.waitForURL(/\/space\/\d+\/develop/)
    await page.goto('/explore/template')
    await page.getByRole('main').getByRole('heading', { level: 2 }).nth(5).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, `templates-${language}`)
    const first = page
      .getByRole('main')
      .locator('.group\\/card')
      .filter({ hasText: t('explore', 'entity.bot') })
      .first()
    const name = await first.getByRole('heading').innerText()
    await first.getByRole('heading').getByRole('button').click()
    const sheet = page.getByRole('complementary', { name })
    await sheet.getByRole('button', { name: t('explore', 'take') }).waitFor()
    await picture(page, `template-${language}`)
    await sheet.getByRole('button', { name: t('explore', 'take') }).click()
    await page.getByRole('menuitem').first().click()
    await page.waitForURL(/\/bot\/\d+/)
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill(language === 'en' ? 'What can you do?' : '你能做什么？')
    await composer.press('Enter')
    await page
      .getByRole('log')
      .getByRole('button', { name: t('chat', 'copy') })
      .nth(1)
      .waitFor()
    noComplaints(person)
  })

  test('plugins are narrowed by words and marked; a mark brings them back under favourites', async () => {
    const person = await studio.person(language)
    const { page } = person
    await page.goto('/sign')
    await register(page, language, `marker-${Math.random().toString(36).slice(2)}@example.test`)
    await page.waitForURL(/\/space\/\d+\/develop/)
    await page.goto('/explore/plugin')
    const heads = page.getByRole('main').getByRole('heading', { level: 2 })
    await heads.nth(19).waitFor()
    const name = (await heads.first().innerText()).trim()
    await card(page, name).click()
    const sheet = page.getByRole('complementary', { name })
    await sheet.getByRole('button', { expanded: false }).first().click()
    await picture(page, `plugin-store-${language}`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('explore', 'star', { name }), exact: true })
      .click()
    await page
      .getByRole('main')
      .getByRole('button', { name: t('explore', 'unstar', { name }), exact: true })
      .waitFor()
    await page.getByRole('radio', { name: t('explore', 'only.favourite') }).click()
    await expect.poll(() => heads.allInnerTexts()).toEqual([name])
    await page.getByRole('radio', { name: t('explore', 'only.all') }).click()
    await page.getByRole('searchbox').fill('no such thing at all')
    await page.getByText(t('explore', 'noMatch', { word: 'no such thing at all' })).waitFor()
    noComplaints(person)
  })
})
