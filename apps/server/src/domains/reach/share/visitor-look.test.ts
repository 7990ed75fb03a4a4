import { ConnectorId } from '@orrery/contract'
import { OnboardingMode, ShortcutInput } from '@orrery/contract/shared/bot-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tone } from '#kit/audio/wav.ts'
import { type ChatLab, openChatLab, readReply } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Visitors get what the author of a bot set up for its users. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
afterEach(() => lab.server.reset())

async function publish(botId: string) {
  await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.page]: {} } })
  const { links } = await lab.owner.api.share.links({ resource_id: botId })
  return links.find((link) => link.connector_id === ConnectorId.page)!.key
}
const shared = async (config: Record<string, unknown>) => publish(await lab.createBot(config))
const enter = async (key: string) => (await lab.t.anonymous.share.enter({ key })).bot
async function visit(key: string) {
  const { token } = await lab.t.anonymous.share.enter({ key })
  const api = lab.t.apiWith({ authorization: `Bearer ${token}` })
  const { conversation_id } = await api.share.messages({ key })
  const ask = async (query: string, more: object = {}) =>
    readReply(await api.share.chat({ key, conversation_id, query, ...more }))
  const upload = (text: string, name: string) =>
    api.share.upload({ key, conversation_id, file: new File([text], name, { type: 'text/plain' }) })
  return { api, ask, upload, conversation_id }
}
const promptOf = () => JSON.stringify(lab.server.requests.at(-1)!.body.messages)

describe('the opening', () => {
  const opening = { prologue: 'Where to?', suggested_questions: ['Lisbon'] }
  test('of mode none is empty, even if a text was written before', async () => {
    const key = await shared({ onboarding_info: { ...opening, onboarding_mode: OnboardingMode.none } })
    expect(await enter(key)).toMatchObject({ prologue: '', questions: [], opens_by_model: false })
  })
  test('of mode model is written by the model, once for each version', async () => {
    const key = await shared({
      prompt_info: { prompt: 'You plan trips' },
      onboarding_info: {
        ...opening,
        onboarding_mode: OnboardingMode.model,
        customized_onboarding_prompt: 'Be brief',
      },
    })
    expect(await enter(key)).toMatchObject({ prologue: '', questions: [], opens_by_model: true })
    const { api } = await visit(key)
    lab.server.script(says('{"prologue":"Ahoy!","suggested_questions":["To Rome?","To Oslo?","To Bern?"]}'))
    expect(await api.share.opening({ key })).toEqual({
      prologue: 'Ahoy!',
      questions: ['To Rome?', 'To Oslo?', 'To Bern?'],
    })
    expect(promptOf()).toContain('Be brief')
    const another = await visit(key)
    expect((await another.api.share.opening({ key })).prologue).toBe('Ahoy!')
    expect(lab.server.requests).toHaveLength(1)
  })
  test('falls back to the text of the author if the model fails', async () => {
    const key = await shared({ onboarding_info: { ...opening, onboarding_mode: OnboardingMode.model } })
    const { api } = await visit(key)
    lab.server.script(says('{"nonsense":'))
    expect(await api.share.opening({ key })).toEqual({ prologue: 'Where to?', questions: ['Lisbon'] })
  })
  test('is written for visitors only', async () => {
    const key = await shared({ onboarding_info: { ...opening, onboarding_mode: OnboardingMode.model } })
    await expect(lab.t.anonymous.share.opening({ key })).rejects.toMatchObject({ status: 403 })
  })
})

test('the background and the display of sources are part of the bot', async () => {
  const data = (await import('sharp')).default({ create: { width: 8, height: 8, channels: 3, background: '#4d53e8' } })
  const picture = (await data.png().toBuffer()).toString('base64')
  const { upload_uri } = await lab.owner.api.upload.file({ file_head: { file_type: 'png' }, data: picture })
  const image = {
    image_uri: upload_uri,
    theme_color: '#102030',
    gradient_position: { left: 0.2, right: 0.1 },
    canvas_position: { width: 0.4, height: 0.4, left: 0.6, top: 0 },
  }
  const key = await shared({
    background_image_info_list: [{ web_background_image: image }],
    knowledge: { show_source: true, show_source_mode: 1 },
  })
  const bot = await enter(key)
  expect(bot.sources).toBe('cards')
  expect(bot.background).toMatchObject({
    web: {
      theme_color: '#102030',
      gradient_position: { left: 0.2, right: 0.1 },
      canvas_position: { width: 0.4, height: 0.4, left: 0.6, top: 0 },
    },
  })
  expect((await lab.t.request(bot.background.web!.url)).status).toBe(200)
  const plain = await enter(await shared({}))
  expect(plain).toMatchObject({ sources: 'none', background: {}, shortcuts: [] })
})

