import { ConnectorId } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { goTo } from './lib/go-to.ts'

/** Traces of a space: a program sends the first one, a bot adds another, and people search and analyse them. */
const language: Language = 'en'
let studio: Studio
let model: ScriptedModel
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host] }))
  visit = await openBrowser(studio.address)
})
const t = texts(language)
const observe = (key: string, values?: Record<string, string | number>) => t('observe', key, values)
let owner: Person
let page: Page
let spaceId: string
let token: string
let bot: string
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = () => page.getByRole('dialog').last()
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const nanos = (ms: number) => String(BigInt(ms) * 1_000_000n)

async function send(name: string, letter: string, ms: number, failure?: string) {
  const start = Date.now() - ms
  const shared = { traceId: letter.repeat(32), startTimeUnixNano: nanos(start) }
  const root = {
    ...shared,
    spanId: letter.repeat(16),
    name,
    endTimeUnixNano: nanos(start + ms),
    attributes: [attribute('gen_ai.operation.name', 'invoke_agent'), attribute('input.value', name)],
    ...(failure && { status: { code: 2, message: failure } }),
  }
  const call = {
    ...shared,
    spanId: `${letter.repeat(15)}0`,
    parentSpanId: root.spanId,
    name: 'chat',
    endTimeUnixNano: nanos(start + ms / 2),
    attributes: [
      attribute('gen_ai.operation.name', 'chat'),
      attribute('gen_ai.request.model', 'gpt-x'),
      attribute('gen_ai.output.messages', '[{"role":"assistant","content":"Two days in Lisbon"}]'),
    ],
  }
  const resource = { attributes: [attribute('service.name', 'trip-service')] }
  const answer = await studio.request('/v1/traces', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'cozeloop-workspace-id': spaceId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [root, call] }] }] }),
  })
  expect(await answer.json()).toEqual({})
}

test('the page for sending traces waits for the first one and links to it', async () => {
  owner = await studio.register('observer')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  token = (await owner.api.token.create({ name: 'Program', duration_day: '1' })).token
  page = await visit({ cookie: owner.cookie(), language })
  await goTo(page, `/space/${spaceId}/observe/traces`)
  await page.getByText(observe('empty'), { exact: true }).waitFor()
  await expectTranslated(page, 'traces-empty')
  await page
    .getByRole('link', { name: observe('send') })
    .first()
    .click()
  await page.getByText(observe('send.waiting')).waitFor()
  await expectAccessible(page, 'observe-settings')
  await send('Plan a trip', 'a', 4000)
  const status = page.getByRole('status')
  await status.getByRole('link', { name: 'Plan a trip' }).click()
  await page.getByRole('treeitem', { name: /chat/ }).click()
  await page.getByText('Two days in Lisbon').first().waitFor()
  await expectAccessible(page, 'trace')
  const chosen = (mode: string) => page.getByRole('radio', { name: t('trace', mode) }).click()
  await chosen('mode.flame')
  await page.getByRole('button', { name: /^chat · / }).click()
  await expectTranslated(page, 'trace-flame')
  await chosen('mode.graph')
  await expectAccessible(page, 'trace-graph')
  await chosen('mode.tree')
  // Data of programs is shown as text.
  await send('<img src=x onerror="window.owned=1">[x](javascript:window.owned=2)', '9', 100)
  await goTo(page, `/space/${spaceId}/observe/traces/${'9'.repeat(32)}`)
  await page.getByRole('treeitem', { name: /onerror/ }).waitFor()
  expect(await page.evaluate('window.owned')).toBeUndefined()
})

