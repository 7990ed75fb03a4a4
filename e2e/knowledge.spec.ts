import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { type Studio, openStudioHere } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Knowledge in each format, from upload to an answer with its source; edited, updated, failed and retried. */
const DAY = 24 * 3600_000
let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
let folder: string
let origin: string
let price = 'ten'
let isDown = false
const site = createServer((_, response) => {
  response.writeHead(isDown ? 503 : 200, { 'content-type': 'text/html' })
  response.end(
    `<html><head><title>Ferry</title></head><body><p>The ferry ticket costs ${price} crowns.</p></body></html>`,
  )
})
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  studio = await openStudioHere({ egressAllow: [`127.0.0.1:${port}`] })
  visit = await openBrowser(studio.address)
  folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-files-'))
  writeFileSync(
    path.join(folder, 'guide.md'),
    '# Museum guide\n\n## Opening hours\n\nThe tile museum is open from ten to six and closed on Mondays.\n\n## Lunch\n\nThe taberna serves fish at noon.\n',
  )
  writeFileSync(path.join(folder, 'tools.csv'), 'product,price\nHammer,12\nSaw,30\n')
  const image = sharp({ create: { width: 320, height: 200, channels: 3, background: '#c33' } })
  writeFileSync(path.join(folder, 'barn.png'), await image.png().toBuffer())
})
afterAll(() => {
  site.close()
  rmSync(folder, { recursive: true, force: true })
})
const drain = () => studio.services.knowledgeIngest.drain()
/** Processes waiting imports until the element is visible, because a click may reach the server a moment later. */
const drainUntil = (seen: Locator) =>
  expect
    .poll(async () => {
      await drain()
      return seen.first().isVisible()
    })
    .toBe(true)

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const k = (key: string, values: Record<string, string | number> = {}) => t('knowledge', key, values)
  let page: Page
  let api: Awaited<ReturnType<Studio['register']>>['api']
  let spaceId: string
  const complaints: string[] = []
  beforeAll(async () => {
    const person = await studio.register()
    api = person.api
    spaceId = (await api.space.list({})).bot_space_list[0]!.id
    page = await visit({ language, cookie: person.cookie() })
    page.on('pageerror', (error) => complaints.push(String(error)))
  })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const choose = (...files: string[]) =>
    page.locator('input[type=file]').setInputFiles(files.map((file) => path.join(folder, file)))
  const next = async () => {
    const button = page.getByRole('button', { name: k('upload.next'), exact: true })
    await button.click()
  }
  /** Starts the import from the last step of the wizard, waits for it, and opens the base. */
  const importAndOpen = async () => {
    await press(k('upload.start'))
    await page
      .getByRole('list', { name: k('steps.processing') })
      .getByRole('listitem')
      .first()
      .waitFor()
    await drainUntil(page.getByText(k('processing.done')))
    await press(k('upload.finish'))
    await page.waitForURL(/\/knowledge\/\d+$/)
  }
  const makeBase = async (name: string, format: 0 | 1 | 2) =>
    (await api.knowledge.create({ name, space_id: spaceId, format_type: format })).dataset_id
  const makeBot = async (datasetId: string) => {
    const { bot_id } = await api.bot.create({ space_id: spaceId, name: 'Guide' })
    const { bot_info } = await api.bot.getDraft({ bot_id })
    const info = [{ id: datasetId, name: 'Base', type: 0 as const }]
    const knowledge = { ...bot_info.knowledge, knowledge_info: info, min_score: 0.2, show_source: true }
    await api.bot.updateDraft({ bot_info: { bot_id, version: bot_info.version, knowledge } })
    return bot_id
  }
  const ask = async (botId: string, question: string, answer: RegExp) => {
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    const box = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    // The chat accepts questions only once the conversation exists on the server.
    const sent = page.getByRole('log').getByText(question, { exact: true })
    while (!(await sent.isVisible())) {
      await box.fill(question)
      await box.press('Enter')
      await sent.waitFor({ timeout: 2000 }).catch(() => {})
    }
    await page.getByRole('log').getByText(answer).last().waitFor()
  }

  let textBase: string
  let textBot: string
  test('a text file is uploaded from the create menu and answers a question with its source', async () => {
    await goTo(page, `/space/${spaceId}/library/knowledge`)
    await press(k('create.title'))
    await page.getByRole('dialog').getByRole('textbox').first().fill('Guides')
    await press(k('create.action'))
    await page.waitForURL(/upload$/)
    await next()
    await choose('guide.md')
    await page.getByLabel(k('upload.done')).waitFor()
    await next()
    await page.getByRole('radio', { name: new RegExp(`^${k('chunk.level')}`) }).click()
    await page
      .getByRole('region', { name: k('preview.title') })
      .getByText('closed on Mondays')
      .waitFor()
    await expectAccessible(page, `knowledge-upload-${language}`)
    await importAndOpen()
    textBase = /knowledge\/(\d+)/.exec(page.url())![1]!
    await page
      .getByRole('list', { name: k('slices.title') })
      .getByText('closed on Mondays')
      .waitFor()
    await expectAccessible(page, `knowledge-${language}`)
    textBot = await makeBot(textBase)
    await ask(textBot, 'When is the tile museum closed?', /closed on Mondays/)
    const shown = new RegExp(`^${t('chat', 'sources.show', { count: 2 }).replace('2', String.raw`\d+`)}?$`)
    await page.getByRole('log').getByRole('button', { name: shown }).last().click()
    await page
      .getByRole('button', { name: t('chat', 'sources.open', { name: 'guide' }) })
      .first()
      .click()
    await page.getByRole('dialog').getByText('closed on Mondays').waitFor()
    await page.keyboard.press('Escape')
  })

  test('an edited slice changes the answer, and the recall test shows why', async () => {
    await goTo(page, `/space/${spaceId}/knowledge/${textBase}`)
    await page
      .getByRole('list', { name: k('slices.title') })
      .getByText('closed on Mondays')
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    const editor = page.getByRole('textbox', { name: k('slice.edit', { n: '1' }) })
    await editor.fill((await editor.inputValue()).replace('Mondays', 'Thursdays'))
    await editor.press('Control+Enter')
    await page
      .getByRole('list', { name: k('slices.title') })
      .getByText('closed on Thursdays')
      .waitFor()
    await ask(textBot, 'On which day is the museum of tiles closed?', /closed on Thursdays/)
    await goTo(page, `/space/${spaceId}/knowledge/${textBase}/recall`)
    // An option that needs a model links to the page where one is added.
    const rerank = page.getByRole('switch', { name: k('recall.rerank') })
    await rerank.click()
    await page.getByText(t('model', 'guide.none')).waitFor()
    await page.getByRole('link', { name: t('model', 'guide.toSpace') }).waitFor()
    await rerank.click()
    await page.getByText(t('model', 'guide.none')).waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: k('recall.question') }).fill('tile museum closed')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-hit="1"]').getByText('Thursdays').waitFor()
    await expectAccessible(page, `recall-${language}`)
    await page.getByRole('button', { name: k('recall.right', { n: '1' }), exact: true }).click()
    await press(k('cases.save'))
    await page.getByRole('tab', { name: new RegExp(k('cases.title')) }).click()
    await press(k('cases.run'))
    await page.getByText('100%').first().waitFor()
  })

  test('a table and an image answer questions as well', async () => {
    const table = await makeBase('Tools', 1)
    await goTo(page, `/space/${spaceId}/knowledge/${table}/upload`)
    await choose('tools.csv')
    await page.getByLabel(k('upload.done')).waitFor()
    await next()
    await page
      .getByRole('table', { name: k('table.preview') })
      .getByText('Hammer')
      .waitFor()
    await importAndOpen()
    await page.getByRole('cell', { name: 'Saw', exact: true }).waitFor()
    await expectTranslated(page, `knowledge-table-${language}`)
    await ask(await makeBot(table), 'What does the hammer cost?', /Hammer/)

    const images = await makeBase('Pictures', 2)
    await goTo(page, `/space/${spaceId}/knowledge/${images}/upload`)
    await choose('barn.png')
    await page.getByLabel(k('upload.done')).waitFor()
    await next()
    await page.getByRole('radio', { name: new RegExp(`^${k('captions.manual')}`) }).click()
    await page.getByRole('textbox', { name: k('captions.of', { name: 'barn.png' }) }).fill('A red barn by the lake')
    await importAndOpen()
    await page.getByText('A red barn by the lake').waitFor()
    await ask(await makeBot(images), 'Is there a picture of a red barn?', /red barn by the lake/)
  })

  test('a web page is updated automatically, and a failed import is retried', async () => {
    price = 'ten'
    isDown = false
    const web = await makeBase('Web', 0)
    await goTo(page, `/space/${spaceId}/knowledge/${web}/upload?type=web`)
    await page.getByRole('textbox', { name: k('web.addresses') }).fill(`${origin}/ferry`)
    await press(k('web.fetch'))
    await drainUntil(page.getByText(k('web.ready')))
    await page.getByRole('combobox', { name: k('rule.interval') }).click()
    await page.getByRole('option', { name: k('rule.daily') }).click()
    await next()
    await page.getByText('costs ten crowns').waitFor()
    await importAndOpen()
    const slices = page.getByRole('list', { name: k('slices.title') })
    await slices.getByText('costs ten crowns').waitFor()
    price = 'twelve'
    studio.clock.advance(2 * DAY)
    await studio.services.knowledgeIngest.updateDue()
    await drain()
    await page.reload()
    await slices.getByText('costs twelve crowns').waitFor()

    isDown = true
    await api.knowledge.createDocument({
      dataset_id: web,
      document_bases: [{ name: 'Broken', source_info: { web_url: `${origin}/broken`, document_source: 1 } }],
    })
    await drain()
    await page.reload()
    const row = page.locator('[data-document]').filter({ hasText: 'Broken' })
    await row.getByText(/503/).first().waitFor()
    await expectTranslated(page, `knowledge-failed-${language}`)
    isDown = false
    await row.getByRole('button', { name: k('document.retry') }).click()
    await drainUntil(page.locator('[data-document][data-state="ready"]').filter({ hasText: 'Broken' }))
    expect(complaints).toEqual([])
  })
})
