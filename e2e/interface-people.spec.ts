import { CollaborationResource, type InterfaceDocument, ProjectHistoryType } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { canvas, codeNode, edge, endNode, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { sameWindow } from './lib/same-window.ts'
import { expectAccessible, expectVisitorPageAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** An interface with several people: two editors, visitors with a password, and versions that change. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let open: ReturnType<typeof sameWindow>
let owner: Person
let other: Person
let spaceId: string
let project: Awaited<ReturnType<typeof drawProject>>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  open = sameWindow(visit)
  owner = await studio.register('drawer')
  other = await studio.register('second')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: other.id }] })
  project = await drawProject(owner, spaceId, 'Orders')
  await owner.api.collaborator.add({
    resource: { id: project.projectId, type: CollaborationResource.project },
    principal: { id: other.id, type: 1 },
  } as never)
  const orders = await project.table(studio, 'orders', ['city', 'item'])
  const form = { parent: 'order_form' }
  await project.draw({
    sources: {
      rows: { kind: 'table', target: orders, size: 20, sort: '', descending: false, search: '' },
    },
    nodes: [
      { type: 'heading', name: 'title', props: { text: 'Version one', level: '1' } },
      {
        type: 'form',
        name: 'order_form',
        events: {
          submit: [{ type: 'insert', source: 'rows', values: { city: '{{city.value}}', item: '{{item.value}}' } }],
        },
      },
      { type: 'input', name: 'city', ...form, props: { label: 'City', required: true } },
      { type: 'input', name: 'item', ...form, props: { label: 'Item' } },
      { type: 'button', name: 'send', ...form, props: { label: 'Order', submits: true } },
      {
        type: 'table',
        name: 'list',
        props: { source: 'rows', columns: ['city', 'item'], titles: ['Town', 'Thing'], edits: true, deletes: true },
      },
    ],
  })
})
const t = texts('en')
const i = (key: string, values?: Record<string, string | number>) => t('interface', key, values)
/** The stored draft. */
async function drawnNow() {
  const { channel_map } = await owner.api.projectInterface.get({ project_id: project.projectId } as never)
  const { sandbox_id } = channel_map['1']!
  const { Sandbox } = await owner.api.projectInterface.sandbox({ sandbox_id })
  const nodes = Object.values((JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument }).document.nodes)
  return {
    title: nodes.find(({ name }) => name === 'title')?.props['text'],
    dividers: nodes.filter(({ type }) => type === 'divider').length,
  }
}
const editorOf = () => `/space/${spaceId}/project-ide/${project.projectId}?mode=interface`
/** Texts of the interface that equal texts of the product. */
const drawn = ['City', 'Item', 'Order', 'Town', 'Thing', 'Text', 'Input', 'Title']

test('two people edit one page without overwriting each other', async () => {
  const [mine, theirs] = [
    await open({ cookie: owner.cookie() }, editorOf()),
    await open({ cookie: other.cookie() }, editorOf()),
  ]
  for (const page of [mine, theirs]) await page.locator('[data-node="title"]').getByText('Version one').waitFor()
  const saved = (page: Page) => page.getByRole('status').getByText(i('save.saved'), { exact: true }).waitFor()
  // At the same moment, one changes the heading and the other the label of a field.
  await mine.locator('[data-node="title"]').click()
  await theirs.locator('[data-node="city"]').click()
  await Promise.all([
    mine.getByRole('textbox', { name: i('prop.text'), exact: true }).fill('Our orders'),
    theirs.getByRole('textbox', { name: i('prop.label'), exact: true }).fill('Where to'),
  ])
  for (const page of [mine, theirs]) {
    await saved(page)
    await page.locator('[data-node="title"]').getByText('Our orders').waitFor()
    await page.locator('[data-node="city"]').getByText('Where to').waitFor()
  }
  // Undo reverts only the edits of the same person.
  await mine.getByRole('button', { name: i('undo'), exact: true }).click()
  await theirs.locator('[data-node="title"]').getByText('Version one').waitFor()
  await mine.locator('[data-node="city"]').getByText('Where to').waitFor()
  await theirs.getByRole('button', { name: i('undo'), exact: true }).click()
  await mine.locator('[data-node="city"]').getByText('City').waitFor()
  await saved(mine)
  await saved(theirs)
  await expectAccessible(mine, 'interface-two-people', drawn)
})

