import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { canvas, edge, endNode, outputNode, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { expectAccessible } from './lib/screen.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'

/** A card is designed, published, bound to a tool, and clicked in the preview and by a visitor. */
const studio = openStudioInside(['127.0.0.1'])
let model: ScriptedModel
beforeAll(async () => {
  model = await openScriptedModel()
})
afterEach(() => model.reset())

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const c = (key: string, values?: Record<string, string | number>) => t('card', key, values)
  let owner: Person
  let page: Page
  let spaceId = ''
  let cardId = ''
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  const element = (id: string) => page.locator(`[data-element="${id}"]`)
  const order = () => page.locator('[data-element]').evaluateAll((list) => list.map((one) => one.dataset['element']))
  const saved = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved/ })
      .waitFor()
  /** Texts of the official template on which the card is based. */
  const written = ['Delivery', 'Total', 'Arrives', 'Number', 'Status', 'Progress', 'Where is it?']

  beforeAll(async () => {
    owner = await studio.person(language)
    page = owner.page
    spaceId = await joinAs(owner, 'cards')
  })

  test('a card starts from a template, is changed, moved with the keyboard, undone and checked', async () => {
    await goTo(page, `/space/${spaceId}/library?kind=card`)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('library', 'create'), exact: true })
      .click()
    await page.getByRole('menuitem', { name: new RegExp(`^${t('shell', 'create.card')}`) }).click()
    await dialog()
      .getByRole('textbox', { name: c('name') })
      .fill('Order card')
    await dialog()
      .getByRole('combobox', { name: c('create.from') })
      .click()
    await page.getByRole('option', { name: 'Order', exact: true }).click()
    await press(dialog(), c('create'))
    await page.waitForURL(/\/card\/\d+/)
    cardId = /\/card\/(\d+)/.exec(page.url())![1]!
    await page.getByText('A-1042', { exact: true }).waitFor()
    await expectAccessible(page, 'card-editor-en', written)

    await element('header_1').click()
    await page.getByRole('textbox', { name: c('form.subtitle'), exact: true }).fill('State: {{status}}')
    await page.getByText('State: On its way').waitFor()
    const before = await order()
    await element('header_1').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)])
    await press(page, c('undo'))
    await expect.poll(order).toEqual(before)

    // An unknown variable is reported, blocks publishing, and is fixed with one click.
    await press(page, c('element.text'))
    await page.getByRole('textbox', { name: c('form.text'), exact: true }).fill('For {{customer}}')
    const problems = page.getByRole('region', { name: c('problems') })
    await problems.getByText(c('problem.unknownName', { name: 'customer' })).waitFor()
    await expect.poll(() => page.getByRole('button', { name: c('publish'), exact: true }).isDisabled()).toBe(true)
    await press(problems, c('fix.unknownName'))
    await problems.getByText(c('problems.none')).waitFor()
    await page.getByRole('tab', { name: c('panel.variables') }).click()
    await page.getByText('customer', { exact: true }).waitFor()

    await page.getByRole('tab', { name: c('panel.channels') }).click()
    const lost = page.getByRole('list', { name: c('channels.lost') })
    await lost.getByText(c('element.progress')).waitFor()
    await expectAccessible(page, 'card-channels-en', [...written, 'For customer'])

    // Instructions in words change the card, by rules as long as the space has no model, and can be undone.
    await page.getByRole('tab', { name: c('panel.ai') }).click()
    await page.getByRole('textbox', { name: c('ai.prompt') }).fill('Add weight')
    await press(page, c('ai.generate'))
    await page.getByRole('button', { name: c('ai.use', { name: 'Add weight' }) }).waitFor()
    await element('facts_2').waitFor()
    await expectAccessible(page, 'card-ai-en', [...written, 'For customer', 'Add weight', 'weight'])
    await press(page, c('undo'))
    await expect.poll(() => element('facts_2').count()).toBe(0)
    await saved()
  })

  test('a card is published, changed, and its version restored', async () => {
    await press(page, c('publish'))
    await press(dialog(), c('publish'))
    await page.getByText('v1.0.0', { exact: true }).first().waitFor()
    await page.getByRole('tab', { name: c('panel.properties') }).click()
    await element('header_1').click()
    await page.getByRole('textbox', { name: c('form.subtitle'), exact: true }).fill('Something else')
    await page.getByText('Something else').first().waitFor()
    await saved()
    await press(page, c('history'))
    await press(page, c('history.restore', { version: 'v1.0.0' }))
    await page.getByText('State: On its way').waitFor()
    await page.reload()
    await page.getByText('State: On its way').waitFor()
    noComplaints(owner)
  })

  test('a card shows the answer of a tool; its button works in the preview and for a visitor, once', async () => {
    const provider = await call<{ id: string }>(owner, '/api/space/model/provider/create', {
      space_id: spaceId,
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-e2e',
    })
    const made = await call<{ id: string }>(owner, '/api/space/model/create', {
      space_id: spaceId,
      provider_id: provider.id,
      name: 'Tiny',
      model: 'tiny',
    })
    const { plugin_id } = await call<{ plugin_id: string }>(owner, '/api/plugin_api/register_plugin_meta', {
      space_id: spaceId,
      name: 'Shop',
      desc: 'Orders',
      icon: {},
      creation_method: 1,
      ide_code_runtime: '1',
    })
    const { api_id } = await call<{ api_id: string }>(owner, '/api/plugin_api/create_api', {
      plugin_id,
      name: 'order',
      desc: 'An order',
      source_code: 'function handler() { return { number: "B-7", state: "Packed" } }',
      request_params: [],
      response_params: [
        { name: 'number', type: 1 },
        { name: 'state', type: 1 },
      ],
    })
    await call(owner, '/api/plugin_api/publish_plugin', { plugin_id })
    const { workflow_id } = await call<{ workflow_id: string }>(owner, '/api/workflow_api/create', {
      space_id: spaceId,
      name: 'talks',
      desc: '',
    })
    const schema = canvas(
      [
        startNode(),
        outputNode('2', ref('100001', 'input'), '{{text}}'),
        endNode([param('output', ref('100001', 'input'))]),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
    await call(owner, '/api/workflow_api/save', { workflow_id, schema })
    await call(owner, '/api/workflow_api/publish', { workflow_id, force: true, workflow_version: 'v1.0.0' })
    const { bot_id } = await call<{ bot_id: string }>(owner, '/api/draftbot/create', {
      space_id: spaceId,
      name: 'Shop',
    })
    await call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
      bot_info: {
        bot_id,
        model_info: { model_id: made.id },
        suggest_reply_info: { suggest_reply_mode: 2 },
        plugin_info_list: [{ plugin_id, api_id, api_name: 'order' }],
        workflow_info_list: [{ workflow_id }],
      },
    })
    await goTo(page, `/space/${spaceId}/bot/${bot_id}`)
    await page.getByText('talks', { exact: true }).first().hover()
    await press(page, t('bot', 'card.show', { name: 'talks' }))
    await dialog()
      .getByRole('combobox', { name: t('bot', 'card.node') })
      .click()
    await page.getByRole('option', { name: t('bot', 'card.node.speaks', { name: 'node 2' }) }).click()
    await dialog()
      .getByRole('combobox', { name: t('bot', 'card.title') })
      .click()
    await page.getByRole('option', { name: 'Order card', exact: true }).click()
    await dialog().getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'text', exact: true }).click()
    await press(dialog(), t('bot', 'save'))
    await page.locator('[data-block="workflow"]').getByText(t('bot', 'card.title'), { exact: true }).waitFor()
    await page.getByText('order', { exact: true }).first().hover()
    await press(page, t('bot', 'card.show', { name: 'order' }))
    await dialog()
      .getByRole('combobox', { name: t('bot', 'card.title') })
      .click()
    await page.getByRole('option', { name: 'Order card', exact: true }).click()
    await dialog().getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'state', exact: true }).click()
    await dialog().getByText('State: state').waitFor()
    await press(dialog(), t('bot', 'save'))
    await page.locator('[data-block="plugin"]').getByText(t('bot', 'card.title'), { exact: true }).waitFor()

    const shown = (where: Page) => where.getByRole('log').getByRole('region', { name: 'Order card' })
    const button = (where: Page) => shown(where).getByRole('button', { name: 'Where is it?' })
    model.script(calls({ name: 'order', arguments: '{}' }))
    await page.getByRole('textbox', { name: t('bot', 'preview.placeholder') }).fill('My order?')
    await page.keyboard.press('Enter')
    await shown(page).getByText('State: Packed').waitFor()
    model.script(says('In the van.'))
    await button(page).click()
    await page.getByRole('log').getByText('Where is order B-7?', { exact: true }).waitFor()
    await page.getByRole('log').getByText('In the van.').waitFor()
    await expectAccessible(page, 'card-chat-en', written)

    await call(owner, '/api/draftbot/publish', { bot_id, connectors: { 10000122: {} } })
    const { links } = await call<{ links: { connector_id: string; url: string }[] }>(owner, '/api/share/links', {
      resource_id: bot_id,
    })
    const guest = await studio.person(language, { width: 900, height: 760 })
    await guest.page.goto(links.find((link) => link.connector_id === '10000122')!.url)
    model.script(calls({ name: 'order', arguments: '{}' }))
    await guest.page.getByRole('textbox', { name: t('public-chat', 'placeholder') }).fill('My order?')
    await guest.page.keyboard.press('Enter')
    await shown(guest.page).getByText('State: Packed').waitFor()
    model.script(says('On the road.'))
    await button(guest.page).click()
    await guest.page.getByRole('log').getByText('On the road.').waitFor()
    noComplaints(owner, guest)
  })

  test('a card is unpublished, deleted and restored', async () => {
    await goTo(page, `/space/${spaceId}/card/${cardId}`)
    await press(page, c('unpublish'))
    await press(dialog(), c('unpublish'))
    await page.getByText(c('state.off'), { exact: true }).waitFor()
    await goTo(page, `/space/${spaceId}/library?kind=card`)
    await page.getByRole('button', { name: t('library', 'more', { name: 'Order card' }) }).click()
    await page.getByRole('menuitem', { name: t('library', 'remove') }).click()
    await press(dialog(), t('library', 'remove.do', { name: 'Order card' }))
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Order card' }).count()).toBe(0)
    // Polls, because the row disappears before the server has answered.
    const restored = async () =>
      call(owner, '/api/bin/restore', { space_id: spaceId, res_id: cardId }).catch(() => ({}))
    await expect.poll(restored).toMatchObject({ code: 0 })
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Order card' }).waitFor()
  })
})
