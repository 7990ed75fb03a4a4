import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { register } from './lib/register.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A description becomes an app, without a model; then it is changed by chat, and the change is undone. */
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

/** An app speaks the language of its description: these are texts of the app, and not of the studio. */
const asDescribed = ['Everyone sees their own', 'Nothing here yet', 'Text', 'Input', 'Assistant', 'Search', 'Details']

test('described, planned, built, changed and undone', { timeout: 180_000 }, async () => {
  const page = await visit({ language })
  await page.goto('/sign')
  await register(page, language, `words-${Math.random().toString(36).slice(2)}@example.test`)
  await page.waitForURL(/\/space\/\d+\/develop/)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('link', { name: t('home', 'create.app') }).click()
  await page.getByLabel(a('describe.label')).fill('Track orders with customer, price and status (new, sent)')
  await press(a('describe.submit'))
  const build = page.getByRole('button', { name: a('plan.build'), exact: true })
  await build.waitFor({ timeout: 60_000 })
  await page.getByRole('textbox', { name: a('plan.name') }).fill('Shop')
  await expectAccessible(page, 'app-plan', asDescribed)
  await build.click()
  const open = page.getByRole('link', { name: a('build.open') })
  await open.waitFor({ timeout: 60_000 })
  await open.click()

  const changes = page.getByRole('list', { name: a('panel.list') })
  await changes.getByText(a('work.3'), { exact: true }).first().waitFor()
  await page.getByRole('textbox', { name: a('panel.message') }).fill('Rename the page Orders to Sales')
  await press(a('panel.send'))
  const undo = changes.getByRole('button', { name: a('panel.undo'), exact: true })
  await undo.waitFor({ timeout: 60_000 })
  await expectAccessible(page, 'app-talk', asDescribed)
  await undo.click()
  await changes.getByText(a('work.6'), { exact: true }).first().waitFor({ timeout: 60_000 })
  expect(await changes.getByRole('listitem').count()).toBeGreaterThan(1)
})
