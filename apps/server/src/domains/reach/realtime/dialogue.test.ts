import { CozeAPI, WebsocketsEventType } from '@coze/api'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bytesOf } from '#kit/audio/samples.ts'
import { tone } from '#kit/audio/wav.ts'
import { openDialogueServer, openRealtimeServer, spokenWord } from '#testing/dialogue-server.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { readEvents } from '#testing/read-events.ts'
import { openSkillLab, pluginRefs } from '#testing/skill-lab.ts'
import { openSpeechServer } from '#testing/speech-server.ts'

interface Frame {
  event_type: string
  data: Record<string, never> & { content: string; type: string; content_type: string; id: string }
}
const E = WebsocketsEventType
const speech = await openSpeechServer()
const realtime = await openRealtimeServer()
const dialogue = await openDialogueServer()
const question = tone(0.4, 24_000).subarray(44)
const PERSONA = 'You are a lighthouse keeper'
let lab: OpenLab
let coze: CozeAPI
let botId: string
const open: WebSocket[] = []
/** Model ids by simulated server; a test switches the others off. */
const models = new Map<typeof realtime, string>()

beforeAll(async () => {
  lab = await openOpenLab({ allow: [speech.host, realtime.host, dialogue.host] })
  coze = new CozeAPI({ baseURL: lab.baseURL, token: lab.token })
  speech.voices = [{ id: 'eve', name: 'Eve', language: 'en' }]
  const { instanceModel } = lab.owner.api
  const connect = async (kind: 'openai-compatible' | 'volcano-speech', base_url: string, api_key: string) =>
    (await instanceModel.createProvider({ kind, name: kind, base_url, api_key })).id
  const near = await connect('openai-compatible', speech.baseUrl, 'sk-near-1')
  await instanceModel.createModel({ provider_id: near, type: 3, name: 'Speaks', model: 'tts' })
  await instanceModel.createModel({ provider_id: near, type: 5, name: 'Hears', model: 'whisper' })
  const first = await connect('openai-compatible', realtime.baseUrl, 'sk-live-1')
  const second = await connect('volcano-speech', dialogue.baseUrl, 'app-7:tok-9')
  const make = async (provider_id: string, model: string) =>
    (await instanceModel.createModel({ provider_id, type: 6, name: model, model })).id
  models.set(realtime, await make(first, 'gpt-realtime')).set(dialogue, await make(second, '1.2.1.0'))
  botId = await lab.publishedBot({ prompt_info: { prompt: PERSONA } })
})
beforeEach(() => {
  lab.server.reset()
  speech.reset()
  speech.hears = 'what time is it'
  for (const far of [realtime, dialogue]) {
    far.reset()
    far.says = ['It ', 'is ', 'noon.']
  }
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
async function only(...wanted: (typeof realtime)[]) {
  for (const [far, id] of models)
    await lab.owner.api.instanceModel.updateModel({ model_id: id, enabled: wanted.includes(far) })
}

function watch(socket: WebSocket) {
  open.push(socket)
  const frames: Frame[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    for (const wake of waiting.splice(0)) wake()
  })
  async function until(type: string, count = 1): Promise<Frame> {
    while (frames.filter(({ event_type }) => event_type === type).length < count)
      await new Promise<void>((resolve) => waiting.push(resolve))
    return frames.filter(({ event_type }) => event_type === type)[count - 1]!
  }
  const send = (event_type: string, data?: object) => socket.send(JSON.stringify({ event_type, data }))
  return { frames, until, send }
}
type Call = ReturnType<typeof watch>
async function call(path = 's2s_chat', bot = botId): Promise<Call> {
  const where = path === 'chat' ? '/v1/chat' : `/v1/audio/${path}`
  const query = new URLSearchParams({ bot_id: bot, authorization: `Bearer ${lab.token}` })
  const made = watch(new WebSocket(`${lab.baseURL.replace('http', 'ws')}${where}?${query}`))
  await made.until(E.CHAT_CREATED)
  return made
}
async function ask(given: Call, count = 1): Promise<Frame> {
  given.send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: question.toString('base64') })
  given.send(E.INPUT_AUDIO_BUFFER_COMPLETE)
  await given.until(E.CONVERSATION_CHAT_COMPLETED, count)
  return given.frames.findLast(
    ({ event_type, data }) => event_type === E.CONVERSATION_MESSAGE_COMPLETED && data.type === 'answer',
  )!
}
const soundIn = ({ frames }: Call) =>
  Buffer.concat(
    frames
      .filter(({ event_type }) => event_type === E.CONVERSATION_AUDIO_DELTA)
      .map(({ data }) => Buffer.from(data.content, 'base64')),
  )
