import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A component package is for browsers or for phones, and is offered only to the pages that can use it. */
const i = (key: string, values?: Record<string, string>) => texts('en')('interface', key, values)
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string

const components = [{ name: 'stars', title: 'Stars', props: [], events: [] }]
const code = `export function stars(root) { root.textContent = 'five stars' }`
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.componentPackage.upload({
    space_id: spaceId,
    name: 'for-browsers',
    version_name: '1.0.0',
    channel_id: 1,
    title: 'For browsers',
    components,
    files: { 'index.js': code },
  })
})

test('the pages for phones are offered packages for phones, which are uploaded there and imported', async () => {
  const { project_id } = await owner.api.project.create({ space_id: spaceId, name: 'Rating' })
  await owner.api.projectInterface.create({ project_id })
  await owner.api.projectInterface.create({ project_id, channel: 2 })
  const page = await visit({ cookie: owner.cookie() })
  await page.goto(`/space/${spaceId}/project-ide/${project_id}?mode=interface`)
  await page.getByRole('radio', { name: i('channel.phone'), exact: true }).click()
  await page.getByRole('button', { name: i('packages.open'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: i('packages'), exact: true })
  await dialog.getByText(i('packages.emptyPhone')).waitFor()

  const manifest = JSON.stringify({ name: 'for-phones', version: '1.0.0', title: 'For phones', components })
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'package.json', mimeType: 'application/json', buffer: Buffer.from(manifest) },
    { name: 'index.js', mimeType: 'text/javascript', buffer: Buffer.from(code) },
  ])
  await dialog.getByRole('button', { name: i('packages.import', { name: 'for-phones', version: '1.0.0' }) }).click()
  await dialog.getByText(i('packages.imported', { version: '1.0.0' })).waitFor()
  expect(await dialog.getByText('For browsers').count()).toBe(0)
  await expectAccessible(page, 'interface-packages-phone', ['For phones', 'for-phones', 'Rating'])
  await page.context().close()
})

test('the page of packages shows which are for phones, and asks which pages a new one is for', async () => {
  const page = await visit({ cookie: owner.cookie() })
  await page.goto(`/space/${spaceId}/library/packages`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('For phones').getByText(i('channel.phone'), { exact: true }).waitFor()
  expect(await row('For browsers').getByText(i('channel.phone'), { exact: true }).count()).toBe(0)
  await page
    .getByRole('button', { name: i('packages.upload'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: i('packages.upload'), exact: true })
  await dialog.getByRole('radio', { name: i('channel.phone'), exact: true }).waitFor()
  await expectAccessible(page, 'packages-upload', ['For phones', 'For browsers', 'for-phones', 'for-browsers', 'Stars'])
  await page.context().close()
})
