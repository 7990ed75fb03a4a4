import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tone } from '#kit/audio/wav.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { openElevenLabsServer } from '#testing/speech-server.ts'

const far = await openElevenLabsServer()
const connection = { kind: 'elevenlabs' as const, name: 'Eleven', base_url: far.baseUrl, api_key: 'xi-secret-0001' }
let lab: OpenLab
let providerId: string
let modelId: string

beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host] })
  far.voices = [{ id: 'rachel', name: 'Rachel', language: 'en' }, 'clyde']
  const { instanceModel } = lab.owner.api
  providerId = (await instanceModel.createProvider(connection)).id
  const speech = { provider_id: providerId, type: 3 as const, name: 'Speaks', model: 'eleven_v9' }
  modelId = (await instanceModel.createModel(speech)).id
  await instanceModel.createModel({ provider_id: providerId, type: 5, name: 'Hears', model: 'scribe_v9' })
})
beforeEach(() => {
  far.reset()
  far.hears = ' well heard '
})

describe('a provider with the protocol of ElevenLabs', () => {
  test('lists its voices, and is called with its own header', async () => {
    const { voice_list } = await lab.coze.audio.voices.list()
    expect(voice_list.map(({ voice_id, language_code }) => [voice_id, language_code])).toEqual([
      [`${modelId}:rachel`, 'en'],
      [`${modelId}:clyde`, ''],
    ])
    expect(far.requests[0]).toMatchObject({ path: '/v1/voices', headers: { 'xi-api-key': 'xi-secret-0001' } })
    expect(far.requests[0]!.headers).not.toHaveProperty('authorization')
  })
  test('lists its models', async () => {
    const { models } = await lab.owner.api.instanceModel.remoteModels(connection)
    expect(models).toMatchObject([{ model: 'eleven_v9', name: 'Eleven v9', type: 3 }])
  })
  test('speaks with the requested format and speed', async () => {
    const order = { input: 'Hello', voice_id: `${modelId}:rachel`, speed: 1.1, response_format: 'pcm' as const }
    expect(Buffer.from(await lab.coze.audio.speech.create(order)).toString()).toBe('rachel: Hello')
    expect(far.requests[0]).toMatchObject({
      path: '/v1/text-to-speech/rachel/stream',
      query: 'output_format=pcm_24000',
      fields: { text: 'Hello', model_id: 'eleven_v9', voice_settings: { speed: 1.1 } },
    })
  })
  test('is not called for a format that it does not support', async () => {
    const order = { input: 'Hello', voice_id: `${modelId}:rachel`, response_format: 'wav' }
    const { status, body } = await lab.call('POST', '/v1/audio/speech', order)
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/^response_format: .*mp3, pcm, opus/)])
    expect(far.requests).toEqual([])
  })
  test('transcribes', async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(tone(0.2, 16_000))]), 'note.wav')
    form.set('language', 'en')
    const headers = { authorization: `Bearer ${lab.token}` }
    const answer = await fetch(`${lab.baseURL}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
    expect(await answer.json()).toMatchObject({ code: 0, data: { text: 'well heard' } })
    expect(far.requests[0]).toMatchObject({
      path: '/v1/speech-to-text',
      fields: { model_id: 'scribe_v9', language_code: 'en' },
    })
  })
  test('has no chat models', async () => {
    await expect(
      lab.owner.api.instanceModel.createModel({ provider_id: providerId, name: 'Talks', model: 'eleven_v9' }),
    ).rejects.toMatchObject({ code: ErrorCode.model.wrongKind })
  })
})
