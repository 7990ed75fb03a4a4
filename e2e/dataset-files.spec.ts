import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Files in cells: uploaded by a person, exported with their rows and imported again. */
let owner: Person
let spaceId: string
let page: Page
let datasetID: string
const t = texts('en')
/** Names and values, some of which equal texts of the product. */
const asWritten = ['text', 'photo', 'point.png', 'Photos', 'alpha', 'beta', 'gamma']
const words = (key: string, values?: Record<string, string | number>) => t('dataset', key, values)
const grid = (key: string, values?: Record<string, string | number>) => t('database', key, values)
beforeAll(async () => {
  const studio = await openStudioHere()
  await studio.startJobs()
  const visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Evaluation' })).id
  page = await visit({ language: 'en', cookie: owner.cookie() })
})
const cell = (row: number, column: number): Locator =>
  page
    .getByRole('row')
    .and(page.locator(`[aria-rowindex="${row + 2}"]`))
    .locator(`[aria-colindex="${column + 2}"]`)
const press = (name: string | RegExp, where: Page | Locator = page) =>
  where.getByRole('button', { name }).first().click()
const openTab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** An image of one pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
test('an image is uploaded into a cell, a group of conditions filters rows, and visibility is set for the dataset', async () => {
  const made = await owner.api.dataset.create({
    spaceID: spaceId,
    name: 'Photos',
    fields: [
      { key: 'text', name: 'text' },
      { key: 'photo', name: 'photo', contentType: 2 },
    ],
  })
  ;({ datasetID } = made)
  const items = ['alpha', 'beta', 'gamma'].map((content) => ({ data: [{ key: 'text', content }] }))
  await owner.api.datasetItem.addMany({ datasetID, items })
  await goTo(page, `/space/${spaceId}/evaluate/datasets/${datasetID}`)
  await cell(0, 1).dblclick()
  const dialog = page.getByRole('dialog', { name: 'photo' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'point.png', mimeType: 'image/png', buffer: point })
  await dialog.getByRole('img', { name: 'point.png' }).waitFor()
  await expectAccessible(page, 'dataset-media-edit', asWritten)
  await press(words('media.save'), dialog)
  await expect
    .poll(async () => (await owner.api.datasetItem.list({ datasetID })).items[0]!.data![1]?.attachments?.[0]?.name)
    .toBe('point.png')
  const shown = cell(0, 1).getByRole('img', { name: 'point.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await cell(0, 1).click()
  await press(words('origin.title'))
  const sheet = page.getByRole('complementary', { name: words('origin.title') })
  await sheet.getByRole('img', { name: 'point.png' }).waitFor()
  await expectAccessible(page, 'dataset-media', asWritten)
  await page.keyboard.press('Escape')
  // Filters by a group with two alternative words.
  await press(grid('filter.title'))
  const filter = page.getByRole('dialog', { name: grid('filter.title') })
  await filter.getByRole('button', { name: words('filter.addGroup') }).click()
  await filter
    .getByRole('button', { name: grid('filter.add') })
    .first()
    .click()
  const values = filter.getByRole('textbox', { name: grid('filter.value') })
  await values.nth(1).fill('alpha')
  await values.nth(2).fill('beta')
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('3')
  await values.nth(0).fill('et')
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  await expectAccessible(page, 'dataset-filter-groups', [...asWritten, 'et'])
  await page.keyboard.press('Escape')
  await openTab(words('tab.settings'))
  await page.getByRole('radio', { name: words('reach.visible.instance') }).click()
  await expect.poll(async () => (await owner.api.dataset.get({ datasetID })).dataset.visibility).toBe(1)
  await expectAccessible(page, 'dataset-reach', asWritten)
})

test('rows are exported with their images in one archive and imported again without changes', async () => {
  const rowsOf = async (id: string) => {
    const { items } = await owner.api.datasetItem.list({ datasetID: id })
    const bytes = async (url: string) => (await (await page.request.get(url)).body()).toString('base64')
    return Promise.all(
      items.map(async ({ data }) => ({
        text: data![0]!.content,
        files: await Promise.all(
          (data![1]?.attachments ?? []).map(async ({ name, url }) => ({ name, bytes: await bytes(url) })),
        ),
      })),
    )
  }
  const before = await rowsOf(datasetID)
  expect(before.map(({ files }) => files.length)).toEqual([1, 0, 0])
  await openTab(words('tab.rows'))
  await press(words('export.action'))
  await page.getByRole('menuitem', { name: words('jobs.format.zip') }).click()
  const link = page
    .getByRole('button', { name: words('jobs.download') })
    .or(page.getByRole('link', { name: words('jobs.download') }))
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const buffer = readFileSync(await download.path())
  await expectAccessible(page, 'dataset-export-zip', asWritten)
  const fields = [
    { key: 'text', name: 'text' },
    { key: 'photo', name: 'photo', contentType: 2 as const },
  ]
  const made = await owner.api.dataset.create({ spaceID: spaceId, name: 'Photos again', fields })
  await goTo(page, `/space/${spaceId}/evaluate/datasets/${made.datasetID}`)
  await press(words('import.action'))
  const dialog = page.getByRole('dialog', { name: words('import.title') })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'rows.zip', mimeType: 'application/zip', buffer })
  await dialog.getByRole('table', { name: words('import.step.columns') }).waitFor()
  await dialog.getByRole('button', { name: words('import.start'), exact: true }).click()
  await page.getByText(words('jobs.counts', { added: 3, skipped: 0 })).waitFor()
  expect(await rowsOf(made.datasetID)).toEqual(before)
})

test('an experiment shows the images of its rows in its table and its side sheet', async () => {
  const space_id = spaceId
  const fields = [
    { key: 'photo', name: 'photo', contentType: 2 as const },
    { key: 'output', name: 'output' },
  ]
  const set = await owner.api.dataset.create({ spaceID: spaceId, name: 'Seen', fields })
  const data = Buffer.from(point).toString('base64')
  const { upload_uri: uri } = await owner.api.upload.file({ file_head: { file_type: 'png' }, data })
  const row = [
    { key: 'photo', attachments: [{ uri, name: 'point.png' }] },
    { key: 'output', content: 'alpha' },
  ]
  await owner.api.datasetItem.addMany({ datasetID: set.datasetID, items: [{ data: row }] })
  const builtin_evaluator = {
    kind: 'rule' as const,
    rule: 'icontains' as const,
    is_negated: false,
    contents: ['alpha'],
  }
  const current_version = { evaluator_content: { builtin_evaluator } }
  const evaluator = await owner.api.evaluator.create({ evaluator: { space_id, name: 'Letters', current_version } })
  const { evaluator_id } = evaluator
  const submitted = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: 'Looking',
    eval_set_id: set.datasetID,
    create_eval_target_param: { eval_target_type: 102 },
    evaluator_version_ids: [submitted.evaluator.current_version!.id],
  })
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${experiment.id}`)
  const shown = page.getByRole('table', { name: t('evaluation', 'tab.rows') }).getByRole('img', { name: 'point.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.getByText(t('evaluation', 'status.success'), { exact: true }).waitFor()
  await page.getByRole('row', { name: /alpha/ }).click()
  const sheet = page.getByRole('complementary', { name: t('evaluation', 'row.title', { number: 1 }) })
  await sheet.getByRole('img', { name: 'point.png' }).waitFor()
  await expectAccessible(page, 'experiment-images', [...asWritten, 'Letters', 'Looking', 'Seen', 'output'])
})
