import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A new bot is checked offline, its tool is mended, and the next check-up says so. Then two bots are compared. */
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('checkup', key, values)
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let page: Page
let spaceId: string
let botId: string
let pluginId: string
let toolId: string
const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
const dialog = () => page.getByRole('dialog').last()
const tool = (description: string) => ({
  plugin_id: pluginId,
  desc: description,
  path: '/forecast',
  method: 1,
  request_params: [{ name: 'city', desc: 'City', is_required: true, type: 1, location: 2 }],
  response_params: [{ name: 'sky', desc: 'Sky', type: 1 }],
})
async function choose(label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('checker')
  spaceId = (await owner.api.space.create({ name: 'Checks' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Weather bot' })).bot_id
  const made = await owner.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Weather',
    desc: 'Weather forecast for cities',
    url: 'https://weather.example.test',
    auth_type: 0,
    icon: {},
  } as never)
  pluginId = (made as { plugin_id: string }).plugin_id
  const created = await owner.api.pluginTool.create({ ...tool('Internal, see wiki'), name: 'api_17' } as never)
  toolId = (created as { api_id: string }).api_id
  await owner.api.bot.updateDraft({
    bot_info: {
      bot_id: botId,
      plugin_info_list: [{ plugin_id: pluginId, api_id: toolId, api_name: 'api_17' }],
      onboarding_info: { prologue: 'Hello!', suggested_questions: ['What is the weather like?'] },
    },
  } as never)
})

test('a new bot is checked, the finding leads to its block, and the mended tool is better', async () => {
  page = await visit({ cookie: owner.cookie(), language: 'en' })
  await page.goto(`/space/${spaceId}/bot/${botId}`)
  await page.getByRole('radio', { name: t('bot', 'view.evaluate') }).click()
  await page.getByText(words('empty'), { exact: true }).waitFor()
  await expectTranslated(page, 'checkup-empty')
  await button('start').click()
  await choose(words('start.scene'), words('scene.3'))
  await dialog()
    .getByRole('button', { name: words('start.action') })
    .click()
  const findings = page.getByRole('list', { name: words('findings') })
  const finding = findings.getByRole('listitem').first()
  await finding.waitFor()
  await expect.poll(() => finding.innerText()).toContain('api_17')
  await expectAccessible(page, 'checkup')
  await expectTranslated(page, 'checkup')
  await finding.getByRole('link', { name: words('block.plugins') }).click()
  await page.locator('[data-block="plugin"] button:focus').waitFor()
  // The description is mended, as on the page of the tool.
  await owner.api.pluginTool.update({
    ...tool('Gives the weather forecast for a city'),
    api_id: toolId,
    name: 'api_17',
  } as never)
  await page.goBack()
  await finding.getByRole('button', { name: words('finding.again') }).click()
  await finding.getByText(words('finding.good')).waitFor()
  await button('start').click()
  await choose(words('start.scene'), words('scene.3'))
  await dialog()
    .getByRole('button', { name: words('start.action') })
    .click()
  const row = page.getByRole('row').filter({ hasText: words('module.plugins') })
  await row.getByText(words('verdict.better'), { exact: true }).waitFor()
  await page.getByText(words('findings.none')).waitFor()
})

test('two bots are compared on a ready-made set and a file: tried, started, read and exported', async () => {
  const { bot_id: other } = await owner.api.bot.create({ space_id: spaceId, name: 'Long-winded' })
  await owner.api.bot.updateDraft({
    bot_info: {
      bot_id: other,
      prompt_info: { prompt: 'Begin every answer with "Well, as I always say before anything else,"' },
    },
  } as never)
  await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, plugin_info_list: [] } } as never)
  await page.goto(`/space/${spaceId}/bot/${botId}/evaluate?part=compare`)
  await button('compare.new').click()
  await page.getByRole('button', { name: words('object.remove', { name: 'Weather bot' }) }).waitFor()
  await choose(words('object.choose'), 'Long-winded')
  await button('object.add').click()
  await page.getByRole('button', { name: words('object.remove', { name: 'Long-winded' }) }).waitFor()
  await choose(words('data.choose'), 'Instructions')
  await button('data.add').click()
  await page.getByRole('button', { name: words('data.remove', { name: 'Instructions' }) }).waitFor()
  await page.getByRole('radio', { name: words('data.upload') }).click()
  const rows = ['north', 'south', 'east', 'west'].map((word) => `Repeat: ${word},${word}`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'Directions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['input,reference_output', ...rows].join('\n')),
  })
  await page.getByRole('button', { name: words('data.remove', { name: 'Directions' }) }).waitFor()
  await button('judge.save').click()
  await page.getByText(words('judge.saved')).waitFor()
  await expectAccessible(page, 'compare-form')
  await expectTranslated(page, 'compare-form')
  await button('judge.try').click()
  await page.getByRole('region', { name: words('result.side') }).waitFor()
  await button('go.start').click()
  await page.getByText(words('result.winner'), { exact: true }).waitFor()
  const winner = page.getByRole('row').filter({ hasText: words('result.winner') })
  await expect.poll(() => winner.innerText()).toContain('Weather bot')
  await expectAccessible(page, 'compare-result')
  await expectTranslated(page, 'compare-result')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('go.export') }).click(),
  ])
  expect(download.suggestedFilename()).toContain('csv')
})
