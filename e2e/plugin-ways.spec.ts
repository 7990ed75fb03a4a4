import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openOAuthServer } from '../apps/server/src/domains/resources/plugin/testing/oauth-server.ts'
import { openTarget, type Target } from '../apps/server/src/domains/resources/plugin/testing/target-server.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { pluginPage } from './lib/plugin-page.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { workflowPage } from './lib/workflow-page.ts'
import { expectAccessible } from './lib/screen.ts'

/** Other kinds of plugins: with code, official ones, in a workflow, and with OAuth. */
let studio: Studio
let open: ReturnType<typeof sameWindow>
let target: Target
let owner: Person
let spaceId: string
let redirectUri = ''
beforeAll(async () => {
  target = await openTarget()
  studio = await openStudioHere((address) => {
    redirectUri = `${address}/api/oauth/authorization_code`
    return { egressAllow: ['127.0.0.1'], publicUrl: address }
  })
  open = sameWindow(await openBrowser(studio.address))
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Travel' })).id
})
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
const toolsOf = async (plugin_id: string) => (await owner.api.pluginTool.list({ plugin_id, size: 200 })).api_info

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('plugin', key, values)
  let page: Page
  let pages: ReturnType<typeof pluginPage>
  const dialog = () => pages.dialog()
  const saved = () => pages.saved()
  const run = () => pages.run()
  const result = () => pages.result()

  test('the code of a tool is written with suggestions and run, and its log is read', async () => {
    page = await open({ cookie: owner.cookie() }, `/space/${spaceId}/library/plugin`)
    pages = pluginPage(page, t)
    await page
      .getByRole('button', { name: words('create.title') })
      .first()
      .click()
    await dialog()
      .getByRole('button', { name: new RegExp(`^${words('create.code')}`) })
      .click()
    await dialog()
      .getByRole('textbox', { name: new RegExp(`^${words('form.name')}`) })
      .first()
      .fill(`Route maths ${language}`)
    await press(dialog(), words('create.action'))
    await page.waitForURL(/\/plugin\/\d+$/)
    const codePlugin = /\/plugin\/(\d+)/.exec(page.url())![1]!
    await page
      .getByRole('button', { name: words('tools.add') })
      .first()
      .click()
    await dialog().getByLabel(words('tool.name')).fill('greet')
    await press(dialog(), words('newTool.action'))
    await page.waitForURL(/\/tool\/\d+$/)
    await page.getByRole('radio', { name: words('code.metadata') }).click()
    await page
      .getByRole('region', { name: words('request.title') })
      .getByRole('button', { name: words('params.add'), exact: true })
      .click()
    await page.keyboard.type('city')
    await saved()
    await page.getByRole('radio', { name: words('code.code') }).click()
    const editor = page.getByRole('textbox', { name: words('code.label', { name: 'greet' }) })
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(
      "export function handler({ input, logger }) {\n  logger.info('asked')\n  return { hi: ",
    )
    await page.keyboard.type('input.')
    // Clicks the option, because the editor ignores keys for a moment after the list has opened.
    await page.getByRole('option', { name: /city/ }).click()
    await page.keyboard.press('End')
    await page.keyboard.insertText(' }\n}')
    await saved()
    await page.getByRole('textbox', { name: 'city', exact: true }).fill('Porto')
    await run()
    await result().getByText('"Porto"').waitFor()
    await result()
      .getByRole('radio', { name: words('debug.view.logs') })
      .click()
    await result().getByText('asked').waitFor()
    await expectAccessible(page, `plugin-code-${language}`)
    expect((await toolsOf(codePlugin))[0]!.source_code).toContain('return { hi: input.city }')
  })

  test('official plugins can be tried, in the language of the reader', async () => {
    await goTo(page, `/space/${spaceId}/library/plugin?from=official`)
    await page.getByText(words('list.shown', { shown: '24', total: '24' })).waitFor()
    await page.getByRole('row', { name: /^Calculator/ }).click()
    await page.getByText(words('viewOnly')).waitFor()
    await expect.poll(() => page.getByRole('button', { name: words('publish.action') }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('row').nth(1).click()
    await page.waitForURL(/\/tool\/\d+$/)
    await run()
    await result().getByText(words('debug.passed')).waitFor()
    await expectAccessible(page, `plugin-official-${language}`)
  })
})

