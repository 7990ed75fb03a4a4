import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A dataset is created, filled, corrected, versioned and compared. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let page: Page
let datasetID: string
const t = texts('en')
/** Names of fields and values of cells, some of which equal texts of the product. */
const asWritten = ['question', 'score', 'answer', 'text', 'Question', 'Points', 'city', 'people', 'Hello']
/** Values in the dataset that is filled by Python. */
const filled = ['upper', 'tone', 'One', 'ONE', 'TWO', 'one.', 'Three', 'angry', 'Python', 'more.csv', 'Filled']
const words = (key: string, values?: Record<string, string | number>) => t('dataset', key, values)
const grid = (key: string, values?: Record<string, string | number>) => t('database', key, values)
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Evaluation' })).id
  page = await visit({ language: 'en', cookie: owner.cookie() })
})
const cell = (row: number, column: number): Locator =>
  page
    .getByRole('row')
    .and(page.locator(`[aria-rowindex="${row + 2}"]`))
    .locator(`[aria-colindex="${column + 2}"]`)
const paste = (block: string): Promise<void> =>
  page.getByRole('grid').evaluate((frame, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    frame.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, block)
const stored = async () =>
  (await owner.api.datasetItem.list({ datasetID })).items.map(({ data }) => data!.map(({ content }) => content))
const press = (name: string | RegExp, where: Page | Locator = page) =>
  where.getByRole('button', { name }).first().click()
const openTab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
async function choose(label: string, option: string, where: Page | Locator = page) {
  await where.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a dataset is created with its fields from the list in the space', async () => {
  await goTo(page, `/space/${spaceId}/develop`)
  await page.getByRole('link', { name: t('shell', 'nav.evaluate'), exact: true }).click()
  await page.getByRole('link', { name: t('shell', 'nav.datasets'), exact: true }).click()
  await page.getByRole('heading', { name: words('list.empty') }).waitFor()
  await expectAccessible(page, 'datasets-empty')
  await press(words('create.title'))
  const dialog = page.getByRole('dialog', { name: words('create.title') })
  await dialog
    .getByRole('textbox', { name: words('create.name') })
    .first()
    .fill('Questions')
  await dialog.getByLabel(words('fields.nameOf', { field: 'input' })).fill('question')
  await dialog.getByLabel(words('fields.requiredOf', { field: 'question' })).check()
  await dialog.getByLabel(words('fields.nameOf', { field: 'reference_output' })).fill('score')
  await choose(words('fields.typeOf', { field: 'score' }), words('type.integer'), dialog)
  await expectAccessible(page, 'dataset-create', asWritten)
  await press(words('create.action'), dialog)
  await page.waitForURL(/evaluate\/datasets\/\d+/)
  datasetID = /datasets\/(\d+)/.exec(page.url())![1]!
  const { dataset } = await owner.api.dataset.get({ datasetID })
  expect(dataset.schema.fields.map((field) => [field.name, field.isRequired, field.schemaKey])).toEqual([
    ['question', true, 1],
    ['score', false, 2],
  ])
})

test('rows are typed, pasted and corrected in the grid', async () => {
  await page.getByRole('heading', { name: words('rows.none') }).waitFor()
  await page
    .getByRole('button', { name: words('rows.add') })
    .last()
    .click()
  // Waits until the grid has the keyboard focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
  await page.keyboard.type('What is Orrery?')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([['What is Orrery?']])
  await cell(0, 0).click()
  await paste('What is a dataset?\t4\nWhat is a version?\t5\n')
  await expect.poll(stored).toEqual([
    ['What is a dataset?', '4'],
    ['What is a version?', '5'],
  ])
  await cell(1, 1).dblclick()
  await page.getByRole('textbox', { name: 'score' }).fill('five')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(1, 1).getAttribute('aria-invalid')).toBe('true')
  await cell(1, 1).dblclick()
  await page.getByRole('textbox', { name: 'score' }).fill('6')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([
    ['What is a dataset?', '4'],
    ['What is a version?', '6'],
  ])
  await expectAccessible(page, 'dataset-rows', asWritten)
})

test('rows are filtered by a word and by a condition', async () => {
  await page.getByPlaceholder(grid('grid.search')).fill('version')
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  await page.getByPlaceholder(grid('grid.search')).fill('')
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('3')
  await press(grid('filter.title'))
  const filter = page.getByRole('dialog', { name: grid('filter.title') })
  await choose(grid('filter.field'), 'score', filter)
  await choose(grid('filter.operation'), grid('operation.above'), filter)
  await filter.getByRole('textbox', { name: grid('filter.value') }).fill('5')
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /score.*5/ }).click()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('3')
})

