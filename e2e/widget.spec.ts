import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ConnectorId } from '@orrery/contract'
import { guides } from '@orrery/contract/shared/guides'
import type { Frame, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Egress } from '../apps/server/src/kit/egress/egress.ts'
import { createOfflineSpeech } from '../apps/server/src/kit/speech/offline/offline.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { picture } from './lib/screen.ts'

/** The example of the guide on another site that uses React and forbids inline scripts and styles. */
const t = texts('en')
const root = path.resolve(import.meta.dirname, '..')
const guide = guides.find((guide) => guide.id === 'widget')!
let studio: Studio
let model: ScriptedModel
let owner: Person
let shop: Page
let key: string
const files = new Map<string, { type: string; body: string }>()
const site = createServer((request, response) => {
  const found = files.get(request.url ?? '')
  if (!found) return void response.writeHead(404).end()
  response.setHeader('content-type', found.type)
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; script-src 'self' ${studio.address}; frame-src ${studio.address}; style-src 'none'`,
  )
  response.end(found.body)
})
const address = () => `http://localhost:${(site.address() as AddressInfo).port}`
/** Inside the repository, so that the build finds React as in any project. */
const cache = path.join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(path.join(cache, 'shop-'))

beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host], offlineSpeech: true }))
  owner = await studio.register('owner')
  const spaceId = (await owner.api.space.create({ name: 'Shop' })).id
  const made = { kind: 'openai-compatible', name: 'Scripted', base_url: model.baseUrl, api_key: 'sk-0001' } as const
  const provider = await owner.api.instanceModel.createProvider(made)
  const { id: modelId } = await owner.api.instanceModel.createModel({
    provider_id: provider.id,
    name: 'Tiny',
    model: 'tiny',
  })
  const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: 'Clerk' })
  await owner.api.bot.updateDraft({
    bot_info: { bot_id: botId, model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } },
  })
  await owner.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.webSdk]: {} } })
  const { links } = await owner.api.share.links({ resource_id: botId })
  const link = links.find((link) => link.connector_id === ConnectorId.webSdk)!
  key = link.key
  await owner.api.share.save({ resource_id: botId, connector_id: ConnectorId.webSdk, origins: [address()] })
  const visit = await openBrowser(studio.address)
  shop = await visit({ width: 1100, height: 800 })
})
afterAll(() => {
  site.closeAllConnections()
  site.close()
  rmSync(folder, { recursive: true, force: true })
})

const filled = (example: string) =>
  example.replaceAll('https://studio.example', studio.address).replaceAll('WIDGET_KEY', key)
