import { Readable } from 'node:stream'
import type { CozeAPI } from '@coze/api'
import OpenAI, { toFile } from 'openai'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tone } from '#kit/audio/wav.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { openSpeechServer } from '#testing/speech-server.ts'

const first = await openSpeechServer()
const second = await openSpeechServer()
let lab: OpenLab
let coze: CozeAPI
let openai: OpenAI
/** The speech models of the first and of the second server. */
let speakers: string[]

beforeAll(async () => {
  lab = await openOpenLab({ allow: [first.host, second.host] })
  coze = lab.coze
  openai = new OpenAI({ baseURL: `${lab.baseURL}/v1`, apiKey: lab.token, maxRetries: 0 })
  first.voices = [
    { id: 'ann', name: 'Ann', language: 'en' },
    { id: 'mei', name: 'Mei', language: 'zh' },
  ]
  second.voices = [{ id: 'bob', name: 'Bob', language: 'en-US' }]
  speakers = [await connect(first.baseUrl, 'First'), await connect(second.baseUrl, 'Second')]
})
beforeEach(() => {
  for (const server of [first, second]) server.reset()
  first.hears = 'good morning'
  second.hears = 'heard by the second'
})
/** Adds a provider of the instance, with a model that speaks and one that transcribes. */
async function connect(base_url: string, name: string): Promise<string> {
  const { owner } = lab
  const connection = { kind: 'openai-compatible' as const, name, base_url, api_key: 'sk-speech-0001' }
  const { id: provider_id } = await owner.api.instanceModel.createProvider(connection)
  const speech = { provider_id, type: 3 as const, name: `${name} speaks`, model: `tts-${name}` }
  const hearing = { provider_id, type: 5 as const, name: `${name} hears`, model: `whisper-${name}` }
  const { id } = await owner.api.instanceModel.createModel(speech)
  await owner.api.instanceModel.createModel(hearing)
  return id
}
const words = (sound: ArrayBuffer) => Buffer.from(sound).toString()
/** A file as the official client accepts it in Node. */
const upload = (bytes: Buffer, path = 'note.wav') => Object.assign(Readable.from([bytes]), { path })
const sound = tone(0.2, 16_000)
const said = (server: typeof first) => server.requests.filter(({ path }) => path === '/v1/audio/speech')

