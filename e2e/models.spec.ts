import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { goTo } from './lib/go-to.ts'

/** The instance owner connects a server on their own machine and shares its models. */
const studio = openStudioInside()
const t = texts('en')

/** A tenth of a second of silence, as a WAV file. */
function silence(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 800, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(800, 40)
  return Buffer.concat([head, Buffer.alloc(800, 128)])
}

/** A server like Ollama, which lists its models and answers by the chat completions protocol. */
let local: Server
let host = ''
const asked: { path: string; model?: string; voice?: string; input?: string }[] = []
beforeAll(async () => {
  local = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const isForm = request.headers['content-type']?.startsWith('multipart/') === true
      const input = JSON.parse(isForm ? '{}' : body || '{}') as { model?: string; voice?: string; input?: string }
      asked.push({ path: request.url ?? '', model: input.model, voice: input.voice, input: input.input })
      if (request.url?.startsWith('/v1/audio/voices')) {
        response.setHeader('content-type', 'application/json')
        return void response.end(JSON.stringify({ voices: [{ id: 'ann', name: 'Ann', language: 'en' }] }))
      }
      if (request.url === '/v1/audio/speech') {
        response.setHeader('content-type', 'audio/wav')
        return void response.end(silence())
      }
      if (request.url === '/v1/models') {
        response.setHeader('content-type', 'application/json')
        const data = ['llama3.2', 'nomic-embed-text'].map((id) => ({ id, object: 'model', owned_by: 'library' }))
        return void response.end(JSON.stringify({ object: 'list', data }))
      }
      if (request.url === '/v1/files' || request.url === '/v1/fine_tuning/jobs') {
        response.setHeader('content-type', 'application/json')
        return void response.end(JSON.stringify({ id: isForm ? 'file-1' : 'job-1', status: 'queued' }))
      }
      if (request.url === '/v1/embeddings') {
        response.setHeader('content-type', 'application/json')
        const data = [{ index: 0, embedding: [0.1, 0.2, 0.3] }]
        return void response.end(JSON.stringify({ data, usage: { prompt_tokens: 3, total_tokens: 3 } }))
      }
      response.setHeader('content-type', 'text/event-stream')
      const piece = (part: object) => response.write(`data: ${JSON.stringify(part)}\n\n`)
      piece({ choices: [{ index: 0, delta: { content: 'Greetings from the shelf.' } }] })
      const usage = { prompt_tokens: 20, completion_tokens: 5 }
      piece({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(local.address() as AddressInfo).port}`
})
afterAll(() => void local.close())

describe('a model on a local machine', () => {
  let owner: Person
  let page: Page
  let spaceId = ''
  const dialog = () => page.getByRole('dialog').last()
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

  test('is connected by the owner, who allows its private address in the same dialog', async () => {
    owner = await studio.person('en')
    page = owner.page
    spaceId = await joinAs(owner, 'olga')
    await goTo(page, '/admin/models')
    await page.getByRole('button', { name: t('model', 'provider.add') }).click()
    await dialog().getByText(t('model', 'preset.siliconflow'), { exact: true }).waitFor()
    await dialog().getByText(t('model', 'preset.ollama'), { exact: true }).click()
    const address = dialog().getByLabel(t('model', 'provider.address'))
    await expect.poll(() => address.inputValue()).toBe('http://127.0.0.1:11434/v1')
    await expectAccessible(page, 'models-presets')
    // Every preset has a logo that loads as an image.
    const logos = await dialog()
      .locator('[style*="mask"]')
      .evaluateAll((marks) => marks.map((mark) => /url\("([^"]+)"\)/.exec(getComputedStyle(mark).maskImage)?.[1] ?? ''))
    expect(new Set(logos).size).toBe(13)
    for (const logo of logos) {
      const file = await page.request.get(logo)
      expect([file.status(), file.headers()['content-type']], logo).toEqual([200, 'image/svg+xml'])
    }
    await address.fill(`http://${host}`)
    await press(t('model', 'provider.next'))
    await dialog().getByText('Administration › Egress').waitFor()
    await expectTranslated(page, 'models-refused')
    await press(t('model', 'private.allow', { entry: host }))
    await page.getByRole('dialog', { name: t('model', 'model.addTo', { provider: 'Ollama' }) }).waitFor()
  })

  test('is chosen from the list of the server, and each kind of model has its own test', async () => {
    const list = dialog().getByRole('combobox', { name: t('model', 'remote', { provider: 'Ollama' }) })
    await list.click()
    await page.getByRole('option', { name: /llama3\.2/ }).click()
    await expect.poll(() => dialog().getByLabel(t('model', 'model.id')).inputValue()).toBe('llama3.2')
    await press(t('model', 'test'))
    await dialog().getByText('Greetings from the shelf.').waitFor()
    await expectAccessible(page, 'models-list')
    await press(t('model', 'save'))
    await page.getByText('llama3.2').first().waitFor()
    await page.getByRole('button', { name: t('model', 'model.add'), exact: true }).click()
    await list.click()
    await page.getByRole('option', { name: /nomic-embed-text/ }).click()
    await press(t('model', 'test'))
    await dialog()
      .getByText(/3-dimensional vector/)
      .waitFor()
    await press(t('model', 'save'))
    await page.getByText('nomic-embed-text').first().waitFor()
    await expectAccessible(page, 'models-provider')
  })

  test('answers in the chat of a bot', async () => {
    await goTo(page, `/space/${spaceId}/develop`)
    await page.getByRole('heading', { name: t('home', 'title'), exact: true }).waitFor()
    await page
      .getByRole('button', { name: t('home', 'create.bot'), exact: true })
      .last()
      .click()
    await dialog().getByLabel(t('bot', 'form.name')).fill('Shelf')
    await press(t('bot', 'create.action'))
    await page.waitForURL(/\/bot\/\d+/)
    await page.getByRole('button', { name: t('model', 'settingsOf', { name: 'llama3.2' }) }).waitFor()
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill('Hello')
    await composer.press('Enter')
    await page.getByRole('log').getByText('Greetings from the shelf.').waitFor()
    expect(asked.at(-1)).toMatchObject({ path: '/v1/chat/completions', model: 'llama3.2' })
    noComplaints(owner)
  })

  test('reads answers aloud with the chosen voice, once a speech model is added', async () => {
    const { providers } = await call<{ providers: { id: string }[] }>(owner, '/api/instance/model/providers', {})
    const speech = { provider_id: providers[0]!.id, name: 'Reader', model: 'tts-1', type: 3 }
    const { id } = await call<{ id: string }>(owner, '/api/instance/model/create', speech)
    const botId = /\/bot\/(\d+)/.exec(page.url())![1]!
    const voices_info = { muted: false, autoplay: false, i18n_lang_voice_str: { en: `${id}:ann` } }
    await call(owner, '/api/playground_api/draftbot/update_draft_bot_info', {
      bot_info: { bot_id: botId, voices_info },
    })
    await page.reload()
    await page.getByRole('log').getByText('Greetings from the shelf.').waitFor()
    await page
      .getByRole('button', { name: t('chat', 'readAloud') })
      .last()
      .click()
    await expect
      .poll(() => asked.at(-1))
      .toMatchObject({ path: '/v1/audio/speech', model: 'tts-1', voice: 'ann', input: 'Greetings from the shelf.' })
    noComplaints(owner)
  })

  test('reads answers to visitors of the public page with the same voice', async () => {
    const botId = /\/bot\/(\d+)/.exec(page.url())![1]!
    const send = async (path: string, data: object) =>
      (
        (await (
          await owner.context.request.post(path, { headers: { 'x-requested-with': 'XMLHttpRequest' }, data })
        ).json()) as { data: { links: { connector_id: string; url: string }[] } }
      ).data
    await send('/api/draftbot/publish', { bot_id: botId, connectors: { 10000122: {} } })
    const { links } = await send('/api/share/links', { resource_id: botId })
    const guest = await studio.person('en')
    await guest.page.goto(links.find((link) => link.connector_id === '10000122')!.url)
    const composer = guest.page.getByRole('textbox', { name: t('public-chat', 'placeholder') })
    await composer.fill('Hello')
    await composer.press('Enter')
    await guest.page.getByRole('log').getByText('Greetings from the shelf.').waitFor()
    const before = asked.length
    await guest.page
      .getByRole('button', { name: t('chat', 'readAloud') })
      .last()
      .click()
    await expect
      .poll(() => asked.slice(before))
      .toContainEqual({ path: '/v1/audio/speech', model: 'tts-1', voice: 'ann', input: 'Greetings from the shelf.' })
    noComplaints(guest)
  })

  test('appears with its allowed address in the administration, beside MCP servers, and in the audit log', async () => {
    await goTo(page, '/admin/network')
    await page.getByText(host, { exact: true }).waitFor()
    await expectAccessible(page, 'models-network')
    await page.getByRole('button', { name: t('network', 'mcp.add') }).click()
    await dialog().getByLabel(t('network', 'mcp.name')).fill('Docs')
    await dialog().getByLabel(t('network', 'mcp.url')).fill('https://mcp.example.com/mcp')
    await press(t('network', 'mcp.offer'))
    await page.getByText('https://mcp.example.com/mcp').waitFor()
    await goTo(page, '/admin/audit')
    await page.getByText(`added ${host}`).first().waitFor()
    noComplaints(owner)
  })

  test('is listed for every member, and someone who may not add models is told whom to ask', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const listed = await owner.context.request.post('/api/instance/model/providers', { headers, data: {} })
    const { models } = ((await listed.json()) as { data: { providers: { models: { id: string; name: string }[] }[] } })
      .data.providers[0]!
    const bound = { model_id: models.find(({ name }) => name === 'llama3.2')!.id, tpm_in: 100_000 }
    await owner.context.request.post('/api/instance/model/update', { headers, data: bound })
    await goTo(page, `/space/${spaceId}/models`)
    await page.getByRole('row', { name: /llama3\.2/ }).click()
    await page.getByText(t('model', 'catalogue.tokens')).waitFor()
    await expectAccessible(page, 'models-catalogue')
    await page.getByRole('switch', { name: t('model', 'fixed') }).click()
    await page.getByRole('switch', { name: t('model', 'fixed'), checked: true }).waitFor()
    await page.getByRole('button', { name: t('model', 'expand'), exact: true }).click()
    await dialog()
      .getByRole('button', { name: t('model', 'expand.estimate') })
      .click()
    await dialog().getByRole('status').getByText(/costs/).waitFor()
    await dialog().getByLabel(t('model', 'expand.in')).fill('5000')
    await expectTranslated(page, 'models-expand')
    await press(t('model', 'expand'))
    await page.getByText(t('model', 'expand.active')).waitFor()
    const team = await owner.context.request.post('/api/space/create', {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      data: { name: 'Harbour', description: '', icon_uri: '', space_type: 2 },
    })
    const { id: teamId } = (await team.json()) as { id: string }
    const member = await studio.person('en')
    await joinAs(member, 'mila')
    const found = await member.context.request.post('/api/passport/account/info/v2/', { headers, data: {} })
    const me = ((await found.json()) as { data: { user_id_str: string } }).data.user_id_str
    const added = await owner.context.request.post('/api/space/member/add', {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      data: { space_id: teamId, member_info_list: [{ user_id: me }] },
    })
    expect(await added.json()).toMatchObject({ code: 0 })
    await goTo(member.page, `/space/${teamId}/models`)
    await member.page.getByText(/^To get another model, ask/).waitFor()
    await expectTranslated(member.page, 'models-guide')
    noComplaints(owner, member)
  })

  test('can be fine-tuned in a space with examples that are validated first', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const call = async (path: string, data: object) =>
      ((await (await owner.context.request.post(path, { headers, data })).json()) as { data: { id: string } }).data
    const provider = await call('/api/space/model/provider/create', {
      space_id: spaceId,
      kind: 'openai-compatible',
      name: 'School',
      base_url: `http://${host}/v1`,
      api_key: 'sk-school',
    })
    await call('/api/space/model/create', {
      space_id: spaceId,
      provider_id: provider.id,
      name: 'Pupil',
      model: 'pupil',
      price_in: 2,
    })
    await goTo(page, `/space/${spaceId}/models`)
    await page.getByRole('row', { name: /Pupil/ }).click()
    await page.getByRole('button', { name: t('model', 'tuning'), exact: true }).click()
    const examples = dialog().getByLabel(t('model', 'tuning.examples'), { exact: true })
    const upload = (text: string) =>
      examples.setInputFiles({ name: 'a.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })
    const example = (n: number) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: `Question ${n}` },
          { role: 'assistant', content: `Answer ${n}` },
        ],
      })
    await upload('nonsense')
    await dialog()
      .getByText(/line 1 is not an example/)
      .waitFor()
    await upload(Array.from({ length: 12 }, (_, n) => example(n)).join('\n'))
    await dialog()
      .getByRole('status')
      .getByText(/12 examples/)
      .waitFor()
    await expectTranslated(page, 'models-tuning')
    await dialog().getByLabel(t('model', 'tuning.name')).fill('Harbour pupil')
    await press(t('model', 'tuning.begin'))
    await page.getByRole('group', { name: 'Harbour pupil' }).getByText(t('model', 'tuning.state.4')).waitFor()
    expect(asked.some(({ path, model }) => path === '/v1/fine_tuning/jobs' && model === 'pupil')).toBe(true)
    noComplaints(owner)
  })

  test('loses its allowed address when the owner removes it', async () => {
    await goTo(page, '/admin/network')
    await page.getByRole('button', { name: t('ui', 'filter.remove', { name: host }) }).click()
    await page.getByText(t('network', 'address.none')).waitFor()
    noComplaints(owner)
  })

  test('is shared with the teams that the owner chooses', async () => {
    await goTo(page, '/admin/models')
    await page.getByRole('button', { name: t('model', 'more', { name: 'Ollama' }) }).click()
    await page.getByRole('menuitem', { name: t('model', 'share') }).click()
    await dialog()
      .getByRole('radio', { name: new RegExp(t('model', 'share.teams')) })
      .click()
    await dialog().getByRole('checkbox', { name: 'Harbour' }).click()
    await expectAccessible(page, 'models-share')
    await press(t('model', 'save'))
    await page.getByText(t('model', 'share.some')).waitFor()
    await page.getByRole('region', { name: 'Ollama' }).getByText('Harbour').waitFor()
    noComplaints(owner)
  })
})
