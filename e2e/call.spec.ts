import type * as Tools from '@coze/api/ws-tools'
import { ConnectorId } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toWav } from '../apps/server/src/kit/audio/wav.ts'
import type { Egress } from '../apps/server/src/kit/egress/egress.ts'
import type { ModelConfig } from '../apps/server/src/kit/models/provider-config.ts'
import { createOfflineSpeech } from '../apps/server/src/kit/speech/offline/offline.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openToolsSite } from './lib/coze-tools.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { speak, withMicrophone } from './lib/microphone.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Calls with a bot: speech into the microphone is answered in sound, with built-in speech only. */
const { driver, close } = createOfflineSpeech()
afterAll(close)
const config: ModelConfig = { kind: 'offline', providerName: '', baseUrl: '', apiKey: '', model: 'offline' }
/** Never used, because the offline driver makes no requests. */
const egress = {} as Egress
const question = 'Please bring an umbrella.'
const objection = 'Stop reading this story now.'
const reply = 'It will be rainy tomorrow.'
const first = 'Once upon a time there was a captain.'
const second = 'The captain looked at the sea and waited for the wind.'
const last = 'Everybody was happy in the end.'
/** Long enough to be interrupted on the slowest machine. */
const story = [first, ...Array<string>(30).fill(second), last].join(' ')
const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, '')

let model: ScriptedModel
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let botId: string
let recordings: string[]
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host], offlineSpeech: true }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  const { instanceModel } = owner.api
  const provider = { kind: 'openai-compatible', name: 'Scripted', base_url: model.baseUrl, api_key: 'sk-0001' } as const
  const { id: provider_id } = await instanceModel.createProvider(provider)
  const { id: model_id } = await instanceModel.createModel({ provider_id, name: 'Tiny', model: 'tiny' })
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Porter' })).bot_id
  await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, model_info: { model_id } } })
  const say = async (text: string) =>
    (await (await driver.speak(config, egress, { voice: 'awb', text, format: 'wav' })).bytes()).toString('base64')
  recordings = [await say(question), await say(objection)]
})

/** Collects the sound received during a call. */
function watch(page: Page) {
  const sound: Buffer[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(payload.toString()) as { event_type: string; data: { content: string } }
      if (frame.event_type === 'conversation.audio.delta') sound.push(Buffer.from(frame.data.content, 'base64'))
    }),
  )
  return {
    transcript: () =>
      driver.transcribe(config, egress, {
        recording: { bytes: toWav(Buffer.concat(sound), 24_000), fileName: 'a.wav', mime: 'audio/wav' },
      }),
  }
}

