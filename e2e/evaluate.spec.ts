import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { goTo } from './lib/go-to.ts'

/** Evaluators, experiments, labels by people, pairs judged by a model, and the publish gate. */
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('evaluation', key, values)
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let page: Page
let spaceId: string
let model: ScriptedModel
let modelId: string
/** Texts that people wrote. */
const written = ['Before', 'After', 'Same', 'Helpful', 'Questions', 'Before release', 'Clerk', 'right', 'wrong', 'Tiny']
const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
const dialog = () => page.getByRole('dialog').last()
/** Waits for the successful answer of a call that the page makes. */
const answered = (path: string) => page.waitForResponse((response) => response.url().includes(path) && response.ok())
async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

beforeAll(async () => {
  model = await openScriptedModel()
  studio = await openStudioHere({ egressAllow: [model.host] })
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('evaluator')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  const made = await owner.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
  modelId = made.id
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
  await goTo(page, `/space/${spaceId}/evaluate/evaluators`)
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

test('an experiment is set up and started, and its rows are read and corrected', async () => {
  await goTo(page, `/space/${spaceId}/evaluate/experiments/new`)
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

test('a second experiment is compared with the first: it is better overall, but one row regressed', async () => {
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
  await goTo(page, `/space/${spaceId}/evaluate/experiments`)
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

test('two people label rows independently, and the agreed labels are written back as scores', async () => {
  const { experiments } = await owner.api.experiment.list({ space_id: spaceId })
  const before = experiments.find(({ name }) => name === 'Before')!
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${before.id}?tab=annotation`)
  await button('people.new').click()
  await dialog().getByLabel(words('people.question')).fill('Helpful')
  await dialog()
    .getByRole('radio', { name: words('people.option') })
    .click()
  await dialog().getByLabel(words('people.options')).fill('Yes\nNo')
  await expectAccessible(page, 'annotation-new', [...written, 'Yes', 'No'])
  await dialog()
    .getByRole('button', { name: words('people.create') })
    .click()
  await dialog().waitFor({ state: 'detached' })
  const progress = (done: number) => page.getByText(words('people.labels', { done, all: 32 })).waitFor()
  await progress(0)
  // The first row is labelled with the keyboard on two screens, the rest through the API.
  const member = await studio.register('labeller')
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  const { tasks } = await owner.api.annotationQueue.list({ spaceID: spaceId })
  const { taskID } = tasks[0]!
  const address = `/space/${spaceId}/evaluate/annotation/${taskID}`
  const other = await visit({ cookie: member.cookie(), language: 'zh-CN' })
  for (const [who, language] of [
    [page, 'en'],
    [other, 'zh-CN'],
  ] as const) {
    await goTo(who, address)
    const row = who.getByRole('group', { name: texts(language)('annotation', 'queue.row') })
    await row.getByText('Question 0', { exact: true }).waitFor()
    await row.press('1')
    await row.getByText('Question 1', { exact: true }).waitFor()
  }
  for (const person of [owner, member])
    for (let at = 1; at < 16; at += 1) {
      const { label } = await person.api.annotationQueue.next({ spaceID: spaceId, taskID })
      const [question] = (await person.api.annotationQueue.get({ spaceID: spaceId, taskID })).questions
      const answers = { [question!.key]: at === 5 && person === owner ? 'No' : 'Yes' }
      await person.api.annotationQueue.submit({ spaceID: spaceId, taskID, labelID: label!.labelID, answers })
    }
  await goTo(page, `${address}?tab=disputed`)
  const dispute = page.getByRole('group', { name: t('annotation', 'disputed.row') })
  await dispute.getByText('Question 5', { exact: true }).waitFor()
  await page.getByText(/Helpful: kappa 0\.00/).waitFor()
  await dispute.press('2')
  await page.getByRole('heading', { name: t('annotation', 'disputed.none') }).waitFor()
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${before.id}?tab=annotation`)
  await progress(32)
  await button('people.write').click()
  await page.getByText(words('people.written'), { exact: true }).waitFor()
  await expectAccessible(page, 'annotation-written', written)
  await page.getByRole('tab', { name: words('tab.rows') }).click()
  await page.getByRole('columnheader', { name: 'Helpful' }).waitFor()
})

test('results are written to a table of the space, and corrected scores are read back', async () => {
  const { experiments } = await owner.api.experiment.list({ space_id: spaceId })
  const after = experiments.find(({ name }) => name === 'After')!
  await goTo(page, `/space/${spaceId}/evaluate/experiments/${after.id}?tab=annotation`)
  await button('table.write').click()
  await page.getByRole('link', { name: words('table.open') }).waitFor()
  const at = { space_id: spaceId, case_id: after.id, task_id: after.id }
  const { app_token } = await owner.api.evaluationTable.state(at)
  const table = { database_id: app_token, table_type: 2 } as const
  const { data } = await owner.api.database.records({ ...table, limit: 100 })
  const [first] = data as [Record<string, string>]
  await owner.api.database.updateRecords({ ...table, record_data_alter: [{ ...first, mark_1_1: '0.5' }] })
  await button('table.read').click()
  await page.getByText(words('table.taken', { count: 1 })).waitFor()
  await expectAccessible(page, 'annotation-table', written)
  const [download] = await Promise.all([page.waitForEvent('download'), exportAs('csv')])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
})
async function exportAs(format: string) {
  await button('export').click()
  await page.getByRole('menuitem', { name: words(`export.${format}`), exact: true }).click()
}

test('pairs are judged in both orders, and an evaluator shows its agreement with people', async () => {
  const { experiments } = await owner.api.experiment.list({ space_id: spaceId })
  const idOf = (name: string) => experiments.find((one) => one.name === name)!.id
  await goTo(page, `/space/${spaceId}/evaluate/compare?ids=${idOf('Before')}_${idOf('After')}`)
  model.script(...Array.from({ length: 32 }, () => says('{"reason":"the same","winner":"A"}')))
  await button('pairs.start').click()
  await page.getByText(words('pairs.counts', { name: 'After', wins: 0, losses: 0, ties: 16 })).waitFor()
  await page.getByText(words('pairs.contradictions', { share: '100%' })).waitFor()
  await expectAccessible(page, 'compare-pairs', written)
  const { evaluators } = await owner.api.evaluator.list({ space_id: spaceId })
  await goTo(page, `/space/${spaceId}/evaluate/evaluators/${evaluators[0]!.evaluator_id}`)
  const card = page.getByRole('region', { name: words('card.title') })
  await card.getByText(words('card.looked', { rows: '2' })).waitFor()
  await expectAccessible(page, 'judge-card', written)
})

test('the publish gate blocks a bot that fails its plan and allows the fixed one', async () => {
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Clerk' })
  const draft = (prompt: string) =>
    owner.api.bot.updateDraft({
      bot_info: {
        bot_id,
        prompt_info: { prompt },
        model_info: { model_id: modelId },
        suggest_reply_info: { suggest_reply_mode: 2 },
      },
    } as never)
  await draft('Answer wrong.')
  await goTo(page, `/space/${spaceId}/bot/${bot_id}/publish`)
  const gate = page.getByRole('region', { name: words('gate.title') })
  await gate.getByText(words('gate.none')).waitFor()
  await gate.getByRole('button', { name: words('gate.require') }).click()
  await dialog()
    .getByRole('link', { name: words('plan.new') })
    .click()
  await page.getByLabel(words('form.name')).fill('Before release')
  await choose(words('form.dataset'), 'Questions')
  await page.getByRole('checkbox', { name: /Same/ }).click()
  await page.getByText(/^Ready: 16 rows/).waitFor()
  await button('plan.save').click()
  await page.getByRole('row', { name: /Before release/ }).click()
  const sheet = page.getByRole('complementary', { name: 'Before release' })
  await sheet.getByRole('switch', { name: words('plan.bySelf') }).click()
  await sheet.getByRole('button', { name: words('plan.saveTimes') }).click()
  await sheet.getByText(/^Next run:/).waitFor()
  await expectAccessible(page, 'plans', written)
  await goTo(page, `/space/${spaceId}/bot/${bot_id}/publish`)
  await gate.getByRole('button', { name: words('gate.require') }).click()
  await dialog()
    .getByRole('combobox', { name: words('plan.one') })
    .click()
  await page.getByRole('option', { name: 'Before release' }).click()
  await expectTranslated(page, 'gate-dialog', written)
  await dialog()
    .getByRole('button', { name: words('gate.save') })
    .click()
  await gate.getByText(words('gate.never'), { exact: true }).waitFor()
  const runPlan = async (answer: string) => {
    model.reset()
    model.script(...Array.from({ length: 16 }, () => says(answer)))
    await gate.getByRole('button', { name: words('gate.run') }).click()
  }
  await runPlan('wrong')
  await gate.getByText(words('gate.failed'), { exact: true }).waitFor()
  await gate.getByRole('list', { name: words('gate.failing') }).waitFor()
  await expectAccessible(page, 'gate-failed', written)
  const publish = () => page.getByRole('button', { name: /^Publish to \d+ channels?$/ })
  await publish().click()
  await page
    .getByText(/The plan “Before release” must pass before this bot is published\. Rows that fail: 1 “Question 0”/)
    .first()
    .waitFor()
  // Follows a regression down to its trace.
  await gate.getByRole('link', { name: words('gate.open') }).click()
  await page.getByRole('row', { name: /Question 3/ }).click()
  const link = page
    .getByRole('complementary', { name: words('row.title', { number: 4 }) })
    .getByRole('link', { name: words('row.trace') })
  await link.click()
  await page.waitForURL(/\/observe\/traces\//)
  await draft('Answer right.')
  await goTo(page, `/space/${spaceId}/bot/${bot_id}/publish`)
  await gate.getByText(words('gate.never'), { exact: true }).waitFor()
  await runPlan('right')
  await gate.getByText(words('gate.passed'), { exact: true }).waitFor()
  await publish().click()
  await page
    .getByRole('region', { name: t('publish', 'progress'), exact: true })
    .getByRole('heading', { name: t('publish', 'progress.done', { version: 'v1.0.0' }) })
    .waitFor()
})
