import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConnectorId } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSignature } from '../apps/server/src/domains/flow/trigger/shared/signature.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Usage of a space by programs: shown, limited, and sent to webhooks. */
let studio: Studio
let model: ScriptedModel
let visit: (visit?: Visit) => Promise<Page>
/** Whether the receiver accepts or refuses deliveries. */
let isOpen = true
const deliveries: { headers: IncomingHttpHeaders; body: string }[] = []
const listener = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    deliveries.push({ headers: request.headers, body })
    response.writeHead(isOpen ? 204 : 503).end()
  })
})
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host, `127.0.0.1:${port}`] }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
afterAll(() => {
  listener.closeAllConnections()
  listener.close()
})

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const usage = (key: string, values?: Record<string, string | number>) => t('usage', key, values)
  const words = (key: string, values?: Record<string, string | number>) => t('webhook', key, values)
  const suffix = language.toLowerCase()
  let owner: Person
  let page: Page
  let spaceId: string
  let botId: string
  let flow: string
  let token: string
  let secret: string
  const hook = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/${suffix}`
  const send = async (path: string, body: object) => {
    const answer = await studio.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...((await answer.json()) as { code: number }) }
  }
  const run = () => send('/v1/workflow/run', { workflow_id: flow, parameters: { input: 'Ada' } })
  const chat = (reply: string) => {
    model.script(says(reply))
    return send('/v3/chat', { bot_id: botId, user_id: 'u', additional_messages: [{ role: 'user', content: 'hi' }] })
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog').last()
  const mine = () => deliveries.filter((item) => JSON.parse(item.body).data.bot_id === botId)

  test('the page shows chats, runs and calls to knowledge', async () => {
    owner = await studio.register(`owner-${suffix}`)
    spaceId = (await owner.api.space.create({ name: 'Team' })).id
    const made = { kind: 'openai-compatible', name: 'Scripted', base_url: model.baseUrl, api_key: 'sk-0001' } as const
    const provider = await owner.api.spaceModel.createProvider({ ...made, space_id: spaceId })
    const input = { space_id: spaceId, provider_id: provider.id, name: 'Tiny', model: 'tiny' }
    const { id: modelId } = await owner.api.spaceModel.createModel(input)
    botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Clerk' })).bot_id
    await owner.api.bot.updateDraft({
      bot_info: { bot_id: botId, model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } },
    })
    await owner.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} } })
    flow = (await owner.api.workflow.create({ name: 'Greeter', space_id: spaceId })).workflow_id
    await owner.api.workflow.save({ workflow_id: flow, schema: greeting() })
    await owner.api.workflowVersion.publish({ workflow_id: flow, force: true, workflow_version: 'v1.0.0' })
    token = (await owner.api.token.create({ name: 'Program', duration_day: '1' })).token
    for (let at = 0; at < 3; at += 1) expect(await run()).toMatchObject({ code: 0 })
    expect(await chat('Good day')).toMatchObject({ code: 0 })
    const listed = await studio.request(`/v1/datasets?space_id=${spaceId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(listed.status).toBe(200)

    page = await visit({ language, theme: 'dark', cookie: owner.cookie() })
    await page.goto(`/space/${spaceId}/develop`)
    await page.getByRole('link', { name: t('shell', 'nav.usage'), exact: true }).click()
    const byModel = page.getByRole('region', { name: usage('share.models') })
    await byModel.getByRole('row', { name: /Tiny/ }).waitFor()
    await page
      .getByRole('region', { name: usage('share.resources') })
      .getByRole('row', { name: /Clerk/ })
      .waitFor()
    await page.getByRole('radio', { name: usage('source.inside') }).click()
    await page.getByRole('heading', { name: usage('share.none') }).waitFor()
    await page.getByRole('radio', { name: usage('source.all') }).click()
    await byModel.getByRole('row', { name: /Tiny/ }).waitFor()
    await page.getByRole('radio', { name: usage('by.kind') }).click()
    const outside = page.getByRole('region', { name: usage('outside') })
    const row = (name: string) => outside.getByRole('row').filter({ hasText: name })
    const calls = async (name: string) => row(name).getByRole('cell').nth(2).textContent()
    await row(usage('kind.workflow')).waitFor()
    expect(await calls(usage('kind.workflow'))).toBe('3')
    expect(await calls(usage('kind.chat'))).toBe('1')
    expect(await calls(usage('kind.knowledge'))).toBe('1')
    await page.getByRole('radio', { name: usage('by.bot') }).click()
    await row('Greeter').waitFor()
    expect(await calls('Clerk')).toBe('1')
    await expectAccessible(page, `usage-${suffix}`)
  })

  test('a limit of the space blocks programs until it is removed', async () => {
    await button(usage('limit.add')).click()
    await dialog()
      .getByRole('textbox', { name: usage('limit.max') })
      .fill('1')
    await dialog()
      .getByRole('radio', { name: usage('per.day') })
      .click()
    await button(usage('limit.save')).click()
    await page
      .getByRole('region', { name: usage('limits') })
      .getByText('0 / 1')
      .waitFor()
    expect([(await run()).code, await run()]).toMatchObject([0, { status: 429, code: 4013 }])
    await page.reload()
    await page
      .getByRole('region', { name: usage('limits') })
      .getByText('1 / 1')
      .waitFor()
    await expectTranslated(page, `usage-limit-${suffix}`)
    await button(usage('limit.removeNamed', { who: usage('subject.space') })).click()
    await dialog()
      .getByRole('button', { name: usage('limit.remove'), exact: true })
      .click()
    await page.getByText(usage('limits.none')).waitFor()
    expect((await run()).code).toBe(0)
  })

  test('an address is added with the events it receives, and its secret is shown once', async () => {
    await page.getByRole('link', { name: t('shell', 'nav.channels'), exact: true }).click()
    await page.getByRole('tab', { name: t('channel', 'tab.webhooks'), exact: true }).click()
    await page.getByRole('heading', { name: words('none.title') }).waitFor()
    await button(words('add')).click()
    await dialog()
      .getByRole('combobox', { name: words('bot') })
      .click()
    await page.getByRole('option', { name: 'Clerk' }).click()
    await dialog()
      .getByRole('textbox', { name: words('url') })
      .fill(hook())
    await dialog()
      .getByRole('checkbox', { name: words('event.chat.canceled') })
      .click()
    await expectTranslated(page, `webhook-add-${suffix}`)
    await dialog()
      .getByRole('button', { name: words('add'), exact: true })
      .click()
    await dialog().getByText(words('secret.warning')).waitFor()
    secret = await dialog().getByLabel(words('secret.label'), { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_[\w-]+/)
    await button(words('secret.done')).click()
    await page.getByRole('row').filter({ hasText: hook() }).getByText(words('last.none')).waitFor()
    await page.reload()
    await page.getByRole('row').filter({ hasText: hook() }).waitFor()
    await expect.poll(() => page.getByText(secret).count()).toBe(0)
    await expectAccessible(page)
  })

  test('deliveries show their results and are sent again with the same id', async () => {
    isOpen = true
    await chat('Told of')
    await expect.poll(() => mine().length).toBe(1)
    const { headers, body } = mine()[0]!
    const signature = String(headers['x-orrery-signature'])
    expect(() => checkSignature(secret, signature, body, studio.clock.now())).not.toThrow()
    await page.reload()
    await page.getByRole('row').filter({ hasText: hook() }).getByText(words('status.delivered')).waitFor()
    await page.getByText(hook(), { exact: true }).click()
    const sheet = page.getByRole('complementary', { name: words('deliveries') })
    await sheet.getByText('chat.completed').waitFor()
    await sheet.getByText(words('tries', { count: 1 })).waitFor()
    await expectTranslated(page, `webhook-deliveries-${suffix}`)
    await sheet.getByRole('button', { name: words('resend') }).click()
    await expect.poll(() => mine().length).toBe(2)
    expect(mine()[1]!.headers['x-orrery-delivery']).toBe(headers['x-orrery-delivery'])
    isOpen = false
    await chat('Refused')
    await expect.poll(() => mine().length).toBe(3)
    await page.reload()
    await page.getByText(hook(), { exact: true }).click()
    await sheet.getByText('HTTP 503').waitFor()
    isOpen = true
  })

  test('a webhook is edited, turned off and removed', async () => {
    await page.keyboard.press('Escape')
    await button(words('test.of', { url: hook() })).click()
    await page.getByText(words('test.delivered', { url: hook(), status: 204 })).waitFor()
    expect(JSON.parse(deliveries.at(-1)!.body)).toMatchObject({ event: 'webhook.test' })
    await button(words('edit', { url: hook() })).click()
    await dialog()
      .getByRole('textbox', { name: words('url') })
      .fill(`${hook()}/moved`)
    await dialog()
      .getByRole('button', { name: words('save'), exact: true })
      .click()
    await page.getByText(words('saved')).waitFor()
    const moved = `${hook()}/moved`
    await page.getByRole('switch', { name: words('active', { url: moved }) }).click()
    await expect.poll(async () => (await owner.api.webhook.list({ bot_id: botId })).items[0]!.is_active).toBe(false)
    await button(words('removeNamed', { url: moved })).click()
    await dialog()
      .getByRole('button', { name: words('remove'), exact: true })
      .click()
    await page.getByRole('heading', { name: words('none.title') }).waitFor()
    expect((await owner.api.webhook.list({ bot_id: botId })).items).toEqual([])
  })
})
