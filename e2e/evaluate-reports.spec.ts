import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** A comparison is saved as a report with a column for people, and scores are drawn as charts of every type. */
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('evaluation', key, values)
const ROWS = 16
const types = ['figure', 'pie', 'bars', 'stacked', 'radar', 'line'] as const
let studio: Studio
let owner: Person
let page: Page
let spaceId: string
let ids: string[]
/** Texts that people wrote. */
const written = ['Before', 'After', 'Exact', 'Words', 'Questions', 'Which', 'first', 'second', 'right', 'wrong', 'hard']
const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
const dialog = () => page.getByRole('dialog').last()

beforeAll(async () => {
  studio = await openStudioHere()
  const visit = await openBrowser(studio.address)
  owner = await studio.register('evaluator')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  const space_id = spaceId
  const fields = ['input', 'reference_output', 'output', 'newer']
  const { evaluation_set_id: eval_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: 'Questions',
    evaluation_set_schema: { field_schemas: fields.map((name) => ({ name })) },
  })
  const items = Array.from({ length: ROWS }, (_, at) => ({
    turns: [
      {
        field_data_list: [`Question ${at}`, 'right', at < 2 ? 'right' : 'wrong', at === 0 ? 'wrong' : 'right'].map(
          (text, field) => ({ name: fields[field]!, content: { text } }),
        ),
      },
    ],
  }))
  await owner.api.evaluationSet.addItems({ space_id, evaluation_set_id: eval_set_id, items })
  const evaluator_version_ids: string[] = []
  for (const [name, metric] of [
    ['Exact', 'exact'],
    ['Words', 'token_f1'],
  ] as const) {
    const { evaluator_id } = await owner.api.evaluator.create({
      evaluator: {
        space_id,
        name,
        current_version: { evaluator_content: { builtin_evaluator: { kind: 'similarity', metric } } },
      },
    })
    const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
    evaluator_version_ids.push(evaluator.current_version!.id)
  }
  ids = []
  for (const [name, from_field_name] of [
    ['Before', 'output'],
    ['After', 'newer'],
  ] as const) {
    const { experiment } = await owner.api.experiment.submit({
      space_id,
      name,
      eval_set_id,
      create_eval_target_param: { eval_target_type: 102 },
      evaluator_version_ids,
      target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name }] },
    })
    await studio.services.experiments.run(experiment.id)
    ids.push(experiment.id)
  }
  page = await visit({ cookie: owner.cookie(), language: 'en' })
})
/** The chart with this title, including its table for screen readers. */
const chartRegion = (title: string) => page.getByRole('region', { name: title, exact: true })

test('the means of two experiments are drawn as all six chart types', async () => {
  await goTo(page, `/space/${spaceId}/evaluate/compare?ids=${ids.join('_')}`)
  await page.getByText(words('verdict.better'), { exact: true }).first().waitFor()
  const chart = chartRegion(words('chart.means'))
  for (const type of types) {
    await page.getByRole('radio', { name: words(`chart.${type}`), exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('chart') === type)
    // Two of sixteen rows were right in the first experiment, fifteen in the second.
    await chart.getByText('0.125').first().waitFor({ state: 'attached' })
    await chart.getByText('0.938').first().waitFor({ state: 'attached' })
    if (type !== 'figure') await chart.locator('svg.recharts-surface').first().waitFor()
    if (type === 'figure' || type === 'pie') await expectAccessible(page, `compare-chart-${type}`, written)
  }
})

test('a comparison is saved as a report, is linked from its experiments, and gets a column for people', async () => {
  await button('report.save').press('Enter')
  await dialog().getByLabel(words('form.name')).fill('Before and After')
  await expectAccessible(page, 'report-save', written)
  await dialog()
    .getByRole('button', { name: words('report.saveAction') })
    .click()
  await page.getByRole('heading', { name: 'Before and After' }).waitFor()
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${ids[1]!}?tab=comparisons`)
  await page.getByText(words('report.size', { count: 2 })).waitFor()
  await expectAccessible(page, 'experiment-reports', written)
  await page.getByRole('link', { name: 'Before and After' }).press('Enter')
  await page.getByRole('heading', { name: 'Before and After' }).waitFor()
  await button('report.addColumn').click()
  await dialog().getByLabel(words('people.question')).fill('Which')
  await dialog()
    .getByRole('radio', { name: words('people.option') })
    .click()
  await dialog().getByLabel(words('people.options')).fill('first\nsecond')
  await dialog()
    .getByRole('button', { name: words('report.addColumn') })
    .click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText(words('people.labels', { done: 0, all: 2 * ROWS })).waitFor()
  await page.getByRole('columnheader', { name: 'Which' }).waitFor()
  await page.getByRole('link', { name: words('report.label') }).press('Enter')
  // The queue shows both outputs beside the row, without scores.
  const row = page.getByRole('group', { name: t('annotation', 'queue.row') })
  await row.getByText('Question 0', { exact: true }).waitFor()
  await row.getByText('actual_output: After', { exact: true }).waitFor()
  await row.press('2')
  await row.getByText('Question 1', { exact: true }).waitFor()
  await page.goBack()
  await page.getByText(words('people.labels', { done: 1, all: 2 * ROWS })).waitFor()
  await page.getByRole('row', { name: /Question 0.*second/ }).waitFor()
  await expectAccessible(page, 'report', written)
})

test('the report is exported in three formats', async () => {
  for (const format of ['csv', 'jsonl', 'xlsx']) {
    await button('export').click()
    const item = page.getByRole('menuitem', { name: words(`export.${format}`), exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
    const bytes = await readFile((await download.path())!)
    if (format === 'xlsx') expect(bytes.subarray(0, 2).toString()).toBe('PK')
    else for (const wanted of ['Question 15', 'Exact', 'Words']) expect(bytes.toString()).toContain(wanted)
  }
})

test('an experiment stores charts of all six types', async () => {
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${ids[1]!}?tab=charts`)
  await page.getByText(words('chart.none'), { exact: true }).waitFor()
  for (const [at, type] of types.entries()) {
    await button('chart.add').first().click()
    await dialog().getByLabel(words('form.name')).fill(`Chart ${at}`)
    await dialog()
      .getByRole('radio', { name: words(`chart.${type}`), exact: true })
      .click()
    if (at === 0) await expectAccessible(page, 'chart-new', written)
    await dialog()
      .getByRole('button', { name: words('chart.add') })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await chartRegion(`Chart ${at}`).getByText('0.938').first().waitFor({ state: 'attached' })
  }
  await expectAccessible(page, 'experiment-charts', [...written, 'Chart'])
  await page.reload()
  for (const at of types.keys()) await chartRegion(`Chart ${at}`).waitFor()
  await page.getByRole('button', { name: words('chart.deleteOne', { name: 'Chart 5' }) }).click()
  await page
    .getByRole('alertdialog')
    .or(dialog())
    .getByRole('button', { name: words('chart.delete') })
    .click()
  await chartRegion('Chart 5').waitFor({ state: 'detached' })
  await chartRegion('Chart 4').waitFor()
})

test('a report can be deleted without its experiments', async () => {
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${ids[0]!}?tab=comparisons`)
  await page.getByRole('link', { name: 'Before and After' }).click()
  await page.getByRole('button', { name: words('report.delete') }).click()
  await page
    .getByRole('alertdialog')
    .or(dialog())
    .getByRole('button', { name: words('report.delete') })
    .click()
  await button('report.save').waitFor()
  await page.getByRole('heading', { name: words('compare.title') }).waitFor()
})
