import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import type { Egress } from '../apps/server/src/kit/egress/egress.ts'
import type { ModelConfig } from '../apps/server/src/kit/models/provider-config.ts'
import { createOfflineSpeech } from '../apps/server/src/kit/speech/offline/offline.ts'
import { freeUdpPorts } from '../apps/server/src/testing/rtc-caller.ts'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { speak, withMicrophone } from './lib/microphone.ts'
import { expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Calls over WebRTC, with sound over UDP between the browser and the server on this machine. */
const { driver, close } = createOfflineSpeech()
afterAll(close)
const config: ModelConfig = { kind: 'offline', providerName: '', baseUrl: '', apiKey: '', model: 'offline' }
/** Never used, because the offline driver makes no requests. */
const egress = {} as Egress
const question = 'Please bring an umbrella.'
const reply = 'It will be rainy tomorrow.'
const t = texts('en')

let model: ScriptedModel
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let botId: string
let recordings: string[]
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('[]') })
  const ports = await freeUdpPorts()
  studio = await openStudioHere((publicUrl) => ({
    publicUrl,
    egressAllow: [model.host],
    offlineSpeech: true,
    voiceUdpPorts: ports,
  }))
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
  recordings = [await say(question)]
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('call', 'title', { name: 'Porter' }) })
const captionsOf = (page: Page) => dialogOf(page).getByRole('list', { name: t('call', 'captions') })
const listening = (page: Page) => dialogOf(page).getByText(t('call', 'phase.listening')).waitFor()
async function begin(page: Page) {
  await page.getByRole('button', { name: t('chat', 'call'), exact: true }).click()
  await listening(page)
}
async function hangUp(page: Page) {
  await dialogOf(page)
    .getByRole('button', { name: t('call', 'end') })
    .click()
  await dialogOf(page).waitFor({ state: 'hidden' })
}
test('push to talk: speech is answered after the key is released', async () => {
  const page = await visit({ cookie: owner.cookie() })
  await withMicrophone(page, recordings)
  await page.goto(`/space/${spaceId}/bot/${botId}`)
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
  await listening(page)
  await hangUp(page)
})

test('speech is answered once the caller is silent', async () => {
  const page = await visit({ cookie: owner.cookie() })
  await withMicrophone(page, recordings)
  await page.goto(`/space/${spaceId}/bot/${botId}`)
  await begin(page)
  model.script(says(reply))
  await speak(page, 0)
  await captionsOf(page).getByText(reply).waitFor()
  await listening(page)
  await hangUp(page)
})

test('if WebRTC is blocked, the call falls back to a WebSocket and shows a notice', async () => {
  const page = await visit({ cookie: owner.cookie() })
  await withMicrophone(page, recordings)
  // Changes the answer to a closed port, which acts like a firewall.
  await page.route(/\/v1\/audio\/rooms\/\d+\/join$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/127\.0\.0\.1 \d+ typ/g, '127.0.0.1 9 typ')
    await route.fulfill({ response, body })
  })
  await page.goto(`/space/${spaceId}/bot/${botId}`)
  await begin(page)
  await dialogOf(page).getByText(t('call', 'fallback')).waitFor()
  await expectTranslated(page, 'call', ['Porter', 'Harbour'])
  model.script(says(reply))
  await speak(page, 0)
  await captionsOf(page).getByText(reply).waitFor()
  await hangUp(page)
})
