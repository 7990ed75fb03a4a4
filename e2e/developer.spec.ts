import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** The developer pages and the archive of personal data, both in the account. */
let studio: Studio
let open: ReturnType<typeof sameWindow>
let owner: Person
let callback: string
beforeAll(async () => {
  const callbackServer = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => callbackServer.listen(0, '127.0.0.1', resolve))
  afterFile(() => new Promise((resolve) => callbackServer.close(resolve)))
  const host = `127.0.0.1:${(callbackServer.address() as AddressInfo).port}`
  callback = `http://${host}/events`
  studio = await openStudioHere((address) => ({ publicUrl: address, egressAllow: [host] }))
  await studio.startJobs()
  open = sameWindow(await openBrowser(studio.address))
  owner = await studio.register('owner')
  await owner.api.space.create({ name: 'Harbour' })
})

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('developer', key, values)

  test('the guide is read and searched, and sending a call does not shift the layout of its page', async () => {
    const page = await open({ language, cookie: owner.cookie() }, '/docs')
    await page.getByRole('heading', { name: t('docs', 'guide.home'), exact: true }).waitFor()
    await expectAccessible(page, 'guide')
    await page.getByRole('searchbox').fill('rerank')
    await page
      .getByRole('link', { name: /Rerank|rerank/ })
      .first()
      .click()
    await page.getByRole('article').getByText('rerank').first().waitFor()
    await expectAccessible(page, 'guide-page')

    await goTo(page, '/docs/space/workspaces')
    await page.getByRole('heading', { name: 'List the spaces of the token owner' }).waitFor()
    const place = () =>
      page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('h1')!.getBoundingClientRect().x,
      ])
    const before = await place()
    await page.getByRole('button', { name: t('docs', 'try.send') }).click()
    const answer = page.getByRole('region', { name: t('docs', 'try.answer') })
    await answer.getByText('Harbour').first().waitFor()
    expect(await place()).toEqual(before)
    expect(before[0]).toBe(1440)
    await expectAccessible(page, 'reference')
  })

  test('a call from the playground is sent, stored as a run, and counted in the usage', async () => {
    const { token } = await owner.api.token.create({ name: 'Try', duration_day: '1' })
    const page = await open({ language, cookie: owner.cookie() }, '/account/developer')
    const { categories } = await owner.api.playground.items({})
    const items = categories.flatMap((group) => group.items)
    const { title } = items.find((item) => item.url_key === 'space.workspaces')!
    const found = items.filter((item) => /workspaces/i.test(`${item.title} ${item.url_key}`))
    const calls = page.getByRole('navigation', { name: words('calls') })
    await calls.getByPlaceholder(words('calls.search')).fill('workspaces')
    // Waits for the search result, because the list moves until then.
    await expect.poll(() => calls.getByRole('listitem').count()).toBe(found.length)
    await calls.getByRole('button', { name: title, exact: true }).click()
    await page.getByText('/v1/workspaces', { exact: true }).first().waitFor()
    await page.getByText(words('runs.none')).waitFor()
    await page.getByRole('radio', { name: t('docs', 'try.token'), exact: true }).click()
    await page.getByLabel(t('docs', 'try.tokenLabel'), { exact: true }).fill(token)
    // Other buttons may start with the same word, such as calls in the list.
    await page.locator('button[type=submit]', { hasText: t('docs', 'try.send') }).click()
    await page
      .getByRole('region', { name: t('docs', 'try.answer') })
      .getByText('Harbour')
      .first()
      .waitFor()
    const kept = page.getByRole('region', { name: words('runs') })
    await kept.getByText('200', { exact: true }).waitFor()
    await kept.getByRole('button', { name: words('runs.show') }).click()
    await kept.getByText('Harbour').first().waitFor()
    const { records } = await owner.api.playground.runs({ path: '/v1/workspaces', method: 'GET' })
    expect(records).toHaveLength(1)
    expect(JSON.stringify(records)).not.toContain(token)
    await kept.getByRole('button', { name: words('runs.use') }).click()
    const [document] = await Promise.all([
      page.waitForEvent('download'),
      calls.getByRole('button', { name: words('calls.download') }).click(),
    ])
    expect(readFileSync(await document.path(), 'utf8')).toContain('/v1/workspaces')
    await expectAccessible(page, 'developer-playground')

    await page.getByRole('radio', { name: words('part.usage') }).click()
    await page.waitForURL(/\/account\/developer\/usage/)
    const row = page.getByRole('row', { name: /GET \/v1\/workspaces/ })
    await row.waitFor()
    await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('1')
    await page.getByRole('radio', { name: words('by.bot') }).click()
    await page.getByText(words('usage.none')).waitFor()
    await expectAccessible(page, 'developer-usage')
  })
})

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('developer', key, values)

  test('an event app is added, subscribed, changed and deleted, and permissions are searched', async () => {
    const page = await open({ language, cookie: owner.cookie() }, '/account/developer/apps')
    await page.getByRole('button', { name: words('app.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('app.name')).fill('Pager')
    await dialog.getByLabel(words('app.url')).fill('ftp://nowhere')
    await dialog.getByText(words('app.urlFault')).waitFor()
    await dialog.getByLabel(words('app.url')).fill(callback)
    await dialog.getByRole('button', { name: words('app.add') }).click()
    const row = page.getByRole('listitem', { name: 'Pager' })
    await row.getByText(words('app.ready')).waitFor()
    await row.getByRole('switch', { name: '对话完成' }).click()
    await expect
      .poll(async () => (await owner.api.apiApp.listNormal({})).api_apps[0]!.events.map((event) => event.status))
      .toEqual([2, 1, 1, 1, 1])
    await expectAccessible(page, 'developer-apps', ['Pager'])
    await row.getByRole('button', { name: words('app.editOf', { name: 'Pager' }) }).click()
    await dialog.getByLabel(words('app.url')).fill('')
    await dialog.getByRole('button', { name: words('app.save') }).click()
    await row.getByText(words('app.noUrl'), { exact: true }).waitFor()
    await row.getByRole('button', { name: words('app.deleteOf', { name: 'Pager' }) }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: words('app.delete') })
      .click()
    await page.getByText(words('app.none')).waitFor()

    await page.getByRole('radio', { name: words('part.permissions') }).click()
    await page.getByText('Workspace.list', { exact: true }).waitFor()
    await page.getByPlaceholder(words('permission.search')).fill('ApiApp')
    await page.getByText('ApiApp.create', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Workspace.list', { exact: true }).count()).toBe(0)
    await page
      .getByRole('region', { name: words('quickstart') })
      .getByText(/CozeAPI/)
      .first()
      .waitFor()
    await expectAccessible(page, 'developer-permissions')
  })

  test('a person requests an archive of their data and downloads it', async () => {
    const account = (key: string, values?: Record<string, string | number>) => t('account', key, values)
    const page = await open({ language, cookie: owner.cookie() }, '/account')
    await page.getByRole('link', { name: t('shell', 'nav.account.privacy') }).click()
    await page.getByRole('button', { name: account('takeout.begin') }).click()
    const link = page.getByRole('link', { name: account('takeout.download') })
    await link.waitFor()
    await expectAccessible(page, 'account-privacy')
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^orrery-data-\d{4}-\d\d-\d\d\.tar\.gz$/)
    const content = gunzipSync(readFileSync(await download.path())).toString()
    expect(content).toContain('Harbour')
    expect(content).toContain(owner.email)
    await page.getByRole('button', { name: account('takeout.again') }).waitFor()
  })
})
