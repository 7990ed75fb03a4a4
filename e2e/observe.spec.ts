import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Traces of a space: a program sends its first one, a bot adds another, and people find what they look for. */
let studio: Studio
let model: ScriptedModel
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host] }))
  visit = await openBrowser(studio.address)
})

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const observe = (key: string, values?: Record<string, string | number>) => t('observe', key, values)
  let owner: Person
  let page: Page
  let spaceId: string
  let token: string
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

  test('the page to send traces waits for the first one, and leads to it', async () => {
    owner = await studio.register('observer')
    spaceId = (await owner.api.space.create({ name: 'Team' })).id
    token = (await owner.api.token.create({ name: 'Program', duration_day: '1' })).token
    page = await visit({ cookie: owner.cookie(), language })
    await page.goto(`/space/${spaceId}/observe/traces`)
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
  })

  test('turns of bots stand beside them, and the list is narrowed by what they have in common', async () => {
    const made = { kind: 'openai-compatible', name: 'Scripted', base_url: model.baseUrl, api_key: 'sk-0001' } as const
    const provider = await owner.api.spaceModel.createProvider({ ...made, space_id: spaceId })
    const input = { space_id: spaceId, provider_id: provider.id, name: 'Tiny', model: 'tiny' }
    const { id: modelId } = await owner.api.spaceModel.createModel(input)
    const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Clerk' })
    await owner.api.bot.updateDraft({
      bot_info: { bot_id, model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } },
    })
    model.script(says('It is sunny.'))
    await (await owner.api.conversation.chat({ bot_id, query: 'Weather in Rome?' })).text()
    await send('Book a flight', 'b', 12_000, 'no seats left')
    await page.goto(`/space/${spaceId}/observe/traces`)
    await row('Weather in Rome').waitFor()
    await row('Plan a trip').waitFor()
    await page.getByText(observe('count', { total: 3, failed: 1 })).waitFor()
    await expectAccessible(page, 'traces')
    await page.getByRole('checkbox', { name: /trip-service/ }).click()
    await row('Weather in Rome').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: observe('view.failed') }).click()
    await row('Plan a trip').waitFor({ state: 'detached' })
    await row('no seats left').waitFor()
  })

  test('conversations are read turn by turn, and each turn leads to its trace', async () => {
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

  test('the dashboard adds them up, by app and by model', async () => {
    await page.getByRole('link', { name: t('shell', 'nav.observe.dashboards') }).click()
    await page.getByRole('heading', { name: observe('chart.runs') }).waitFor()
    const figure = (name: string) =>
      page
        .locator('dl > div')
        .filter({ hasText: observe(name) })
        .first()
    await figure('figure.runs').getByText('3', { exact: true }).waitFor()
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
    await page.getByRole('link', { name: t('shell', 'nav.observe.traces') }).click()
  })

  test('a filter is added, saved as a view, and opened from its address', async () => {
    await page.getByRole('tab', { name: observe('view.all') }).click()
    await row('Plan a trip').waitFor()
    await page.getByRole('button', { name: observe('filter.add') }).click()
    await dialog().getByLabel(observe('filter.value')).fill('10000')
    await expectTranslated(page, 'traces-filter')
    await dialog()
      .getByRole('button', { name: observe('filter.add') })
      .click()
    await row('Plan a trip').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: observe('view.save') }).click()
    await dialog().getByLabel(observe('view.name')).fill('Very slow')
    await dialog()
      .getByRole('button', { name: observe('view.save') })
      .click()
    await page.getByRole('tab', { name: 'Very slow', selected: true }).waitFor()
    await page.goto(page.url())
    await row('Book a flight').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: observe('view.delete') }).click()
    await page.getByRole('tab', { name: 'Very slow' }).waitFor({ state: 'detached' })
    await row('Plan a trip').waitFor()
  })

  test('an evaluator is created, and an automation that scores with it', async () => {
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
    await expectTranslated(page, 'evaluator')
    await dialog()
      .getByRole('button', { name: automation('evaluator.create') })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: automation('create') }).click()
    await dialog().getByLabel(automation('name')).fill('Score answers')
    await choose('evaluator', 'Polite 0.0.1')
    await choose('past', automation('past.none'))
    await expectTranslated(page, 'automation-create')
    await dialog()
      .getByRole('button', { name: automation('create') })
      .click()
    await page.getByRole('heading', { name: 'Score answers' }).waitFor()
    await page.getByText(automation('log.empty'), { exact: true }).waitFor()
    await expectAccessible(page, 'automation')
    await page.getByRole('button', { name: automation('pause') }).click()
    await page.getByText(automation('status.pending'), { exact: true }).waitFor()
  })

  test('an alarm is created, fires, and says who was told', async () => {
    const alarm = (key: string, values?: Record<string, string>) => t('alarm', key, values)
    await page.getByRole('link', { name: t('shell', 'nav.observe.alarms') }).click()
    await page.getByText(alarm('list.empty'), { exact: true }).waitFor()
    await page.getByRole('button', { name: alarm('create') }).click()
    // Whatever people write is text.
    await dialog().getByLabel(alarm('name')).fill('Too many errors <img src=x onerror="window.owned=1">')
    await expectAccessible(page, 'alarm')
    await dialog()
      .getByRole('button', { name: alarm('create') })
      .click()
    await row('Too many errors').getByText(alarm('status.ok'), { exact: true }).waitFor()
    await send('Book a train', 'c', 1000, 'no seats left')
    await studio.services.traceAlarms.lookAtAll()
    await page.goto(page.url())
    await row('Too many errors').getByText(alarm('status.firing'), { exact: true }).waitFor()
    expect(await page.evaluate('window.owned')).toBeUndefined()
    await expectTranslated(page, 'alarms')
    await row('Too many errors').click()
    await dialog().getByText(alarm('event.fired'), { exact: true }).waitFor()
    await dialog()
      .getByRole('button', { name: t('ui', 'cancel') })
      .click()
  })

  test('users of a bot are counted, and the intents that their questions are sorted by are edited', async () => {
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
})