test('a turn of a bot links to its trace, in which the slow step is found and added to a dataset', async () => {
  const made = { kind: 'openai-compatible', name: 'Scripted', base_url: model.baseUrl, api_key: 'sk-0001' } as const
  const provider = await owner.api.spaceModel.createProvider({ ...made, space_id: spaceId })
  const input = { space_id: spaceId, provider_id: provider.id, name: 'Tiny', model: 'tiny' }
  const { id: modelId } = await owner.api.spaceModel.createModel(input)
  ;({ bot_id: bot } = await owner.api.bot.create({ space_id: spaceId, name: 'Clerk' }))
  await owner.api.bot.updateDraft({
    bot_info: { bot_id: bot, model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } },
  })
  const fields = [
    { key: 'input', name: 'input' },
    { key: 'output', name: 'output' },
  ]
  const { datasetID } = await owner.api.dataset.create({ spaceID: spaceId, name: 'Slow steps', fields })
  model.script(says('It is sunny.'))
  await goTo(page, `/space/${spaceId}/bot/${bot}`)
  await page.getByRole('textbox', { name: t('bot', 'preview.placeholder') }).fill('Weather in Rome?')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('It is sunny.').waitFor()
  await page
    .getByRole('button', { name: t('chat', 'debug') })
    .last()
    .click()
  await page.getByRole('link', { name: t('trace', 'openPage') }).click()
  await page.getByRole('treeitem', { name: /Tiny/ }).first().click()
  await page.getByRole('heading', { name: t('trace', 'shares') }).waitFor()
  await expectAccessible(page, 'trace-turn')
  await page.getByRole('button', { name: observe('step.add') }).click()
  const words = (key: string, values?: Record<string, string>) => t('dataset', key, values)
  await dialog()
    .getByRole('combobox', { name: words('add.dataset') })
    .click()
  await page.getByRole('option', { name: 'Slow steps' }).click()
  await expectTranslated(page, 'step-to-dataset')
  await dialog()
    .getByRole('button', { name: words('add.action') })
    .click()
  await page.getByText(words('add.done', { name: 'Slow steps' })).waitFor()
  const { items } = await owner.api.datasetItem.list({ datasetID })
  expect(JSON.stringify(items)).toContain('Weather in Rome?')
})

test('turns of bots are listed beside other traces, and facets filter the list', async () => {
  await send('Book a flight', 'b', 12_000, 'no seats left')
  await goTo(page, `/space/${spaceId}/observe/traces`)
  await row('Weather in Rome').waitFor()
  await row('Plan a trip').waitFor()
  await page.getByText(observe('count', { total: 4, failed: 1 })).waitFor()
  await expectAccessible(page, 'traces')
  await page.getByRole('checkbox', { name: /trip-service/ }).click()
  await row('Weather in Rome').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: observe('view.failed') }).click()
  await row('Plan a trip').waitFor({ state: 'detached' })
  await row('no seats left').waitFor()
})

test('selected traces become rows of a new dataset after a preview', async () => {
  await goTo(page, `/space/${spaceId}/observe/traces`)
  await row('Plan a trip').getByRole('checkbox').click()
  await row('Book a flight').getByRole('checkbox').click()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: observe('addToDataset') })
    .click()
  await dialog().getByLabel(observe('export.name')).fill('From traces')
  await dialog()
    .getByRole('table', { name: observe('export.preview') })
    .getByText('Book a flight')
    .waitFor()
  await expectAccessible(page, 'traces-export')
  await dialog()
    .getByRole('button', { name: observe('export.action') })
    .click()
  await page.getByText(observe('export.done', { count: 2, name: 'From traces' })).waitFor()
  const { datasets } = await owner.api.dataset.search({ spaceID: spaceId, name: 'From traces' })
  expect(datasets[0]).toMatchObject({ itemCount: '2' })
})

test('a live list shows incoming traces', async () => {
  await goTo(page, `/space/${spaceId}/observe/traces`)
  await row('Plan a trip').waitFor()
  await page.getByRole('switch', { name: observe('live') }).click()
  await send('Just arrived', 'd', 50)
  await row('Just arrived').waitFor()
  await page.getByRole('switch', { name: observe('live') }).click()
})

test('conversations are read turn by turn, and each turn links to its trace', async () => {
  await page.getByRole('link', { name: t('shell', 'nav.observe.threads') }).click()
  await row('Weather in Rome').waitFor()
  await expectAccessible(page, 'threads')
  await row('Weather in Rome').click()
  await page
    .getByRole('list', { name: observe('thread') })
    .getByText('It is sunny.')
    .waitFor()
  await expectTranslated(page, 'thread')
  await page.getByRole('link', { name: observe('thread.trace') }).click()
  await page.getByRole('treeitem', { name: /Tiny/ }).first().waitFor()
})

test('the dashboard shows totals of all traces, by app and by model', async () => {
  await page.getByRole('link', { name: t('shell', 'nav.observe.dashboards') }).click()
  await page.getByRole('heading', { name: observe('chart.runs') }).waitFor()
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ hasText: observe(name) })
      .first()
  await figure('figure.runs').getByText('5', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: observe('models') })
    .getByText('gpt-x')
    .waitFor()
  await page
    .getByRole('region', { name: observe('causes') })
    .getByText('no seats left')
    .waitFor()
  await expectAccessible(page, 'dashboard')
  await page.getByRole('combobox', { name: observe('app') }).click()
  await page.getByRole('option', { name: 'Clerk' }).click()
  await figure('figure.runs').getByText('1', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: observe('app') }).click()
  await page.getByRole('option', { name: observe('app.all') }).click()
})