test('a version is created, the draft is changed, and the two are compared', async () => {
  await press(words('version.create'))
  const dialog = page.getByRole('dialog', { name: words('version.create') })
  await dialog.getByRole('textbox', { name: words('version.note') }).fill('The first questions')
  await press(words('version.create'), dialog)
  await page.getByText(words('version.created', { version: '0.0.1' })).waitFor()
  await cell(0, 0).dblclick()
  await page.getByRole('textbox', { name: 'question' }).fill('What is in a dataset?')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored())[0]![0]).toBe('What is in a dataset?')
  await openTab(words('tab.versions'))
  const row = page.getByRole('row', { name: /0\.0\.1/ })
  await row.hover()
  await press(words('diff.open', { version: '0.0.1' }))
  await page.getByText(words('diff.changed', { count: 1 }), { exact: true }).waitFor()
  await page
    .getByRole('list', { name: words('diff.rows') })
    .getByText('question')
    .waitFor()
  await expectAccessible(page, 'dataset-diff', asWritten)
  await page.keyboard.press('Escape')
  await row.getByText('0.0.1').click()
  await page.getByText(words('version.shown', { version: '0.0.1' })).waitFor()
  await expect.poll(() => cell(0, 0).innerText()).toBe('What is a dataset?')
  await page.getByRole('link', { name: words('version.toDraft') }).click()
  await expect.poll(() => cell(0, 0).innerText()).toBe('What is in a dataset?')
})

test('a file with faults is imported, and its rejected rows can be downloaded with reasons', async () => {
  await press(words('import.action'))
  const dialog = page.getByRole('dialog', { name: words('import.title') })
  const buffer = Buffer.from('Question,Points\r\nFrom a file,7\r\nAnother,many\r\n,8\r\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('table', { name: words('import.step.columns') }).waitFor()
  await choose(words('import.targetOf', { column: 'Points' }), 'score', dialog)
  await expectAccessible(page, 'dataset-import', asWritten)
  await press(words('import.start'), dialog)
  await page.getByText(words('jobs.counts', { added: 1, skipped: 2 })).waitFor()
  await page.getByText(words('jobs.state.completed'), { exact: true }).waitFor()
  await expectAccessible(page, 'dataset-jobs', asWritten)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: words('jobs.rejected') })
      .or(page.getByRole('link', { name: words('jobs.rejected') }))
      .click(),
  ])
  const rejected = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(rejected.slice(1, 3)).toEqual([
    'rows.csv,3,score,must be a whole number,Another,many',
    'rows.csv,4,question,is required,,8',
  ])
  expect((await stored()).at(-1)).toEqual(['From a file', '7'])
})

test('the exported file contains exactly the stored rows', async () => {
  await openTab(words('tab.rows'))
  await press(words('export.action'))
  await page.getByRole('menuitem', { name: words('jobs.format.jsonl') }).click()
  const link = page
    .getByRole('button', { name: words('jobs.download') })
    .or(page.getByRole('link', { name: words('jobs.download') }))
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => Object.values(JSON.parse(line) as Record<string, string>))).toEqual(await stored())
})

test('field types change only if every row fits; otherwise the number of misfits is shown', async () => {
  await openTab(words('tab.settings'))
  const fields = page.getByRole('region', { name: words('fields.label') })
  await choose(words('fields.typeOf', { field: 'question' }), words('type.integer'), fields)
  await press(words('fields.save'), fields)
  await fields.getByText(/3 rows do not fit/).waitFor()
  await choose(words('fields.typeOf', { field: 'question' }), words('type.markdown'), fields)
  await press(words('fields.add'), fields)
  await fields.getByLabel(words('fields.nameOf', { field: words('fields.nth', { n: 3 }) })).fill('answer')
  await press(words('fields.save'), fields)
  await page.getByText(words('fields.saved')).waitFor()
  await expectAccessible(page, 'dataset-settings', asWritten)
  expect((await owner.api.dataset.schema({ datasetID })).fields.map(({ name }) => name)).toEqual([
    'question',
    'score',
    'answer',
  ])
})

test('an item with several turns is written and opened turn by turn', async () => {
  const made = await owner.api.dataset.create({
    spaceID: spaceId,
    name: 'Conversations',
    fields: [{ key: 'text', name: 'text' }],
    features: { repeatedData: true },
  })
  await goTo(page, `/space/${spaceId}/evaluate/datasets/${made.datasetID}`)
  await page
    .getByRole('button', { name: words('rows.add') })
    .last()
    .click()
  const sheet = page.getByRole('complementary', { name: words('rows.add') })
  await sheet.getByRole('textbox', { name: 'text' }).fill('Hello')
  await press(words('turns.add'), sheet)
  await sheet.getByRole('textbox', { name: 'text' }).nth(1).fill('And then?')
  await press(words('turns.save'), sheet)
  await page.getByRole('row', { name: /Hello/ }).click()
  await expectAccessible(page, 'dataset-turns', asWritten)
  const { items } = await owner.api.datasetItem.list({ datasetID: made.datasetID })
  expect(items[0]!.repeatedData!.map(({ data }) => data[0]!.content)).toEqual(['Hello', 'And then?'])
})

