import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDav } from '../apps/server/src/domains/resources/knowledge/testing/dav-server.ts'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { type Studio, openStudioHere } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Knowledge bases in the bot editor, the upload page, unknown languages, and new files of accounts. */
describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const k = (key: string, values: Record<string, string | number> = {}) => t('knowledge', key, values)
  let studio: Studio
  let page: Page
  let api: Awaited<ReturnType<Studio['register']>>['api']
  let spaceId: string
  let dav: Awaited<ReturnType<typeof openDav>>
  beforeAll(async () => {
    dav = await openDav(new Map([['handbook/bees.md', 'Bees dance to show the way.']]))
    studio = await openStudioHere({ egressAllow: [dav.host] })
    const visit = await openBrowser(studio.address)
    const person = await studio.register()
    api = person.api
    spaceId = (await api.space.list({})).bot_space_list[0]!.id
    page = await visit({ language, cookie: person.cookie() })
    return () => dav.close()
  })
  const make = async (format_type: 0 | 1, name: string) =>
    (await api.knowledge.create({ name, space_id: spaceId, format_type })).dataset_id
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()

  test('a knowledge base is previewed before it is added, and added from the preview', async () => {
    const base = await make(0, 'Handbook')
    const { bot_id: botId } = await api.bot.create({ space_id: spaceId, name: 'Front desk' })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await button(t('bot', 'block.knowledge_text.add')).click()
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      button(t('bot', 'row.open', { name: 'Handbook' })).click(),
    ])
    await opened.waitForURL(/action_type=add/)
    const address = new URL(opened.url())
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      biz: 'agentIDE',
      bot_id: botId,
      page_mode: 'modal',
    })
    await opened.getByRole('button', { name: k('modal.add', { bot: 'Front desk' }), exact: true }).click()
    await opened.waitForURL(new RegExp(`/bot/${botId}`))
    const { bot_info: info } = await api.bot.getDraft({ bot_id: botId })
    expect(info.knowledge.knowledge_info.map((item) => item.id)).toEqual([base])
    await goTo(opened, address.href)
    await expect
      .poll(() => opened.getByRole('button', { name: k('modal.isAdded', { bot: 'Front desk' }) }).isDisabled())
      .toBe(true)
    await opened.close()
  })

  test('what is created from the bot editor is added to the bot', async () => {
    const { bot_id: botId } = await api.bot.create({ space_id: spaceId, name: 'Back office' })
    const draft = async () => (await api.bot.getDraft({ bot_id: botId })).bot_info
    const dialog = () => page.getByRole('dialog').last()
    const create = async (block: string, kind: string) => {
      await button(t('bot', `block.${block}.add`)).click()
      await dialog()
        .getByRole('button', { name: t('bot', 'picker.create', { what: t('shell', `create.${kind}`).toLowerCase() }) })
        .click()
    }
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    // A table is added immediately.
    await create('database', 'database')
    await dialog()
      .getByRole('textbox', { name: t('database', 'create.name') })
      .first()
      .fill('orders')
    const first = t('database', 'structure.nth', { n: 1 })
    await dialog()
      .getByLabel(t('database', 'structure.nameOf', { field: first }))
      .fill('item')
    await dialog()
      .getByRole('button', { name: t('database', 'create.action'), exact: true })
      .click()
    await page.getByText(t('bot', 'made.added', { name: 'orders' })).waitFor()
    await expect.poll(async () => (await draft()).database_list.map((table) => table.table_name)).toEqual(['orders'])
    // So is a knowledge base; the user fills it and returns to the bot.
    await create('knowledge_text', 'knowledge')
    await dialog()
      .getByRole('textbox', { name: k('create.name') })
      .first()
      .fill('Opening hours')
    await dialog()
      .getByRole('button', { name: k('create.action'), exact: true })
      .click()
    await page.waitForURL(/\/upload\?.*bot_id=/)
    await expect
      .poll(async () => (await draft()).knowledge.knowledge_info.map((base) => base.name))
      .toEqual(['Opening hours'])
    await page.getByRole('radio', { name: new RegExp(k('source.custom')) }).click()
    await button(k('upload.next')).click()
    await page.getByRole('textbox', { name: k('written.name') }).fill('Hours')
    await page.getByRole('textbox', { name: k('written.text') }).fill('We open at nine.')
    await button(k('upload.next')).click()
    await button(k('upload.start')).click()
    await button(k('upload.backToBot')).click()
    await page.waitForURL(new RegExp(`/bot/${botId}$`))
    // A workflow is added once it is published; its back button returns to the bot.
    await create('workflow', 'workflow')
    await dialog()
      .getByRole('textbox', { name: t('workflow', 'info.name') })
      .fill('count_orders')
    await dialog()
      .getByRole('button', { name: t('workflow', 'create.do'), exact: true })
      .click()
    await page.waitForURL(/work_flow\?/)
    const workflowId = new URL(page.url()).searchParams.get('workflow_id')!
    await button(t('ui', 'back')).click()
    await page.waitForURL(new RegExp(`/bot/${botId}$`))
    expect((await draft()).workflow_info_list).toEqual([])
    // Publishes while the editor is closed, because an open one could add the workflow before the test looks for it.
    await goTo(page, `/space/${spaceId}/develop`)
    await api.workflow.save({ workflow_id: workflowId, schema: greeting() })
    await api.workflowVersion.publish({ workflow_id: workflowId, force: true })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await page.getByText(t('bot', 'made.added', { name: 'count_orders' })).waitFor()
    await expect
      .poll(async () => (await draft()).workflow_info_list.map((flow) => flow.workflow_id))
      .toEqual([workflowId])
    // Opened resources of every kind are listed among the recent ones.
    const { knowledge, database_list: tables } = await draft()
    for (const place of [`knowledge/${knowledge.knowledge_info[0]!.id}`, `database/${tables[0]!.table_id}`]) {
      await goTo(page, `/space/${spaceId}/${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await goTo(page, `/space/${spaceId}/develop`)
    const recent = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t('shell', 'submenu.recent') }) })
    for (const name of ['orders', 'Opening hours', 'Back office', 'count_orders'])
      await recent.getByRole('link', { name, exact: true }).waitFor()
    await expectTranslated(page, 'recent')
  })

  test('a plugin that is created from the bot editor is added once it is published', async () => {
    const { bot_id: botId } = await api.bot.create({ space_id: spaceId, name: 'Post room' })
    const tools = async () => (await api.bot.getDraft({ bot_id: botId })).bot_info.plugin_info_list
    const dialog = () => page.getByRole('dialog').last()
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await button(t('bot', 'block.plugin.add')).click()
    await dialog()
      .getByRole('button', { name: t('tools', 'make'), exact: true })
      .click()
    await dialog()
      .getByRole('button', { name: new RegExp(`^${t('plugin', 'create.code')}`) })
      .click()
    await dialog()
      .getByRole('textbox', { name: new RegExp(`^${t('plugin', 'form.name')}`) })
      .first()
      .fill('Stamps')
    await dialog()
      .getByRole('button', { name: t('plugin', 'create.action'), exact: true })
      .click()
    await page.waitForURL(/\/plugin\/\d+/)
    const pluginId = /\/plugin\/(\d+)/.exec(page.url())![1]!
    await button(t('ui', 'back')).click()
    await page.waitForURL(new RegExp(`/bot/${botId}$`))
    expect(await tools()).toEqual([])
    // Publishes while the editor is closed, as above for the workflow.
    await goTo(page, `/space/${spaceId}/develop`)
    const source_code = `function handler() { return { stamps: '3' } }`
    const tool = { plugin_id: pluginId, name: 'count_stamps', desc: 'Counts stamps', source_code }
    const { api_id: toolId } = await api.pluginTool.create({ ...tool, request_params: [], response_params: [] })
    await api.plugin.publish({ plugin_id: pluginId })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await page.getByText(t('bot', 'made.added', { name: 'Stamps' })).waitFor()
    await expect.poll(async () => (await tools()).map((item) => item.api_id)).toEqual([toolId])
  })

  test('the upload page opens for the kind of content of the base', async () => {
    const base = await make(1, 'Prices')
    await goTo(page, `/space/${spaceId}/knowledge/${base}`)
    await page
      .getByRole('link', { name: k('upload.title') })
      .first()
      .click()
    await page.waitForURL(/type=table/)
    await goTo(page, `/space/${spaceId}/knowledge/${base}/upload?type=text`)
    await page.getByText(k('upload.takes.table')).waitFor()
    await expectTranslated(page, 'upload-other-type')
  })

  test('a document in an unknown language is reported, and so is a question', async () => {
    const base = await make(0, 'Keys')
    const file_base64 = Buffer.from('Ключ от офиса лежит у охранника.').toString('base64')
    await api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [{ name: 'ключ.md', source_info: { file_base64, file_type: 'md' } }],
    })
    await studio.services.knowledgeIngest.drain()
    await goTo(page, `/space/${spaceId}/knowledge/${base}`)
    await page.getByText(k('document.strangeLanguage')).waitFor()
    await expectTranslated(page, 'strange-language', ['ключ.md', 'Keys'])
    await goTo(page, `/space/${spaceId}/knowledge/${base}/recall`)
    await page.getByRole('textbox', { name: k('recall.question') }).fill('ключ офиса')
    await page.keyboard.press('Control+Enter')
    await page.getByText(k('recall.unknownLanguage')).waitFor()
  })

  test('the settings of a base define how often it looks for new files of an account', async () => {
    const base = await make(0, 'Bees')
    const { auth_id } = await api.knowledge.saveAccount({
      name: 'Drive',
      kind: 'webdav',
      address: dav.address,
      username: 'ada',
      password: 'pass word',
    })
    await goTo(page, `/space/${spaceId}/knowledge/${base}`)
    await button(k('settings.title')).click()
    await page.getByLabel('Drive').click()
    await page.getByRole('option', { name: k('rule.daily') }).click()
    await page.getByText(k('settings.saved')).first().waitFor()
    const { auth_frequency_info } = await api.knowledge.getAppendFrequency({ dataset_id: base })
    expect(auth_frequency_info).toMatchObject([{ auth_id, auth_frequency_type: 1, auth_name: 'Drive' }])
    await expectAccessible(page, 'append-frequency', ['Bees', 'Drive'])
  })
})
