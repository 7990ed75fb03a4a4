import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  answerNode,
  edge,
  llmNode,
  param,
  ref,
  startNode,
  writeCanvas,
} from '../apps/server/src/templates/canvas-build.ts'
import { calls, openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { button, newsDesign } from '../apps/server/src/domains/resources/card/testing/card-designs.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { drawProject } from './lib/drawn-project.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { register } from './lib/register.ts'
import { expectAccessible, expectVisitorPageAccessible, picture } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** The bot of a chat acts in the page around it, visibly for the visitor, who can undo each action. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let model: ScriptedModel
let owner: Person
let spaceId: string
let modelId: string
beforeAll(async () => {
  model = await openScriptedModel()
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host] }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Shop' })).id
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-e2e',
  })
  const made = await owner.api.instanceModel.createModel({
    provider_id: provider.id,
    name: 'Tiny',
    model: 'tiny',
    price_in: 1,
    price_out: 2,
  })
  modelId = made.id
})
afterEach(() => model.reset())
const t = texts('en')
const p = (key: string, values?: Record<string, string>) => t('public-chat', key, values)
const i = (key: string, values?: Record<string, string>) => t('interface', key, values)
const talks = (modelId: string) =>
  writeCanvas(
    [
      startNode([
        { name: 'USER_INPUT', required: true },
        { name: 'CONVERSATION_NAME', required: false, defaultValue: 'Default' },
      ]),
      llmNode('110001', 'Assistant', [param('question', ref('100001', 'USER_INPUT'))], {
        model: modelId,
        system: 'Help with orders.',
        prompt: '{{question}}',
        history: true,
      }),
      answerNode([param('output', ref('110001', 'output'))], '{{output}}'),
    ],
    [edge('100001', '110001'), edge('110001', '900001')],
  )

test('the bot fills in a form, opens a page and filters its table, and each action can be undone', async () => {
  const project = await drawProject(owner, spaceId, 'Shop')
  const chat = await project.flow('assistant', talks(modelId), 3)
  const orders = await project.table(studio, 'orders', ['item'])
  const rows = { kind: 'table', target: orders, size: 20, sort: '', descending: false, search: '' } as const
  await project.draw({
    pages: { list: { title: 'All orders', order: 'z', load: [{ type: 'run', source: 'rows' }] } },
    sources: { rows },
    nodes: [
      {
        type: 'form',
        name: 'note',
        events: { submit: [{ type: 'insert', source: 'rows', values: { item: '{{item.value}}' } }] },
      },
      { type: 'input', name: 'item', parent: 'note', props: { label: 'Item' } },
      { type: 'button', name: 'send', parent: 'note', props: { label: 'Order', submits: true } },
      { type: 'chat', name: 'assistant', props: { target: chat, height: 480, acts: true } },
      { type: 'table', name: 'all', page: 'list', props: { source: 'rows', columns: ['item'], empty: 'None' } },
    ],
  })
  const guest = await visit({ width: 1440, height: 1000 })
  await guest.goto(await project.publish('v1.0.0'))
  const item = guest.getByRole('textbox', { name: 'Item' })
  const done = guest.getByRole('region', { name: p('acts.label') })
  const log = guest.getByRole('log')
  const ask = async (words: string) => {
    await guest.getByRole('textbox', { name: p('placeholder') }).fill(words)
    await guest.getByRole('textbox', { name: p('placeholder') }).press('Enter')
  }
  for (const what of ['Coffee', 'Bread']) {
    const order = guest.getByRole('button', { name: 'Order', exact: true })
    // Waits, because the button is busy while an order is being sent.
    await expect.poll(() => order.getAttribute('aria-busy')).toBe(null)
    await item.fill(what)
    const [sent] = await Promise.all([
      guest.waitForResponse((one) => one.request().postData()?.includes('"action":"insert"') ?? false),
      order.click(),
    ])
    expect(((await sent.json()) as { code: number }).code).toBe(0)
  }

  model.script(calls({ name: 'fill_form', arguments: '{"values":{"item":"Green tea"}}' }), says('Please send it.'))
  await ask('Green tea, please')
  await log.getByText('Please send it.', { exact: true }).waitFor()
  await expect.poll(() => item.inputValue()).toBe('Green tea')
  await done.getByText(/Green tea/).waitFor()
  // The model got the list of page tools and the answer of the page.
  expect(JSON.stringify(model.requests.at(-1)!.body.messages)).toContain('Filled in, not sent. Item: Green tea')
  expect(
    (model.requests[0]!.body as { tools?: { function: { name: string } }[] }).tools?.map((one) => one.function.name),
  ).toEqual(['read_page', 'open_page', 'fill_form', 'filter_table'])
  await expectVisitorPageAccessible(guest, 'interface-acts')
  await done.getByRole('button', { name: p('acts.undo') }).click()
  await expect.poll(() => item.inputValue()).toBe('Bread')

  model.script(
    calls({ name: 'open_page', arguments: '{"page":"list"}' }),
    calls({ name: 'filter_table', arguments: '{"table":"rows","search":"Bread"}' }),
    says('There is one order of bread.'),
  )
  await ask('Which orders of bread are there?')
  await guest.getByRole('heading', { name: 'All orders' }).waitFor()
  // The conversation continues beside the page that was opened.
  await log.getByText('There is one order of bread.', { exact: true }).waitFor()
  await guest.getByRole('cell', { name: 'Bread' }).waitFor()
  await expect.poll(() => guest.getByRole('cell', { name: 'Coffee' }).count()).toBe(0)
  await picture(guest, 'interface-acts-docked')
  await done.getByRole('button', { name: p('acts.undo') }).click()
  await guest.getByRole('cell', { name: 'Coffee' }).waitFor()
  await done.getByRole('button', { name: p('acts.undo') }).click()
  await item.waitFor()

  // If a tool or a field does not exist, the model gets an error and nothing changes.
  model.script(calls({ name: 'fill_form', arguments: '{"values":{"price":"0"}}' }), says('There is no such field.'))
  await ask('Set the price to zero')
  await log.getByText('There is no such field.', { exact: true }).waitFor()
  expect(JSON.stringify(model.requests.at(-1)!.body.messages)).toContain('There is no field “price”')
  await expect.poll(() => done.count()).toBe(0)
})

