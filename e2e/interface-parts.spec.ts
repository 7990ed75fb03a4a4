import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { components } from '@orrery/engine/interface'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectVisitorPageAccessible, picture } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Every component as visitors use it, and texts that try to inject code. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Parts' })).id
})
const t = texts('en')
const i = (key: string, values?: Record<string, string | number>) => t('interface', key, values)
const sets = (name: string) => [{ type: 'set', name, value: '{{event.value}}' }] as const

test('each component is drawn, and components with input report their values', async () => {
  const project = await drawProject(owner, spaceId, 'Every part')
  const table = await project.table(studio, 'orders', ['city'])
  const options = ['Red', 'Green']
  const list = [
    { name: 'Lima', value: 3 },
    { name: 'Porto', value: 5 },
  ]
  const inside = (parent: string, name: string, text: string) => ({ type: 'text', name, parent, props: { text } })
  const nodes = [
    { type: 'stack', name: 'stack' },
    { type: 'row', name: 'row', parent: 'stack', props: { gap: 8 } },
    { type: 'heading', name: 'heading', parent: 'row', props: { text: 'All parts', level: '2' } },
    { type: 'tag', name: 'tag', parent: 'row', props: { text: 'New', tone: 'good' } },
    { type: 'icon', name: 'icon', parent: 'row', props: { icon: 'star', label: 'A star', size: 20 } },
    { type: 'grid', name: 'grid', props: { columns: 2 } },
    { type: 'figure', name: 'figure', parent: 'grid', props: { label: 'Sum', value: '{{1 + 2}}', unit: 'kg' } },
    { type: 'progress', name: 'progress', parent: 'grid', props: { label: 'Done', value: 40, max: 100 } },
    { type: 'card', name: 'card', props: { title: 'A card' } },
    { type: 'markdown', name: 'markdown', parent: 'card', props: { text: '**Strong** words' } },
    { type: 'callout', name: 'callout', parent: 'card', props: { text: 'Take care', tone: 'warning' } },
    { type: 'divider', name: 'divider', parent: 'card' },
    { type: 'code', name: 'code', parent: 'card', props: { text: 'let x = 1' } },
    { type: 'json', name: 'json', parent: 'card', props: { value: '{{var.list}}' } },
    { type: 'link', name: 'link', parent: 'card', props: { text: 'Elsewhere', url: 'https://example.com/' } },
    { type: 'image', name: 'image', parent: 'card', props: { src: '', alt: 'Nothing yet' } },
    { type: 'audio', name: 'audio', parent: 'card', props: { src: '', label: 'A sound' } },
    { type: 'video', name: 'video', parent: 'card', props: { src: '', label: 'A film' } },
    { type: 'empty', name: 'empty', parent: 'card', props: { title: 'Nothing here', text: 'Come back later' } },
    { type: 'tabs', name: 'tabs', props: { labels: ['First', 'Second'] } },
    inside('tabs', 'tab1', 'In the first tab'),
    inside('tabs', 'tab2', 'In the second tab'),
    { type: 'collapse', name: 'collapse', props: { title: 'More' } },
    inside('collapse', 'folded', 'It was folded'),
    { type: 'dialog', name: 'dialog', props: { label: 'Open dialog', title: 'The dialog' } },
    inside('dialog', 'spoken', 'In the dialog'),
    { type: 'drawer', name: 'drawer', props: { label: 'Open drawer', title: 'The drawer' } },
    inside('drawer', 'drawn', 'In the drawer'),
    { type: 'repeat', name: 'repeat', props: { items: '{{var.list}}' } },
    inside('repeat', 'each', '{{index + 1}}. {{item.name}}'),
    { type: 'list', name: 'list', props: { items: '{{var.list}}', field: 'name' } },
    {
      type: 'chart',
      name: 'chart',
      props: { items: '{{var.list}}', label: 'Cities', nameField: 'name', valueField: 'value' },
    },
    { type: 'menu', name: 'menu', props: { label: 'Menu', options }, events: { choose: sets('said') } },
    { type: 'suggestions', name: 'ideas', props: { options: ['An idea'] }, events: { choose: sets('said') } },
    inside('', 'said', 'Said: {{var.said}}'),
    { type: 'form', name: 'form' },
    { type: 'input', name: 'input', parent: 'form', props: { label: 'Line' } },
    { type: 'textarea', name: 'textarea', parent: 'form', props: { label: 'Lines', rows: 2 } },
    { type: 'number', name: 'number', parent: 'form', props: { label: 'Number' } },
    { type: 'date', name: 'date', parent: 'form', props: { label: 'Day' } },
    { type: 'select', name: 'select', parent: 'form', props: { label: 'One of', options } },
    { type: 'radio', name: 'radio', parent: 'form', props: { label: 'Either', options } },
    { type: 'multiselect', name: 'many', parent: 'form', props: { label: 'Some of', options } },
    { type: 'slider', name: 'slider', parent: 'form', props: { label: 'Slide', initial: 5, min: 0, max: 10 } },
    { type: 'rating', name: 'rating', parent: 'form', props: { label: 'Stars', max: 5 } },
    { type: 'file', name: 'file', parent: 'form', props: { label: 'File' } },
    { type: 'checkbox', name: 'checkbox', parent: 'form', props: { label: 'Tick' } },
    { type: 'switch', name: 'switch', parent: 'form', props: { label: 'Flip' } },
    { type: 'button', name: 'button', parent: 'form', props: { label: 'Go', submits: true } },
    inside('', 'echo', 'Got: {{many.value}} {{rating.value}} {{radio.value}} {{checkbox.value}} {{slider.value}}'),
    { type: 'table', name: 'table', props: { source: 'rows', columns: ['city'], empty: 'No towns' } },
    { type: 'text', name: 'other', page: 'other', props: { text: 'The other page' } },
  ]
  await project.draw({
    pages: { other: { title: 'Other', order: 'z', load: [] } },
    variables: { said: { initial: '' }, list: { initial: list } },
    sources: { rows: { kind: 'table', target: table, size: 20, sort: '', descending: false, search: '' } },
    nodes: nodes as Parameters<typeof project.draw>[0]['nodes'],
  })
  const { channel_map } = await owner.api.projectInterface.get({ project_id: project.projectId })
  const bar = [{ path: ['theme', 'tabBar'], value: true }]
  await owner.api.projectInterface.update({
    sandbox_id: channel_map['1']!.sandbox_id,
    crdt_history: JSON.stringify(bar),
  })
  // Covers every component except the two that need a chatflow or a workflow.
  const drawn = new Set(nodes.map(({ type }) => type))
  expect(components.map(({ type }) => type).filter((type) => !drawn.has(type))).toEqual(['answer', 'chat'])

  const guest = await visit({ width: 768, height: 1000 })
  const address = await project.publish('v1.0.0')
  await guest.goto(address)
  await guest.getByText('All parts').waitFor()
  await guest.getByText('No towns').waitFor()
  await expectVisitorPageAccessible(guest, 'interface-parts')

  await guest.getByRole('tab', { name: 'Second' }).click()
  await guest.getByText('In the second tab').waitFor()
  await guest.keyboard.press('ArrowLeft')
  await guest.getByText('In the first tab').waitFor()
  await guest.getByText('More', { exact: true }).click()
  await guest.getByText('It was folded').waitFor()
  for (const [name, text] of [
    ['dialog', 'In the dialog'],
    ['drawer', 'In the drawer'],
  ]) {
    await guest.getByRole('button', { name: `Open ${name}` }).click()
    await guest
      .getByRole('dialog', { name: `The ${name}` })
      .getByText(text!)
      .waitFor()
    await guest.keyboard.press('Escape')
    await expect.poll(() => guest.getByRole('dialog').count()).toBe(0)
  }
  await guest.getByRole('button', { name: 'Menu' }).click()
  await guest.keyboard.press('ArrowDown')
  await guest.keyboard.press('Enter')
  await guest.getByText('Said: Green').waitFor()
  await guest.getByRole('button', { name: 'An idea' }).click()
  await guest.getByText('Said: An idea').waitFor()
  await guest.getByText('2. Porto').waitFor()
  await guest.getByRole('group', { name: 'Some of' }).getByText('Green', { exact: true }).click()
  await guest.getByRole('button', { name: i('rating.stars_other', { count: 4 }) }).click()
  await guest.getByRole('radio', { name: 'Red' }).click()
  await guest.getByRole('checkbox', { name: 'Tick' }).click()
  await guest.getByRole('slider', { name: 'Slide' }).focus()
  await guest.keyboard.press('ArrowRight')
  await guest.getByText(/^Got: .*Green.* 4 Red true 6/).waitFor()
  await guest
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await guest.getByText('a.txt').first().waitFor()

  const phone = await visit({ width: 390, height: 844 })
  await phone.goto(address)
  await phone
    .getByRole('navigation', { name: i('tabBar') })
    .getByRole('button', { name: 'Other' })
    .click()
  await phone.getByText('The other page').waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(phone, 'interface-parts-phone')
})

