import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import S3rver from 's3rver'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../apps/server/src/testing/after-file.ts'
import { openLabelStudio, STUDIO_TOKEN } from '../apps/server/src/testing/label-studio-server.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Rows are filled by a model, labelled by two people, and labelled on a Label Studio server. */
let studio: Studio
let labelStudio: Awaited<ReturnType<typeof openLabelStudio>>
let model: ScriptedModel
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let page: Page
let s3Url: string
let datasetID: string
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('dataset', key, values)
const queue = (key: string, values?: Record<string, string | number>) => t('annotation', key, values)
const labelled = ['sun', 'rain', 'mood', 'Moods', 'Mood', 'Good', 'Bad', 'Bad & sad', 'text', 'feeling', 'Feelings']
beforeAll(async () => {
  labelStudio = await openLabelStudio()
  afterFile(() => labelStudio.close())
  model = await openScriptedModel()
  s3Url = await openStore()
  studio = await openStudioHere({ egressAllow: [labelStudio.host, model.host, new URL(s3Url).host] })
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Labels' })).id
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  await owner.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
  page = await visit({ language: 'en', cookie: owner.cookie() })
})
/** Starts a server with the S3 protocol and one bucket. */
async function openStore(): Promise<string> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'orrery-store-'))
  const configureBuckets = [{ name: 'rows', configs: [] }]
  const server = new S3rver({ directory, port: 0, address: '127.0.0.1', silent: true, configureBuckets })
  const { port } = (await server.run()) as AddressInfo
  afterFile(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return `http://127.0.0.1:${port}`
}
const cell = (row: number, column: number): Locator =>
  page
    .getByRole('row')
    .and(page.locator(`[aria-rowindex="${row + 2}"]`))
    .locator(`[aria-colindex="${column + 2}"]`)
const stored = async () =>
  (await owner.api.datasetItem.list({ datasetID })).items.map(({ data }) => data!.map(({ content }) => content))
const press = (name: string | RegExp, where: Page | Locator = page) =>
  where.getByRole('button', { name }).first().click()
async function choose(label: string, option: string, where: Page | Locator = page) {
  await where.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
/** Creates a dataset with these rows and opens one of its tabs. */
async function open(name: string, rows: string[], fields: string[], tab: string) {
  const made = await owner.api.dataset.create({
    spaceID: spaceId,
    name,
    fields: ['text', ...fields].map((key) => ({ key, name: key })),
  })
  datasetID = made.datasetID
  const items = rows.map((content) => ({ data: [{ key: 'text', content }] }))
  await owner.api.datasetItem.addMany({ datasetID, items })
  await goTo(page, `/space/${spaceId}/evaluate/datasets/${datasetID}?tab=${tab}`)
}

test('a model fills a column after a preview and does not overwrite a cell corrected by a person during the run', async () => {
  await open('Filled', ['one', 'two', 'three'], ['reply'], 'rows')
  await expect.poll(() => cell(2, 0).innerText()).toBe('three')
  await press(words('column.menu', { field: 'reply' }))
  await page.getByRole('menuitem', { name: words('fill.model') }).click()
  const sheet = page.getByRole('complementary', { name: words('fill.model') })
  await sheet.getByRole('combobox', { name: words('fill.modelLabel') }).click()
  await page.getByRole('option', { name: /^Tiny/ }).click()
  await sheet.getByRole('textbox', { name: words('fill.prompt') }).fill('Say ')
  await press(words('fill.insert', { field: 'text' }), sheet)
  model.script(says('tried'), says('tried'), says('tried'))
  await press(words('fill.preview'), sheet)
  await sheet.getByText('tried', { exact: true }).first().waitFor()
  await expectAccessible(page, 'dataset-fill-model', [
    'text',
    'reply',
    'one',
    'two',
    'three',
    'tried',
    'Tiny',
    'Filled',
  ])
  expect(await stored()).toEqual([['one'], ['two'], ['three']])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = { steps: [{ until: held }, { text: 'by the model' }, { finish: 'stop' }] }
  model.reset()
  model.script(slow, slow, slow)
  await sheet.getByRole('button', { name: words('fill.run'), exact: true }).click()
  await expect.poll(() => model.requests.length).toBeGreaterThan(0)
  await cell(0, 1).dblclick()
  await page.getByRole('textbox', { name: 'reply' }).fill('by a person')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored())[0]).toEqual(['one', 'by a person'])
  release()
  const done = [
    ['one', 'by a person'],
    ['two', 'by the model'],
    ['three', 'by the model'],
  ]
  await expect.poll(stored).toEqual(done)
  await sheet.getByText(words('fill.counts', { filled: 2, failed: 0, skipped: 1 })).waitFor()
  await expect.poll(() => cell(1, 1).innerText()).toBe('by the model')
  await expect.poll(() => cell(0, 1).innerText()).toBe('by a person')
})