/** The text that a client receives for the sound, joined from its pieces. */
const wordsIn = ({ frames }: Call) =>
  frames
    .filter(({ event_type }) => event_type === E.CONVERSATION_AUDIO_SENTENCE_START)
    .map(({ data }) => (data as unknown as { text: string }).text)
    .join('')
const noon = () => Buffer.concat(['It ', 'is ', 'noon.'].map((word) => bytesOf(spokenWord(word))))
const spokenHere = () =>
  speech.requests.filter(({ path }) => path === '/v1/audio/speech').map(({ fields }) => fields.input)

describe('a call that is answered by a speech-to-speech model', () => {
  test('is answered by OpenAI Realtime, with the persona of the bot and earlier messages', async () => {
    await only(realtime)
    const made = await call()
    expect((await ask(made)).data.content).toBe('It is noon.')
    expect(soundIn(made)).toEqual(noon())
    expect(wordsIn(made)).toBe('It is noon.')
    // Neither the model of the bot nor a voice of the space was used.
    expect([lab.server.requests.length, spokenHere()]).toEqual([0, []])
    const [first] = realtime.sessions
    expect(first).toMatchObject({
      headers: { authorization: 'Bearer sk-live-1' },
      path: '/v1/realtime?model=gpt-realtime',
      settings: { type: 'realtime', audio: { input: { turn_detection: null }, output: { voice: 'marin' } } },
      items: [{ role: 'user', content: [{ type: 'input_audio' }] }],
      soundBytes: question.length,
    })
    expect(first!.settings.instructions).toContain(PERSONA)
    await ask(made, 2)
    expect(realtime.sessions[1]!.items).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'what time is it' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is noon.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_audio' }] },
    ])
  })
  test('uses the skills of the bot as functions', async () => {
    await only(realtime)
    const skills = openSkillLab(lab.t)
    skills.tools.set('tide', {})
    realtime.calls = { name: 'tide', arguments: '{"city":"Oslo"}' }
    const bot = await lab.publishedBot({ plugin_info_list: pluginRefs('tide') })
    const made = await call('s2s_chat', bot)
    expect((await ask(made)).data.content).toBe('It is noon.')
    expect(skills.called).toMatchObject([{ name: 'tide', args: { city: 'Oslo' } }])
    const [asked, told] = realtime.sessions
    expect(asked!.settings.tools).toMatchObject([{ type: 'function', name: 'tide' }])
    expect(told!.items.slice(1)).toEqual([
      { type: 'function_call', call_id: 'call_1', name: 'tide', arguments: '{"city":"Oslo"}' },
      { type: 'function_call_output', call_id: 'call_1', output: expect.stringContaining('tide of Oslo') },
    ])
    expect(soundIn(made)).toEqual(noon())
  })
  test('is answered by the dialogue model of Volcano', async () => {
    await only(dialogue)
    const made = await call()
    expect((await ask(made)).data.content).toBe('It is noon.')
    expect(soundIn(made)).toEqual(noon())
    await ask(made, 2)
    const [first, second] = dialogue.sessions
    expect(first).toMatchObject({
      path: '/api/v3/realtime/dialogue',
      headers: { 'x-api-app-id': 'app-7', 'x-api-access-key': 'tok-9', 'x-api-resource-id': 'volc.speech.dialog' },
      settings: {
        tts: { speaker: 'zh_female_vv_jupiter_bigtts', audio_config: { format: 'pcm_s16le', sample_rate: 24_000 } },
        dialog: { system_role: expect.stringContaining(PERSONA), extra: { input_mod: 'text', model: '1.2.1.0' } },
      },
      items: [{ content: 'what time is it' }],
    })
    expect(second!.settings).toMatchObject({
      dialog: {
        dialog_context: [
          { role: 'user', text: 'what time is it' },
          { role: 'assistant', text: 'It is noon.' },
        ],
      },
    })
  })
  test('uses the model of the bot if a skill is needed that the provider does not support', async () => {
    await only(dialogue)
    openSkillLab(lab.t).tools.set('tide', {})
    lab.server.script(says('By the bot.'))
    const bot = await lab.publishedBot({ plugin_info_list: pluginRefs('tide') })
    expect((await ask(await call('s2s_chat', bot))).data.content).toBe('By the bot.')
    expect(dialogue.sessions).toEqual([])
  })
  test.each(['chat', 's2s_chat'])(
    'uses transcription, model and voice on /%s if there is no such model, or none was requested',
    async (path) => {
      await only(...(path === 'chat' ? [realtime, dialogue] : []))
      lab.server.script(says('Step by step.'))
      const made = await call(path)
      expect((await ask(made)).data.content).toBe('Step by step.')
      expect([spokenHere(), realtime.sessions.length + dialogue.sessions.length]).toEqual([['Step by step.'], 0])
    },
  )
  test('stores only the heard part of an answer that is cut short', async () => {
    await only(realtime)
    realtime.says = Array.from({ length: 100 }, () => 'wonderful ')
    const made = await call()
    await ask(made)
    const { data } = await made.until(E.CONVERSATION_CHAT_COMPLETED)
    made.send(E.CONVERSATION_CHAT_CANCEL)
    await made.until(E.CONVERSATION_CHAT_CANCELED)
    const { conversation_id: id } = data as unknown as { conversation_id: string }
    const { data: messages } = await coze.conversations.messages.list(id, { order: 'asc' })
    expect(messages[1]!.content.length).toBeLessThan(realtime.says.join('').length)
  })
  test('works in rooms of this mode', async () => {
    await only(realtime)
    const room = await coze.audio.rooms.create({
      bot_id: botId,
      connector_id: '1024',
      config: { room_mode: 's2s', turn_detection: { type: 'client_interrupt' } } as never,
    })
    const address = `${lab.baseURL.replace('http', 'ws')}/v1/audio/rooms/${room.room_id}/join?token=${room.token}`
    const made = watch(new WebSocket(address))
    await made.until(E.CHAT_CREATED)
    expect((await ask(made)).data.content).toBe('It is noon.')
    expect(soundIn(made)).toEqual(noon())
  })
})

