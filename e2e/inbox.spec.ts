import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { simulateWebhook } from '../apps/server/src/domains/reach/channel/lab/webhook.ts'
import { type MailServer, openMailServer } from '../apps/server/src/testing/mail-server.ts'
import { openPlatform, toInit } from '../apps/server/src/testing/platform.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Notices: when people get them, where they lead, and how people choose to receive them. */
const WEBHOOK = '20000015'
let studio: Studio
let model: ScriptedModel
let mails: MailServer
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  mails = await openMailServer()
  studio = await openStudioHere((address) => ({ publicUrl: address, egressAllow: [model.host, '127.0.0.1'] }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
  const { user, password } = mails.account
  studio.infra.mail.use({ host: '127.0.0.1', port: mails.port, security: 'none', user, password, from: 'a@b.test' })
})

/** Waits for the label of the bell, which updates when the window becomes visible again. */
async function untilBellShows(page: Page, label: string): Promise<void> {
  const bell = page.getByRole('link', { name: label, exact: true })
  await expect
    .poll(async () => {
      await page.evaluate(() => void globalThis.dispatchEvent(new Event('visibilitychange')))
      return bell.count()
    })
    .toBe(1)
}

/** Creates a bot that is published to a webhook channel. */
async function publishedBot(name: string) {
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
  const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name })
  await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, model_info: { model_id } } })
  const simulator = simulateWebhook(() => studio.clock.now())
  const platform = await openPlatform(() => simulator)
  const at = { resource_id: botId, connector_id: WEBHOOK }
  const config = { url: `${platform.origin}/hook` }
  const saved = await owner.api.channel.save({ ...at, mode: 'webhook', config, settings: { burst_ms: 0 } })
  simulator.secret = saved.hook_secret
  expect((await owner.api.channel.test(at)).missing).toEqual([])
  await owner.api.bot.publish({
    space_id: spaceId,
    bot_id: botId,
    connectors: { [WEBHOOK]: {} },
    history_info: '',
  })
  const say = async (text: string) => {
    const delivery = simulator.say({ chatId: 'chat', from: { id: '501', name: 'Anna' }, text })
    await studio.request(new URL(saved.hook_url).pathname, toInit(delivery))
  }
  return { simulator, say }
}

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('notice', key, values)

  test('a broken channel is reported in the inbox and by mail, and opening the notice clears the bell', async () => {
    const page = await visit({ language, cookie: owner.cookie() })
    await goTo(page, '/inbox')
    await page.getByText(words('none.title'), { exact: true }).waitFor()
    await expectAccessible(page, 'inbox-empty')

    await goTo(page, `/space/${spaceId}/develop`)
    await page.getByRole('link', { name: t('shell', 'nav.inbox'), exact: true }).waitFor()
    const { simulator, say } = await publishedBot('Harbour guide')
    simulator.faults.revoked = true
    model.script(says('Hello'))
    await say('hi')
    await untilBellShows(page, t('shell', 'rail.inbox', { count: 1 }))

    await page.getByRole('link', { name: t('shell', 'rail.inbox', { count: 1 }), exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Harbour guide no longer answers on' })
    await row.waitFor()
    await expectAccessible(page, 'inbox', ['Harbour guide'])
    await studio.services.notices.deliver()
    await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([owner.email])

    // Opens the notice with the keyboard.
    await row.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/channels\?account=/)
    await page.getByRole('complementary').filter({ hasText: 'Harbour guide' }).waitFor()
    await page.getByRole('link', { name: t('shell', 'nav.inbox'), exact: true }).waitFor()

    await goTo(page, '/inbox?unread=true')
    await page.getByText(words('allRead'), { exact: true }).waitFor()
    await page.getByRole('button', { name: t('ui', 'clearFilters') }).click()
    await row.waitFor()
  })
})

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('notice', key, values)

  test('items that wait for a person are listed with their place and disappear once decided', async () => {
    const applicant = await studio.register('applicant')
    await applicant.api.passport.updateProfile({ name: '林小明' })
    const { enterprise_id } = await owner.api.enterprise.create({ name: '海港公司' })
    const { key } = await owner.api.enterpriseJoin.createLink({ enterprise_id })
    await applicant.api.enterpriseJoin.apply({ key, remark: '' })
    const page = await visit({ language, cookie: owner.cookie(), width: 390, height: 844 })
    await goTo(page, '/inbox')
    await page.getByRole('tab', { name: words('tab.waiting') }).click()
    const row = page.getByRole('row').filter({ hasText: '林小明申请加入「海港公司」' })
    await row.waitFor()
    await expectAccessible(page, 'inbox-waiting', ['林小明', '海港公司'])
    await row.click()
    await page.waitForURL(`**/enterprise/${enterprise_id}/requests`)

    const { join_application_list: open } = await owner.api.enterpriseJoin.applications({ enterprise_id })
    await owner.api.enterpriseJoin.decide({
      enterprise_id,
      join_application_id_list: open.map((item) => item.application_id),
      application_status: 'Approved',
    })
    await goTo(page, '/inbox?tab=waiting')
    await page.getByText(words('noneWaits.title'), { exact: true }).waitFor()
    const theirs = await visit({ language, cookie: applicant.cookie() })
    await goTo(theirs, '/inbox')
    await theirs.getByRole('row').filter({ hasText: '你加入「海港公司」的申请已通过' }).waitFor()
    await theirs.getByRole('button', { name: words('readAll') }).click()
    await theirs.getByRole('link', { name: t('shell', 'nav.inbox'), exact: true }).waitFor()
  })

  test('a person turns off notices of one kind, and the choice is saved immediately', async () => {
    const page = await visit({ language, cookie: owner.cookie() })
    await goTo(page, '/account/notifications')
    const choice = page.getByRole('combobox', { name: words('wayOf', { kind: words('kind.voice') }) })
    await choice.getByText(words('way.inbox')).waitFor()
    await expectAccessible(page, 'account-notifications')
    await choice.click()
    await page.getByRole('option', { name: words('way.off') }).click()
    await expect
      .poll(async () => (await owner.api.notice.choices({})).items.find(({ kind }) => kind === 'voice')?.way)
      .toBe('off')
    await page.reload()
    await choice.getByText(words('way.off')).waitFor()
  })
})
