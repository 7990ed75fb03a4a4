import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openEverything } from '../apps/server/src/domains/resources/mcp/testing/everything-server.ts'
import { connectClient } from '../apps/server/src/domains/resources/mcp/testing/official-client.ts'
import { calls, openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { workflowPage } from './lib/workflow-page.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** MCP: a real server is connected, its tools are used in a chat and a workflow, and a bot is served as a server. */
const studio = openStudioInside(['127.0.0.1'])
let model: ScriptedModel
let everything: Awaited<ReturnType<typeof openEverything>>
beforeAll(async () => {
  ;[model, everything] = await Promise.all([
    openScriptedModel({ suggests: says('[]') }),
    openEverything('streamableHttp'),
  ])
})
afterEach(() => model.reset())

/** Creates a mock set with one answer for a tool of the connected server. */
async function mockOf(person: Person, spaceId: string, toolName: string, answer: object): Promise<string> {
  const { plugin_list: list } = await call<{
    plugin_list: { id: string; plugin_apis: { api_id: string; name: string }[] }[]
  }>(person, '/api/plugin_api/get_playground_plugin_list', { space_id: spaceId, source: 'mcp' })
  const tool = list[0]!.plugin_apis.find((item) => item.name === toolName)!
  const root = '/api/devops/debugger/v1/coze'
  const bizCtx = { bizSpaceID: spaceId, trafficScene: 10_000 }
  const mockSubject = {
    componentID: tool.api_id,
    componentType: 10_001,
    parentComponentID: list[0]!.id,
    parentComponentType: 10_000,
  }
  const { id } = await call<{ id: string }>(person, `${root}/mockSets`, { bizCtx, name: 'Quiet day', mockSubject })
  const responseExpect = { responseExpectRule: JSON.stringify(answer) }
  await call(person, `${root}/mockRules`, { bizCtx, mocksetID: id, name: 'Always', responseExpect })
  return id
}

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const mcp = (key: string, values?: Record<string, string | number>) => t('mcp', key, values)
  const tools = (key: string, values?: Record<string, string | number>) => t('tools', key, values)
  const serverName = 'Reference server'
  let person: Person
  let page: Page
  let spaceId = ''
  let botId = ''
  const dialog = () => page.getByRole('dialog').last()
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const block = () => page.locator('[data-block="plugin"]')
  const ask = async (text: string) => {
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill(text)
    await composer.press('Enter')
  }

  test('a server is connected after its address is corrected, and its tools are tried', async () => {
    // One language runs in the light theme and the other in the dark one, so that both are covered.
    person = await studio.person(language)
    page = person.page
    spaceId = await joinAs(person, `mia-${language.toLowerCase()}`)
    await goTo(page, `/space/${spaceId}/library`)
    await press(page, t('library', 'lists'))
    await page.getByRole('menuitem', { name: t('shell', 'mcp.title') }).click()
    await page.getByRole('heading', { name: mcp('list.empty') }).waitFor()
    await expectAccessible(page)
    // Only the empty list offers to connect a server.
    await page.getByRole('button', { name: mcp('connect.title') }).click()
    await dialog().getByLabel(mcp('name')).first().fill(serverName)
    const address = dialog().getByLabel(mcp('point.url'))
    await address.fill('not an address')
    await dialog().getByText(mcp('point.url.wrong')).waitFor()
    await address.fill(everything.url.replace('/mcp', '/nothing-here'))
    await press(dialog(), mcp('connect.action'))
    await dialog()
      .getByRole('button', { name: mcp('connect.keep') })
      .waitFor()
    await press(dialog(), mcp('setting.add'))
    await expectAccessible(page, `mcp-connect-${language}`)
    await press(dialog(), mcp('setting.remove', { n: 1 }))
    await address.fill(everything.url)
    await press(dialog(), mcp('connect.action'))
    await page.waitForURL(/\/mcp\/\d+/)
    await page.getByText(mcp('state.ready'), { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('echo')
    await page.getByRole('row', { name: /echo/ }).click()
    const sheet = page.getByRole('complementary')
    await press(sheet, mcp('tool.run'))
    await sheet.getByText(mcp('wrong.missing')).waitFor()
    await sheet.getByRole('textbox', { name: /message/ }).fill('hello')
    await press(sheet, mcp('tool.run'))
    await sheet.getByText('Echo: hello').waitFor()
    await expectAccessible(page, `mcp-server-${language}`)
    await page.getByRole('tab', { name: new RegExp(mcp('tab.points')) }).click()
    await page.getByText(mcp('point.active')).waitFor()
    await expectAccessible(page)
    // The server is turned off and on again.
    const inUse = page.getByRole('switch', { name: mcp('page.on') }).first()
    await inUse.click()
    await page.getByText(mcp('state.off'), { exact: true }).waitFor()
    await inUse.click()
    await page.getByText(mcp('state.ready'), { exact: true }).waitFor()
    // A copy in another space is a separate server, which is deleted there.
    const { id: other } = await call<{ id: string }>(person, '/api/space/create', { name: 'Second' })
    await page.reload()
    await press(page, mcp('menu'))
    await page.getByRole('menuitem', { name: mcp('copyTo') }).click()
    await page.getByRole('menuitem', { name: 'Second' }).click()
    await press(page, mcp('copied.see'))
    await page.waitForURL(new RegExp(`/space/${other}/mcp/`))
    await page.getByText(mcp('state.ready'), { exact: true }).waitFor()
    await press(page, mcp('menu'))
    await page.getByRole('menuitem', { name: mcp('delete') }).click()
    await press(dialog(), mcp('delete.action', { name: serverName }))
    await page.getByRole('heading', { name: mcp('list.empty') }).waitFor()
    noComplaints(person)
  })

  test('tools of the server are chosen for a bot and called in the chat', async () => {
    const base = { space_id: spaceId }
    const provider = {
      ...base,
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-e2e',
    }
    const { id: provider_id } = await call<{ id: string }>(person, '/api/space/model/provider/create', provider)
    const input = { ...base, provider_id, name: 'Tiny', model: 'tiny', capabilities: { tools: true } }
    const { id: model_id } = await call<{ id: string }>(person, '/api/space/model/create', input)
    await call(person, '/api/space/model/default', { ...base, model_id })
    botId = (await call<{ bot_id: string }>(person, '/api/draftbot/create', { ...base, name: 'Parrot' })).bot_id
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await press(block(), t('bot', 'block.plugin.add'))

    // The picker offers tools by kind, by words and by marks.
    const offers = dialog().getByRole('list', { name: tools('plugins') })
    const offer = (name: string) => offers.getByRole('button', { name: new RegExp(`^${name}`) })
    await offer(serverName).waitFor()
    await expectAccessible(page, `tools-all-${language}`)
    await press(dialog(), tools('shelf.mine'))
    await dialog()
      .getByRole('heading', { name: tools('none.mine') })
      .waitFor()
    await press(dialog(), tools('shelf.mcp'))
    await offer(serverName).waitFor()
    await expect.poll(() => offers.getByRole('listitem').count()).toBe(1)
    // After a retry of the test it is already marked.
    const mark = dialog().getByRole('button', { name: tools('mark', { name: serverName }), exact: true })
    if (await mark.isVisible()) await mark.click()
    await dialog()
      .getByRole('button', { name: tools('unmark', { name: serverName }), pressed: true })
      .waitFor()
    await press(dialog(), tools('shelf.favourite'))
    await offer(serverName).waitFor()
    await dialog().getByRole('searchbox').fill('no such thing')
    await dialog()
      .getByText(tools('noMatch', { word: 'no such thing' }))
      .waitFor()
    await press(dialog(), tools('shelf.all'))
    await dialog().getByRole('searchbox').fill('get-sum')
    // A search shows matching tools directly.
    await press(dialog(), tools('addTool', { name: 'get-sum' }))
    await press(dialog(), tools('addTool', { name: 'echo' }))
    await press(dialog(), tools('removeTool', { name: 'get-sum' }))
    await dialog()
      .getByRole('button', { name: tools('addTool', { name: 'get-sum' }), exact: true })
      .waitFor()
    await expectAccessible(page, `tools-found-${language}`)
    await press(dialog(), tools('done'))

    // Settings for this bot: the parameter is hidden from the model, and the tool gets the value of the owner.
    const openSettings = async () => {
      const row = block().locator('.group\\/skill').filter({ hasText: 'echo' })
      await row.hover()
      await press(row, t('bot', 'tool.settings', { name: 'echo' }))
    }
    await openSettings()
    const sees = dialog().getByRole('switch', { name: tools('settings.modelSees.of', { name: 'message' }) })
    await sees.click()
    await dialog().getByText(tools('settings.needsDefault')).waitFor()
    await dialog()
      .getByRole('textbox', { name: tools('settings.default.of', { name: 'message' }) })
      .fill('from the owner')
    await expectAccessible(page, `tools-settings-${language}`)
    await press(dialog(), tools('settings.save'))
    await dialog().waitFor({ state: 'detached' })

    model.script(calls({ name: 'echo', arguments: '{}' }), says('It said it.'))
    await ask('Say it')
    const log = page.getByRole('log')
    await log.getByText('It said it.').waitFor()
    expect(model.requests[0]!.body.tools!.map((tool) => tool.function)).toMatchObject([
      { name: 'echo', parameters: { properties: {} } },
    ])
    expect(JSON.stringify(model.requests[1]!.body.messages.at(-1))).toContain('Echo: from the owner')
    const step = log.getByRole('button', { name: /echo/ })
    await step.click()
    await log.getByText('Echo: from the owner').waitFor()
    await expectAccessible(page, `tools-chat-${language}`)

    // A mock set answers instead of the tool, as the preview shows.
    const setId = await mockOf(person, spaceId, 'echo', { text: 'Mocked words' })
    expect(setId).toMatch(/^\d+$/)
    await openSettings()
    await dialog()
      .getByRole('tab', { name: tools('settings.behaviour') })
      .click()
    // Retries, because a list that has just opened may close on the next click.
    const mock = dialog().getByRole('combobox', { name: tools('settings.mock') })
    await expect
      .poll(
        async () => {
          if ((await mock.innerText()).includes('Quiet day')) return true
          await mock.click()
          await page.getByRole('option', { name: 'Quiet day' }).first().click()
          return false
        },
        { interval: 500 },
      )
      .toBe(true)
    await expectAccessible(page)
    await press(dialog(), tools('settings.save'))
    await block()
      .getByText(t('bot', 'tool.mock', { name: 'Quiet day' }))
      .waitFor()
    await expectTranslated(page, `tools-mock-${language}`)
    model.reset()
    model.script(calls({ name: 'echo', arguments: '{}' }), says('It was the mock.'))
    await ask('Say it again')
    await log.getByText('It was the mock.').waitFor()
    expect(JSON.stringify(model.requests[1]!.body.messages.at(-1))).toContain('Mocked words')

    // A tool that is turned off remains in the block but is not offered to the model.
    await block()
      .getByRole('switch', { name: t('bot', 'tool.on', { name: 'echo' }) })
      .click()
    model.reset()
    model.script(says('No tools today.'))
    await page
      .getByText(t('bot', 'saved.at', { time: '' }).trim())
      .first()
      .waitFor()
    await ask('And now?')
    await log.getByText('No tools today.').waitFor()
    expect(model.requests[0]!.body.tools ?? []).toEqual([])
    noComplaints(person)
  })

  test('a published bot is served over MCP, and clients can use the settings from its page unchanged', async () => {
    await call(person, '/api/draftbot/publish', {
      space_id: spaceId,
      bot_id: botId,
      connectors: { '1024': {} },
    })
    await goTo(page, `/space/${spaceId}/library/mcp?tab=serve`)
    await page.getByRole('row', { name: /Parrot/ }).click()
    const sheet = page.getByRole('complementary')
    await press(sheet, mcp('serve.token.make'))
    await sheet.getByText(mcp('serve.token.once')).waitFor()
    await expectAccessible(page, `mcp-serve-${language}`)
    const settings = JSON.parse(await sheet.locator('pre code').innerText()) as {
      mcpServers: Record<string, { url: string; headers: Record<string, string> }>
    }
    const [name, { url, headers }] = Object.entries(settings.mcpServers)[0]!
    expect(name).toMatch(/^parrot-/)
    const client = await connectClient(url, headers)
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['Parrot'])
    model.script(says('Hello from the bot.'))
    const answer = await client.callTool({ name: 'Parrot', arguments: { message: 'Hi' } })
    expect(JSON.stringify(answer.content)).toContain('Hello from the bot.')
    await client.close()
    noComplaints(person)
  })
})

