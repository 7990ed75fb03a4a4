import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf } from '../apps/server/src/kit/audio/samples.ts'
import type { Egress } from '../apps/server/src/kit/egress/egress.ts'
import type { ModelConfig } from '../apps/server/src/kit/models/provider-config.ts'
import { createOfflineSpeech } from '../apps/server/src/kit/speech/offline/offline.ts'
import {
  type DialogueServer,
  openDialogueServer,
  openRealtimeServer,
  spokenWord,
} from '../apps/server/src/testing/dialogue-server.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { speak, withMicrophone } from './lib/microphone.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Speech-to-speech models: an administrator adds one, and it answers the next call. */
const { driver, close } = createOfflineSpeech()
afterAll(close)
const config: ModelConfig = { kind: 'offline', providerName: '', baseUrl: '', apiKey: '', model: 'offline' }
const t = texts('en')
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let botId: string
let recordings: string[]
let realtime: DialogueServer
let volcano: DialogueServer
beforeAll(async () => {
  realtime = await openRealtimeServer()
  volcano = await openDialogueServer()
  studio = await openStudioHere((publicUrl) => ({
    publicUrl,
    egressAllow: [realtime.host, volcano.host],
    offlineSpeech: true,
  }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Porter' })).bot_id
  const said = await driver.speak(config, {} as Egress, { voice: 'slt', text: 'What time is it?', format: 'wav' })
  recordings = [(await said.bytes()).toString('base64')]
})

interface DialogueModel {
  preset: 'openai' | 'volcanoSpeech'
  key: string
  model: string
  server: DialogueServer
}
const dialogOf = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
/** Adds a provider with a model on the page. The trial must answer before the model is saved. */
async function add(page: Page, { preset, key, model, server }: DialogueModel) {
  await page.goto('/admin/models')
  await page
    .getByRole('button', { name: t('model', 'provider.add') })
    .first()
    .click()
  await dialogOf(page)
    .getByText(t('model', `preset.${preset}`), { exact: true })
    .click()
  await dialogOf(page).getByLabel(t('model', 'provider.address')).fill(server.baseUrl)
  await dialogOf(page).getByLabel(t('model', 'provider.key'), { exact: true }).fill(key)
  await press(page, t('model', 'provider.next'))
  await dialogOf(page)
    .getByRole('radio', { name: t('model', 'type.dialogue') })
    .click()
  await dialogOf(page).getByLabel(t('model', 'model.name')).fill(model)
  await dialogOf(page).getByLabel(t('model', 'model.id')).fill(model)
  server.says = ['I ', 'can ', 'speak.']
  await press(page, t('model', 'test'))
  await dialogOf(page).getByText('I can speak.').waitFor()
  await expectAccessible(page, `dialogue-${preset}`, [model, t('model', `preset.${preset}`)])
  await press(page, t('model', 'save'))
  await page.getByText(model).first().waitFor()
}
/** Calls the bot, asks once, and returns a function for the sound received so far. */
async function call(page: Page, answer: string): Promise<() => Buffer> {
  const sound: Buffer[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(payload.toString()) as { event_type: string; data: { content: string } }
      if (frame.event_type === 'conversation.audio.delta') sound.push(Buffer.from(frame.data.content, 'base64'))
    }),
  )
  await page.goto(`/space/${spaceId}/bot/${botId}`)
  await page.getByRole('button', { name: t('chat', 'call'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('call', 'title', { name: 'Porter' }) })
  await dialog.getByText(t('call', 'phase.listening')).waitFor()
  await speak(page, 0)
  await dialog
    .getByRole('list', { name: t('call', 'captions') })
    .getByText(answer)
    .waitFor()
  await dialog.getByText(t('call', 'phase.listening')).waitFor()
  await dialog.getByRole('button', { name: t('call', 'end') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(answer).first().waitFor()
  return () => Buffer.concat(sound)
}
/** Disables all models, so that each test uses only its own. */
async function forgetModels() {
  const { providers } = await owner.api.instanceModel.providers({})
  for (const { id } of providers.flatMap(({ models }) => models))
    await owner.api.instanceModel.updateModel({ model_id: id, enabled: false })
}
const soundOf = (words: readonly string[]) => Buffer.concat(words.map((word) => bytesOf(spokenWord(word))))

describe('a speech-to-speech model', () => {
  test.each([
    { name: 'OpenAI Realtime', preset: 'openai', key: 'sk-live-1', model: 'gpt-realtime', serverOf: () => realtime },
    {
      name: 'Volcano dialogue',
      preset: 'volcanoSpeech',
      key: 'app-7:tok-9',
      model: '1.2.1.0',
      serverOf: () => volcano,
    },
  ] as const)('$name is added by an administrator and heard in the next call', async ({ serverOf, ...given }) => {
    const server = serverOf()
    await forgetModels()
    const page = await visit({ cookie: owner.cookie() })
    await withMicrophone(page, recordings)
    await add(page, { ...given, server })
    await expectTranslated(page, `dialogue-${given.preset}-added`, [given.model, t('model', `preset.${given.preset}`)])
    const words = ['It ', 'is ', 'noon ', `by ${given.preset}.`]
    server.says = words
    const before = server.sessions.length
    const receivedSound = await call(page, words.join(''))
    // The browser may report received frames after the page has shown them.
    await expect.poll(() => receivedSound().equals(soundOf(words))).toBe(true)
    const asked = server.sessions.slice(before)
    expect(asked.length).toBeGreaterThan(0)
    // OpenAI gets the sound itself; the other model may get the recognised text instead.
    if (given.preset === 'openai') expect(asked.some(({ soundBytes }) => soundBytes > 0)).toBe(true)
  })
})
