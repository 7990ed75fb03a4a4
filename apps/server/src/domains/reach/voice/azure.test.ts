import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tone } from '#kit/audio/wav.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { openAzureSpeechServer } from '#testing/speech-server.ts'

const far = await openAzureSpeechServer()
let lab: OpenLab
let modelId: string

beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host] })
  far.voices = [{ id: 'en-US-AvaNeural', name: 'Ava', language: 'en-US' }]
  const { instanceModel } = lab.owner.api
  const connection = { kind: 'azure-speech' as const, name: 'Azure', base_url: far.baseUrl, api_key: 'az-secret-0001' }
  const { id: provider_id } = await instanceModel.createProvider(connection)
  modelId = (await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'neural' })).id
  await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'fast' })
})
beforeEach(() => {
  far.reset()
  far.hears = 'well heard'
})
async function hear(language?: string) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(tone(0.2, 16_000))]), 'note.wav')
  if (language) form.set('language', language)
  const headers = { authorization: `Bearer ${lab.token}` }
  return (await fetch(`${lab.baseURL}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })).json()
}

describe('a provider with the protocol of Azure Speech', () => {
  test('lists its voices, and is called with its own header', async () => {
    const { voice_list } = await lab.coze.audio.voices.list()
    expect(voice_list).toMatchObject([{ voice_id: `${modelId}:en-US-AvaNeural`, name: 'Ava', language_code: 'en-US' }])
    expect(far.requests[0]!.headers).toMatchObject({ 'ocp-apim-subscription-key': 'az-secret-0001' })
    expect(far.requests[0]!.headers).not.toHaveProperty('authorization')
  })
  test('speaks; markup in the text is escaped', async () => {
    const order = { input: 'A < B & "C"', voice_id: `${modelId}:en-US-AvaNeural`, speed: 1.2 }
    const document = Buffer.from(await lab.coze.audio.speech.create(order)).toString()
    expect(document).toContain(
      '<voice name="en-US-AvaNeural"><prosody rate="1.2">A &lt; B &amp; &quot;C&quot;</prosody>',
    )
    expect(document).toContain('xml:lang="en-US"')
    expect(far.requests[0]!.headers).toMatchObject({
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': 'audio-24khz-48kbitrate-mono-mp3',
    })
  })
  test('transcribes, in the given language or in any', async () => {
    expect(await hear('en')).toMatchObject({ data: { text: 'well heard' } })
    expect(await hear()).toMatchObject({ data: { text: 'well heard' } })
    expect(far.requests.map(({ fields }) => fields.definition)).toEqual(['{"locales":["en"]}', '{}'])
    expect(far.requests[0]!.query).toMatch(/^api-version=/)
    far.hears = ''
    expect(await hear()).toMatchObject({ data: { text: '' } })
  })
})