test('a custom chart is added to the dashboard and marks publications', async () => {
  await owner.api.bot.publish({ bot_id: bot, connectors: { [ConnectorId.api]: {} } })
  await page.getByRole('button', { name: observe('refresh') }).click()
  await page.getByRole('button', { name: observe('chart.add') }).click()
  const choose = async (label: string, option: string) => {
    await dialog()
      .getByRole('combobox', { name: observe(label) })
      .click()
    await page.getByRole('option', { name: observe(option), exact: true }).click()
  }
  await dialog().getByLabel(observe('chart.title')).fill('Calls of each model')
  await choose('chart.metric', 'metric.model_calls')
  await choose('chart.split', 'split.model')
  await dialog()
    .getByRole('radio', { name: observe('shape.bars') })
    .click()
  await dialog().getByRole('columnheader', { name: 'gpt-x' }).waitFor({ state: 'attached' })
  await expectAccessible(page, 'chart')
  await dialog()
    .getByRole('button', { name: observe('chart.add') })
    .click()
  const chart = page.getByRole('region', { name: 'Calls of each model' })
  await chart.getByRole('columnheader', { name: 'Tiny' }).waitFor({ state: 'attached' })
  await chart.getByRole('rowheader', { name: /Clerk/ }).waitFor({ state: 'attached' })
  await expectAccessible(page, 'dashboard-chart')
  await page.getByRole('link', { name: t('shell', 'nav.observe.traces') }).click()
})

test('a filter is added, saved as a view, and opened from its address', async () => {
  await page.getByRole('tab', { name: observe('view.all') }).click()
  await row('Plan a trip').waitFor()
  const histogram = (await page.locator('[data-histogram]').boundingBox())!
  await page.mouse.move(histogram.x + histogram.width * 0.6, histogram.y + 40)
  await page.mouse.down()
  await page.mouse.move(histogram.x + histogram.width - 3, histogram.y + 40, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/part=/)
  await row('Plan a trip').waitFor()
  await page.getByRole('button', { name: observe('filter.add') }).click()
  // The dialog offers values that occur in the traces.
  await dialog()
    .getByRole('combobox', { name: observe('filter.field') })
    .click()
  await page.getByRole('option', { name: observe('field.model_name') }).click()
  await dialog().getByRole('button', { name: /gpt-x/ }).waitFor()
  await dialog()
    .getByRole('combobox', { name: observe('filter.field') })
    .click()
  await page.getByRole('option', { name: observe('field.latency'), exact: true }).click()
  await dialog().getByLabel(observe('filter.value')).fill('10000')
  await expectTranslated(page, 'traces-filter')
  await dialog()
    .getByRole('button', { name: observe('filter.add') })
    .click()
  await row('Plan a trip').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: observe('view.save') }).click()
  await dialog().getByLabel(observe('view.name')).fill('Very slow')
  await expectTranslated(page, 'traces-view')
  await dialog()
    .getByRole('button', { name: observe('view.save') })
    .click()
  await page.getByRole('tab', { name: 'Very slow', selected: true }).waitFor()
  // Everyone with the address sees the same view.
  const member = await studio.register('reader')
  const people = [{ user_id: member.id, space_role_type: 2 as const }]
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: people })
  const theirs = await visit({ cookie: member.cookie(), language })
  await theirs.goto(page.url())
  await theirs.getByRole('tab', { name: 'Very slow', selected: true }).waitFor()
  await theirs.getByRole('row', { name: /Book a flight/ }).waitFor()
  await expect.poll(() => theirs.getByRole('row').count()).toBe(2)
  await theirs.close()
  await page.getByRole('button', { name: observe('view.delete') }).click()
  await page.getByRole('tab', { name: 'Very slow' }).waitFor({ state: 'detached' })
  await row('Plan a trip').waitFor()
})

