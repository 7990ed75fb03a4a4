import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  type ChatBody,
  openScriptedModel,
  type Reply,
  says,
  type ScriptedModel,
} from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** From an empty space to a comparison of two experiments, and from a regressed row to its trace. */
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('evaluation', key, values)
const ROWS = 16
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let page: Page
let spaceId: string
let botId: string
let model: ScriptedModel
let modelId: string
/** Texts that people wrote. */
const written = [
  'Questions',
  'Same',
  'Clerk',
  'Old persona',
  'New persona',
  'right',
  'wrong',
  'Tiny',
  'input',
  'output',
]
const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
const dialog = () => page.getByRole('dialog').last()
async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}
const draft = (prompt: string) =>
  owner.api.bot.updateDraft({
    bot_info: {
      bot_id: botId,
      prompt_info: { prompt },
      model_info: { model_id: modelId },
      suggest_reply_info: { suggest_reply_mode: 2 },
    },
  } as never)

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
  modelId = (await owner.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Clerk' })).bot_id
  await draft('Answer as before.')
  page = await visit({ cookie: owner.cookie(), language: 'en' })
})
/** Answers each question by its number in any order. The answer to one question can wait for a promise. */
function answerBy(isRight: (question: number) => boolean, waits?: { question: number; until: Promise<unknown> }) {
  const reply = ({ messages }: ChatBody): Reply => {
    const question = Number(/Question (\d+)/.exec(JSON.stringify(messages.at(-1)))?.[1])
    const said = says(isRight(question) ? 'right' : 'wrong')
    return waits?.question === question ? { steps: [{ until: waits.until }, ...said.steps!] } : said
  }
  model.reset()
  model.script(...Array.from({ length: ROWS }, () => reply))
}

test('a dataset is created in an empty space, and rows are pasted into it', async () => {
  await goTo(page, `/space/${spaceId}/develop`)
  await page.getByRole('link', { name: t('shell', 'nav.evaluate'), exact: true }).click()
  await page.getByRole('link', { name: t('shell', 'nav.datasets'), exact: true }).click()
  await page.getByRole('heading', { name: t('dataset', 'list.empty') }).waitFor()
  await page
    .getByRole('button', { name: t('dataset', 'create.title') })
    .first()
    .click()
  await dialog()
    .getByRole('textbox', { name: t('dataset', 'create.name') })
    .first()
    .fill('Questions')
  await dialog()
    .getByRole('button', { name: t('dataset', 'create.action') })
    .click()
  await page.waitForURL(/evaluate\/datasets\/\d+/)
  const datasetID = /datasets\/(\d+)/.exec(page.url())![1]!
  await page.getByRole('heading', { name: t('dataset', 'rows.none') }).waitFor()
  await page
    .getByRole('button', { name: t('dataset', 'rows.add') })
    .last()
    .click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
  const stored = async () =>
    (await owner.api.datasetItem.list({ datasetID, pageSize: 50 })).items.map(({ data }) =>
      data!.map(({ content }) => content),
    )
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([['First']])
  await page.getByRole('row').and(page.locator('[aria-rowindex="2"]')).locator('[aria-colindex="2"]').click()
  const block = Array.from({ length: ROWS }, (_, at) => `Question ${at}\tright`).join('\n')
  await page.getByRole('grid').evaluate((frame, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    frame.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, block)
  await expect.poll(async () => (await stored()).length).toBe(ROWS)
  await expect.poll(stored).toContainEqual([`Question ${ROWS - 1}`, 'right'])
})

test('an evaluator is tried on a row and gets a version', async () => {
  await goTo(page, `/space/${spaceId}/evaluate/evaluators`)
  await button('evaluator.create').click()
  await dialog().getByLabel(words('form.name')).fill('Same')
  await dialog()
    .getByRole('radio', { name: words('content.similarity') })
    .click()
  await dialog()
    .getByRole('button', { name: words('evaluator.create'), exact: true })
    .click()
  const trial = page.getByRole('region', { name: words('trial.title') })
  await trial.getByLabel('output', { exact: true }).fill('right')
  await trial.getByLabel('reference_output', { exact: true }).fill('right')
  await trial.getByRole('button', { name: words('trial.run') }).click()
  await trial.getByText(words('trial.score', { score: '1' })).waitFor()
  await button('version.new').click()
  await dialog()
    .getByRole('button', { name: words('version.create') })
    .click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: words('version.list') }).waitFor()
})