describe('the voice', () => {
  async function withVoice(voices: object) {
    const { id: provider_id } = await lab.owner.api.instanceModel.createProvider({
      kind: 'openai-compatible',
      name: 'Voices',
      base_url: lab.server.baseUrl,
      api_key: 'sk-voice',
    })
    const speech = { provider_id, type: 3 as const, name: 'Reader', model: 'tts-1' }
    const { id } = await lab.owner.api.instanceModel.createModel(speech)
    return shared({ voices_info: { autoplay: true, i18n_lang_voice_str: { en: `${id}:ann` }, ...voices } })
  }
  const sound = { headers: { 'content-type': 'audio/mpeg' }, body: 'sound' }
  async function answered(key: string, text: string) {
    const visitor = await visit(key)
    lab.server.script(says(text))
    await visitor.ask('Hello')
    const { message_list } = await visitor.api.share.messages({ key })
    const [answer, question] = ['answer', 'question'].map((type) => message_list.find((item) => item.type === type)!)
    const read = (message_id: string, api = visitor.api) =>
      api.share.speak({ key, conversation_id: visitor.conversation_id, message_id })
    return { ...visitor, answer: answer!, question: question!, read }
  }

  test('that was chosen reads answers to the visitor, and no other messages', async () => {
    const key = await withVoice({})
    expect((await enter(key)).voice).toEqual({ is_auto: true, languages: ['en'] })
    const { answer, question, read } = await answered(key, '**Good** morning')
    lab.server.script(sound)
    const heard = await read(answer.message_id)
    expect([heard.headers.get('content-type'), await heard.text()]).toEqual(['audio/mpeg', 'sound'])
    expect(lab.server.requests.at(-1)!.body).toMatchObject({ model: 'tts-1', voice: 'ann', input: 'Good morning' })
    // Reading the visitor's own messages would be paid by the owner.
    expect((await read(question.message_id)).status).toBe(404)
    const stranger = await visit(key)
    expect((await read(answer.message_id, stranger.api)).status).toBe(404)
    expect((await read(answer.message_id, lab.t.anonymous)).status).toBe(403)
  })
  test('is that of the browser if none was chosen, and a failing provider is not named', async () => {
    const key = await withVoice({})
    const chinese = await answered(key, '早上好')
    expect(await (await chinese.read(chinese.answer.message_id)).json()).toMatchObject({
      code: ErrorCode.share.noVoice,
    })
    const english = await answered(key, 'Good night')
    lab.server.script(refuses(500, 'the far end is on fire'))
    const failed = await (await english.read(english.answer.message_id)).json()
    expect(failed).toMatchObject({ code: ErrorCode.share.noVoice })
    expect(JSON.stringify(failed)).not.toMatch(/fire|Voices/)
  })
  test('is off if the author disabled it', async () => {
    const key = await withVoice({ muted: true })
    expect((await enter(key)).voice).toBeUndefined()
    const { answer, read } = await answered(key, 'Good morning')
    expect((await read(answer.message_id)).status).toBe(404)
  })
})

describe('the microphone', () => {
  const recording = new Blob([new Uint8Array(tone(0.2, 16_000))])
  test('transcribes what a visitor says, if a model of the space can', async () => {
    const key = await shared({})
    expect((await enter(key)).hears).toBe(false)
    const { id: provider_id } = await lab.owner.api.instanceModel.createProvider({
      kind: 'openai-compatible',
      name: 'Ears',
      base_url: lab.server.baseUrl,
      api_key: 'sk-ears',
    })
    await lab.owner.api.instanceModel.createModel({ provider_id, type: 5, name: 'Ears', model: 'whisper-1' })
    expect((await enter(key)).hears).toBe(true)
    const visitor = await visit(key)
    lab.server.script({ body: '{"text":"good evening"}', headers: { 'content-type': 'application/json' } })
    expect(await visitor.api.share.transcribe({ key, file: recording })).toEqual({ text: 'good evening' })
    lab.server.script(refuses(500, 'the far end is on fire'))
    await expect(visitor.api.share.transcribe({ key, file: recording })).rejects.toMatchObject({
      code: ErrorCode.share.notHeard,
      message: expect.not.stringMatching(/fire|Ears/),
    })
    await expect(visitor.api.share.transcribe({ key, file: new Blob(['<!doctype html>']) })).rejects.toThrow(/^file/)
    await expect(lab.t.anonymous.share.transcribe({ key, file: recording })).rejects.toMatchObject({ status: 403 })
  })
})