test('a tool is found in the list of nodes and called by a workflow', async () => {
  const t = texts('en')
  const person = await studio.person('en')
  const { page } = person
  const spaceId = await joinAs(person, 'mia-flow')
  const { mcp_server: server } = await call<{ mcp_server: { id: string } }>(
    person,
    '/api/mcp_manage/v1/mcp_servers/create',
    { space_id: spaceId, name: 'Reference server' },
  )
  await call(person, `/api/mcp_manage/v1/mcp_servers/${server.id}/access_points/create`, { server_url: everything.url })
  const editor = workflowPage(page, t)
  await editor.create(spaceId, 'say_it')
  await editor.focusCard('Start')
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: t('workflow', 'add.search') }).fill('echo')
  await page.getByRole('option', { name: /echo/ }).first().click()
  const form = editor.sheet('echo')
  await form.waitFor()
  await editor.chooseReference(form, 'message', 'Start', 'input')
  await form.getByText('Reference server · echo').waitFor()
  // The same dialog changes the tool of the node, and closes with the choice.
  await editor.press(form, t('workflow-node', 'tool.other'))
  await page.getByRole('dialog').getByRole('searchbox').fill('echo')
  await expect.poll(() => page.getByRole('dialog').getByText(t('tools', 'added')).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const end = await editor.open('End')
  await editor.chooseReference(end, 'output', 'echo', 'text')
  await editor.saved()
  await editor.press(page, t('workflow-run', 'testRun'))
  await page.getByRole('textbox', { name: 'input', exact: true }).fill('Porto')
  await editor.press(page.getByRole('complementary'), t('workflow-run', 'run'))
  await page.getByRole('heading', { name: t('workflow-run', 'phase.done') }).waitFor()
  await page.getByText('Echo: Porto').first().waitFor()
  await expectAccessible(page, 'mcp-workflow')
  // A model node gets the same tools from the same dialog.
  await editor.addFree(3)
  const words = (key: string) => t('workflow-node', key)
  const skills = editor.sheet(editor.typeName(3))
  await skills.getByRole('button', { name: words('section.skills'), exact: true, expanded: false }).click()
  await editor.press(skills, words('skills.add'))
  await page.getByRole('menuitem', { name: words('skills.plugin'), exact: true }).click()
  const picker = page.getByRole('dialog', { name: t('tools', 'title') })
  await picker.getByRole('searchbox').fill('get-sum')
  await editor.press(picker, t('tools', 'addTool', { name: 'get-sum' }))
  await picker.getByText(t('tools', 'added')).waitFor()
  await expectAccessible(page)
  await editor.press(picker, t('tools', 'done'))
  await skills.getByText('get-sum').waitFor()
  await editor.saved()
  noComplaints(person)
})
