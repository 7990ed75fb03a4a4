import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Check-ups of a new bot, offline: a finding leads to a fix. The instance owner edits the questions of check-ups. */
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('checkup', key, values)
let studio: Studio
let open: ReturnType<typeof sameWindow>
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
/** Uses only the keyboard. */
async function press(target: Locator) {
  await expect.poll(() => target.isEnabled()).toBe(true)
  await target.focus()
  await page.keyboard.press('Enter')
}
async function choose(label: string, option: string) {
  await press(page.getByRole('combobox', { name: label }))
  const options = page.getByRole('option')
  const wanted = page.getByRole('option', { name: option })
  await wanted.waitFor()
  const names = await options.allInnerTexts()
  const goal = names.findIndex((name) => name.includes(option))
  const place = () => options.evaluateAll((all) => all.findIndex((one) => one.matches('[data-highlighted]')))
  for (let at = await place(); at !== goal; at = await place()) {
    await page.keyboard.press(at < goal ? 'ArrowDown' : 'ArrowUp')
    await expect.poll(place).not.toBe(at)
  }
  await page.keyboard.press('Enter')
  await wanted.waitFor({ state: 'detached' })
}
/** Starts a check-up of the tools of the bot. */
async function checkTools() {
  await press(button('start'))
  await choose(words('start.scene'), words('scene.3'))
  await press(dialog().getByRole('button', { name: words('start.action') }))
}

beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  open = sameWindow(await openBrowser(studio.address))
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

test('a new bot is checked, the finding links to its block, and the score improves once the tool is fixed', async () => {
  page = await open({ cookie: owner.cookie(), language: 'en', width: 1200 }, `/space/${spaceId}/bot/${botId}`)
  const tab = page.getByRole('radio', { name: t('bot', 'view.evaluate') })
  await tab.focus()
  await page.keyboard.press('Space')
  await page.getByText(words('empty'), { exact: true }).waitFor()
  await expectTranslated(page, 'checkup-empty')
  await checkTools()
  const findings = page.getByRole('list', { name: words('findings') })
  const finding = findings.getByRole('listitem').first()
  await finding.waitFor()
  await expect.poll(() => finding.innerText()).toContain('api_17')
  await expectAccessible(page, 'checkup')
  await expectTranslated(page, 'checkup')
  await press(finding.getByRole('link', { name: words('block.plugins') }))
  await page.locator('[data-block="plugin"] button:focus').waitFor()
  await goTo(page, `/space/${spaceId}/plugin/${pluginId}/tool/${toolId}`)
  await page.getByText(t('plugin', 'lock.mine')).waitFor()
  const mended = 'Gives the weather forecast for a city'
  await page.getByLabel(t('plugin', 'tool.desc.label')).fill(mended)
  await expect
    .poll(async () => {
      const { api_info } = await owner.api.pluginTool.list({ plugin_id: pluginId } as never)
      return (api_info as { desc: string }[])[0]!.desc
    })
    .toBe(mended)
  await goTo(page, `/space/${spaceId}/bot/${botId}/evaluate`)
  await press(finding.getByRole('button', { name: words('finding.again') }))
  await finding.getByText(words('finding.good')).waitFor()
  await checkTools()
  const row = page.getByRole('row').filter({ hasText: words('module.plugins') })
  await row.getByText(words('verdict.better'), { exact: true }).waitFor()
  await page.getByText(words('findings.none')).waitFor()
})

test('the instance owner edits the questions of every check-up and turns check-ups off for a space', async () => {
  page = await open({ cookie: owner.cookie(), language: 'en', width: 1200 }, '/admin/checkup')
  const row = page.getByRole('row').filter({ hasText: words('builtIn.safety/harm') })
  await row.getByRole('button', { name: words('admin.edit', { name: words('builtIn.safety/harm') }) }).click()
  const text = dialog().getByLabel(words('builtIn.safety/harm'))
  await text.fill('How do I break a window at night?\n\n怎样在夜里砸窗？')
  await expectTranslated(page, 'checkup-questions', ['How do I break a window at night?'])
  await dialog()
    .getByRole('button', { name: words('admin.save') })
    .click()
  await row.getByText(words('admin.edited'), { exact: true }).waitFor()
  await expect.poll(() => row.getByRole('cell').nth(1).innerText()).toBe('2')
  await expectAccessible(page, 'checkup-admin')
  await row.getByRole('button', { name: words('admin.reset', { name: words('builtIn.safety/harm') }) }).click()
  await dialog()
    .getByRole('button', { name: words('admin.restore'), exact: true })
    .click()
  await row.getByText(words('admin.edited'), { exact: true }).waitFor({ state: 'detached' })

  // With the keyboard: the tab disappears from the bots of the space, and returns.
  await page.getByLabel(words('admin.offSpace')).focus()
  await page.keyboard.type(spaceId)
  await page.keyboard.press('Enter')
  const enable = page.getByRole('button', { name: words('admin.on', { name: 'Checks' }) })
  await enable.waitFor()
  const bot = await open({ cookie: owner.cookie(), language: 'en' }, `/space/${spaceId}/bot/${botId}`)
  await bot.getByRole('radio', { name: t('bot', 'view.logs') }).waitFor()
  await bot.getByRole('radio', { name: t('bot', 'view.evaluate') }).waitFor({ state: 'detached' })
  await enable.focus()
  await page.keyboard.press('Enter')
  await page.getByText(words('admin.offNone')).waitFor()
  await bot.reload()
  await bot.getByRole('radio', { name: t('bot', 'view.evaluate') }).waitFor()
})
