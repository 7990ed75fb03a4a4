import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** From an evaluator that is tried on a row to two experiments side by side. */
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('evaluation', key, values)
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let page: Page
let spaceId: string
const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
const dialog = () => page.getByRole('dialog').last()
/** The answer of a call that the page makes. */
const answered = (path: string) => page.waitForResponse((response) => response.url().includes(path) && response.ok())
async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('evaluator')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id: spaceId,
    name: 'Questions',
    evaluation_set_schema: {
      field_schemas: ['input', 'reference_output', 'output', 'newer'].map((name) => ({ name })),
    },
  })
  const items = Array.from({ length: 16 }, (_, at) => ({
    turns: [
      {
        field_data_list: Object.entries({
          input: `Question ${at}`,
          reference_output: 'right',
          output: at < 2 ? 'right' : 'wrong',
          newer: at === 0 ? 'wrong' : 'right',
        }).map(([name, text]) => ({ name, content: { text } })),
      },
    ],
  }))
  await owner.api.evaluationSet.addItems({ space_id: spaceId, evaluation_set_id, items })
})

test('an evaluator is created, tried on a row, and gets a version', async () => {
  page = await visit({ cookie: owner.cookie(), language: 'en' })
  await page.goto(`/space/${spaceId}/evaluate/evaluators`)
  await page.getByText(words('evaluators.empty'), { exact: true }).waitFor()
  await button('evaluator.create').click()
  await dialog().getByLabel(words('form.name')).fill('Same')
  await dialog()
    .getByRole('radio', { name: words('content.similarity') })
    .click()
  await dialog()
    .getByRole('button', { name: words('evaluator.create'), exact: true })
    .click()
  const trial = page.getByRole('region', { name: words('trial.title') })
  await trial.getByLabel('output', { exact: true }).fill('a b')
  await trial.getByLabel('reference_output', { exact: true }).fill('a c')
  await trial.getByRole('button', { name: words('trial.run') }).click()
  await trial.getByText(words('trial.score', { score: '0.5' })).waitFor()
  await expectAccessible(page, 'evaluator')
  await button('version.new').click()
  const submitted = answered('/submit')
  await dialog()
    .getByRole('button', { name: words('version.create') })
    .click()
  await submitted
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: words('version.list') }).waitFor()
})

test('an experiment is set up, started and read row by row', async () => {
  await page.goto(`/space/${spaceId}/evaluate/experiments/new`)
  await page.getByLabel(words('form.name')).fill('Before')
  await page.getByRole('radio', { name: words('target.stored') }).click()
  await choose(words('form.dataset'), 'Questions')
  await page.getByRole('checkbox', { name: /Same/ }).click()
  await page.getByText(/^Ready: 16 rows/).waitFor()
  await expectTranslated(page, 'experiment-new')
  await button('start').click()
  await page.getByRole('heading', { name: 'Before' }).waitFor()
  const { experiments } = await owner.api.experiment.list({ space_id: spaceId })
  await studio.services.experiments.run(experiments[0]!.id)
  await page.getByText(words('status.success'), { exact: true }).waitFor()
  await page.getByRole('row', { name: /Question 0/ }).waitFor()
  await expectAccessible(page, 'experiment')
  await page.getByRole('row', { name: /Question 3/ }).click()
  const sheet = page.getByRole('complementary', { name: words('row.title', { number: 4 }) })
  await sheet.getByRole('button', { name: words('correct') }).click()
  await sheet.getByLabel(words('correct.why')).fill('Close enough')
  const corrected = answered('/evaluator_record/correct')
  await sheet.getByRole('button', { name: words('correct.save') }).click()
  await corrected
  await sheet.getByText('Close enough').waitFor()
})

test('a second one is compared with it: better, and which row became worse', async () => {
  const { experiments } = await owner.api.experiment.list({ space_id: spaceId })
  const before = experiments[0]!
  const { experiment: after } = await owner.api.experiment.submit({
    space_id: spaceId,
    name: 'After',
    eval_set_version_id: before.eval_set_version_id,
    create_eval_target_param: { eval_target_type: 102 },
    evaluator_version_ids: before.evaluator_version_ids,
    target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name: 'newer' }] },
  })
  await studio.services.experiments.run(after.id)
  await page.goto(`/space/${spaceId}/evaluate/experiments`)
  await page.getByRole('row', { name: /After/ }).waitFor()
  for (const name of [/After/, /Before/]) await page.getByRole('row', { name }).getByRole('checkbox').click()
  await button('compare').click()
  await page.getByText(words('verdict.better'), { exact: true }).waitFor()
  await page.getByRole('row', { name: /Question 1\b/ }).waitFor()
  await expectAccessible(page, 'compare')
  await page.getByRole('combobox', { name: new RegExp(words('rows.show')) }).click()
  await page.getByRole('option', { name: words('change.regressed') }).click()
  await page.getByRole('row', { name: /Question 1\b/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Question 0/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('change')).toBe('regressed')
})
