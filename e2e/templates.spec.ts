import { describe, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** The store of a new instance: plugins to browse, templates to copy and chat with. */
const studio = openStudioInside()

async function arrive(language: Language, name: string) {
  const person = await studio.person(language)
  await joinAs(person, name)
  return person
}

describe('the store, in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('explore', key, values)

  test('a new user copies a template into their space, and the bot answers', async () => {
    const person = await arrive(language, 'taker')
    const { page } = person
    await goTo(page, '/explore/template')
    await page.getByRole('main').getByRole('heading', { level: 2 }).nth(5).waitFor()
    await expectAccessible(page, `templates-${language}`)
    const first = page
      .getByRole('main')
      .locator('.group\\/card')
      .filter({ hasText: words('entity.bot') })
      .first()
    // Waits for English names, because the page was just shown in Chinese and names come from the server.
    await first
      .getByRole('heading')
      .filter({ hasNotText: /\p{Script=Han}/u })
      .waitFor()
    const name = await first.getByRole('heading').innerText()
    await first.getByRole('heading').getByRole('button').click()
    const sheet = page.getByRole('complementary', { name })
    await sheet.getByRole('button', { name: words('take') }).waitFor()
    await expectTranslated(page, `template-${language}`)
    await sheet.getByRole('button', { name: words('take') }).click()
    const dialog = page.getByRole('dialog', { name: words('take.title', { name }) })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/get_message_list', async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: words('take.do'), exact: true }).click()
    await page.waitForURL(/\/bot\/\d+/)
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill('What can you do?')
    // The conversation does not exist yet; the question is sent once it does.
    await composer.press('Enter')
    release()
    await page
      .getByRole('log')
      .getByRole('button', { name: t('chat', 'copy') })
      .nth(1)
      .waitFor()
    noComplaints(person)
  })

  test('plugins are found by words and starred; starred plugins are listed as favourites', async () => {
    const person = await arrive(language, 'marker')
    const { page } = person
    await goTo(page, '/explore/plugin')
    const heads = page.getByRole('main').getByRole('heading', { level: 2 })
    await heads.nth(19).waitFor()
    const name = (await heads.first().innerText()).trim()
    await page.getByRole('main').getByRole('button', { name, exact: true }).click()
    const sheet = page.getByRole('complementary', { name })
    await sheet.getByRole('button', { expanded: false }).last().click()
    await sheet.getByRole('button', { name: words('try'), exact: true }).click()
    await sheet.getByRole('button', { name: words('try.run'), exact: true }).waitFor()
    await expectTranslated(page, `plugin-store-${language}`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('main')
      .getByRole('button', { name: words('star', { name }), exact: true })
      .click()
    await page
      .getByRole('main')
      .getByRole('button', { name: words('unstar', { name }), exact: true })
      .waitFor()
    await page.getByRole('combobox', { name: words('plugin.search') }).fill('no such thing at all')
    await page.getByText(words('noMatch', { word: 'no such thing at all' })).waitFor()
    expect(new URL(page.url()).searchParams.get('word')).toBe('no such thing at all')
    await page.getByRole('link', { name: words('favourites'), exact: true }).click()
    await page.getByRole('searchbox', { name: words('favouritesSearch') }).waitFor()
    await expect.poll(() => heads.allInnerTexts()).toEqual([name])
    await page
      .getByRole('main')
      .getByRole('button', { name: words('unstar', { name }), exact: true })
      .click()
    await page.getByRole('heading', { name: words('favouritesNone') }).waitFor()
    noComplaints(person)
  })
})
