import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { simulateTelegram } from '../apps/server/src/domains/reach/channel/lab/telegram.ts'
import { openPlatform } from '../apps/server/src/testing/platform.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import { call } from './lib/call.ts'
import { noComplaints, openStudio, type Person, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated, expectVisitorPageAccessible, picture } from './lib/screen.ts'
import { afterFile } from '../apps/server/src/testing/after-file.ts'

/** A bot is published, used on its page and on another site, rolled back and taken offline. */
const studio = openStudio({ EGRESS_ALLOW: '127.0.0.1' })
let model: ScriptedModel
let site: Site
let stranger: Site
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  stranger = await openSite(() => undefined)
  stranger.show(`<script>
    parent.postMessage({ type: 'orrery:close' }, '*')
    parent.postMessage('told', '*')
  </script>`)
  const { url } = studio
  site = await openSite(
    () => `default-src 'none'; script-src ${url}; frame-src ${url} ${stranger.url}; style-src 'none'`,
  )
})
afterEach(() => model.reset())

interface Site {
  url: string
  show(html: string): void
}
/** Serves another site: this machine under another host name, and therefore of another origin. */
async function openSite(policy: () => string | undefined): Promise<Site> {
  let html = ''
  const server = createServer((_, response) => {
    const allowed = policy()
    response.setHeader('content-type', 'text/html')
    if (allowed) response.setHeader('content-security-policy', allowed)
    response.end(`<!doctype html><html lang="en"><title>A shop</title><h1>A shop</h1>${html}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, show: (next) => void (html = next) }
}

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const suffix = language.toLowerCase()
  const name = '行程管家'
  /** The steps of a finished publication are shown in the language in which they were recorded. */
  const finishedSteps = ['公开页面']
  const isDark = true
  let owner: Person
  let page: Page
  let botId = ''
  let link = ''
  let guest: Person

  const press = (where: Page | Locator, label: string) =>
    where.getByRole('button', { name: label, exact: true }).click()
  const dialog = () => page.getByRole('dialog').last()
  const row = (channel: string) => page.getByRole('row').filter({ hasText: channel })
  const publish = (count: number) => press(page, t('publish', 'publish', { count }))
  const heading = (text: string) => page.getByRole('heading', { name: text, exact: true })
  const progress = () => page.getByRole('region', { name: t('publish', 'progress'), exact: true })
  const isDone = (version: string) =>
    progress()
      .getByRole('heading', { name: t('publish', 'progress.done', { version }) })
      .waitFor()
  const composer = (where: Page | Frame) => where.getByRole('textbox', { name: t('public-chat', 'placeholder') })
  const ask = async (where: Page | Frame, text: string) => {
    await composer(where).fill(text)
    await composer(where).press('Enter')
  }
  const said = (where: Page | Frame, text: string) => where.getByRole('log').getByText(text)
  const persona = (prompt: string) =>
    call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
      bot_info: { bot_id: botId, prompt_info: { prompt } },
    })
  const promptOf = () => String(model.requests.at(-1)!.body.messages[0]!.content)

  test('the first version is published to the chosen channels, step by step', async () => {
    owner = await studio.person(language, { dark: isDark })
    page = owner.page
    await call(owner, '/api/passport/web/email/register/v2/', {
      email: `publisher-${suffix}@example.test`,
      password: 'correct horse 7',
    })
    await page.goto('/')
    await page.waitForURL(/\/space\/\d+\/develop/)
    const spaceId = /\/space\/(\d+)\//.exec(page.url())![1]!
    const base = { space_id: spaceId }
    const { id: provider } = await call<{ id: string }>(owner, '/api/space/model/provider/create', {
      ...base,
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-e2e',
    })
    const { id: modelId } = await call<{ id: string }>(owner, '/api/space/model/create', {
      ...base,
      provider_id: provider,
      name: 'Tiny',
      model: 'tiny',
    })
    ;({ bot_id: botId } = await call<{ bot_id: string }>(owner, '/api/draftbot/create', { ...base, name }))
    await call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
      bot_info: {
        bot_id: botId,
        model_info: { model_id: modelId },
        prompt_info: { prompt: 'Persona one' },
        suggest_reply_info: { suggest_reply_mode: 2 },
        onboarding_info: { prologue: 'Where to?', suggested_questions: ['A weekend in Lisbon'] },
      },
    })
    await page.goto(`/space/${spaceId}/bot/${botId}/publish`)
    await heading(t('publish', 'changes.first')).waitFor()
    const note = page.getByRole('textbox', { name: t('publish', 'note'), exact: true })
    await note.fill('Opening')
    await expectAccessible(page)
    await publish(3)
    await isDone('v1.0.0')
    await progress()
      .getByText(t('publish', 'progress.steps', { done: 5, all: 5 }))
      .waitFor()
    await page
      .getByRole('region', { name: t('publish', 'versions') })
      .getByText('Opening')
      .waitFor()
    await row('API').getByText(t('publish', 'channel.live'), { exact: true }).waitFor()
    await expectTranslated(page, `publish-first-${suffix}`, finishedSteps)
    // Without edits, nothing is pending.
    await page.reload()
    await progress()
      .getByRole('heading', { name: t('publish', 'progress.nothing') })
      .waitFor()
    await page.getByText(t('ui', 'publishState.published'), { exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: t('publish', 'publish', { count: 3 }) }).isDisabled())
      .toBe(true)
  })

  test('anyone with the link can chat with the bot without an account', async () => {
    const { links } = await call<{ links: { connector_id: string; url: string }[] }>(owner, '/api/share/links', {
      resource_id: botId,
    })
    link = links.find((link) => link.connector_id === '10000122')!.url
    guest = await studio.person(language, { dark: isDark, width: 900, height: 700 })
    await guest.page.goto(link)
    await guest.page.getByText('Where to?').waitFor()
    await expect.poll(() => guest.page.title()).toBe(name)
    model.script(says('Two days ', 'in Lisbon.'))
    await guest.page.getByRole('button', { name: 'A weekend in Lisbon' }).click()
    await said(guest.page, 'Two days in Lisbon.').waitFor()
    expect(promptOf()).toContain('Persona one')
    // Changes of the draft do not affect visitors.
    await persona('Persona two')
    model.script(says('Still the first.'))
    await ask(guest.page, 'And then?')
    await said(guest.page, 'Still the first.').waitFor()
    expect(promptOf()).toContain('Persona one')
    await expectVisitorPageAccessible(guest.page, `publish-page-${suffix}`)
  })

  test('a visitor finds their conversation again, and others see nothing of it', async () => {
    const other = await studio.person(language)
    await other.page.goto(link)
    await other.page.getByText('Where to?').waitFor()
    await expect.poll(() => said(other.page, 'Two days in Lisbon.').count()).toBe(0)
    await press(other.page, t('public-chat', 'conversations'))
    await other.page.getByText(t('public-chat', 'conversations.none')).waitFor()
    await guest.page.reload()
    await said(guest.page, 'Two days in Lisbon.').waitFor()
    await press(guest.page, t('public-chat', 'begin'))
    await guest.page.getByRole('button', { name: 'A weekend in Lisbon' }).waitFor()
    await press(guest.page, t('public-chat', 'conversations'))
    await guest.page
      .getByRole('button', { name: /^A weekend in Lisbon/ })
      .last()
      .click()
    await said(guest.page, 'Still the first.').waitFor()
    noComplaints(other)
    await other.context.close()
  })

  test('the next version lists its changes, and visitors get it', async () => {
    await page.reload()
    await heading(t('publish', 'changes', { count: 1 })).waitFor()
    await press(page, t('publish', 'fromChanges'))
    await press(page, t('publish', 'step.patch', { version: 'v1.0.1' }))
    // Also offers the bot in the marketplace, which needs no review for the instance owner.
    await page.getByRole('checkbox', { name: t('publish', 'offer'), exact: true }).click()
    await page.getByRole('checkbox', { name: t('publish', 'offer.template') }).click()
    await expectTranslated(page, `publish-changes-${suffix}`, finishedSteps)
    await publish(3)
    await isDone('v1.0.1')
    await page.getByText(t('publish', 'offer.done'), { exact: true }).waitFor()
    model.script(says('The second.'))
    await ask(guest.page, 'Who are you now?')
    await said(guest.page, 'The second.').waitFor()
    expect(promptOf()).toContain('Persona two')
  })

  test('the widget can be embedded in an allowed site, but the studio cannot', async () => {
    await row('Web SDK')
      .getByRole('button', { name: t('publish', 'settings.install') })
      .click()
    await dialog().getByLabel(t('publish', 'widget.sites'), { exact: true }).fill(site.url)
    await dialog().getByLabel(t('publish', 'widget.name'), { exact: true }).fill('Ask us')
    const tag = await dialog().locator('pre').textContent()
    expect(tag).toMatch(/^<script async src="[^"]+\/widget\.js" data-key="[\w-]+"><\/script>$/)
    await expectTranslated(page, `publish-widget-${suffix}`, finishedSteps)
    await press(dialog(), t('publish', 'save'))
    await page.getByText(t('publish', 'widget.saved')).waitFor()

    site.show(tag!)
    const { page: shop } = guest
    await shop.goto(site.url)
    const open = shop.getByRole('button', { name: '打开聊天' })
    await open.click()
    const chat = await frameOf(shop)
    await chat.getByRole('heading', { name: 'Ask us' }).waitFor()
    model.script(says('From the widget.'))
    await ask(chat, 'Hello from the shop')
    await said(chat, 'From the widget.').waitFor()
    await picture(shop, `publish-shop-${suffix}`)
    const english = await studio.person('en')
    await english.page.goto(site.url)
    await english.page.getByRole('button', { name: 'Open chat' }).waitFor()
    await english.context.close()

    // No page of the studio can be shown in a frame.
    site.show(`<iframe src="${studio.url}/space"></iframe><iframe src="${link}"></iframe>`)
    const refused = await studio.person(language)
    const loads = ['/space', new URL(link).pathname].map((path) =>
      refused.page.waitForEvent('requestfailed', (request) => request.url().endsWith(path)),
    )
    await refused.page.goto(site.url)
    const reasons = (await Promise.all(loads)).map((request) => request.failure()?.errorText)
    expect(reasons).toEqual(['net::ERR_BLOCKED_BY_RESPONSE', 'net::ERR_BLOCKED_BY_RESPONSE'])
    await refused.context.close()
  })

  test('the widget ignores messages of other windows', async () => {
    const { page: shop } = guest
    const chat = await frameOf(shop)
    // A page of a third origin inside the site, and the site itself, send the widget a message to close.
    await shop.evaluate(
      (address) =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => data === 'told' && resolve())
          const frame = document.createElement('iframe')
          frame.src = address
          document.body.append(frame)
        }),
      stranger.url,
    )
    await shop.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => data === 'told too' && resolve())
          window.postMessage({ type: 'orrery:close' }, '*')
          window.postMessage('told too', '*')
        }),
    )
    await expect.poll(() => composer(chat).isVisible()).toBe(true)
    // The close button of the widget works.
    await chat.getByRole('button', { name: t('public-chat', 'close') }).click()
    await composer(chat).waitFor({ state: 'hidden' })
  })

  test('a rollback serves the earlier version and keeps the draft', async () => {
    await press(page, t('publish', 'back.action', { version: 'v1.0.0' }))
    await press(dialog(), t('publish', 'back.action', { version: 'v1.0.0' }))
    await page.getByText(t('publish', 'back.done', { version: 'v1.0.0' })).waitFor()
    await row('API').getByText('v1.0.0').waitFor()
    await heading(t('publish', 'changes', { count: 1 })).waitFor()
    await guest.page.goto(link)
    model.script(says('The first again.'))
    await ask(guest.page, 'Who are you now?')
    await said(guest.page, 'The first again.').waitFor()
    expect(promptOf()).toContain('Persona one')
  })

  test('a password is required from everybody', async () => {
    await row('公开页面')
      .getByRole('button', { name: t('publish', 'settings.link') })
      .click()
    await dialog()
      .getByRole('radio', { name: t('publish', 'link.password') })
      .click()
    await dialog().getByLabel(t('publish', 'link.password.field'), { exact: true }).fill('tides 42')
    await press(dialog(), t('publish', 'save'))
    await page.getByText(t('publish', 'link.saved')).waitFor()
    await guest.page.reload()
    const password = guest.page.getByLabel(t('public-chat', 'password'), { exact: true })
    await password.fill('a guess')
    await press(guest.page, t('public-chat', 'password.enter'))
    await guest.page.getByText(t('public-chat', 'password.wrong')).waitFor()
    await expectVisitorPageAccessible(guest.page, `publish-password-${suffix}`)
    await password.fill('tides 42')
    await press(guest.page, t('public-chat', 'password.enter'))
    await said(guest.page, 'The first again.').waitFor()
  })

  test('the bot answers on Telegram: set up in the drawer, published, refused by the platform and repaired', async () => {
    const telegram = simulateTelegram()
    const { origin } = await openPlatform(() => telegram)
    const drawer = page.getByRole('complementary', { name: t('channel', 'setup.title', { channel: 'Telegram' }) })
    const field = (label: string) => drawer.getByLabel(label)
    await expect.poll(() => row('Telegram').getByRole('checkbox').isDisabled()).toBe(true)
    const open = () => press(row('Telegram'), t('publish', 'settings.setUpNamed', { channel: 'Telegram' }))
    const works = () =>
      page
        .getByText(t('channel', 'setup.works', { channel: 'Telegram' }))
        .first()
        .waitFor()
    const person = { id: '501', name: 'Anna' }
    await page.reload()
    await open()
    await field('机器人令牌').fill('not a token')
    await press(drawer, t('channel', 'setup.test'))
    await drawer.getByText('不是有效的机器人令牌').waitFor()
    await expectAccessible(page)
    await field('机器人令牌').fill(telegram.config.token!)
    await field('API 地址').fill(origin)
    await press(drawer, t('channel', 'setup.test'))
    await works()
    await drawer.getByText(t('channel', 'state.ready')).waitFor()
    await drawer.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await row('Telegram').getByRole('checkbox').click()
    await publish(4)
    await row('Telegram').getByText(t('publish', 'channel.live'), { exact: true }).waitFor()
    model.script(says('By the sea.'))
    telegram.say({ chatId: person.id, from: person, text: 'Where to?' })
    await expect.poll(() => telegram.shown.map(({ text }) => text)).toEqual(['By the sea.'])

    const publishPage = page.url()
    telegram.faults.revoked = true
    await page.goto(publishPage.replace(/\/bot\/.*$/, '/channels'))
    await row('Telegram').getByText(t('channel', 'short.refused')).waitFor()
    await row('Telegram').getByText('Lab bot').click()
    await page
      .getByRole('list', { name: t('channel', 'log') })
      .getByText('Where to?')
      .waitFor()
    await expectTranslated(page, `channels-${suffix}`, ['Lab bot', '@BotFather'])
    telegram.faults.revoked = false
    await page.goto(publishPage)
    await open()
    await press(drawer, t('channel', 'setup.test'))
    await works()
    await drawer.getByText(t('channel', 'state.serving')).waitFor()
    model.script(says('Back again.'))
    telegram.say({ chatId: person.id, from: person, text: 'Hello?' })
    await expect.poll(() => telegram.shown.at(-1)?.text).toBe('Back again.')
    await drawer.press('Escape')
  })

  test('the link of a bot that is taken offline shows that it is offline', async () => {
    await press(page, t('publish', 'offline'))
    await press(dialog(), t('publish', 'offline.action'))
    await heading(t('publish', 'offline.done')).waitFor()
    // Current visitors see it with their next message, new ones immediately.
    await ask(guest.page, 'Are you there?')
    await guest.page.getByRole('heading', { name: t('public-chat', 'offline') }).waitFor()
    await guest.page.reload()
    await guest.page.getByRole('heading', { name: t('public-chat', 'offline') }).waitFor()
    await expectVisitorPageAccessible(guest.page, `publish-offline-${suffix}`)
    await guest.page.goto(new URL('/chat/nobody-has-this-key', link).href)
    await guest.page.getByRole('heading', { name: t('public-chat', 'missing') }).waitFor()
    // Ignores errors of the script that sets the language, because some frames have no storage.
    const own = guest.complaints.filter((text) => !text.includes("'localStorage'"))
    noComplaints(owner, { ...guest, complaints: own })
    await Promise.all([owner.context.close(), guest.context.close()])
  })
})

/** The frame of the chat in the site, once it exists. */
async function frameOf(shop: Page): Promise<Frame> {
  const frame = await shop.locator('iframe[src*="/chat/"]').elementHandle()
  return (await frame!.contentFrame())!
}