test('the draft is opened on a phone by its code', async () => {
  const page = await open({ cookie: owner.cookie() }, editorOf())
  await page.getByRole('button', { name: i('preview.link'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: i('preview.link') })
  await dialog.getByRole('img', { name: i('preview.qr') }).waitFor()
  await expectAccessible(page, 'interface-preview-link', drawn)
  const url = await dialog.getByRole('link', { name: i('preview.open') }).getAttribute('href')
  const phone = await visit({ width: 390, height: 844 })
  await phone.goto(url!)
  await phone.getByRole('textbox', { name: 'City' }).fill('Porto')
  await phone.getByRole('textbox', { name: 'Item' }).fill('Tea')
  await phone.getByRole('button', { name: 'Order', exact: true }).click()
  await phone.getByRole('cell', { name: 'Porto' }).waitFor()
  // Nothing is wider than the screen of the phone.
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectVisitorPageAccessible(phone, 'interface-phone')
})

test('visitors enter a password and edit their own rows, and versions and the draft can be rolled back', async () => {
  const address = await project.publish('v1.0.0')
  await owner.api.share.save({ resource_id: project.projectId, connector_id: '10000122', password: 'open sesame' })
  const p = (key: string) => t('public-chat', key)
  const guest = await visit({ width: 768, height: 900 })
  await guest.goto(address)
  await guest.getByLabel(p('password'), { exact: true }).fill('wrong')
  await guest.getByRole('button', { name: p('password.enter'), exact: true }).click()
  await guest.getByText(p('password.wrong')).waitFor()
  await guest.getByLabel(p('password'), { exact: true }).fill('open sesame')
  await guest.getByRole('button', { name: p('password.enter'), exact: true }).click()
  await guest.getByRole('heading', { name: 'Version one' }).waitFor()
  await guest.getByRole('textbox', { name: 'City' }).fill('Lima')
  await guest.getByRole('textbox', { name: 'Item' }).fill('Rice')
  await guest.getByRole('button', { name: 'Order', exact: true }).click()
  await guest.getByRole('cell', { name: 'Lima' }).waitFor()
  await guest.getByRole('button', { name: i('table.edit') }).click()
  await guest.getByRole('textbox', { name: 'Town', exact: true }).fill('Quito')
  await guest.getByRole('button', { name: i('table.save') }).click()
  await guest.getByRole('cell', { name: 'Quito' }).waitFor()
  await expect.poll(() => guest.getByRole('cell', { name: 'Lima' }).count()).toBe(0)
  await expectVisitorPageAccessible(guest, 'interface-table')
  const second = await visit({ width: 768, height: 900 })
  await second.goto(address)
  await second.getByLabel(p('password'), { exact: true }).fill('open sesame')
  await second.getByRole('button', { name: p('password.enter'), exact: true }).click()
  await second.getByText(i('table.empty')).waitFor()

  // The next version is served as soon as it is published, and the first one again after one click.
  const page = await open({ cookie: owner.cookie() }, editorOf())
  await page.locator('[data-node="title"]').click()
  await page.getByRole('textbox', { name: i('prop.text'), exact: true }).fill('Version two')
  await page.getByRole('status').getByText(i('save.saved'), { exact: true }).waitFor()
  // The differences from the first version are listed and marked on the canvas.
  await page.getByRole('button', { name: i('component.divider'), exact: true }).click()
  await page.getByRole('button', { name: i('changes.count_other', { count: 2 }) }).click()
  const changes = page.getByRole('region', { name: i('changes'), exact: true })
  await changes.getByText(i('changes.change', { name: 'Orders › title' })).waitFor()
  await expect.poll(() => page.locator('[data-mark="change"]').getAttribute('data-node')).toBe('title')
  await expect.poll(() => page.locator('[data-mark="add"]').count()).toBe(1)
  await expectAccessible(page, 'interface-changes', drawn)
  await page.getByRole('status').getByText(i('save.saved'), { exact: true }).waitFor()
  await project.publish('v2.0.0')
  await guest.reload()
  await guest.getByRole('heading', { name: 'Version two' }).waitFor()
  await page.goto(`/space/${spaceId}/project-ide/${project.projectId}/publish`)
  // The publish page lists what the pages can read and change.
  const rights = page.getByRole('region', { name: i('rights.title') })
  for (const act of ['read', 'add', 'change', 'delete'])
    await rights.getByText(i(`rights.${act}`, { name: 'orders' })).waitFor()
  const back = t('publish', 'back.action', { version: 'v1.0.0' })
  await page.getByRole('button', { name: back, exact: true }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().getByRole('button', { name: back }).click()
  await page.getByText(t('publish', 'back.done', { version: 'v1.0.0' })).waitFor()
  await guest.reload()
  await guest.getByRole('heading', { name: 'Version one' }).waitFor()
  await guest.getByRole('cell', { name: 'Quito' }).waitFor()

  // The draft remains at the second version until it is rolled back.
  await page.goto(editorOf())
  await page.locator('[data-node="title"]').getByText('Version two').waitFor()
  await expect.poll(drawnNow).toEqual({ title: 'Version two', dividers: 1 })
  const rollBackTo = async (version: string) => {
    await page.getByRole('button', { name: t('project', 'history.rollBackTo', { name: version }), exact: true }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .last()
      .getByRole('button', { name: t('project', 'history.rollBack'), exact: true })
      .click()
    await page.getByText(t('project', 'history.back', { name: version })).waitFor()
  }
  await page.getByRole('button', { name: t('project', 'history.title'), exact: true }).click()
  await rollBackTo('v1.0.0')
  await page.locator('[data-node="title"]').getByText('Version one').waitFor()
  await expect.poll(drawnNow).toEqual({ title: 'Version one', dividers: 0 })

  // The previous draft is stored as a version and can be restored in the same way.
  const { history_list } = await owner.api.project.history({ project_id: project.projectId } as never)
  const kept = history_list.find(({ history_type }) => history_type !== ProjectHistoryType.publish)!
  await rollBackTo(kept.description || t('project', 'history.kept'))
  await page.locator('[data-node="title"]').getByText('Version two').waitFor()
  await expect.poll(drawnNow).toEqual({ title: 'Version two', dividers: 1 })
})

test('people of the space see the cause of an error, with a link to the step that failed', async () => {
  const oven = await drawProject(owner, spaceId, 'Oven')
  const code = 'async function main() { throw new Error("The oven is cold") }'
  const bake = canvas(
    [startNode(), codeNode('2', ref('100001', 'input'), code), endNode([param('output', ref('2', 'result'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
  const target = await oven.flow('bake', bake)
  await oven.draw({
    sources: { bake: { kind: 'workflow', target, inputs: { input: 'Bread' }, auto: false } },
    nodes: [
      {
        type: 'button',
        name: 'start',
        props: { label: 'Bake bread' },
        events: { click: [{ type: 'run', source: 'bake' }] },
      },
      { type: 'answer', name: 'result', props: { source: 'bake' } },
    ],
  })
  /** Follows the link to the trace, which is stored a moment after the run has ended. */
  const follow = async (page: Page) => {
    await page.getByRole('button', { name: 'Bake bread' }).click()
    const fault = page.getByRole('alert').filter({ hasText: 'The oven is cold' })
    const [steps] = await Promise.all([
      page.context().waitForEvent('page'),
      fault.getByRole('link', { name: i('why'), exact: true }).click(),
    ])
    expect(new URL(steps.url()).pathname).toMatch(new RegExp(`^/space/${spaceId}/observe/traces/`))
    const cause = steps.getByText(/The oven is cold/).first()
    const isTold = () =>
      cause.waitFor({ timeout: 3000 }).then(
        () => true,
        () => steps.reload().then(() => false),
      )
    await expect.poll(isTold).toBe(true)
    return steps
  }
  const page = await open({ cookie: owner.cookie() }, `/space/${spaceId}/project-ide/${oven.projectId}?mode=interface`)
  await page.getByRole('switch', { name: i('preview') }).click()
  const steps = await follow(page)
  // The trace starts with the button that was clicked.
  await expectAccessible(steps, 'interface-why', drawn)
  await steps.close()

  const address = await oven.publish('v1.0.0')
  const own = await visit({ cookie: owner.cookie(), width: 768, height: 900 })
  await own.goto(address)
  await (await follow(own)).close()
  await expectVisitorPageAccessible(own, 'interface-why-visitor')
  // Others see that the action failed, but not why.
  const guest = await visit({ width: 768, height: 900 })
  await guest.goto(address)
  await guest.getByRole('button', { name: 'Bake bread' }).click()
  await guest.locator('p[role="alert"]').waitFor()
  expect(await guest.getByText('The oven is cold').count()).toBe(0)
  expect(await guest.getByRole('link', { name: i('why'), exact: true }).count()).toBe(0)
})

test('phones get separate pages with a tab bar, in the preview by code and published', async () => {
  const shop = await drawProject(owner, spaceId, 'Shop')
  await shop.draw({ nodes: [{ type: 'heading', name: 'title', props: { text: 'Wide page', level: '1' } }] })
  const address = await shop.publish('v1.0.0')
  const phone = await visit({ width: 390, height: 844 })
  await phone.goto(address)
  await phone.getByRole('heading', { name: 'Wide page' }).waitFor()

  const page = await open({ cookie: owner.cookie() }, `/space/${spaceId}/project-ide/${shop.projectId}?mode=interface`)
  await page.locator('[data-node="title"]').getByText('Wide page').waitFor()
  await page.getByRole('radio', { name: i('channel.phone') }).click()
  await page.getByRole('button', { name: i('none.createPhone') }).click()
  await page.getByRole('button', { name: i('component.heading'), exact: true }).click()
  await page.getByRole('textbox', { name: i('prop.text'), exact: true }).fill('Small page')
  await page.getByRole('button', { name: i('page.add'), exact: true }).click()
  await page.getByRole('status').getByText(i('save.saved'), { exact: true }).waitFor()
  await expectAccessible(page, 'interface-for-phones', [...drawn, 'Small page', i('page.new')])

  await page.getByRole('button', { name: i('preview.link'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: i('preview.link') })
  const tried = await visit({ width: 390, height: 844 })
  await tried.goto((await dialog.getByRole('link', { name: i('preview.open') }).getAttribute('href'))!)
  for (const device of [tried, phone]) {
    if (device === phone) {
      await shop.publish('v1.1.0')
      await phone.reload()
    }
    await device.getByRole('heading', { name: 'Small page' }).waitFor()
    const tabs = device.getByRole('navigation', { name: i('tabBar') }).getByRole('button')
    await expect.poll(() => tabs.count()).toBe(2)
    await tabs.nth(1).click()
    await expect.poll(() => tabs.nth(1).getAttribute('aria-current')).toBe('page')
    await expect.poll(() => device.getByRole('heading', { name: 'Small page' }).count()).toBe(0)
    await tabs.nth(0).click()
    await device.getByRole('heading', { name: 'Small page' }).waitFor()
    expect(await device.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await expectVisitorPageAccessible(phone, 'interface-for-phones-visitor')
  // The pages for browsers are unchanged.
  const wide = await visit({ width: 1280, height: 900 })
  await wide.goto(address)
  await wide.getByRole('heading', { name: 'Wide page' }).waitFor()
})