/** Starts an experiment on the page for new experiments, mostly with the keyboard. */
async function start(name: string) {
  await goTo(page, `/space/${spaceId}/evaluate/experiments/new`)
  await page.getByLabel(words('form.name')).fill(name)
  await choose(words('target.bot'), 'Clerk')
  await choose(words('form.dataset'), 'Questions')
  await page.getByRole('checkbox', { name: /Same/ }).press('Space')
  await page.getByText(/^Ready: 16 rows/).waitFor()
  await button('start').press('Enter')
  await page.getByRole('heading', { name }).waitFor()
}

test('an experiment is watched live while its last answer is pending', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answerBy((question) => question < 2, { question: ROWS - 1, until: promise })
  await start('Old persona')
  const live = page.getByRole('region', { name: words('live.title') })
  await live.getByText(words('progress.note', { done: String(ROWS - 1), all: String(ROWS) })).waitFor()
  await page.getByText(words('status.processing'), { exact: true }).waitFor()
  await expectAccessible(page, 'experiment-live', written)
  resolve()
  await page.getByText(words('status.success'), { exact: true }).waitFor()
})

test('the next experiment is compared: it is better overall, but one row regressed, as its trace shows', async () => {
  await draft('Answer as one should.')
  answerBy((question) => question !== 0)
  await start('New persona')
  await page.getByText(words('status.success'), { exact: true }).waitFor()
  await goTo(page, `/space/${spaceId}/evaluate/experiments`)
  for (const name of [/New persona/, /Old persona/]) await page.getByRole('row', { name }).getByRole('checkbox').click()
  await button('compare').click()
  await page.getByText(words('verdict.better'), { exact: true }).waitFor()
  await page.getByRole('heading', { name: words('compare.changes') }).waitFor()
  await page.getByText('Answer as one should.').first().waitFor()
  await page.getByRole('combobox', { name: new RegExp(words('rows.show')) }).click()
  await page.getByRole('option', { name: words('change.regressed') }).click()
  await page.getByRole('row', { name: /Question 1\b/ }).waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Question 0/ })
  await row.getByText('−1', { exact: true }).waitFor()
  await row.click()
  const sheet = page.getByRole('complementary', { name: words('row.title', { number: 1 }) })
  const title = words('row.of', { name: 'New persona', title: words('row.output') })
  await sheet.getByRole('heading', { name: title }).waitFor()
  await expectAccessible(page, 'compare-row', written)
  await sheet
    .getByRole('link', { name: words('row.trace') })
    .last()
    .press('Enter')
  await page.waitForURL(/\/observe\/traces\//)
  await page.getByText('Question 0').first().waitFor()
  await page.getByText('wrong').first().waitFor()
})

test('the comparison is exported with the outputs and scores of both experiments', async () => {
  await page.goBack()
  await page.getByText(words('verdict.better'), { exact: true }).waitFor()
  await button('export').click()
  const item = page.getByRole('menuitem', { name: words('export.csv'), exact: true })
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
  const text = await readFile((await download.path())!, 'utf8')
  for (const wanted of ['Old persona', 'New persona', 'Question 15', 'Same']) expect(text).toContain(wanted)
})

test('the question of a row can be asked again in the chat of the bot', async () => {
  await page.getByRole('row', { name: /Question 0/ }).click()
  const sheet = page.getByRole('complementary', { name: words('row.title', { number: 1 }) })
  await sheet.getByRole('link', { name: words('row.ask') }).click()
  const message = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
  await expect.poll(() => message.inputValue()).toBe('Question 0')
})
