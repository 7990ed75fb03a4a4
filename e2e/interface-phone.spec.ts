import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectVisitorPageAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Phones can have pages of their own, with a tab bar; without them they get those for browsers. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
const t = texts('zh-CN')
const i = (key: string, values?: Record<string, string | number>) => t('interface', key, values)

test('pages for phones are drawn beside those for browsers, and phones get them', { timeout: 180_000 }, async () => {
  const owner = await studio.register('drawer')
  const { id: spaceId } = await owner.api.space.create({ name: 'Team' })
  const project = await drawProject(owner, spaceId, 'Shop')
  await project.draw({ nodes: [{ type: 'heading', name: 'title', props: { text: 'Wide page', level: '1' } }] })
  const address = await project.publish('v1.0.0')
  const phone = await visit({ width: 390, height: 844 })
  await phone.goto(address)
  await phone.getByRole('heading', { name: 'Wide page' }).waitFor()

  const page = await visit({ cookie: owner.cookie(), language: 'zh-CN' })
  await page.goto(`/space/${spaceId}/project-ide/${project.projectId}?mode=interface`)
  await page.locator('[data-node="title"]').getByText('Wide page').waitFor()
  await page.getByRole('radio', { name: i('channel.phone') }).click()
  await page.getByRole('button', { name: i('none.createPhone') }).click()
  await page.getByRole('button', { name: i('component.heading'), exact: true }).click()
  await page.getByRole('textbox', { name: i('prop.text'), exact: true }).fill('Small page')
  await page.getByRole('button', { name: i('page.add'), exact: true }).click()
  await page.getByRole('status').getByText(i('save.saved'), { exact: true }).waitFor()
  await expectAccessible(page, 'interface-for-phones', ['Small page', 'Text', 'Title', i('page.new')])
  // What is drawn for browsers is as it was.
  await page.getByRole('radio', { name: i('channel.web') }).click()
  await page.locator('[data-node="title"]').getByText('Wide page').waitFor()

  await project.publish('v1.1.0')
  await phone.reload()
  await phone.getByRole('heading', { name: 'Small page' }).waitFor()
  const tabs = phone.getByRole('navigation').getByRole('button')
  await expect.poll(() => tabs.count()).toBe(2)
  await expectVisitorPageAccessible(phone, 'interface-for-phones-visitor')
  const wide = await visit({ width: 1280, height: 900 })
  await wide.goto(address)
  await wide.getByRole('heading', { name: 'Wide page' }).waitFor()
})