/** Fetches the files named in the example, then builds the page as a site would. */
async function buildShop() {
  for (const [name, file] of [
    ['react.js', 'orrery-chat.js'],
    ['react.d.ts', 'orrery-chat.d.ts'],
  ] as const) {
    const answer = await fetch(`${studio.address}/widget/${name}`, { headers: { origin: address() } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    writeFileSync(path.join(folder, file), await answer.text())
  }
  writeFileSync(path.join(folder, 'main.tsx'), filled(guide.examples.react!))
  const bundle = await rolldown({
    input: path.join(folder, 'main.tsx'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  return output[0].code
}
const chatIn = async (at: number): Promise<Frame> => {
  const frame = shop.locator('iframe[src*="/chat/"]').nth(at)
  return (await (await frame.elementHandle())!.contentFrame())!
}
async function ask(chat: Frame, text: string, reply: string) {
  model.script(says(reply))
  const composer = chat.getByRole('textbox', { name: t('public-chat', 'placeholder') })
  await composer.fill(text)
  await composer.press('Enter')
  await chat.getByRole('log').getByText(reply).waitFor()
}

test('the component works in a React page of another origin as documented', async () => {
  const type = 'text/html'
  const head = '<!doctype html><html lang="en"><title>A shop</title><h1>A shop</h1>'
  files.set('/', { type, body: `${head}<div id="root"></div><script type="module" src="/main.js"></script>` })
  files.set('/main.js', { type: 'text/javascript', body: await buildShop() })
  const complaints: string[] = []
  shop.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  shop.on('pageerror', (error) => complaints.push(String(error)))
  await shop.goto(address())
  await shop.getByText('The chat is closed').waitFor()
  // The button of the page opens the chat through the ref of the component.
  await shop.getByRole('button', { name: 'Ask us' }).click()
  await shop.getByText('The chat is open').waitFor()
  await ask(await chatIn(0), 'Hello', 'Good day from the bubble.')
  await picture(shop, 'widget-react-bubble')
  // Only the chat has a close button; the bubble is hidden until it is closed.
  const bubble = shop.getByRole('button', { name: 'Open chat' })
  await expect.poll(() => bubble.count()).toBe(0)
  await (await chatIn(0)).getByRole('button', { name: t('public-chat', 'close') }).click()
  await shop.getByText('The chat is closed').waitFor()
  expect(await bubble.evaluate((item) => getComputedStyle(item).backgroundColor)).toBe('rgb(10, 122, 90)')
  expect((await bubble.boundingBox())!.x).toBeLessThan(100)
  // Inline layout: the chat fills a box of the page.
  await shop.getByRole('button', { name: 'Help page' }).click()
  const inline = shop.locator('main iframe[src*="theme=light"]')
  await inline.waitFor()
  expect(await inline.boundingBox()).toMatchObject({ width: 420, height: 560 })
  const held = (await (await inline.elementHandle())!.contentFrame())!
  await ask(held, 'And here?', 'Good day from the page.')
  await picture(shop, 'widget-react-inline')
  // Unmounting the component removes everything.
  await shop.getByRole('button', { name: 'Help page' }).click()
  await inline.waitFor({ state: 'detached' })
  await expect.poll(() => shop.locator('iframe[src*="theme=light"]').count()).toBe(0)
  // Ignores errors of the script that sets the language, because some frames have no storage.
  expect(complaints.filter((text) => !text.includes("'localStorage'"))).toEqual([])
})

test('the types of the component declare its props, and it imports only React', () => {
  const types = readFileSync(path.join(folder, 'orrery-chat.d.ts'), 'utf8')
  for (const name of ['server: string', 'chatKey: string', 'layout?: "bubble" | "inline"', 'OrreryChatHandle'])
    expect(types).toContain(name)
  expect(readFileSync(path.join(folder, 'orrery-chat.js'), 'utf8').match(/from "[^"]+"/g)).toEqual(['from "react"'])
})

test('the script tag of the docs adds the same chat to a page without React', async () => {
  const type = 'text/html'
  const body = `<!doctype html><html lang="en"><title>Plain</title><h1>Plain</h1>${filled(guide.examples.html!)}`
  files.set('/plain', { type, body })
  await shop.goto(`${address()}/plain`)
  await shop.getByRole('button', { name: 'Open chat' }).click()
  await ask(await chatIn(0), 'Still there?', 'Good day from the tag.')
})

test('an answer is read aloud on the other site, with exactly its text', async () => {
  const { driver, close } = createOfflineSpeech()
  try {
    const chat = await chatIn(0)
    const spoken = shop.waitForResponse((response) => response.url().endsWith('/api/share/speak'))
    await chat
      .getByRole('button', { name: t('chat', 'readAloud') })
      .last()
      .click()
    const response = await spoken
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'audio/mpeg'])
    // The browser does not expose streamed audio, so the same request is sent again: its answer is the same.
    const request = response.request()
    const { 'content-length': _length, connection: _connection, host: _host, ...headers } = await request.allHeaders()
    const again = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
    const builtIn = { kind: 'offline', providerName: '', baseUrl: '', apiKey: '', model: 'offline' } as const
    const expected = await driver.speak(builtIn, {} as Egress, { voice: 'slt', text: 'Good day from the tag.' })
    expect(Buffer.from(await again.arrayBuffer()).equals(await expected.bytes())).toBe(true)
  } finally {
    close()
  }
})