test('the name, headers and tools of a plugin are changed on its page, and the plugin is deleted', async () => {
  const t = texts('en')
  const words = (key: string, values?: Record<string, string | number>) => t('plugin', key, values)
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Weather',
    desc: 'Tells the weather',
    url: target.url,
    icon: {},
    auth_type: 0,
  })
  const { api_id } = await owner.api.pluginTool.create({ plugin_id, name: 'today', desc: 'Today', path: '/today' })
  const page = await open({ cookie: owner.cookie() }, `/space/${spaceId}/plugin/${plugin_id}`)
  const dialog = page.getByRole('dialog')
  await press(page, words('info.title'))
  await dialog
    .getByLabel(new RegExp(`^${words('form.name')}`))
    .first()
    .fill('Weather desk')
  await press(dialog, words('form.common.add'))
  await dialog.getByLabel(words('form.common.name', { n: 1 })).fill('x-lang')
  await dialog.getByLabel(words('form.common.value', { n: 1 })).fill('pt')
  await dialog.getByRole('radio', { name: new RegExp(`^${words('auth.service')}`) }).click()
  await dialog.getByLabel(new RegExp(`^${words('auth.key')}`)).fill('x-key')
  await dialog
    .getByLabel(new RegExp(`^${words('auth.token')}`))
    .and(dialog.locator('input:not([type=radio])'))
    .first()
    .fill('sk-weather')
  await expectAccessible(page)
  await press(dialog, words('info.save'))
  await page.getByRole('heading', { name: 'Weather desk' }).waitFor()
  await owner.api.pluginTool.debug({ plugin_id, api_id })
  expect(target.last().headers).toMatchObject({ 'x-lang': 'pt', 'x-key': 'sk-weather' })
  // The key is stored but never returned; saving again does not lose it.
  await press(page, words('info.title'))
  expect(
    await dialog
      .getByLabel(new RegExp(`^${words('auth.token')}`))
      .and(dialog.locator('input:not([type=radio])'))
      .first()
      .inputValue(),
  ).toBe('')
  await press(dialog, words('info.save'))
  await dialog.waitFor({ state: 'detached' })
  await owner.api.pluginTool.debug({ plugin_id, api_id })
  expect(target.last().headers['x-key']).toBe('sk-weather')

  await press(page, words('import.action'))
  await dialog.getByRole('radio', { name: words('import.paste') }).click()
  await dialog
    .getByLabel(words('import.paste.label'))
    .fill(`curl '${target.url}/tomorrow?city=Porto'\ncurl ${target.url}/today`)
  await press(dialog, words('import.read'))
  await dialog.getByText(words('import.chosen', { count: 1, total: '2' })).waitFor()
  await dialog.getByText(words('import.known'), { exact: true }).waitFor()
  await expectAccessible(page)
  await press(dialog, words('import.add', { count: 1 }))
  await page.getByText(words('import.done', { count: 1 })).waitFor()
  await page.getByRole('row', { name: /tomorrow/ }).waitFor()

  // Goes down the list and opens the tool with the keyboard.
  await page.getByRole('row', { name: /^today/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tool\/\d+$/)
  await page.getByRole('heading', { name: /tomorrow/ }).waitFor()
  await press(page, t('ui', 'back'))

  const row = page.getByRole('row', { name: /tomorrow/ })
  await row.hover()
  await row.getByRole('button', { name: /tomorrow/ }).click()
  await page.getByRole('menuitem', { name: words('tools.code') }).click()
  await dialog.getByText('YOUR_API_KEY').waitFor()
  await page.keyboard.press('Escape')
  await row.hover()
  await row.getByRole('button', { name: /tomorrow/ }).click()
  await page.getByRole('menuitem', { name: words('tools.delete') }).click()
  const asked = page.getByRole('dialog', { name: words('tools.delete.title', { name: 'GET_tomorrow' }) })
  await press(asked, words('delete.action', { name: 'GET_tomorrow' }))
  // The dialog closes once the tool is deleted; until then it hides the list from queries by role.
  await asked.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect((await toolsOf(plugin_id)).map((tool) => tool.name)).toEqual(['today'])

  await press(page, words('menu.more'))
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: words('menu.openapi') }).click()
  expect((await saving).suggestedFilename()).toBe('Weather-desk.openapi.json')
  await press(page, words('menu.more'))
  await page.getByRole('menuitem', { name: words('menu.delete') }).click()
  await press(dialog, words('delete.action', { name: 'Weather desk' }))
  await page.waitForURL(/library\/plugin$/)
  await expect(owner.api.plugin.info({ plugin_id })).rejects.toMatchObject({ status: 404 })
})