test('an evaluator is created, and an automation scores traces with it', async () => {
  const automation = (key: string) => t('automation', key)
  const choose = async (label: string, option: string) => {
    await dialog()
      .getByRole('combobox', { name: automation(label) })
      .click()
    await page.getByRole('option', { name: option }).click()
  }
  await page.getByRole('link', { name: t('shell', 'nav.observe.automations') }).click()
  await page.getByText(automation('list.empty'), { exact: true }).waitFor()
  await page.getByRole('button', { name: automation('evaluator.create') }).click()
  await dialog().getByLabel(automation('evaluator.name')).fill('Polite')
  await dialog()
    .getByRole('radio', { name: automation('evaluator.code') })
    .click()
  await expectTranslated(page, 'evaluator')
  await dialog()
    .getByRole('button', { name: automation('evaluator.create') })
    .click()
  await page.getByRole('dialog', { name: automation('evaluator.create') }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: automation('create') }).click()
  await dialog().getByLabel(automation('name')).fill('Score answers')
  await choose('evaluator', 'Polite 0.0.1')
  await choose('app', 'trip-service')
  await choose('past', automation('past.day'))
  await expectTranslated(page, 'automation-create')
  await dialog()
    .getByRole('button', { name: automation('create') })
    .click()
  await page.getByRole('heading', { name: 'Score answers' }).waitFor()
  await page.getByText(automation('log.empty'), { exact: true }).waitFor()
  await expectAccessible(page, 'automation')
  const taskId = /automations\/(\d+)/.exec(page.url())![1]!
  // Scores existing traces first. New ones are scored half a minute after they began.
  studio.clock.advance(61_000)
  await studio.services.automation.run(taskId)
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ hasText: automation(name) })
      .first()
  const refresh = () => page.getByRole('button', { name: automation('refresh') }).click()
  await refresh()
  await figure('figure.done').getByText('4', { exact: true }).waitFor()
  await figure('figure.average').getByText('0.75', { exact: true }).waitFor()
  await send('Score me too', 'e', 1000)
  studio.clock.advance(61_000)
  await studio.services.automation.run(taskId)
  await refresh()
  await figure('figure.done').getByText('5', { exact: true }).waitFor()
  await expectTranslated(page, 'automation-scores')
  await goTo(page, `/space/${spaceId}/observe/traces/${'b'.repeat(32)}`)
  await page.getByRole('button', { name: automation('scores.correct') }).click()
  await dialog().getByLabel(automation('score')).fill('1')
  await expectTranslated(page, 'score-correct')
  await dialog()
    .getByRole('button', { name: automation('scores.correct') })
    .click()
  await page.getByRole('dialog', { name: automation('scores.correct') }).waitFor({ state: 'detached' })
  await page
    .getByRole('region', { name: automation('scores') })
    .getByRole('link', { name: automation('scores.task') })
    .click()
  await figure('figure.average').getByText('1', { exact: true }).waitFor()
  await page.getByRole('button', { name: automation('pause') }).click()
  await page.getByText(automation('status.pending'), { exact: true }).waitFor()
})

test('an alarm is created, fires, and lists the event', async () => {
  const alarm = (key: string, values?: Record<string, string>) => t('alarm', key, values)
  await page.getByRole('link', { name: t('shell', 'nav.observe.alarms') }).click()
  await page.getByText(alarm('list.empty'), { exact: true }).waitFor()
  await page.getByRole('button', { name: alarm('create') }).click()
  // Names are shown as text.
  await dialog().getByLabel(alarm('name')).fill('Too many errors <img src=x onerror="window.owned=1">')
  await expectAccessible(page, 'alarm')
  await dialog()
    .getByRole('button', { name: alarm('create') })
    .click()
  await row('Too many errors').getByText(alarm('status.ok'), { exact: true }).waitFor()
  await send('Book a train', 'c', 1000, 'no seats left')
  await studio.services.traceAlarms.checkAll()
  await page.goto(page.url())
  await row('Too many errors').getByText(alarm('status.firing'), { exact: true }).waitFor()
  expect(await page.evaluate('window.owned')).toBeUndefined()
  await expectTranslated(page, 'alarms')
  await row('Too many errors').click()
  await dialog().getByText(alarm('event.fired'), { exact: true }).waitFor()
  await expectTranslated(page, 'alarm-fired')
  await dialog()
    .getByRole('button', { name: t('ui', 'cancel') })
    .click()
})

test('users of a bot are counted, and the intents by which their questions are sorted can be edited', async () => {
  const people = (key: string) => t('people', key)
  await page.getByRole('link', { name: t('shell', 'nav.observe.users') }).click()
  await page.getByRole('region', { name: people('intents') }).waitFor()
  await expectAccessible(page, 'users')
  await page.getByRole('button', { name: people('intents.edit') }).click()
  const lines = dialog().getByLabel(people('intents.lines'))
  await lines.fill('Travel\n  Weather: weather, sunny\n  Flights: flight')
  await expectTranslated(page, 'intents')
  await dialog()
    .getByRole('button', { name: people('intents.save') })
    .click()
  await dialog().waitFor({ state: 'detached' })
  const { intents } = await owner.api.traceIntents.get({ space_id: spaceId })
  expect(intents).toMatchObject([{ name: 'Travel', children: [{ name: 'Weather' }, { name: 'Flights' }] }])
})
