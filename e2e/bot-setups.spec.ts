import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { boardNode, canvas, edge, endNode, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { joinAs } from './lib/register.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints, type Person } from './lib/studio.ts'
import { kindName, texts } from './lib/texts.ts'

/** Image flows, cards and comparisons: set up in the editor and used in the chat. */
const studio = openStudioInside(['127.0.0.1'])
let model: ScriptedModel
beforeAll(async () => {
  model = await openScriptedModel()
})
afterEach(() => model.reset())

async function call<R = Record<string, unknown>>({ context }: Person, path: string, data: object): Promise<R> {
  const answer = await context.request.post(path, { headers: { 'x-requested-with': 'XMLHttpRequest' }, data })
  const { code, msg, data: result, ...rest } = (await answer.json()) as { code: number; msg: string; data?: object }
  if (code !== 0) throw new Error(`${path}: ${msg}`)
  return { ...rest, ...result } as R
}

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  let owner: Person
  let page: Page
  let spaceId = ''
  let botId = ''
  let modelId = ''
  const dialog = () => page.getByRole('dialog').last()
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const openEditor = () => goTo(page, `/space/${spaceId}/bot/${botId}`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const said = (text: string) => page.getByRole('log').getByText(text)
  async function ask(text: string) {
    await page.getByRole('textbox', { name: t('bot', 'preview.placeholder') }).fill(text)
    await page.keyboard.press('Enter')
  }

  beforeAll(async () => {
    owner = await studio.person(language)
    page = owner.page
    spaceId = await joinAs(owner, 'maker')
    const provider = await call<{ id: string }>(owner, '/api/space/model/provider/create', {
      space_id: spaceId,
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-e2e',
    })
    modelId = (
      await call<{ id: string }>(owner, '/api/space/model/create', {
        space_id: spaceId,
        provider_id: provider.id,
        name: 'Tiny',
        model: 'tiny',
      })
    ).id
    botId = (await call<{ bot_id: string }>(owner, '/api/draftbot/create', { space_id: spaceId, name: 'Painter' }))
      .bot_id
    await call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
      bot_info: { bot_id: botId, model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } },
    })
  })

  test('a new image flow starts with a node for images, and its menu offers only nodes that suit images', async () => {
    await goTo(page, `/space/${spaceId}/library`)
    // The rail has a button with the same name outside of the main area.
    await page
      .getByRole('main')
      .getByRole('button', { name: t('library', 'create'), exact: true })
      .click()
    await page.getByRole('menuitem', { name: new RegExp(`^${t('shell', 'create.imageflow')}`) }).click()
    await dialog().getByText(t('workflow', 'kind.imageflowText')).waitFor()
    await dialog()
      .getByRole('textbox', { name: t('workflow', 'info.name') })
      .fill('draw_sheet')
    await press(dialog(), t('workflow', 'create.do'))
    const card = (type: number) =>
      page
        .locator('.react-flow__node')
        .and(page.getByRole('group', { name: t('workflow-node', `type.${type}`), exact: true }))
    for (const type of [1, 16, 2]) await card(type).waitFor()
    await page.getByRole('button', { name: t('workflow', 'add.button') }).click()
    const offered = page.getByRole('listbox', { name: t('workflow', 'add.title') })
    await offered.getByText(t('workflow-node', 'type.23'), { exact: true }).waitFor()
    await expect.poll(() => offered.getByText(t('workflow-node', 'type.18'), { exact: true }).count()).toBe(0)
    await expectTranslated(page, 'imageflow-en')
    await page.keyboard.press('Escape')
  })

  test('the filter of the library finds the image flow, and its back button returns to that filter', async () => {
    const workflow_id = new URL(page.url()).searchParams.get('workflow_id')!
    const schema = canvas(
      [startNode([]), boardNode('2', 60, 40), endNode([param('output', ref('2', 'data'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    await call(owner, '/api/workflow_api/create', { name: 'plain_steps', space_id: spaceId })
    await goTo(page, `/space/${spaceId}/library?kind=workflow`)
    await row('plain_steps').waitFor()
    await page.getByRole('combobox', { name: new RegExp(`^${t('library', 'sub')}`) }).click()
    await page.getByRole('option', { name: t('library', 'sub.imageflow') }).click()
    await row('plain_steps').waitFor({ state: 'detached' })
    await row('draw_sheet').getByText('draw_sheet', { exact: true }).click()
    await page.waitForURL(/work_flow/)
    await press(page, t('ui', 'back'))
    await page.waitForURL(/library\?kind=workflow&sub=imageflow/)
    await row('draw_sheet').waitFor()
    await call(owner, '/api/workflow_api/save', { workflow_id, schema })
    await call(owner, '/api/workflow_api/publish', { workflow_id, space_id: spaceId, force: true })
  })

  test('a bot gets the image flow in a separate block and runs it, and the chat shows the image', async () => {
    await openEditor()
    const block = page.locator('[data-block="imageflow"]')
    await block.getByRole('button', { name: t('bot', 'block.imageflow.add') }).click()
    await press(dialog(), t('bot', 'picker.addOne', { name: 'draw_sheet' }))
    await page.getByText(t('bot', 'workflow.added', { count: 1, names: 'draw_sheet' })).waitFor()
    await press(dialog(), t('bot', 'done'))
    await block.getByText('draw_sheet').waitFor()
    await expect.poll(() => page.locator('[data-block="workflow"]').getByText('draw_sheet').count()).toBe(0)
    model.script(calls({ name: 'ts_draw_sheet', arguments: '{}' }), says('Here is your sheet.'))
    await ask('Draw me a sheet')
    await said('Here is your sheet.').waitFor()
    const picture = page.getByRole('log').locator('img[alt="draw_sheet"]')
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(60)
    await expectAccessible(page, 'imageflow-chat-en', ['draw_sheet'])
    // A click on the image enlarges it and allows saving it.
    await press(page, t('chat', 'picture.open', { name: 'draw_sheet' }))
    const saving = page.waitForEvent('download')
    await press(dialog(), t('chat', 'download'))
    expect((await saving).suggestedFilename()).toMatch(/draw_sheet/)
    await page.keyboard.press('Escape')
  })

  test('a tool gets a card with its fields, and its answers are drawn as cards in the preview and for visitors', async () => {
    const { plugin_id } = await call<{ plugin_id: string }>(owner, '/api/plugin_api/register_plugin_meta', {
      space_id: spaceId,
      name: 'Paper',
      desc: 'News',
      icon: {},
      creation_method: 1,
      ide_code_runtime: '1',
    })
    const { api_id } = await call<{ api_id: string }>(owner, '/api/plugin_api/create_api', {
      plugin_id,
      name: 'news',
      desc: 'News of a city',
      source_code: 'function handler() { return { title: "Harbour reopens", story: "Ships are back." } }',
      request_params: [],
      response_params: [
        { name: 'title', type: 1 },
        { name: 'story', type: 1 },
      ],
    })
    await call(owner, '/api/plugin_api/publish_plugin', { plugin_id })
    await call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
      bot_info: { bot_id: botId, plugin_info_list: [{ plugin_id, api_id, api_name: 'news' }] },
    })
    await openEditor()
    await page.getByText('news', { exact: true }).first().hover()
    await press(page, t('bot', 'card.show', { name: 'news' }))
    await dialog()
      .getByRole('combobox', { name: t('bot', 'card.title') })
      .click()
    await page.getByRole('option', { name: 'Text', exact: true }).click()
    // The field for the title was filled by its name; the text is chosen by hand.
    await dialog().getByRole('combobox', { name: 'Text' }).click()
    await page.getByRole('option', { name: 'story', exact: true }).click()
    await dialog().getByText('story', { exact: true }).last().waitFor()
    await expectAccessible(page, 'card-dialog-en', ['Text', 'Title', 'Picture', 'List', 'Slides'])
    await press(dialog(), t('bot', 'save'))
    await page.locator('[data-block="plugin"]').getByText(t('bot', 'card.title'), { exact: true }).waitFor()
    model.script(calls({ name: 'news', arguments: '{}' }))
    await ask('What is new?')
    const shown = (where: Page) => where.getByRole('log').getByRole('region', { name: 'Text' })
    await shown(page).getByText('Ships are back.').waitFor()
    await page.reload()
    await shown(page).getByText('Harbour reopens').waitFor()

    await call(owner, '/api/draftbot/publish', { bot_id: botId, connectors: { 10000122: {} } })
    const { links } = await call<{ links: { connector_id: string; url: string }[] }>(owner, '/api/share/links', {
      resource_id: botId,
    })
    const guest = await studio.person(language, { width: 900, height: 760 })
    await guest.page.goto(links.find((link) => link.connector_id === '10000122')!.url)
    model.script(calls({ name: 'news', arguments: '{}' }))
    await guest.page.getByRole('textbox', { name: t('public-chat', 'placeholder') }).fill('What is new?')
    await guest.page.keyboard.press('Enter')
    await shown(guest.page).getByText('Ships are back.').waitFor()
    noComplaints(guest)
  })

  test('the widths of the figure columns follow the width of the window', async () => {
    await goTo(page, `/space/${spaceId}/bot/${botId}/logs?view=turns`)
    const head = page.getByRole('columnheader', { name: t('trace', 'tokens.all'), exact: true })
    const width = () => head.evaluate((cell) => cell.style.width)
    await head.waitFor()
    expect(await width()).toBe('136px')
    await page.setViewportSize({ width: 1700, height: 900 })
    await expect.poll(width).toBe('160px')
    await page.setViewportSize({ width: 1300, height: 900 })
    await expect.poll(width).toBe('76px')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('two prompts get the same question, and the better one becomes the draft', async () => {
    await openEditor()
    await press(page, t('bot', 'compare.open'))
    const side = (name: 'a' | 'b') => page.getByRole('region', { name: t('bot', `compare.${name}`), exact: true })
    const promptOf = (name: 'a' | 'b') =>
      page.getByRole('textbox', { name: t('bot', 'compare.promptOf', { side: t('bot', `compare.${name}`) }) })
    await promptOf('a').fill('Answer in one word.')
    await promptOf('b').fill('Answer like a sailor.')
    const answer = (body: { messages: object[] }) =>
      JSON.stringify(body.messages).includes('sailor') ? says('Aye!') : says('Yes')
    model.script(answer, answer)
    await page.getByRole('textbox', { name: t('bot', 'compare.ask') }).fill('Is the harbour open?')
    await press(page, t('bot', 'compare.send'))
    // The answer appears twice, because it is also announced to screen readers.
    await side('a').getByText('Yes', { exact: true }).first().waitFor()
    await side('b').getByText('Aye!', { exact: true }).first().waitFor()
    await expectAccessible(page, 'compare-en', [kindName('bot', language)])
    // A comparison that was closed continues where it was left.
    await press(page, t('bot', 'close'))
    await press(page, t('bot', 'compare.goOn'))
    await side('b').getByText('Aye!', { exact: true }).first().waitFor()
    await expect.poll(() => promptOf('b').inputValue()).toBe('Answer like a sailor.')
    await press(side('b'), t('bot', 'compare.take'))
    await page.getByText(t('bot', 'compare.taken', { side: t('bot', 'compare.b') })).waitFor()
    type Draft = { bot_info: { prompt_info: { prompt: string } } }
    await expect
      .poll(
        async () =>
          (await call<Draft>(owner, '/api/playground_api/draftbot/get_draft_bot_info', { bot_id: botId })).bot_info
            .prompt_info.prompt,
      )
      .toBe('Answer like a sailor.')
    await page.getByRole('button', { name: t('bot', 'compare.open'), exact: true }).waitFor()
    noComplaints(owner)
  })
})