test('rejected rows are downloaded, corrected and imported again, with the keyboard only', async () => {
  await open('Mended', ['one'], [], 'rows')
  const fields = [
    { key: 'text', name: 'text', isRequired: true },
    { key: 'count', name: 'count', schemaKey: 2 as const },
  ]
  await owner.api.dataset.setSchema({ datasetID, fields })
  await page.reload()
  const dialog = page.getByRole('dialog', { name: words('import.title') })
  const send = async (name: string, text: string) => {
    await page.getByRole('button', { name: words('import.action') }).press('Enter')
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByRole('table', { name: words('import.step.columns') }).waitFor()
    await dialog.getByRole('button', { name: words('import.start'), exact: true }).press('Enter')
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText(words('jobs.state.completed'))
      .waitFor()
  }
  await send('bad.csv', 'text,count\ntwo,2\nthree,many\n,4\n')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: words('jobs.rejected') })
      .or(page.getByRole('button', { name: words('jobs.rejected') }))
      .press('Enter'),
  ])
  const rejected = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '')
  // Corrects the two cells. The reasons are in extra columns, which are not imported.
  const mended = rejected.replace('three,many', 'three,3').replace(/,,4(\r?\n|$)/, ',four,4$1')
  expect(mended).not.toBe(rejected)
  await page.getByRole('tab', { name: new RegExp(`^${words('tab.rows')}`) }).press('Enter')
  await send('mended.csv', mended)
  await expect.poll(stored).toEqual([['one'], ['two', '2'], ['three', '3'], ['four', '4']])
})

/** Creates unlabelled rows and opens the tab for crowd jobs. */
async function toLabel(name: string) {
  await open(name, ['sun', 'rain'], [], 'crowd')
  await page.getByRole('heading', { name: words('crowd.none') }).waitFor()
}

test('two people label the same rows with the keyboard, and a third decision settles their disagreement', async () => {
  const tagValues = [{ tagValueName: 'Good' }, { tagValueName: 'Bad' }]
  await owner.api.label.create({ spaceID: spaceId, tagKeyName: 'Mood', tagType: 1, version: '1.0.0', tagValues })
  const member = await studio.register('labeller')
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  await toLabel('Moods')
  await press(words('crowd.action'))
  const dialog = page.getByRole('dialog', { name: words('crowd.title') })
  await dialog.getByRole('textbox', { name: words('crowd.name') }).fill('Moods')
  await choose(words('crowd.tag'), 'Mood', dialog)
  await dialog.getByRole('textbox', { name: words('crowd.people') }).fill('2')
  await dialog.getByRole('textbox', { name: words('crowd.column') }).fill('mood')
  await expectAccessible(page, 'dataset-crowd-dialog', labelled)
  await press(words('crowd.action'), dialog)
  const toQueue = { name: words('crowd.open'), exact: true }
  await page.getByRole('link', toQueue).or(page.getByRole('button', toQueue)).click()
  const answer = async (who: Page, text: string, key: string) => {
    const row = who.getByRole('group', { name: queue('queue.row') })
    await row.getByText(text, { exact: true }).waitFor()
    await row.press(key)
  }
  await answer(page, 'sun', '1')
  await answer(page, 'rain', '1')
  await page.getByRole('heading', { name: queue('queue.done') }).waitFor()
  const other = await visit({ language: 'en', cookie: member.cookie() })
  await goTo(other, page.url())
  await answer(other, 'sun', '1')
  await expectAccessible(other, 'annotation-queue', labelled)
  await answer(other, 'rain', '2')
  await other.getByRole('heading', { name: queue('queue.done') }).waitFor()
  await goTo(page, `${page.url()}?tab=disputed`)
  const dispute = page.getByRole('group', { name: queue('disputed.row') })
  await dispute.getByText('rain', { exact: true }).waitFor()
  await expectAccessible(page, 'annotation-disputed', [...labelled, 'owner', 'labeller'])
  await dispute.press('2')
  await page.getByRole('heading', { name: queue('disputed.none') }).waitFor()
  await expect.poll(stored).toEqual([
    ['sun', 'Good'],
    ['rain', 'Bad'],
  ])
})

test('rows are sent to Label Studio and return with the labels given there', async () => {
  await toLabel('Feelings')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: words('studio.title') }) })
  await section.getByRole('textbox', { name: words('studio.url') }).fill(labelStudio.url)
  await section.locator('input[type=password]').fill(STUDIO_TOKEN)
  await press(words('studio.connect'), section)
  await section.getByText(words('studio.account', { account: 'studio@example.test' })).waitFor()
  await press(words('crowd.action'))
  const dialog = page.getByRole('dialog', { name: words('crowd.title') })
  await dialog.getByRole('textbox', { name: words('crowd.name') }).fill('Feelings')
  await dialog.getByRole('radio', { name: words('crowd.platform.studio') }).click()
  await choose(words('crowd.project'), 'Moods', dialog)
  await choose(words('crowd.shows', { name: 'text' }), 'text', dialog)
  await choose(words('crowd.question'), 'mood', dialog)
  await dialog.getByRole('textbox', { name: words('crowd.column') }).fill('feeling')
  await press(words('crowd.action'), dialog)
  await page.getByText(words('crowd.status.inProgress'), { exact: true }).waitFor()
  expect(labelStudio.tasks.map(({ data }) => data.text)).toEqual(['sun', 'rain'])
  labelStudio.annotate(labelStudio.tasks[0]!, 'Good', '2030-01-01T00:00:00Z')
  labelStudio.annotate(labelStudio.tasks[1]!, 'Bad & sad', '2030-01-01T00:00:00Z')
  await press(words('crowd.refresh'))
  await page.getByText(words('crowd.status.completed'), { exact: true }).waitFor()
  await expectAccessible(page, 'dataset-crowd', [...labelled, labelStudio.url, 'studio@example.test'])
  expect(await stored()).toEqual([
    ['sun', 'Good'],
    ['rain', 'Bad & sad'],
  ])
})

