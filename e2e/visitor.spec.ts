import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { expectTranslated, expectVisitorPageAccessible } from './lib/screen.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'

/** A visitor of the public page: opening, shortcuts, a command, a file, and sources of an answer. */
const studio = openStudioInside(['127.0.0.1'])
let model: ScriptedModel
beforeAll(async () => {
  model = await openScriptedModel()
})
afterEach(() => model.reset())

const promptOf = () => JSON.stringify(model.requests.at(-1)!.body.messages)

/** Creates and publishes a bot with a knowledge base, shortcuts and a background. */
async function publishBot(owner: Person, language: Language) {
  await call(owner, '/api/passport/web/email/register/v2/', {
    email: `maker-${language.toLowerCase()}@example.test`,
    password: 'correct horse 7',
  })
  await owner.page.goto('/')
  await owner.page.waitForURL(/\/space\/\d+\/develop/)
  const space_id = /\/space\/(\d+)\//.exec(owner.page.url())![1]!
  const provider = await call<{ id: string }>(owner, '/api/space/model/provider/create', {
    space_id,
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-e2e',
  })
  const made = await call<{ id: string }>(owner, '/api/space/model/create', {
    space_id,
    provider_id: provider.id,
    name: 'Tiny',
    model: 'tiny',
  })
  const { dataset_id } = await call<{ dataset_id: string }>(owner, '/api/knowledge/create', {
    space_id,
    name: 'Ferries',
    format_type: 0,
  })
  const text = 'The ferry to the island leaves at nine in the morning.'
  await call(owner, '/api/knowledge/document/create', {
    dataset_id,
    document_bases: [
      { name: 'timetable.md', source_info: { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' } },
    ],
  })
  await expect
    .poll(async () => {
      const { document_infos: list } = await call<{ document_infos: { status: number }[] }>(
        owner,
        '/api/knowledge/document/list',
        { dataset_id },
      )
      return list.map((document) => document.status)
    })
    .toEqual([1])
  const { bot_id } = await call<{ bot_id: string }>(owner, '/api/draftbot/create', { space_id, name: 'Harbour' })
  await call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
    bot_info: {
      bot_id,
      model_info: { model_id: made.id },
      suggest_reply_info: { suggest_reply_mode: 2 },
      onboarding_info: { prologue: 'Where to?', suggested_questions: ['When is the ferry?'] },
      knowledge: {
        knowledge_info: [{ id: dataset_id, name: 'Ferries' }],
        auto: true,
        min_score: 0,
        recall_strategy: { use_rerank: false, use_rewrite: false, use_nl2sql: false },
        show_source: true,
        show_source_mode: 1,
      },
    },
  })
  const shortcut = (fields: object) =>
    call(owner, '/api/playground_api/create_update_shortcut_command', { object_id: bot_id, shortcuts: fields })
  await shortcut({
    command_name: 'Plan a day',
    shortcut_command: '/plan',
    description: 'A day out',
    template_query: 'Plan one day in {{city}}',
    send_type: 1,
    components_list: [{ name: 'city', parameter: 'city' }],
  })
  await shortcut({ command_name: 'Weather', shortcut_command: '/weather', template_query: 'How is the weather?' })
  await call(owner, '/api/draftbot/publish', { bot_id, connectors: { 10000122: {} } })
  const { links } = await call<{ links: { connector_id: string; url: string }[] }>(owner, '/api/share/links', {
    resource_id: bot_id,
  })
  return { botId: bot_id, spaceId: space_id, link: links.find((link) => link.connector_id === '10000122')!.url }
}

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  let owner: Person
  let guest: Person
  let page: Page
  let bot: { botId: string; spaceId: string; link: string }
  const composer = () => page.getByRole('textbox', { name: t('public-chat', 'placeholder') })
  const said = (text: string) => page.getByRole('log').getByText(text)

  test('the page shows the opening and the shortcuts of the bot', async () => {
    owner = await studio.person(language)
    bot = await publishBot(owner, language)
    guest = await studio.person(language, { width: 900, height: 760 })
    page = guest.page
    await page.goto(bot.link)
    await page.getByText('Where to?').waitFor()
    await page
      .getByRole('group', { name: t('chat', 'shortcuts') })
      .getByRole('button', { name: 'Weather' })
      .waitFor()
    await expectVisitorPageAccessible(page, 'visitor')
  })

  test('an answer shows its sources', async () => {
    model.script(says('At nine.'))
    await page.getByRole('button', { name: 'When is the ferry?' }).click()
    await said('At nine.').waitFor()
    await page
      .getByRole('group', { name: t('chat', 'sources') })
      .getByText('timetable.md')
      .waitFor()
  })

  test('on a phone, wide tables scroll without breaking words, and code is coloured', async () => {
    const head = ['Harbour', 'Departure', 'Arrival', 'Companions', 'Reservations', 'Interchanges']
    const row = (cells: string[]) => `| ${cells.join(' | ')} |`
    const table = [row(head), row(head.map(() => '---')), row(head.map((word) => `${word}less`))].join('\n')
    const code = '```python\ndef leaves(hour: int = 9) -> str:\n    return f"At {hour}"\n```'
    await page.setViewportSize({ width: 390, height: 844 })
    model.script(says(`Every boat:\n\n${table}\n\n${code}`))
    await composer().fill('All of them?')
    await composer().press('Enter')
    const wide = page.getByRole('log').getByRole('group', { name: t('chat', 'table') })
    await wide.getByText('Interchangesless').waitFor()
    await expect.poll(() => wide.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    const linesOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const cells = wide.locator('th, td')
    await expect.poll(() => cells.count()).toBe(12)
    for (const cell of await cells.all()) expect(await cell.evaluate(linesOf)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const colours = () =>
      page
        .getByRole('log')
        .locator('pre span')
        .evaluateAll((pieces) => new Set(pieces.map((piece) => getComputedStyle(piece).color)).size)
    await expect.poll(colours).toBeGreaterThan(2)
    await page.setViewportSize({ width: 900, height: 760 })
  })

  test('a shortcut asks for its fields, and so does its command', async () => {
    model.script(says('Up at dawn.'))
    await page.getByRole('button', { name: 'Plan a day' }).click()
    await page.getByRole('textbox', { name: 'city' }).fill('Oslo')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('chat', 'send') })
      .click()
    await said('Up at dawn.').waitFor()
    await said('Plan one day in Oslo').waitFor()

    model.script(says('To the fjord.'))
    await composer().fill('/pl')
    await page.getByRole('option', { name: /\/plan/ }).waitFor()
    await composer().fill('/plan Bergen')
    await composer().press('Enter')
    await expect.poll(() => page.getByRole('textbox', { name: 'city' }).inputValue()).toBe('Bergen')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('chat', 'send') })
      .click()
    await said('To the fjord.').waitFor()
    await said('Plan one day in Bergen').waitFor()

    model.script(says('Rain.'))
    await composer().fill('/weather')
    await composer().press('Enter')
    await said('Rain.').waitFor()
    expect(promptOf()).toContain('How is the weather?')
  })

  test('a file is sent with a message and can be downloaded again', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('chat', 'attach') }).click()
    const file = { name: 'tickets.txt', mimeType: 'text/plain', buffer: Buffer.from('Two adults, one dog.') }
    await (await choosing).setFiles(file)
    await page.locator('[data-upload="success"]').waitFor()
    model.script(says('Dogs are welcome.'))
    await composer().fill('May it come?')
    await composer().press('Enter')
    await said('Dogs are welcome.').waitFor()
    expect(promptOf()).toContain('tickets.txt')
    await expectVisitorPageAccessible(page, 'visitor-said')
    await page.reload()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('chat', 'download.named', { name: 'tickets.txt' }) }).click()
    expect((await saving).suggestedFilename()).toBe('tickets.txt')
    await page.getByRole('button', { name: t('public-chat', 'conversations') }).click()
    await page
      .getByRole('button', { name: /^When is the ferry/ })
      .first()
      .waitFor()
    noComplaints(guest)
  })

  test('the creator sets a background image, and visitors see it', async () => {
    const { page: editor } = owner
    await goTo(editor, `/space/${bot.spaceId}/bot/${bot.botId}`)
    const block = editor.locator('[data-block="background_image"]')
    const head = block.getByRole('button', { name: t('bot', 'block.background_image') })
    await head.waitFor()
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#357' } })
      .png()
      .toBuffer()
    await block.locator('input[type="file"]').setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer })
    await block.getByRole('img', { name: t('bot', 'background.alt') }).waitFor()
    const set = async (name: 'background.size' | 'background.across', value: string) => {
      const field = block.getByRole('textbox', { name: t('bot', name) })
      await field.fill(value)
      await field.press('Tab')
    }
    await set('background.size', '40')
    await set('background.across', '100')
    const stored = async () =>
      (
        await call<{ bot_info: { background_image_info_list: { web_background_image: object }[] } }>(
          owner,
          '/api/playground_api/draftbot/get_draft_bot_info',
          { bot_id: bot.botId },
        )
      ).bot_info.background_image_info_list[0]?.web_background_image
    await expect.poll(stored).toMatchObject({ canvas_position: { width: 0.4, height: 0.4, left: 0.6, top: 0.3 } })
    await call(owner, '/api/draftbot/publish', { bot_id: bot.botId, connectors: { 10000122: {} } })
    await page.reload()
    const picture = page.locator('main img[alt=""]').first()
    await expect
      .poll(() => picture.evaluate((item) => [item.style.width, item.style.left, item.style.top]))
      .toEqual(['40%', '60%', '30%'])
    noComplaints(owner)
  })

  test('a channel is disconnected and connected again on the publish page', async () => {
    const row = () => owner.page.getByRole('row').filter({ has: owner.page.getByText('API', { exact: true }) })
    await goTo(owner.page, `/space/${bot.spaceId}/bot/${bot.botId}/publish`)
    await row()
      .getByRole('button', { name: t('publish', 'channel.disconnect', { channel: 'API' }) })
      .click()
    await owner.page.getByRole('button', { name: t('publish', 'unbind.action'), exact: true }).click()
    await owner.page.getByText(t('publish', 'unbind.done', { channel: 'API' })).waitFor()
    await row().getByText(t('publish', 'channel.unbound')).waitFor()
    await expectTranslated(owner.page, 'visitor-channel-off')
    await row()
      .getByRole('button', { name: t('publish', 'channel.connect', { channel: 'API' }) })
      .click()
    await row().getByText(t('publish', 'channel.off')).waitFor()
    noComplaints(owner)
  })
})