/** Creates a bot that shows the answer of its tool as a card with a button that runs a workflow. */
async function reporter(name: string, more: object = {}): Promise<string> {
  const { api } = owner
  const { workflow_id } = await api.workflow.create({ name: `note_${name.toLowerCase()}`, space_id: spaceId })
  await api.workflow.save({ workflow_id, schema: greeting('Noted: {{String1}}') })
  await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  const { plugin_id } = await api.plugin.registerMeta({
    space_id: spaceId,
    name: `Paper ${name}`,
    desc: 'News',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  const { api_id } = await api.pluginTool.create({
    plugin_id,
    name: 'news',
    desc: 'News',
    source_code: 'function handler() { return { headline: "News of Lima" } }',
    request_params: [],
    response_params: [{ name: 'headline', type: 1 }],
  } as never)
  await api.plugin.publish({ plugin_id })
  const { card_id } = await api.cards.create({ space_id: spaceId, name: 'News card' })
  const { version } = await api.cardBuilder.draft({ card_id })
  const run = { type: 'run', workflow_id, inputs: { input: '{{headline}}' }, outputs: { headline: 'output' } } as const
  const design = newsDesign([button('note', run, { label: 'Note it' })])
  await api.cardBuilder.save({ card_id, version, design })
  await api.cardBuilder.publish({ card_id, version_name: 'v1.0.0' })
  const { bot_id } = await api.bot.create({ space_id: spaceId, name })
  await api.bot.updateDraft({
    bot_info: {
      bot_id,
      model_info: { model_id: modelId },
      suggest_reply_info: { suggest_reply_mode: 2 },
      plugin_info_list: [{ plugin_id, api_id, api_name: 'news' }],
      ...more,
    },
  } as never)
  const mapping_rule = JSON.stringify({ headline: 'headline' })
  await api.cards.bind({ bot_id, plugin_id, api_name: 'news', card_id, mapping_rule })
  return bot_id
}
const shown = (where: Page) => where.getByRole('log').getByRole('region', { name: 'News card' })
async function pressCard(where: Page, box: string) {
  model.script(calls({ name: 'news', arguments: '{}' }))
  await where.getByRole('textbox', { name: box }).fill('What is new?')
  await where.keyboard.press('Enter')
  await shown(where).getByText('News of Lima').waitFor()
  await shown(where).getByRole('button', { name: 'Note it' }).click()
  await shown(where).getByText('Noted: News of Lima').waitFor()
  await expect.poll(() => shown(where).getByRole('button', { name: 'Note it' }).isDisabled()).toBe(true)
}

test('the button of a card in a chat runs its workflow once', async () => {
  const { api } = owner
  const bot_id = await reporter('Reporter')
  const page = await visit({ cookie: owner.cookie() })
  await page.goto(`/space/${spaceId}/bot/${bot_id}`)
  await pressCard(page, t('bot', 'preview.placeholder'))
  await expectAccessible(page, 'card-runs-workflow', ['Note it'])
  await api.bot.publish({ bot_id, connectors: { 10000122: {} } } as never)
  const { links } = await api.share.links({ resource_id: bot_id })
  const guest = await visit({ width: 390, height: 844 })
  await guest.goto(new URL(links.find((link) => link.connector_id === '10000122')!.url).pathname)
  await pressCard(guest, p('placeholder'))
  await picture(guest, 'card-runs-workflow-phone')
})

async function ferries(): Promise<string> {
  const { api } = owner
  const { dataset_id } = await api.knowledge.create({ space_id: spaceId, name: 'Ferries', format_type: 0 } as never)
  const text = 'The ferry to the island leaves at nine in the morning.'
  const source_info = { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' }
  await api.knowledge.createDocument({ dataset_id, document_bases: [{ name: 'timetable.md', source_info }] } as never)
  await expect
    .poll(async () => {
      const { document_infos: list } = await api.knowledge.listDocuments({ dataset_id } as never)
      return list.map(({ status }) => status)
    })
    .toEqual([1])
  return dataset_id
}

test('an interface can chat with a bot, with its sources and cards, in the preview and published', async () => {
  const { api } = owner
  const dataset_id = await ferries()
  const bot_id = await reporter('Harbour', {
    onboarding_info: { prologue: 'Where to?', suggested_questions: [] },
    knowledge: {
      knowledge_info: [{ id: dataset_id, name: 'Ferries' }],
      auto: true,
      min_score: 0,
      recall_strategy: { use_rerank: false, use_rewrite: false, use_nl2sql: false },
      show_source: true,
      show_source_mode: 1,
    },
  })
  await api.bot.publish({ bot_id, connectors: { 1024: {} } } as never)
  const project = await drawProject(owner, spaceId, 'Island')
  await project.draw({ nodes: [{ type: 'chat', name: 'talk', props: { target: '', height: 480 } }] })
  const page = await visit({ cookie: owner.cookie(), width: 1440, height: 1000 })
  const asks = async (where: Page, box: string) => {
    await where.getByText('Where to?').waitFor()
    model.script(says('At nine.'))
    await where.getByRole('textbox', { name: box }).fill('When is the ferry?')
    await where.keyboard.press('Enter')
    await where.getByRole('log').getByText('At nine.').waitFor()
    await where
      .getByRole('group', { name: t('chat', 'sources') })
      .getByText('timetable.md')
      .waitFor()
  }
  // In the editor, the draft of the bot answers.
  await page.goto(`/space/${spaceId}/project-ide/${project.projectId}?mode=interface`)
  await page.locator('[data-node="talk"]').click()
  await page.getByRole('combobox', { name: i('prop.target') }).click()
  await page.getByRole('option', { name: i('chat.isBot', { name: 'Harbour' }) }).click()
  await page.getByText(i('save.saved'), { exact: true }).waitFor()
  await page.getByRole('switch', { name: i('preview') }).click()
  await asks(page, i('chat.placeholder', { name: 'Harbour' }))
  await pressCard(page, i('chat.placeholder', { name: 'Harbour' }))
  await expectAccessible(page, 'interface-bot-chat', ['Note it'])

  // On a phone, the link to the draft requires a sign-in for the chat.
  const { url } = await api.interfacePreview.link({ project_id: project.projectId })
  const phone = await visit({ cookie: owner.cookie(), width: 390, height: 844 })
  await phone.goto(url)
  const box = phone.getByRole('textbox', { name: i('chat.placeholder', { name: 'Harbour' }) })
  model.script(says('From the second pier.'))
  await box.fill('And from where?')
  await phone.keyboard.press('Enter')
  await phone.getByRole('log').getByText('From the second pier.').waitFor()
  const unknown = await visit({ width: 390, height: 844 })
  await unknown.goto(url)
  await unknown.getByRole('link', { name: p('preview.signIn.action'), exact: true }).waitFor()
  await expectVisitorPageAccessible(unknown, 'interface-preview-chat')
  // The sign-in leads back to the page, which refuses a person who may not see the bot.
  await unknown.getByRole('link', { name: p('preview.signIn.action'), exact: true }).click()
  await register(unknown, 'en', `phone-${Math.random().toString(36).slice(2)}@example.test`)
  await unknown.getByText(p('preview.noChat')).waitFor()

  const link = await project.publish('v1.0.0')
  const guest = await visit({ width: 390, height: 844 })
  await guest.goto(link)
  await asks(guest, p('placeholder'))
  await pressCard(guest, p('placeholder'))
  await expectVisitorPageAccessible(guest, 'interface-bot-chat-phone')
})
