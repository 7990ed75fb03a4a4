import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { register } from './lib/register.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** An app is created from a description without a model, used, changed twice by chat, and one change is undone. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
const language: Language = 'en'
const t = texts(language)
const a = (key: string, values?: Record<string, string | number>) => t('app', key, values)

/** Texts of the app, which are in the language of its description, not in that of the studio. */
const asDescribed = [
  'Everyone sees their own',
  'Nothing here yet',
  'Text',
  'Input',
  'Search',
  'Details',
  'Send',
  'Close',
]

test('an app is planned from a description, built, used, changed twice and undone once', async () => {
  const page = await visit({ language })
  await page.goto('/sign')
  await register(page, language, `words-${Math.random().toString(36).slice(2)}@example.test`)
  await page.waitForURL(/\/space\/\d+\/develop/)
  await page.getByRole('link', { name: t('home', 'create.app') }).click()
  await page.getByLabel(a('describe.label')).fill('Manage our orders')
  await page.getByRole('button', { name: a('describe.submit'), exact: true }).click()

  // The studio asks what the plan leaves open; the answers change the plan.
  const build = page.getByRole('button', { name: a('plan.build'), exact: true })
  await build.waitFor()
  await page.getByRole('textbox', { name: /What should be written down/ }).fill('item, price')
  await page.getByRole('radio', { name: 'No', exact: true }).click()
  await page.getByRole('button', { name: a('questions.answer'), exact: true }).click()
  const first = page.getByRole('textbox', { name: a('field.name', { number: 1 }), exact: true })
  await expect.poll(() => first.inputValue().catch(() => '')).toBe('Item')
  await page.getByRole('textbox', { name: a('plan.name') }).fill('Shop')
  await expectAccessible(page, 'app-plan', asDescribed)
  await build.click()
  const open = page.getByRole('link', { name: a('build.open') })
  await open.waitFor()
  await open.click()

  // Tries the app on test data: the table shows what was sent with the form.
  const panel = page.getByRole('complementary', { name: a('panel.title') })
  const changes = panel.getByRole('list', { name: a('panel.list') })
  const change = (words: string) => changes.getByRole('listitem').filter({ hasText: words })
  await changes.getByText('Manage our orders', { exact: true }).waitFor()
  const trial = page.getByRole('switch', { name: t('interface', 'preview') })
  const canvas = page.locator('[data-panel]').filter({ has: trial })
  await trial.click()
  await canvas.getByRole('textbox', { name: 'Item' }).fill('Green tea')
  await canvas.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Saved. Thank you!', { exact: true }).first().waitFor()
  await canvas.getByRole('button', { name: 'Orders', exact: true }).click()
  await canvas.getByText('Green tea', { exact: true }).first().waitFor()

  const say = async (words: string) => {
    await panel.getByRole('textbox', { name: a('panel.message') }).fill(words)
    await panel.getByRole('button', { name: a('panel.send'), exact: true }).click()
    await change(words).getByText(a('work.3'), { exact: true }).first().waitFor()
  }
  const pages = page.locator('[data-panel]').first()
  await say('Rename the page Orders to Sales')
  await pages.getByText('Sales', { exact: true }).first().waitFor()
  await say('Add a field phone to orders')
  await canvas.getByRole('textbox', { name: 'Phone' }).waitFor()
  await expectAccessible(page, 'app-talk', asDescribed)

  // Changes are undone from the newest on; earlier changes remain.
  await panel.getByRole('button', { name: a('panel.undo'), exact: true }).click()
  await change('Add a field phone').getByText(a('work.6'), { exact: true }).first().waitFor()
  await canvas.getByRole('textbox', { name: 'Item' }).waitFor()
  await expect.poll(() => canvas.getByRole('textbox', { name: 'Phone' }).count()).toBe(0)
  await expect.poll(() => pages.getByText('Sales', { exact: true }).count()).toBeGreaterThan(0)
})