describe('in English', () => {
  const t = texts('en')
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('call', 'title', { name: 'Porter' }) })
  const captionsOf = (page: Page) => dialogOf(page).getByRole('list', { name: t('call', 'captions') })
  async function begin(page: Page) {
    await page.getByRole('button', { name: t('chat', 'call'), exact: true }).click()
    await dialogOf(page).getByText(t('call', 'phase.listening')).waitFor()
  }

  test('a call to a draft is answered in sound that matches the captions, and the bot stops when interrupted', async () => {
    const page = await visit({ cookie: owner.cookie() })
    await withMicrophone(page, recordings)
    const { transcript } = watch(page)
    await page.goto(`/space/${spaceId}/bot/${botId}`)
    await begin(page)
    await expectAccessible(page, 'call', ['Porter', 'Harbour'])
    model.script(says(reply))
    await speak(page, 0)
    await captionsOf(page).getByText(reply).waitFor()
    await dialogOf(page).getByText(t('call', 'phase.listening')).waitFor()
    // Compares the caption with the question that the model got; the quality of recognition is tested elsewhere.
    const asked = model.requests.at(-1)!.body.messages.at(-1)!.content as string
    await expect
      .poll(() => captionsOf(page).getByRole('listitem').first().textContent())
      .toBe(`${t('call', 'you')}${asked}`)
    // The browser may report received frames after the page has shown them.
    await expect.poll(async () => bare(await transcript())).toBe(bare(reply))
    model.script(says(story), says(reply))
    await speak(page, 0)
    // Speech before the second sentence would count as part of the question.
    await captionsOf(page).getByText(second).waitFor()
    await speak(page, 1)
    await captionsOf(page).getByText(t('call', 'interrupted')).waitFor()
    await captionsOf(page).getByText(reply).nth(1).waitFor()
    await dialogOf(page)
      .getByRole('button', { name: t('call', 'end') })
      .click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    // The chat contains only the words that were played.
    await page.getByText(first).first().waitFor()
    await expect.poll(() => page.getByText(last).count()).toBe(0)
  })
  test('a call that loses its connection reconnects automatically and continues the same conversation', async () => {
    const page = await visit({ cookie: owner.cookie() })
    await withMicrophone(page, recordings)
    const lose: (() => void)[] = []
    await page.routeWebSocket(/\/v1\/audio\/rooms\//, (socket) => {
      const server = socket.connectToServer()
      lose.push(() => {
        void server.close()
        void socket.close({ code: 3001 })
      })
    })
    await page.goto(`/space/${spaceId}/bot/${botId}`)
    await begin(page)
    model.script(says(first), says(reply))
    await speak(page, 0)
    await captionsOf(page).getByText(first).waitFor()
    await dialogOf(page).getByText(t('call', 'phase.listening')).waitFor()
    lose[0]!()
    await expect.poll(() => lose.length).toBe(2)
    await dialogOf(page).getByText(t('call', 'phase.listening')).waitFor()
    await speak(page, 1)
    await captionsOf(page).getByText(reply).waitFor()
    expect(JSON.stringify(model.requests.at(-1)!.body.messages)).toContain(first)
    await dialogOf(page)
      .getByRole('button', { name: t('call', 'end') })
      .click()
    await dialogOf(page).waitFor({ state: 'hidden' })
  })
  test('a visitor uses push to talk, and finds the words in the chat after hanging up', async () => {
    await owner.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.page]: {} } })
    const { links } = await owner.api.share.links({ resource_id: botId })
    const page = await visit()
    await withMicrophone(page, recordings)
    await page.goto(`/chat/${links.find(({ connector_id: id }) => id === ConnectorId.page)!.key}`)
    await begin(page)
    await dialogOf(page)
      .getByRole('button', { name: t('call', 'settings') })
      .click()
    await page.getByRole('switch', { name: t('call', 'push') }).click()
    await page.keyboard.press('Escape')
    await dialogOf(page).getByText(t('call', 'push.hold')).waitFor()
    model.script(says(reply))
    await page.keyboard.down('Space')
    await dialogOf(page).getByText(t('call', 'push.release')).waitFor()
    await speak(page, 0)
    await page.keyboard.up('Space')
    await captionsOf(page).getByText(reply).waitFor()
    await dialogOf(page).getByText(t('call', 'phase.listening')).waitFor()
    await dialogOf(page)
      .getByRole('button', { name: t('call', 'end') })
      .click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.getByText(reply).waitFor()
  })
})

test('the browser tools of the official client call a published bot from a page of another site', async () => {
  await owner.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} } })
  const { token } = await owner.api.token.create({ name: 'Page', duration_day: '30' })
  const page = await visit()
  await withMicrophone(page, recordings)
  const { transcript } = watch(page)
  await page.goto(await openToolsSite())
  // Browsers play no sound before the first interaction with the page.
  await page.getByRole('button').click()
  model.script(says(reply))
  await page.evaluate(
    async ([bot, key, base]) => {
      const { WsChatClient, WsChatEventNames } = globalThis as unknown as typeof Tools
      const options = { botId: bot!, token: key!, baseWsURL: base!, allowPersonalAccessTokenInBrowser: true }
      const client = new WsChatClient(options)
      const events: string[] = []
      Object.assign(globalThis, { client, events })
      client.on(WsChatEventNames.ALL, (name) => void events.push(name))
      await client.connect()
    },
    [botId, token, studio.address.replace('http', 'ws')] as const,
  )
  const events = () => page.evaluate(() => (globalThis as unknown as { events: string[] }).events)
  await expect.poll(events).toContain('server.chat.updated')
  await speak(page, 0)
  await expect.poll(events).toContain('server.conversation.chat.completed')
  expect((await events()).filter((name) => /error|failed/.test(name))).toEqual([])
  await expect.poll(async () => bare(await transcript())).toBe(bare(reply))
})
