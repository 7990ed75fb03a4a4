import { beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Custom channels: created, installed, published to, reviewed, deleted; and drafts tried without an account. */
let studio: Studio
let model: ScriptedModel
let open: ReturnType<typeof sameWindow>
let owner: Person
let spaceId: string
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  studio = await openStudioHere((address) => ({ publicUrl: address, egressAllow: [model.host] }))
  open = sameWindow(await openBrowser(studio.address))
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
})

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('connector', key, values)

  test('a channel is created and installed in a space, and bots of that space can be published to it', async () => {
    const page = await open({ language, cookie: owner.cookie() }, '/account/connectors')
    await page.getByText(words('none'), { exact: true }).waitFor()
    await page.getByRole('button', { name: words('add') }).click()
    const dialog = page.getByRole('dialog', { name: words('add') })
    await dialog.getByLabel(words('name')).fill('Front desk')
    await dialog.getByLabel(words('url'), { exact: true }).fill('desk.example')
    await dialog.getByText(words('url.fault')).waitFor()
    await dialog.getByLabel(words('url'), { exact: true }).fill('')
    await dialog.getByRole('checkbox', { name: 'Harbour' }).click()
    await dialog.getByRole('button', { name: words('add') }).click()
    const row = page.getByRole('listitem', { name: 'Front desk' })
    await row.getByText('Harbour').waitFor()
    await expectAccessible(page, 'connectors', ['Front desk', 'Harbour'])

    const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: 'Porter' })
    const { publish_connector_list: offered } = await owner.api.bot.connectors({ space_id: spaceId, bot_id: botId })
    expect(offered.map((item) => item.name)).toContain('Front desk')
    await goTo(page, `/space/${spaceId}/bot/${botId}/publish`)
    await page.getByText('Front desk').first().waitFor()

    await goTo(page, '/account/connectors')
    await row.getByRole('button', { name: words('deleteOf', { name: 'Front desk' }) }).click()
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: words('delete') })
      .click()
    await page.getByText(words('none'), { exact: true }).waitFor()
    expect((await owner.api.connector.list({})).data).toEqual([])
  })
})

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('connector', key, values)
  let maker: Person
  let botId: string
  const name = '门房'

  test('a version waits for the maker of the channel, who rejects it, and accepts it when it is submitted again', async () => {
    maker = await studio.register('maker')
    const desk = await open({ language, cookie: maker.cookie() }, '/account/connectors')
    await desk.getByRole('button', { name: words('add') }).click()
    const dialog = desk.getByRole('dialog', { name: words('add') })
    await dialog.getByLabel(words('name')).fill('前台')
    await dialog.getByRole('checkbox', { name: words('reviewed') }).click()
    await dialog.getByRole('button', { name: words('add') }).click()
    await desk.getByRole('listitem', { name: '前台' }).waitFor()
    const { id } = (await maker.api.connector.list({})).data[0]!
    const page = await open({ language, cookie: owner.cookie() }, '/admin/connectors')
    await page.getByRole('switch', { name: words('admin.publicOf', { name: '前台' }) }).click()
    await page.getByRole('switch', { name: words('admin.publicOf', { name: '前台' }), checked: true }).waitFor()
    await expectAccessible(page, 'admin-connectors', ['前台'])
    await owner.api.connector.bindSpace({ connector_id_list: [id], space_id: spaceId })
    botId = (await owner.api.bot.create({ space_id: spaceId, name })).bot_id

    await goTo(page, `/space/${spaceId}/bot/${botId}/publish`)
    const row = page.getByRole('row').filter({ hasText: '前台' })
    // Includes the three channels that are always available.
    await page.getByRole('button', { name: t('publish', 'publish', { count: 4 }) }).click()
    await row.getByText(t('publish', 'channel.review')).waitFor()
    // The steps of a publication are shown in the language in which they were recorded.
    await expectAccessible(page, 'publish-review', ['前台', name, '公开页面'])

    await desk.reload()
    const waiting = desk.getByRole('list', { name: words('review.list') }).getByRole('listitem', { name })
    await waiting.getByRole('button', { name: words('review.rejectOf', { name }) }).click()
    const rejecting = desk.getByRole('dialog', { name: words('review.reject.title', { name }) })
    await rejecting.getByLabel(words('review.reason')).fill('头像不合适')
    await expectAccessible(desk, 'connector-reject', ['前台', name, '头像不合适'])
    await rejecting.getByRole('button', { name: words('review.reject') }).click()
    await waiting.waitFor({ state: 'detached' })

    await page.reload()
    await page.getByText('头像不合适').first().waitFor()
    await page.getByRole('button', { name: t('publish', 'retry') }).click()
    await row.getByText(t('publish', 'channel.review')).waitFor()
    await desk.reload()
    await waiting.getByRole('button', { name: words('review.acceptOf', { name }) }).click()
    await waiting.waitFor({ state: 'detached' })
    await page.reload()
    await row.getByText(t('publish', 'channel.live'), { exact: true }).waitFor()
  })

  test('the maker of a channel sets up OAuth and a domain for mini programs', async () => {
    const page = await open({ language, cookie: maker.cookie() }, '/account/connectors')
    await page.getByRole('button', { name: words('oauth.of', { name: '前台' }) }).click()
    const dialog = page.getByRole('dialog', { name: words('oauth.of', { name: '前台' }) })
    await dialog.getByLabel('客户端 ID').fill('desk')
    await dialog.getByLabel('授权 URL').fill('https://desk.example.com/authorize')
    await dialog.getByLabel('令牌 URL').fill('https://desk.example.com/token')
    await expectAccessible(page, 'connector-oauth', ['前台', name])
    await dialog.getByRole('button', { name: words('oauth.save') }).click()
    await page.getByRole('listitem', { name: '前台' }).getByText(words('oauth.on'), { exact: true }).waitFor()
    await page.getByRole('button', { name: words('domain.add') }).click()
    const adding = page.getByRole('dialog', { name: words('domain.add') })
    await adding.getByLabel(words('domain.name')).fill('https://chat.example.com')
    await adding.getByText(words('domain.fault')).waitFor()
    await adding.getByLabel(words('domain.name')).fill('chat.example.com')
    await adding.getByRole('button', { name: words('domain.add') }).click()
    await page.getByRole('listitem', { name: 'chat.example.com' }).getByText(words('domain.status.0')).waitFor()
    await expectAccessible(page, 'connector-domains', ['前台', name])
  })

  test('a draft is tried on a platform without an account, and by its preview link', async () => {
    const provider = await owner.api.instanceModel.createProvider({
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-lab-secret-key-0001',
    })
    const { id: model_id } = await owner.api.instanceModel.createModel({
      provider_id: provider.id,
      name: 'Tiny',
      model: 'tiny',
    })
    await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, model_info: { model_id } } })
    const page = await open({ language, cookie: owner.cookie() }, `/space/${spaceId}/bot/${botId}/publish`)
    const setUp = t('publish', 'settings.setUpNamed', { channel: 'Telegram' })
    await page.getByRole('button', { name: setUp, exact: true }).click()
    await page.getByRole('button', { name: t('channel', 'lab'), exact: true }).click()
    const lab = page.getByRole('dialog')
    model.script(says('欢迎光临'))
    await lab.getByLabel(t('channel', 'lab.message')).fill('你好')
    await lab.getByRole('button', { name: t('channel', 'lab.send') }).click()
    await lab.getByRole('log').getByText('欢迎光临').waitFor()
    await expectAccessible(page, 'lab', ['欢迎光临', '你好', '前台', name])

    const { preview_link_map: links } = await owner.api.preview.create({
      agent_id: botId,
      agent_type: 0,
      connector_ids: ['20000010'],
    })
    await page.goto(links['20000010']!)
    await page.getByRole('heading', { name }).waitFor()
    model.script(says('预览的回答'))
    await page.getByLabel(t('channel', 'lab.message')).fill('在吗')
    await page.getByRole('button', { name: t('channel', 'lab.send') }).click()
    await page.getByRole('log').getByText('预览的回答').waitFor()
    await expectAccessible(page, 'preview', ['预览的回答', '在吗', name])
  })
})