test('a published tool is found in the list of nodes and called by a workflow', async () => {
  const t = texts('en')
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Echo desk',
    desc: 'Says it again',
    url: target.url,
    icon: {},
    auth_type: 0,
  })
  await owner.api.pluginTool.create({
    plugin_id,
    name: 'say_again',
    desc: 'Says it again',
    path: '/again',
    request_params: [{ name: 'word', type: 1, location: 2, is_required: true }],
    response_params: [{ name: 'path', type: 1 }],
  })
  await owner.api.plugin.publish({ plugin_id })
  const page = await open({ cookie: owner.cookie() }, `/space/${spaceId}/library/workflow`)
  const editor = workflowPage(page, t)
  await editor.create(spaceId, 'say_it')
  await editor.focusCard('Start')
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: t('workflow', 'add.search') }).fill('say_again')
  await page
    .getByRole('option', { name: /say_again/ })
    .first()
    .click()
  const form = editor.sheet('say_again')
  await form.waitFor()
  await editor.chooseReference(form, 'word', 'Start', 'input')
  const end = await editor.open('End')
  await editor.chooseReference(end, 'output', 'say_again', 'path')
  await editor.saved()
  await editor.press(page, t('workflow-run', 'testRun'))
  await page.getByRole('textbox', { name: 'input', exact: true }).fill('Porto')
  await editor.press(page.getByRole('complementary'), t('workflow-run', 'run'))
  await page.getByRole('heading', { name: t('workflow-run', 'phase.done') }).waitFor()
  await page.getByText('/again').first().waitFor()
  expect(target.last()).toMatchObject({ path: '/again', query: { word: 'Porto' } })
})

test('a person signs in to a plugin on a real OAuth server, and an expired token is refreshed', async () => {
  const t = texts('en')
  const words = (key: string, values?: Record<string, string | number>) => t('plugin', key, values)
  const server = await openOAuthServer(redirectUri)
  const page = await open({ cookie: owner.cookie() }, `/space/${spaceId}/library/plugin`)
  await page
    .getByRole('button', { name: words('create.title') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const fill = (key: string, text: string) =>
    dialog
      .getByLabel(new RegExp(`^${words(key)}`))
      .first()
      .fill(text)
  await fill('form.name', 'Calendar')
  await fill('form.url', server.url)
  await dialog.getByRole('radio', { name: new RegExp(`^${words('auth.oauth')}`) }).click()
  await fill('oauth.clientId', 'orrery')
  await fill('oauth.clientSecret', 'client-secret-1')
  await fill('oauth.pageUrl', `${server.url}/auth`)
  await fill('oauth.tokenUrl', `${server.url}/token`)
  await fill('oauth.scope', 'openid offline_access')
  await expect.poll(() => dialog.getByLabel(words('oauth.redirect')).inputValue()).toBe(redirectUri)
  await expectAccessible(page, 'plugin-oauth-form')
  await press(dialog, words('create.action'))
  await page.waitForURL(/\/plugin\/\d+$/)
  const pluginId = /\/plugin\/(\d+)/.exec(page.url())![1]!
  const secret = 'client-secret-1'
  expect(JSON.stringify(await owner.api.plugin.info({ plugin_id: pluginId }))).not.toContain(secret)
  const { api_id } = await owner.api.pluginTool.create({
    plugin_id: pluginId,
    name: 'whoami',
    desc: 'Who',
    path: '/resource',
  })
  await goTo(page, `/space/${spaceId}/plugin/${pluginId}/tool/${api_id}`)
  await page.getByText(words('grant.none', { name: 'Calendar' })).waitFor()
  await expectAccessible(page)
  const opened = page.context().waitForEvent('page')
  await press(page, words('grant.signIn'))
  const login = await opened
  await login.locator('input[name=login]').fill('ann')
  await login.locator('input[name=password]').fill('x')
  await login.locator('button[type=submit]').click()
  await login.locator('form[action*="interaction"] button[type=submit]').click()
  await login.getByRole('heading', { name: 'Authorised' }).waitFor()
  await login.close()
  await page.getByText(words('grant.given', { name: 'Calendar' })).waitFor()
  const { run, result } = pluginPage(page, t)
  await run()
  await result().getByText('"ann"').waitFor()
  const first = server.calls.at(-1)!.authorization
  const tokens = server.tokenRequests.length
  studio.clock.advance(3600_000)
  await run()
  await expect.poll(() => server.calls.length).toBe(2)
  await result().getByText(words('debug.passed')).waitFor()
  expect(server.tokenRequests.length).toBe(tokens + 1)
  expect(server.calls.at(-1)!.authorization).not.toBe(first)
  await press(page, words('grant.revoke'))
  await page.getByText(words('grant.none', { name: 'Calendar' })).waitFor()
})