test('a question asked in the preview of a bot is added to a dataset with its answer', async () => {
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Keeper' })
  await goTo(page, `/space/${spaceId}/bot/${bot_id}`)
  const box = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
  await box.fill('How large is the moon?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('chat', 'addToDataset') }).click()
  const dialog = page.getByRole('dialog', { name: words('add.title') })
  await choose(words('add.dataset'), 'Questions', dialog)
  await expectAccessible(page, 'dataset-add', asWritten)
  await press(words('add.action'), dialog)
  await page.getByText(words('add.done', { name: 'Questions' })).waitFor()
  expect((await stored()).at(-1)![0]).toBe('How large is the moon?')
})

test('a dataset is created from a file, with its columns as fields', async () => {
  await goTo(page, `/space/${spaceId}/evaluate/datasets`)
  await press(words('fromFile.action'))
  const dialog = page.getByRole('dialog', { name: words('fromFile.title') })
  const buffer = Buffer.from('city,people\nLima,10\nOslo,1\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'Cities.csv', mimeType: 'text/csv', buffer })
  await dialog.getByLabel(words('fields.nameOf', { field: 'people' })).fill('inhabitants')
  await expectAccessible(page, 'dataset-from-file', [...asWritten, 'Cities', 'inhabitants'])
  await press(words('create.action'), dialog)
  await page.getByText(words('jobs.counts', { added: 2, skipped: 0 })).waitFor()
  const { datasets } = await owner.api.dataset.search({ spaceID: spaceId, name: 'Cities' })
  expect(datasets[0]).toMatchObject({ itemCount: '2', category: 4 })
  expect(datasets[0]!.schema.fields.map(({ name, schemaKey }) => [name, schemaKey])).toEqual([
    ['city', 1],
    ['inhabitants', 2],
  ])
})

test('a column is filled by Python after a preview, and a tag value is chosen from a list', async () => {
  const { tagKeyID } = await owner.api.label.create({
    spaceID: spaceId,
    tagKeyName: 'Tone',
    tagType: 1,
    version: '1.0.0',
    tagValues: [{ tagValueName: 'calm' }, { tagValueName: 'angry' }],
  })
  const made = await owner.api.dataset.create({
    spaceID: spaceId,
    name: 'Filled',
    fields: [
      { key: 'text', name: 'text' },
      { key: 'upper', name: 'upper' },
      { key: 'tone', name: 'tone', schemaKey: 6, tagFieldConfig: { tagInfo: { tagKeyID } } },
    ],
  })
  datasetID = made.datasetID
  const items = ['One', 'Two'].map((content) => ({ data: [{ key: 'text', content }] }))
  await owner.api.datasetItem.addMany({ datasetID, items })
  await goTo(page, `/space/${spaceId}/evaluate/datasets/${datasetID}`)
  await expect.poll(() => cell(1, 0).innerText()).toBe('Two')
  await press(words('column.menu', { field: 'upper' }))
  await page.getByRole('menuitem', { name: words('fill.python') }).click()
  const sheet = page.getByRole('complementary', { name: words('fill.python') })
  await sheet
    .getByRole('textbox', { name: words('fill.code') })
    .fill('def process(item):\n    return item["text"].upper()')
  await press(words('fill.preview'), sheet)
  await sheet
    .getByRole('list', { name: words('fill.previewTitle') })
    .getByText('TWO', { exact: true })
    .waitFor()
  await expectAccessible(page, 'dataset-fill', [...asWritten, ...filled])
  await sheet.getByRole('button', { name: words('fill.run'), exact: true }).click()
  await expect.poll(stored).toEqual([
    ['One', 'ONE'],
    ['Two', 'TWO'],
  ])
  await sheet.getByText(words('jobs.state.completed'), { exact: true }).waitFor()
  await expect.poll(() => cell(1, 1).innerText()).toBe('TWO')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await cell(1, 1).click()
  await page.getByText(words('cell.by', { model: 'Python' })).waitFor()
  await cell(0, 2).dblclick()
  await page.getByRole('combobox', { name: 'tone' }).fill('ang')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored())[0]).toEqual(['One', 'ONE', 'angry'])
})

test('duplicates in a file are decided with a key before the import, and the dataset is profiled', async () => {
  await press(words('import.action'))
  const dialog = page.getByRole('dialog', { name: words('import.title') })
  const buffer = Buffer.from('text\none.\nThree\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('table', { name: words('import.step.columns') }).waitFor()
  await dialog.getByRole('button', { name: words('import.findDuplicates') }).click()
  const review = dialog.getByRole('group', { name: words('pairs.review') })
  await review.getByText(words('pairs.score', { score: 100 })).waitFor()
  await expectAccessible(page, 'dataset-duplicates', [...asWritten, ...filled])
  await review.press('d')
  await dialog.getByText(words('pairs.done')).waitFor()
  await dialog.getByRole('button', { name: words('import.start'), exact: true }).click()
  await page.getByText(words('jobs.counts', { added: 1, skipped: 0 })).waitFor()
  expect((await stored()).map(([text]) => text)).toEqual(['One', 'Two', 'Three'])
  await openTab(words('tab.quality'))
  await page
    .getByRole('table', { name: words('profile.title') })
    .getByText('upper')
    .waitFor()
  await expectAccessible(page, 'dataset-quality', [...asWritten, ...filled])
})
