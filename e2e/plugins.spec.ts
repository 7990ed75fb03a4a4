import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../apps/server/src/domains/resources/plugin/testing/target-server.ts'
import { calls, openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { pluginPage } from './lib/plugin-page.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { placesDocument } from './testing/places-document.ts'
import { expectAccessible } from './lib/screen.ts'
import { goTo } from './lib/go-to.ts'

/** A plugin is imported from a document, fixed, tried, mocked, edited by two people, published and used. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let target: Target
let model: ScriptedModel
let owner: Person
let mate: Person
let spaceId: string
beforeAll(async () => {
  ;[target, model] = await Promise.all([openTarget(), openScriptedModel({ suggests: says('[]') })])
  studio = await openStudioHere({ egressAllow: ['127.0.0.1'] })
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  mate = await studio.register('mate')
  spaceId = (await owner.api.space.create({ name: 'Travel' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: mate.id }] })
  target.json('/places', { items: [{ id: '7', name: 'National Tile Museum', rating: 4.6, price_level: 1 }], total: 1 })
})
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
const pathOf = (pluginId: string, toolId?: string) =>
  `/space/${spaceId}/plugin/${pluginId}${toolId ? `/tool/${toolId}` : ''}`
const toolsOf = async (plugin_id: string) => (await owner.api.pluginTool.list({ plugin_id, size: 200 })).api_info

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const theme = 'dark'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('plugin', key, values)
  const mock = (key: string, values?: Record<string, string | number>) => t('mock', key, values)
  const name = `City places ${language}`
  let page: Page
  let pluginId = ''
  let toolId = ''
  let pages: ReturnType<typeof pluginPage>
  const dialog = () => pages.dialog()
  const saved = () => pages.saved()
  const run = () => pages.run()
  const result = () => pages.result()

  test('a document of 50 operations is previewed with its faults and becomes a plugin', async () => {
    page = await visit({ language, theme, cookie: owner.cookie() })
    pages = pluginPage(page, t)
    await goTo(page, `/space/${spaceId}/library/plugin`)
    await page
      .getByRole('button', { name: words('create.title') })
      .first()
      .click()
    await dialog()
      .getByRole('button', { name: new RegExp(`^${words('create.import')}`) })
      .click()
    const file = (text: string) => ({ name: 'places.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await dialog().locator('input[type=file]').first().setInputFiles(file('no document at all'))
    await dialog().getByText(words('import.failed')).waitFor()
    await dialog()
      .locator('input[type=file]')
      .first()
      .setInputFiles(file(placesDocument(target.url)))
    await dialog()
      .getByText(words('import.chosen', { count: 50, total: '50' }))
      .waitFor()
    await dialog()
      .getByRole('radio', { name: new RegExp(`^${words('import.faulty')}`) })
      .click()
    const faulty = dialog().getByRole('list', { name: words('import.preview') })
    await expect.poll(() => faulty.getByRole('listitem').count()).toBe(3)
    for (const fault of [
      words('problem.renamed', { about: 'find places!', name: 'find_places' }),
      words('problem.noDescription'),
      words('problem.badReference', { about: '#/components/schemas/Gone' }),
      words('problem.pathParameter', { about: 'id' }),
    ])
      await faulty.getByText(fault).waitFor()
    await dialog()
      .getByText(words('import.leftOut', { count: 2 }))
      .click()
    await dialog().getByText('HEAD /lists').waitFor()
    await expectAccessible(page, `plugin-import-${language}`)
    await dialog()
      .getByRole('textbox', { name: new RegExp(`^${words('form.name')}`) })
      .first()
      .fill(name)
    await press(dialog(), words('create.withTools', { count: 50 }))
    await page.waitForURL(/\/plugin\/\d+$/)
    pluginId = /\/plugin\/(\d+)/.exec(page.url())![1]!
    await page.getByText(words('tools.shown', { shown: '50', total: '50' })).waitFor()
    await page.getByText(words('tools.open', { count: 2 })).waitFor()
    await expectAccessible(page, `plugin-${language}`)
    const tools = await toolsOf(pluginId)
    expect(tools).toHaveLength(50)
    toolId = tools.find((tool) => tool.name === 'find_places')!.api_id
    expect(tools.find((tool) => tool.name === 'readPhoto')!.request_params).toMatchObject([
      { name: 'id', location: 1, is_required: true },
    ])
  })

  test('the description, parameters and response of a tool are edited, the response from a run', async () => {
    await page.getByRole('row', { name: /find_places/ }).click()
    await page.waitForURL(/\/tool\/\d+$/)
    await page.getByText(words('lock.mine')).waitFor()
    await page.getByLabel(words('tool.desc.label')).fill('Finds places by plain words')
    await saved()
    const request = page.getByRole('table', { name: words('request.title') })
    await request.getByRole('textbox', { name: words('params.descOf', { name: 'limit' }) }).fill('Most results')
    // Saving waits while a parameter has no name.
    await page
      .getByRole('region', { name: words('request.title') })
      .getByRole('button', { name: words('params.add'), exact: true })
      .click()
    await page.getByText(words('saved.blocked.parameters')).waitFor()
    await page.keyboard.type('near')
    await request.getByRole('combobox', { name: words('params.typeOf', { name: 'near' }) }).click()
    await page.getByRole('option', { name: t('ui', 'dataType.object'), exact: true }).click()
    await request.getByRole('button', { name: words('params.more', { name: 'near' }) }).click()
    await page.getByRole('menuitem', { name: words('params.addBelow') }).click()
    await page.keyboard.type('lat')
    await saved()

    // No request is sent while a required value is missing.
    const before = target.seen.length
    await run()
    await page.getByText(words('debug.fault.required')).first().waitFor()
    expect(target.seen.length).toBe(before)
    await page.getByRole('textbox', { name: 'query', exact: true }).fill('tile museum')
    await page.keyboard.press('ControlOrMeta+Enter')
    await result().getByText('"National Tile Museum"').waitFor()
    expect(target.last()).toMatchObject({
      method: 'GET',
      path: '/places',
      query: { query: 'tile museum', limit: '10' },
    })
    // Undeclared fields are hidden from the model, but the raw response is one click away.
    await expect.poll(() => result().getByText('price_level').count()).toBe(0)
    await result()
      .getByRole('radio', { name: words('debug.view.raw') })
      .click()
    await result().getByText('"price_level"').waitFor()
    await press(page, words('params.declareName', { name: 'items.price_level' }))
    await saved()
    await expectAccessible(page, `plugin-tool-${language}`)
    await run()
    await result()
      .getByRole('radio', { name: words('debug.view.model') })
      .click()
    await result().getByText('"price_level"').waitFor()
    await press(page, words('debug.saveExample'))
    await page.getByText(words('debug.exampleSaved')).waitFor()
    const tool = (await toolsOf(pluginId)).find((tool) => tool.api_id === toolId)!
    expect(tool).toMatchObject({
      desc: 'Finds places by plain words',
      debug_status: 1,
      debug_example: { req_example: '{"query":"tile museum"}' },
    })
    expect(
      tool.request_params.map((requestParam) => [
        requestParam.name,
        requestParam.desc,
        requestParam.sub_parameters.map((sub) => sub.name),
      ]),
    ).toEqual([
      ['query', 'What to look for', []],
      ['limit', 'Most results', []],
      ['near', '', ['lat']],
    ])
    expect(tool.response_params[0]!.sub_parameters[0]!.sub_parameters.map((subParameter) => subParameter.name)).toEqual(
      ['id', 'name', 'rating', 'price_level'],
    )
  })

  test('a mock set answers instead of the tool while it is bound, and the result shows that', async () => {
    await page.getByRole('link', { name: mock('title') }).click()
    await page.getByRole('heading', { name: mock('set.empty') }).waitFor()
    await page
      .getByRole('button', { name: mock('set.new') })
      .first()
      .click()
    await dialog().getByLabel(mock('set.name')).fill('Sunny days')
    await press(dialog(), mock('set.create'))
    await page.waitForURL(/plugin-mock-set\/\d+$/)
    await press(page, mock('generate.action'))
    await press(dialog(), mock('generate.action'))
    await page.getByText(mock('generate.done', { count: 3 })).waitFor()
    await page.getByText(mock('fit.ok')).waitFor()
    const editor = page.getByRole('textbox', { name: mock('rules.answer') })
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('{"items":[{"id":"1","name":42}]}')
    await page.getByText(mock('fit.misfits', { count: 1 })).waitFor()
    await page
      .getByRole('list', { name: mock('fit.title') })
      .getByText('items[0].name')
      .waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('{"items":[{"id":"1","name":"Made up"}]}')
    await page.getByText(mock('fit.ok')).waitFor()
    await page.getByRole('button', { name: new RegExp(`^${mock('rules.save')}`) }).click()
    await page.getByRole('button', { name: new RegExp(`^${mock('rules.saved')}`) }).waitFor()
    await page.getByRole('switch', { name: mock('bind.tool') }).click()
    await page.getByRole('switch', { name: mock('bind.tool'), checked: true }).waitFor()
    await expectAccessible(page, `plugin-mock-${language}`)
    // The page can be opened without the rail.
    const address = page.url()
    await goTo(page, `${address}?hideMenu=true`)
    await page.getByRole('switch', { name: mock('bind.tool'), checked: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: t('shell', 'rail.create') }).count()).toBe(0)

    await goTo(page, pathOf(pluginId, toolId))
    await page.getByText(mock('bind.inUse', { name: 'Sunny days' })).waitFor()
    const before = target.seen.length
    await run()
    await result().getByText('"Made up"').waitFor()
    await result()
      .getByText(words('debug.mocked', { name: 'Sunny days' }))
      .waitFor()
    expect(target.seen.length).toBe(before)
    await expectAccessible(page)
    await page.getByRole('combobox', { name: `${mock('bind.from')} Sunny days` }).click()
    await page.getByRole('option', { name: mock('bind.real') }).click()
    await page.getByText(mock('bind.inUse', { name: 'Sunny days' })).waitFor({ state: 'detached' })
    await run()
    await result().getByText('"National Tile Museum"').waitFor()
    expect(target.seen.length).toBe(before + 1)
  })

  test('one person edits at a time; another sees the tool read-only and may take over', async () => {
    // Blocks the lock request of the first person, which would reveal the takeover.
    await page.route('**/lock_plugin_edit', (route) => route.abort())
    const other = await visit({ language, theme, cookie: mate.cookie() })
    await goTo(other, pathOf(pluginId, toolId))
    await other.getByText(words('lock.other', { name: 'owner' })).waitFor()
    await expect.poll(() => other.getByLabel(words('tool.desc.label')).getAttribute('readonly')).toBe('')
    await expectAccessible(other, `plugin-locked-${language}`)
    await press(other, words('lock.take'))
    await press(other.getByRole('dialog'), words('lock.take'))
    await other.getByText(words('lock.mine')).waitFor()
    await other.getByLabel(words('tool.desc.label')).fill('Finds places of a city')
    await pluginPage(other, t).saved()
    // The first person keeps typing: both versions remain until one of them is chosen.
    await page.getByLabel(words('tool.desc.label')).fill('Finds places, again')
    await page.getByText(words('conflict.tool')).waitFor()
    expect((await toolsOf(pluginId)).find((tool) => tool.api_id === toolId)!.desc).toBe('Finds places of a city')
    await press(page, words('conflict.theirs'))
    await expect.poll(() => page.getByLabel(words('tool.desc.label')).inputValue()).toBe('Finds places of a city')
    await other.goto('about:blank')
    await page.unroute('**/lock_plugin_edit')
    await page.reload()
    await page.getByText(words('lock.mine')).waitFor()
    await other.close()
  })

  test('the plugin is published, and the content of a version can be viewed later', async () => {
    await goTo(page, pathOf(pluginId))
    await press(page, words('publish.action'))
    await dialog().getByLabel(words('publish.note')).fill('First of all')
    await dialog()
      .getByText(
        words('publish.untried', { count: 49, names: 'addPlace, readPlace, changePlace, removePlace, findReviews' }),
      )
      .waitFor()
    await expectAccessible(page, `plugin-publish-${language}`)
    await press(dialog(), words('publish.as', { version: 'v1.0.0' }))
    await page.getByText(words('publish.done', { version: 'v1.0.0' })).waitFor()
    await page.getByRole('switch', { name: words('tools.enable', { name: 'removePlace' }) }).click()
    await page.getByText(words('state.pending')).waitFor()
    await press(page, words('history.title'))
    const sheet = page.getByRole('complementary', { name: words('history.title') })
    await sheet.getByText('First of all').click()
    await page.getByText(words('history.looking')).waitFor()
    expect(
      await page
        .getByRole('switch', { name: words('tools.enable', { name: 'removePlace' }) })
        .getAttribute('aria-checked'),
    ).toBe('true')
    await page.getByRole('link', { name: words('history.toDraft') }).click()
    await page.getByRole('switch', { name: words('tools.enable', { name: 'removePlace' }), checked: false }).waitFor()
    const { plugin_publish_info_list: versions } = await owner.api.plugin.history({ plugin_id: pluginId })
    expect(versions).toMatchObject([{ version_name: 'v1.0.0', version_desc: 'First of all', publisher_id: owner.id }])
  })

  test('a tool of the plugin is chosen for a bot and called in the chat', async () => {
    const base = { space_id: spaceId }
    const { id: provider_id } = await owner.api.spaceModel.createProvider({
      ...base,
      kind: 'openai-compatible',
      name: `Scripted ${language}`,
      base_url: model.baseUrl,
      api_key: 'sk-e2e',
    })
    const { id: model_id } = await owner.api.spaceModel.createModel({
      ...base,
      provider_id,
      name: `Tiny ${language}`,
      model: 'tiny',
      capabilities: { tools: true },
    })
    await owner.api.spaceModel.setDefault({ ...base, model_id })
    const { bot_id } = await owner.api.bot.create({ ...base, name: `Guide ${language}` })
    await goTo(page, `/space/${spaceId}/bot/${bot_id}`)
    await press(page.locator('[data-block="plugin"]'), t('bot', 'block.plugin.add'))
    await dialog().getByRole('searchbox').fill('find_places')
    await dialog()
      .getByRole('list', { name: t('tools', 'toolsOf', { name }) })
      .getByRole('button', { name: t('tools', 'addTool', { name: 'find_places' }), exact: true })
      .click()
    await press(dialog(), t('tools', 'done'))
    model.reset()
    model.script(calls({ name: 'find_places', arguments: '{"query":"tiles"}' }), says('Go to the museum.'))
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill('Where are tiles?')
    await composer.press('Enter')
    await page.getByRole('log').getByText('Go to the museum.').waitFor()
    expect(target.last()).toMatchObject({ path: '/places', query: { query: 'tiles', limit: '10' } })
    expect(JSON.stringify(model.requests[1]!.body.messages.at(-1))).toContain('National Tile Museum')

    // For this bot and this person the mock set answers, and the real target gets no request.
    await goTo(page, `${pathOf(pluginId, toolId)}/plugin-mock-set`)
    await page.getByRole('row', { name: /Sunny days/ }).click()
    await page.getByRole('combobox', { name: mock('bind.add') }).click()
    await page.getByRole('option', { name: new RegExp(`^Guide ${language}`) }).click()
    await page.getByRole('button', { name: mock('bind.remove', { name: `Guide ${language}` }) }).waitFor()
    await goTo(page, `/space/${spaceId}/bot/${bot_id}`)
    model.reset()
    model.script(calls({ name: 'find_places', arguments: '{"query":"tiles"}' }), says('Made up, it seems.'))
    const before = target.seen.length
    await composer.fill('And now?')
    await composer.press('Enter')
    await page.getByRole('log').getByText('Made up, it seems.').waitFor()
    expect(target.seen.length).toBe(before)
    expect(JSON.stringify(model.requests[1]!.body.messages.at(-1))).toContain('Made up')
  })
})