test('rows are exported to a store of the space and imported again, and each row shows its origin', async () => {
  const asWritten = ['text', 'one', 'two', 'Stored', 'rows.jsonl', 'team', s3Url]
  await open('Stored', ['one', 'two'], [], 'settings')
  await press(words('storage.connectOf', { name: 'S3' }))
  const connect = page.getByRole('dialog', { name: words('storage.connectOf', { name: 'S3' }) })
  await connect.getByRole('textbox', { name: words('studio.url') }).fill(s3Url)
  await connect.getByRole('textbox', { name: words('storage.bucket') }).fill('rows')
  await connect.getByRole('textbox', { name: words('storage.accessKey') }).fill('S3RVER')
  await connect.locator('input[type=password]').fill('S3RVER')
  await connect.getByRole('textbox', { name: words('storage.folder') }).fill('team')
  await expectAccessible(page, 'dataset-storage-dialog', asWritten)
  await press(words('storage.connect'), connect)
  await page.getByText(`${s3Url} / rows / team`).waitFor()
  await expectAccessible(page, 'dataset-storage', asWritten)
  await page.getByRole('tab', { name: new RegExp(`^${words('tab.rows')}`) }).click()
  await press(words('export.action'))
  await page.getByRole('menuitem', { name: words('storage.exportMenu') }).click()
  const write = page.getByRole('dialog', { name: words('storage.exportTitle') })
  await choose(words('storage.format'), words('jobs.format.jsonl'), write)
  await write.getByRole('textbox', { name: words('storage.path') }).fill('out/rows.jsonl')
  await expectAccessible(page, 'dataset-storage-export', asWritten)
  await press(words('export.action'), write)
  await page.getByText(words('jobs.state.completed'), { exact: true }).waitFor()
  await page.getByRole('tab', { name: new RegExp(`^${words('tab.rows')}`) }).click()
  await press(words('import.action'))
  const dialog = page.getByRole('dialog', { name: words('import.title') })
  await dialog.getByRole('textbox', { name: words('storage.path') }).fill('out/rows.jsonl')
  await expectAccessible(page, 'dataset-storage-import', asWritten)
  await press(words('storage.open'), dialog)
  await dialog.getByRole('table', { name: words('import.step.columns') }).waitFor()
  await dialog.getByRole('button', { name: words('import.start'), exact: true }).click()
  await page.getByText(words('jobs.counts', { added: 2, skipped: 0 })).waitFor()
  expect(await stored()).toEqual([['one'], ['two'], ['one'], ['two']])
  await page.getByRole('tab', { name: new RegExp(`^${words('tab.rows')}`) }).click()
  await cell(3, 0).click()
  await press(words('origin.title'))
  const sheet = page.getByRole('complementary', { name: words('origin.title') })
  await sheet.getByText(words('origin.way.file')).waitFor()
  await sheet.getByText('rows.jsonl').waitFor()
  await expectAccessible(page, 'dataset-origin', asWritten)
})

test('deleting a field that a column fill writes shows a warning, and every tab fits a small window', async () => {
  await open('Small', ['one', 'two'], ['out'], 'settings')
  const content = {
    annotationType: 2 as const,
    ruleAnnotator: { content: 'def process(item):\n    return 1', outputMappings: [{ targetValue: 'out' }] },
  }
  await owner.api.datasetColumn.create({ spaceID: spaceId, datasetID, name: 'Counting', content })
  await page.reload()
  const fields = page.getByRole('region', { name: words('fields.label') })
  await press(words('fields.remove', { field: 'out' }), fields)
  await press(words('fields.save'), fields)
  const warning = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await warning.getByText(words('fields.usedText', { jobs: 'Counting' })).waitFor()
  await page.keyboard.press('Escape')
  expect((await owner.api.dataset.schema({ datasetID })).fields).toHaveLength(2)
  await page.setViewportSize({ width: 820, height: 900 })
  for (const tab of ['rows', 'versions', 'jobs', 'quality', 'crowd', 'settings']) {
    await goTo(page, `/space/${spaceId}/evaluate/datasets/${datasetID}?tab=${tab}`)
    await page.getByRole('tab', { name: new RegExp(`^${words(`tab.${tab}`)}`), selected: true }).waitFor()
    await expectAccessible(page, `dataset-820-${tab}`, [
      'out',
      'text',
      'Small',
      'Counting',
      'one',
      'two',
      s3Url,
      'rows',
    ])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([tab, wide]).toEqual([tab, 0])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})
