import { ConnectorId, PublishRecordStatus } from '@orrery/contract'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anna, type ChannelLab, type LabBot, openChannelLab } from '#testing/channel-lab.ts'
import { readReply } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openSpeechServer } from '#testing/speech-server.ts'
import { answerNode, canvas, edge, startNode } from '#testing/workflow-canvas.ts'
import { simulateWebhook } from '#domains/reach/channel/lab/webhook.ts'

/** The voice that the author of a bot chose is used wherever the bot speaks. */
const { page: PAGE, webSdk: WIDGET } = ConnectorId
const WEBHOOK = '20000015'
const far = await openSpeechServer()
let lab: ChannelLab<ReturnType<typeof simulateWebhook>>
let eve: string
beforeAll(async () => {
  lab = await openChannelLab(WEBHOOK, (platform, now) => simulateWebhook(now, () => platform().origin))
  far.voices = ['ann', 'eve'].map((id) => ({ id, name: id, language: 'en' }))
  const { instanceModel } = lab.owner.api
  const connection = { kind: 'openai-compatible' as const, name: 'Far', base_url: far.baseUrl, api_key: 'sk-far-0001' }
  const { id: provider_id } = await instanceModel.createProvider(connection)
  eve = `${(await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'tts-far' })).id}:eve`
  await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'whisper-far' })
})
beforeEach(() => {
  far.reset()
  lab.server.reset()
})
const spoken = () =>
  far.requests
    .filter(({ path }) => path.endsWith('/audio/speech'))
    .map(({ fields: { voice, input } }) => `${voice as string}: ${input as string}`)

test('in the studio; without a chosen voice, the default one of the space speaks', async () => {
  const say = (voice_id: string) =>
    lab.owner.api.openVoice.speech({ space_id: lab.spaceId, voice_id, input: 'Good morning' })
  for (const voice of [eve, 'default']) expect((await say(voice)).headers.get('content-type')).toBe('audio/mpeg')
  expect(spoken()).toEqual(['eve: Good morning', 'ann: Good morning'])
  const outsider = await lab.t.register('outsider')
  const foreign = await outsider.api.openVoice.speech({ space_id: lab.spaceId, voice_id: 'default', input: 'Hello' })
  expect(foreign.status).toBe(404)
})

/** A visitor asks, and has the answer read aloud. */
async function readTo(key: string) {
  const { token, bot } = await lab.t.anonymous.share.enter({ key })
  const { share } = lab.t.apiWith({ authorization: `Bearer ${token}` })
  const { conversation_id } = await share.messages({ key })
  await readReply(await share.chat({ key, conversation_id, query: 'Hello' }))
  const { message_list } = await share.messages({ key })
  const { message_id } = message_list.find(({ type }) => type === 'answer')!
  expect((await share.speak({ key, conversation_id, message_id })).status).toBe(200)
  return bot.voice
}

test('on the public page and in the widget', async () => {
  const botId = await lab.createBot({ voices_info: { autoplay: true, i18n_lang_voice_str: { en: eve } } })
  await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [PAGE]: {}, [WIDGET]: {} } })
  const { links } = await lab.owner.api.share.links({ resource_id: botId })
  for (const place of [PAGE, WIDGET]) {
    lab.server.script(says(`Hello from ${place}`))
    const voice = await readTo(links.find(({ connector_id: id }) => id === place)!.key)
    expect(voice).toEqual({ is_auto: true, languages: ['en'] })
  }
  expect(spoken()).toEqual([`eve: Hello from ${PAGE}`, `eve: Hello from ${WIDGET}`])
})

test('on the page of a project, by the role of its chatflow', async () => {
  const { api } = lab.owner
  const { project_id } = await api.project.create({ space_id: lab.spaceId, name: 'Concierge' })
  const flow = { name: 'talk', space_id: lab.spaceId, project_id, flow_mode: 3 as never }
  const { workflow_id } = await api.workflow.create(flow)
  const nodes = [startNode([{ name: 'USER_INPUT', type: 'string' }]), answerNode([], 'Rooms are ready')]
  await api.workflow.save({ workflow_id, schema: canvas(nodes, [edge('100001', '900001')]) })
  const audio_config = { is_text_to_voice_enable: true, voice_config_map: { en: { voice_id: eve }, zh: {} } }
  await api.workflowStudio.createRole({ chat_flow_role: { workflow_id, audio_config } } as never)
  const chosen = { [PAGE]: { selected_workflows: [{ workflow_id }] } }
  const version = { project_id, version_number: 'v1.0.0', connector_publish_config: chosen }
  const { publish_record_id } = await api.projectPublish.publish(version)
  await lab.t.services.projectPublishing.run(publish_record_id)
  const record = () => api.projectPublish.record({ project_id, publish_record_id })
  await expect.poll(async () => (await record()).publish_status).toBe(PublishRecordStatus.publishDone)
  const link = (await record()).connector_publish_result[0]!.share_link
  expect(await readTo(link.split('/').at(-1)!)).toEqual({ is_auto: true, languages: ['en'] })
  expect(spoken()).toEqual(['eve: Rooms are ready'])
})

describe('on a channel', () => {
  let bot: LabBot
  const note = {
    kind: 'audio' as const,
    name: 'voice.ogg',
    bytes: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60)]),
  }
  beforeAll(async () => {
    const config = { voices_info: { i18n_lang_voice_str: { en: eve } } }
    bot = await lab.bot({ account: { url: `${lab.platform.origin}/hook` }, config })
  })
  beforeEach(() => {
    lab.simulator.shown.length = 0
  })
  const say = (text: string, file?: typeof note) =>
    bot.deliver(lab.simulator.say({ chatId: 'chat', from: anna, text, ...(file && { file }) }))
  const shown = () => lab.simulator.shown.map(({ text, file }) => file?.bytes.toString() ?? text)
  const shows = (messages: string[]) => vi.waitFor(() => expect(shown()).toEqual(messages), { interval: 30 })
  const set = (voice_replies: 'spoken' | 'always' | 'never') =>
    lab.owner.api.channel.save({ ...bot.at, settings: { voice_replies } })

  test('voice messages are transcribed, stored, and answered in writing and with speech', async () => {
    far.hears = 'what time is it'
    lab.server.script(says('It is **noon**.'))
    await say('', note)
    await shows(['It is **noon**.', 'eve: It is noon.'])
    const asked = JSON.stringify(lab.server.requests.at(-1)!.body.messages.at(-1))
    expect(asked).toContain('what time is it')
    expect(asked).toContain('voice.ogg')
  })
  test('a written message is answered in writing only', async () => {
    lab.server.script(says('Good.'))
    await say('Hello')
    await shows(['Good.'])
    expect(spoken()).toEqual([])
  })
  test('always or never, as the settings request; in writing only if no model can speak', async () => {
    await set('always')
    lab.server.script(says('Good.'))
    await say('Hello')
    await shows(['Good.', 'eve: Good.'])
    await set('never')
    lab.server.script(says('Fine.'))
    await say('', note)
    await shows(['Good.', 'eve: Good.', 'Fine.'])
    await set('always')
    far.fails(503)
    lab.server.script(says('Bye.'))
    await say('Hello')
    await shows(['Good.', 'eve: Good.', 'Fine.', 'Bye.'])
  })
})
