import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tone } from '#kit/audio/wav.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { openSpeechServer, openVolcanoServer } from '#testing/speech-server.ts'

const far = await openVolcanoServer()
const other = await openSpeechServer()
let lab: OpenLab
let modelId: string
const anna = () => `${modelId}:en_female_anna_mars_bigtts`

beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host, other.host] })
  other.voices = [{ id: 'bob', name: 'Bob', language: 'en' }]
  const { instanceModel } = lab.owner.api
  const connection = { kind: 'volcano-speech' as const, name: 'Volcano', base_url: far.baseUrl, api_key: 'app-7:tok-9' }
  const { id: provider_id } = await instanceModel.createProvider(connection)
  modelId = (await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'seed' })).id
  await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'volc.bigasr.auc_turbo' })
})
beforeEach(() => {
  far.reset()
  far.hears = ' 你好 '
})
async function hear(fields: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(tone(0.2, 16_000))]), 'note.wav')
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  const headers = { authorization: `Bearer ${lab.token}` }
  return (await fetch(`${lab.baseURL}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })).json()
}

describe('a provider with the protocol of Volcano', () => {
  test('has voices for both languages', async () => {
    const { voice_list } = await lab.coze.audio.voices.list()
    expect([...new Set(voice_list.map(({ language_code }) => language_code))].toSorted()).toEqual(['en', 'zh'])
  })
  test('speaks with the app id and the token of its key', async () => {
    const order = { input: 'Hello', voice_id: anna(), speed: 1.2, response_format: 'ogg' as const }
    expect(Buffer.from(await lab.coze.audio.speech.create(order)).toString()).toBe('en_female_anna_mars_bigtts: Hello')
    expect(far.requests[0]).toMatchObject({
      path: '/api/v1/tts',
      headers: { authorization: 'Bearer;tok-9' },
      fields: {
        app: { appid: 'app-7', token: 'tok-9', cluster: 'volcano_tts' },
        audio: { encoding: 'ogg_opus', speed_ratio: 1.2, rate: 24_000 },
        request: { text: 'Hello', operation: 'query' },
      },
    })
  })
  test('transcribes, with the language and likely words', async () => {
    expect(await hear({ language: 'zh', prompt: 'Orrery, 观象' })).toMatchObject({ data: { text: '你好' } })
    const { headers, fields } = far.requests[0]!
    expect(headers).toMatchObject({
      'x-api-app-key': 'app-7',
      'x-api-access-key': 'tok-9',
      'x-api-resource-id': 'volc.bigasr.auc_turbo',
      'x-api-sequence': '-1',
    })
    expect(fields).toMatchObject({
      audio: { data: tone(0.2, 16_000).toString('base64'), language: 'zh' },
      request: { model_name: 'bigmodel', corpus: { context: '{"hotwords":[{"word":"Orrery"},{"word":"观象"}]}' } },
    })
    far.hears = ''
    expect(await hear()).toMatchObject({ data: { text: '' } })
  })
  test('is replaced in the same call by another provider for the language if it fails', async () => {
    const { instanceModel } = lab.owner.api
    const connection = {
      kind: 'openai-compatible' as const,
      name: 'Other',
      base_url: other.baseUrl,
      api_key: 'sk-0001',
    }
    const { id: provider_id } = await instanceModel.createProvider(connection)
    await instanceModel.createModel({ provider_id, type: 3, name: 'Other', model: 'tts-1' })
    far.fails(503)
    const sound = await lab.coze.audio.speech.create({ input: 'Hello', voice_id: anna() })
    expect(Buffer.from(sound).toString()).toBe('bob: Hello')
  })
  test('needs both halves of its key', async () => {
    const { instanceModel } = lab.owner.api
    const connection = { kind: 'volcano-speech' as const, name: 'Half', base_url: far.baseUrl, api_key: 'tok-9' }
    const { id: provider_id } = await instanceModel.createProvider(connection)
    const { id } = await instanceModel.createModel({ provider_id, type: 3, name: 'Half', model: 'seed' })
    const order = { input: 'Hello', voice_id: `${id}:BV001_streaming` }
    const { status, body } = await lab.call('POST', '/v1/audio/speech', order)
    expect([status, body.code]).toEqual([400, ErrorCode.provider.halfKey])
    expect(far.requests).toEqual([])
  })
})