test('texts stay texts, nothing is fetched from other sites, and foreign messages are ignored', async () => {
  const externalRequests: string[] = []
  const server = createServer((request, response) => {
    externalRequests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  const externalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const project = await drawProject(owner, spaceId, '<img onerror=x src=x')
  const rude = `<img src=x onerror="globalThis.stolen=1"> <script>globalThis.stolen=1</script> ![x](${externalUrl}/markdown)`
  await project.draw({
    nodes: [
      { type: 'heading', name: 'a', props: { text: rude, level: '1' } },
      { type: 'text', name: 'b', props: { text: rude } },
      { type: 'markdown', name: 'c', props: { text: `${rude}\n\n[click](javascript:globalThis.stolen=1)` } },
      { type: 'link', name: 'd', props: { text: 'Go', url: 'javascript:globalThis.stolen=1' } },
      { type: 'image', name: 'e', props: { src: `${externalUrl}/image`, alt: rude } },
      { type: 'callout', name: 'f', props: { text: rude } },
      { type: 'code', name: 'g', props: { text: rude } },
      { type: 'list', name: 'h', props: { items: [rude] } },
      { type: 'audio', name: 'k', props: { src: `${externalUrl}/audio`, label: rude } },
    ],
  })
  const guest = await visit({ width: 768, height: 900 })
  await guest.goto(await project.publish('v1.0.0'))
  await guest
    .getByRole('heading', { name: /onerror/ })
    .last()
    .waitFor()
  for (const link of await guest.getByText('Go', { exact: true }).all()) await link.click()
  await guest.evaluate(() => {
    for (const type of ['component-ready', 'begin', 'event', 'call'])
      globalThis.postMessage({ type, name: 'change', value: 1, id: 1, act: 'open', args: {} }, '*')
  })
  await guest.waitForLoadState('networkidle')
  expect(await guest.evaluate(() => (globalThis as { stolen?: number }).stolen)).toBeUndefined()
  await expect.poll(() => guest.locator('a[href^="javascript:"]').count()).toBe(0)
  expect(externalRequests).toEqual([])
})