async function sendFile(bytes: Buffer, name: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  const headers = { authorization: `Bearer ${lab.token}` }
  const answer = await fetch(`${lab.baseURL}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as { code: number; msg: string; data: object } }
}

describe('voices', () => {
  test('of all connected models are listed once, with their languages', async () => {
    const { voice_list, has_more } = await coze.audio.voices.list({ filter_system_voice: false })
    expect(has_more).toBe(false)
    expect(voice_list.map(({ voice_id, name, language_code }) => [voice_id, name, language_code]).toSorted()).toEqual(
      [
        [`${speakers[0]}:ann`, 'Ann', 'en'],
        [`${speakers[0]}:mei`, 'Mei', 'zh'],
        [`${speakers[1]}:bob`, 'Bob', 'en-US'],
      ].toSorted(),
    )
    expect(voice_list.find(({ name }) => name === 'Mei')).toMatchObject({
      is_system_voice: true,
      language_name: 'Chinese',
      available_training_times: 0,
    })
  })
  test('are listed page by page, and filters apply', async () => {
    const page = await coze.audio.voices.list({ page_num: 2, page_size: 2 })
    expect([page.voice_list.length, page.has_more]).toEqual([1, false])
    expect((await coze.audio.voices.list({ page_num: 1, page_size: 2 })).has_more).toBe(true)
    expect((await coze.audio.voices.list({ filter_system_voice: true })).voice_list).toEqual([])
    expect((await coze.audio.voices.list({ model_type: 'small' })).voice_list).toEqual([])
    const { body } = await lab.call('GET', '/v1/audio/voices?voice_state=init')
    expect(body.data).toMatchObject({ voice_list: [] })
  })
})

describe('speech is generated', () => {
  test('with the requested voice, format and speed', async () => {
    const voice_id = `${speakers[0]}:ann`
    const plain = await coze.audio.speech.create({ input: 'Hello', voice_id })
    expect(words(plain)).toBe('ann: Hello')
    expect(said(first)[0]!.fields).toMatchObject({ model: 'tts-First', voice: 'ann', response_format: 'mp3' })
    expect(said(first)[0]!.fields).not.toHaveProperty('speed')
    await coze.audio.speech.create({ input: 'Hello', voice_id, speed: 1.5, response_format: 'ogg' })
    expect(said(first)[1]!.fields).toMatchObject({ speed: 1.5, response_format: 'opus' })
  })
  test('for the openai client, by the names of model and voice', async () => {
    const answer = await openai.audio.speech.create({
      model: 'tts-First',
      voice: 'ann',
      input: 'Hello',
      response_format: 'wav',
    })
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    expect(await answer.text()).toBe('ann: Hello')
    await expect(openai.audio.speech.create({ model: 'tts-9', voice: 'ann', input: 'x' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('tts-9'),
    })
  })
  test('by another provider for the same language if the provider of the voice fails', async () => {
    first.fails(503)
    expect(words(await coze.audio.speech.create({ input: 'Hello', voice_id: `${speakers[0]}:ann` }))).toBe('bob: Hello')
    // No other provider speaks Chinese, so the error is returned.
    const chinese = { input: '你好', voice_id: `${speakers[0]}:mei` }
    const { status, body } = await lab.call('POST', '/v1/audio/speech', chinese)
    expect([status, body.msg]).toEqual([502, expect.stringContaining('First')])
    expect(said(second)).toHaveLength(1)
  })
  test('not by another provider if the request itself was refused', async () => {
    first.fails(400)
    const { status } = await lab.call('POST', '/v1/audio/speech', { input: 'Hello', voice_id: `${speakers[0]}:ann` })
    expect(status).toBe(502)
    expect(said(second)).toEqual([])
  })
  test.each([
    [/^emotion/, { emotion: 'happy' }],
    [/^emotion_scale/, { emotion_scale: 3 }],
    [/^loudness_rate/, { loudness_rate: 20 }],
    [/^sample_rate.*24000/, { sample_rate: 8000 }],
    [/^sample_rate/, { sample_rate: 12_345 }],
    [/^speed/, { speed: 9 }],
    [/^response_format/, { response_format: 'midi' }],
    [/^input/, { input: ' ' }],
    [/^input/, { input: 'x'.repeat(4097) }],
    [/^voice_id/, { voice_id: '' }],
  ])('a value that breaks %s is refused by name, without a call to the provider', async (message, wrong) => {
    const right = { input: 'Hello', voice_id: `${speakers[0]}:ann` }
    const { status, body } = await lab.call('POST', '/v1/audio/speech', { ...right, ...wrong })
    expect([status, body.msg]).toEqual([400, expect.stringMatching(message)])
    expect(said(first)).toEqual([])
  })
})

describe('speech for a page is returned', () => {
  test('as data, or as a file with a link', async () => {
    const { openVoice } = lab.owner.api
    const order = { input: 'Hello', voice_id: `${speakers[0]}:ann` }
    const { data } = await openVoice.speechData(order)
    expect(Buffer.from(data.bas464_content!, 'base64').toString()).toBe('ann: Hello')
    const linked = await openVoice.speechData({ ...order, response_data_type: 2, response_format: 'wav' })
    expect(linked.data.audio_uri).toMatch(/\.wav$/)
    expect(linked.data.audio_url).toContain(linked.data.audio_uri)
    expect(said(first)[1]!.fields).toMatchObject({ response_format: 'wav' })
    await expect(openVoice.speechData({ ...order, emotion: 'happy' })).rejects.toThrow(/^emotion/)
  })
})

describe('a recording is transcribed', () => {
  test('for the official client', async () => {
    expect(await coze.audio.transcriptions.create({ file: upload(sound) })).toMatchObject({
      text: 'good morning',
    })
    const { model, file } = first.requests[0]!.fields as { model: string; file: File }
    expect([model, file.name, file.size]).toEqual(['whisper-First', 'recording.wav', sound.length])
  })
  test('for the openai client, by the model it names, in the format of that client', async () => {
    const file = await toFile(sound, 'speech.mp3')
    const heard = await openai.audio.transcriptions.create({
      file,
      model: 'whisper-Second',
      language: 'en',
      prompt: 'Ada',
    })
    expect(heard).toMatchObject({ text: 'heard by the second' })
    // The name says MP3, but the type is detected from the bytes.
    expect((second.requests[0]!.fields.file as File).name).toBe('recording.wav')
    expect(second.requests[0]!.fields).toMatchObject({ language: 'en', prompt: 'Ada' })
    const plain = await openai.audio.transcriptions.create({ file, model: 'whisper-Second', response_format: 'text' })
    expect(plain).toBe('heard by the second')
    await expect(openai.audio.transcriptions.create({ file, model: 'whisper-9' })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('by the next model if the first one fails, unless a model was named', async () => {
    first.fails(500)
    expect((await sendFile(sound, 'note.wav')).body.data).toEqual({ text: 'heard by the second' })
    expect((await sendFile(sound, 'note.wav', { model: 'whisper-First' })).status).toBe(502)
    expect(second.requests).toHaveLength(1)
  })
  test('to an empty text if nobody speaks', async () => {
    first.hears = ''
    expect((await sendFile(sound, 'note.wav')).body).toMatchObject({ code: 0, data: { text: '' } })
  })
  test('from samples without a header', async () => {
    await sendFile(sound.subarray(44), 'note.pcm')
    expect((first.requests[0]!.fields.file as File).size).toBe(sound.length)
  })
  test('but not from other files, nor from large ones', async () => {
    const page = await sendFile(Buffer.from('<!doctype html>'), 'note.wav')
    expect([page.status, page.body.msg]).toEqual([400, expect.stringMatching(/^file: .*WAV/)])
    const large = await sendFile(Buffer.concat([sound, Buffer.alloc(10 * 1024 * 1024)]), 'note.wav')
    expect([large.status, large.body.msg]).toEqual([413, expect.stringMatching(/^file: .*10 MB/)])
    expect((await sendFile(sound, 'note.wav', { language: 'English' })).body.msg).toMatch(/^language/)
    expect((await sendFile(sound, 'note.wav', { stream: 'true' })).body.msg).toMatch(/^stream/)
    expect(first.requests).toEqual([])
  })
})

describe('the microphone of the studio', () => {
  const file = new Blob([new Uint8Array(sound)])
  test('is transcribed by a model of the space, for people who may see the space', async () => {
    const { owner, spaceId, t } = lab
    const heard = await owner.api.openVoice.hear({ space_id: spaceId, file })
    expect(heard.data).toEqual({ text: 'good morning' })
    expect((await owner.api.openVoice.hear({ file })).data).toEqual({ text: 'good morning' })
    const outsider = await t.register('outsider')
    await expect(outsider.api.openVoice.hear({ space_id: spaceId, file })).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.openVoice.hear({ file: new Blob(['text']) })).rejects.toThrow(/^file/)
    expect(first.requests).toHaveLength(2)
  })
})

describe('models of a space', () => {
  test('serve its members, and are hidden elsewhere', async () => {
    const { owner, spaceId } = lab
    const connection = {
      kind: 'openai-compatible' as const,
      name: 'Own',
      base_url: second.baseUrl,
      api_key: 'sk-own-0001',
    }
    const { id: provider_id } = await owner.api.spaceModel.createProvider({ space_id: spaceId, ...connection })
    const speech = { space_id: spaceId, provider_id, type: 3 as const, name: 'Own', model: 'tts-own' }
    const { id } = await owner.api.spaceModel.createModel(speech)
    const order = { input: 'Hello', voice_id: `${id}:bob` }
    expect(words(await coze.audio.speech.create(order))).toBe('bob: Hello')

    const stranger = await lab.t.register('stranger')
    const theirs = { authorization: `Bearer ${await lab.tokenOf(stranger)}` }
    const [foreign, missing] = [order, { ...order, voice_id: '999999:bob' }].map((body) =>
      lab.call('POST', '/v1/audio/speech', body, theirs),
    )
    expect((await foreign!).status).toBe(404)
    expect((await foreign!).body.msg).toBe((await missing!).body.msg)
    const listed = await lab.call('GET', '/v1/audio/voices', undefined, theirs)
    expect(JSON.stringify(listed.body)).not.toContain(`${id}:`)
  })
  test('cannot be used by a token without the permission', async () => {
    const bare = { authorization: `Bearer ${await lab.tokenOf(lab.owner, ['Audio.listVoice'])}` }
    expect((await lab.call('GET', '/v1/audio/voices', undefined, bare)).status).toBe(200)
    const refused = await lab.call('POST', '/v1/audio/speech', { input: 'x', voice_id: `${speakers[0]}:ann` }, bare)
    expect(refused.status).toBe(403)
    expect(said(first)).toEqual([])
  })
})

test('without a model that transcribes, the error says what to add', async () => {
  const { owner } = lab
  const { providers } = await owner.api.instanceModel.providers({})
  const hearing = providers.flatMap(({ models }) => models).filter(({ type }) => type === 5)
  for (const { id: model_id } of hearing) await owner.api.instanceModel.updateModel({ model_id, enabled: false })
  const { status, body } = await sendFile(sound, 'note.wav')
  expect([status, body.msg]).toEqual([400, expect.stringContaining('transcription')])
})
