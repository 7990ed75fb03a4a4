import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { password } from './lib/register.ts'
import { noComplaints, openStudio, type Person, picture } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { seriousFaults } from './lib/visitor.ts'

/** What a space holds, in one list, and found again by a word in it. */
const studio = openStudio()
const headers = { 'x-requested-with': 'XMLHttpRequest' }

async function newcomer(person: Person, name: string): Promise<string> {
  const data = { email: `${name}-${Math.random().toString(36).slice(2)}@example.test`, password }
  await person.context.request.post('/api/passport/web/email/register/v2/', { headers, data })
  await person.page.goto('/')
  await person.page.waitForURL(/\/space\/\d+\/develop/)
  return /\/space\/(\d+)\//.exec(person.page.url())![1]!
}
const call = async ({ context }: Person, path: string, data: object) =>
  expect(await (await context.request.post(path, { headers, data })).json()).toMatchObject({ code: 0 })

describe.each(['en', 'zh-CN'] as const)('in %s', (language) => {
  const t = texts(language)
  const isDark = language === 'zh-CN'
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test('resources of every kind are listed, narrowed by filters, opened and deleted', async () => {
    const person = await studio.person(language, { dark: isDark })
    const { page } = person
    const space_id = await newcomer(person, 'lib')
    await call(person, '/api/workflow_api/create', { name: 'build_plan', desc: 'Plans a day', space_id })
    await call(person, '/api/knowledge/create', { name: 'City guides', description: '', space_id, format_type: 0 })
    await page.goto(`/space/${space_id}/library`)
    await row(page, 'build_plan').waitFor()
    await row(page, 'City guides').waitFor()

    await page
      .getByRole('button', { name: t('library', 'create'), exact: true })
      .last()
      .click()
    await page.getByRole('menuitem', { name: t('shell', 'create.prompt') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('prompt', 'form.name')).fill('House tone')
    await dialog
      .getByRole('textbox', { name: t('prompt', 'form.text') })
      .last()
      .fill('Be plain and warm.')
    await dialog.getByRole('button', { name: t('prompt', 'form.save') }).click()
    await row(page, 'House tone').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, `library-${language}`)

    await page.getByRole('radio', { name: t('library', 'kinds.prompt') }).click()
    await row(page, 'City guides').waitFor({ state: 'detached' })
    expect(await row(page, 'House tone').count()).toBe(1)
    await page.getByRole('radio', { name: t('library', 'kind.all') }).click()
    await page.getByRole('searchbox').fill('guides')
    await row(page, 'build_plan').waitFor({ state: 'detached' })
    await row(page, 'City guides')
      .getByRole('button', { name: t('library', 'more', { name: 'City guides' }) })
      .click()
    await page.getByRole('menuitem', { name: t('library', 'remove'), exact: true }).click()
    await page.getByRole('button', { name: t('library', 'remove.do', { name: 'City guides' }) }).click()
    await row(page, 'City guides').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('')
    await row(page, 'build_plan').click()
    await page.waitForURL(/\/work_flow\?/)
    noComplaints(person)
  })

  test('case 22: a word finds names and contents of one’s own, on the page and in the palette, and nothing of others', async () => {
    const [mine, other] = [await studio.person(language, { dark: isDark }), await studio.person(language)]
    const [space_id] = [await newcomer(mine, 'mine'), await newcomer(other, 'other')]
    const prompt = { space_id, name: 'House tone', prompt_text: 'Write like a lighthouse keeper.' }
    await call(mine, '/api/playground_api/upsert_prompt_resource', { prompt })
    await call(mine, '/api/draftbot/create', { space_id, name: 'Lighthouse bot', description: '' })
    const found = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
    // The index follows within moments; the page is asked again until it does.
    await expect
      .poll(
        async () => {
          await mine.page.goto('/search/lighthouse')
          await mine.page.getByRole('main').locator('h2').first().waitFor()
          return [await found(mine.page, 'Lighthouse bot').count(), await found(mine.page, 'House tone').count()]
        },
        { timeout: 20_000, interval: 500 },
      )
      .toEqual([1, 1])
    expect(await mine.page.getByRole('main').locator('mark').allTextContents()).toEqual(['Lighthouse', 'lighthouse'])
    expect(await seriousFaults(mine.page)).toEqual([])
    await picture(mine.page, `search-${language}`)
    await mine.page.keyboard.press('Control+k')
    const box = mine.page.getByRole('combobox', { name: t('shell', 'palette.label') })
    await box.fill('lighthouse')
    await mine.page.getByRole('option', { name: /Lighthouse bot/ }).waitFor()
    await mine.page.getByRole('option', { name: /House tone/ }).waitFor()
    await picture(mine.page, `palette-${language}`)

    await other.page.goto('/search/lighthouse')
    await other.page.getByRole('heading', { name: t('search', 'none', { word: 'lighthouse' }) }).waitFor()
    noComplaints(mine, other)
  })
})