describe('a model that fails in a call', () => {
  test.each([
    ['lets nobody in', 'refuses'],
    ['reports a fault', 'reports'],
  ] as const)('and %s is replaced in the same turn by the next one', async (_, fault) => {
    await only(realtime, dialogue)
    // The order of the model list decides which of the two is tried first.
    const made = await call()
    await ask(made)
    const [front, back] = realtime.sessions.length ? [realtime, dialogue] : [dialogue, realtime]
    front.fault = fault
    expect((await ask(made, 2)).data.content).toBe('It is noon.')
    expect(back.sessions).toHaveLength(1)
    expect(lab.server.requests).toEqual([])
  })
  test.each([
    ['lets nobody in', 'refuses'],
    ['reports a fault', 'reports'],
  ] as const)('and %s is replaced by the model and the voice of the bot if there is no other', async (_, fault) => {
    for (const far of [realtime, dialogue]) {
      await only(far)
      far.fault = fault
      lab.server.script(says('By the bot.'))
      const made = await call()
      expect((await ask(made)).data.content).toBe('By the bot.')
      expect(spokenHere().at(-1)).toBe('By the bot.')
      expect(made.frames.map(({ event_type }) => event_type)).not.toContain(E.ERROR)
    }
  })
  test('in the middle of an answer ends the answer with the text so far', async () => {
    for (const far of [realtime, dialogue]) {
      await only(far)
      far.fault = 'leaves'
      const made = await call()
      made.send(E.INPUT_AUDIO_BUFFER_APPEND, { delta: question.toString('base64') })
      made.send(E.INPUT_AUDIO_BUFFER_COMPLETE)
      await made.until(E.CONVERSATION_CHAT_FAILED)
      expect(soundIn(made)).toEqual(bytesOf(spokenWord('It ')))
      expect(lab.server.requests).toEqual([])
    }
  })
})

describe('speech that no other model transcribes', () => {
  test.each([
    ['OpenAI Realtime', realtime],
    ['Volcano', dialogue],
  ])('is transcribed by %s', async (_, far) => {
    await only(far)
    speech.fails(503)
    far.hears = '现在几点'
    const made = await call()
    expect((await ask(made)).data.content).toBe('It is noon.')
    const { data } = made.frames.find(({ event_type }) => event_type === E.CONVERSATION_AUDIO_TRANSCRIPT_COMPLETED)!
    expect(data.content).toBe('现在几点')
    expect(far.sessions[0]!.soundBytes).toBeGreaterThan(0)
  })
})

test('a model is tried out from its form: it answers with speech', async () => {
  for (const [far, model_id] of models) {
    await only(far)
    const events = await readEvents(await lab.owner.api.instanceModel.test({ model_id, prompt: 'Say something' }))
    const text = JSON.stringify(events)
    expect(text).toContain('data:audio/wav;base64,')
  }
})