describe('shortcuts', () => {
  async function withShortcut(shortcuts: object) {
    const botId = await lab.createBot()
    const saved = await lab.owner.api.bot.saveShortcut({
      object_id: botId,
      shortcuts: { command_name: 'Plan', template_query: 'Plan {{city}}', ...shortcuts },
    })
    return { botId, id: saved.shortcuts.command_id }
  }
  const field = (name: string, more: object = {}) => ({ name, parameter: name, ...more })

  test('are shown with their command and fields, without their tool', async () => {
    const { botId, id } = await withShortcut({
      shortcut_command: '/plan',
      tool_type: 2,
      plugin_id: '55',
      components_list: [
        field('city', { default_value: { value: 'Rome' } }),
        field('map', { input_type: ShortcutInput.image }),
        field('secret', { hide: true, default_value: { value: 'hidden words' } }),
      ],
    })
    const bot = await enter(await publish(botId))
    expect(bot.shortcuts).toMatchObject([
      {
        id,
        name: 'Plan',
        command: '/plan',
        query: 'Plan {{city}}',
        fields: [
          { name: 'city', value: 'Rome', input_type: ShortcutInput.text },
          { name: 'map', input_type: ShortcutInput.image },
        ],
      },
    ])
    expect(JSON.stringify(bot)).not.toMatch(/hidden words|"55"/)
  })

  test('first run the tool of the published version, with hidden values and the names of its parameters', async () => {
    const { workflow_id } = await lab.owner.api.workflow.create({ name: 'greet', desc: 'x', space_id: lab.spaceId })
    await lab.owner.api.workflow.save({ workflow_id, schema: greeting('Flow says {{String1}}') })
    await lab.owner.api.workflowVersion.publish({ workflow_id, space_id: lab.spaceId, force: true })
    const { botId, id } = await withShortcut({
      tool_type: 1,
      work_flow_id: workflow_id,
      plugin_id: workflow_id,
      components_list: [field('city', { parameter: 'input' })],
    })
    const key = await publish(botId)
    const { ask } = await visit(key)
    lab.server.script(says('Done.'))
    await ask('Plan Oslo', { shortcut: { id, values: { city: 'Oslo' } } })
    expect(promptOf()).toContain('Flow says Oslo')
  })

  test('that are not offered cannot be used', async () => {
    const { botId, id } = await withShortcut({})
    await lab.owner.api.bot.updateDraft({ bot_info: { bot_id: botId, shortcut_sort: [] } })
    const key = await publish(botId)
    const { api, conversation_id } = await visit(key)
    const shortcut = { id, values: {} }
    expect((await api.share.chat({ key, conversation_id, query: 'Plan', shortcut })).status).toBe(404)
    expect((await enter(key)).shortcuts).toEqual([])
  })
})

describe('files', () => {
  test('are sent with a message to the bot, and can be read again', async () => {
    const key = await shared({})
    const { api, ask, upload, conversation_id } = await visit(key)
    const file = await upload('The ferry leaves at nine.', 'times.txt')
    expect(file).toMatchObject({ name: 'times.txt', size: 25, is_image: false })
    lab.server.script(says('At nine.'))
    await ask('When?', { files: [file.uri] })
    expect(promptOf()).toContain('times.txt')
    const { message_list } = await api.share.messages({ key, conversation_id })
    const question = message_list.find((message) => message.type === 'question')!
    const [words, sent] = (JSON.parse(question.content) as { item_list: { text?: string; file?: object }[] }).item_list
    expect(words).toMatchObject({ text: 'When?' })
    expect(sent!.file).toMatchObject({ file_key: file.uri, file_name: 'times.txt' })
    const { file_url } = sent!.file as { file_url: string }
    expect(await (await lab.t.request(file_url)).text()).toBe('The ferry leaves at nine.')
    const { conversations } = await api.share.conversations({ key })
    expect(conversations.map((conversation) => conversation.title)).toEqual(['When?'])
  })
  test('of others cannot be referenced, and missing ones get the same answer', async () => {
    const key = await shared({})
    const [first, second] = [await visit(key), await visit(key)]
    const theirs = await first.upload('private', 'a.txt')
    const owners = await lab.owner.api.upload.file({
      file_head: { file_type: 'txt', biz_type: 6 },
      data: Buffer.from('of the owner').toString('base64'),
    })
    const answers = []
    for (const uri of [theirs.uri, owners.upload_uri, 'upload/1/nothing.txt']) {
      const answer = await second.api.share.chat({
        key,
        conversation_id: second.conversation_id,
        query: 'Read it',
        files: [uri],
      })
      answers.push([answer.status, ((await answer.json()) as { msg: string }).msg])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]![0]).toBe(404)
    expect(lab.server.requests).toHaveLength(0)
  })
  test('need a visit and a conversation of the visitor', async () => {
    const key = await shared({})
    const [first, second] = [await visit(key), await visit(key)]
    const file = new File(['x'], 'x.txt', { type: 'text/plain' })
    const input = { key, conversation_id: first.conversation_id, file }
    await expect(lab.t.anonymous.share.upload(input)).rejects.toMatchObject({ status: 403 })
    await expect(second.api.share.upload(input)).rejects.toMatchObject({ status: 404 })
  })
})
