import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEvents } from '#testing/read-events.ts'
import { openScriptedModel, type Reply, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Typical connections, and the kinds of models. */
const server = await openScriptedModel()
let t: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
})
beforeEach(() => server.reset())
const json = (body: object): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const form = (kind: 'openai' | 'ollama' | 'openai-compatible' = 'openai-compatible') => ({
  kind,
  base_url: server.baseUrl,
  api_key: 'sk-kinds-000000001',
  model: 'tiny',
})
const tryOut = async (input: object) => readEvents(await owner.api.instanceModel.test(input as never))
const done = async (input: object) => (await tryOut(input)).find(({ event }) => event === 'done')?.data

describe('a custom base URL', () => {
  test('of an OpenAI provider uses chat completions', async () => {
    server.script(says('hello'))
    expect(await done(form('openai'))).toMatchObject({ text: 'hello', input_tokens: 11, output_tokens: 7 })
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
    expect(server.requests[0]!.body).toMatchObject({ model: 'tiny', stream: true })
  })
  test('of Ollama is host and port, with or without /v1', async () => {
    server.script(says('one'), says('two'))
    await done({ ...form('ollama'), base_url: `http://${server.host}` })
    await done({ ...form('ollama'), base_url: `http://${server.host}/v1/` })
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions'])
  })
})

describe('the list of models of a provider', () => {
  test('tells kinds of models apart by their names, and reads other properties the provider returns', async () => {
    const router = {
      id: 'some/seer',
      name: 'Seer',
      context_length: 9000,
      top_provider: { max_completion_tokens: 700 },
      pricing: { prompt: '0.0000025', completion: '0.00001' },
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      supported_parameters: ['tools', 'temperature'],
    }
    const names = ['llama3.2', 'BAAI/bge-m3', 'BAAI/bge-reranker-v2-m3', 'tts-1', 'black-forest-labs/FLUX.1-dev']
    const more = ['text-embedding-3-small', 'nomic-embed-text', 'gpt-image-1', 'doubao-seedream-4-0', 'gpt-4o-mini-tts']
    const heard = ['whisper-1', 'gpt-4o-transcribe', 'FunAudioLLM/SenseVoiceSmall']
    server.script(json({ data: [router, ...[...names, ...more, ...heard].map((id) => ({ id }))] }))
    const { models } = await owner.api.instanceModel.remoteModels(form())
    expect(Object.fromEntries(models.map(({ model, type }) => [model, type]))).toEqual({
      'some/seer': 0,
      'llama3.2': 0,
      'BAAI/bge-m3': 1,
      'text-embedding-3-small': 1,
      'nomic-embed-text': 1,
      'BAAI/bge-reranker-v2-m3': 2,
      'tts-1': 3,
      'gpt-4o-mini-tts': 3,
      'black-forest-labs/FLUX.1-dev': 4,
      'gpt-image-1': 4,
      'doubao-seedream-4-0': 4,
      'whisper-1': 5,
      'gpt-4o-transcribe': 5,
      'FunAudioLLM/SenseVoiceSmall': 5,
    })
    expect(models.find(({ model }) => model === 'some/seer')).toMatchObject({
      name: 'Seer',
      context_tokens: 9000,
      max_output_tokens: 700,
      price_in: 2.5,
      price_out: 10,
      capabilities: { vision: true, tools: true, reasoning: false, json: false },
    })
  })
})

describe('each kind of model has a test of its own', () => {
  test('an embedding model gives vectors', async () => {
    server.script(json({ data: [{ index: 0, embedding: [0.1, 0.2, 0.3] }], usage: { prompt_tokens: 4 } }))
    expect(await done({ ...form(), type: 1 })).toMatchObject({ dimensions: 3, input_tokens: 4 })
    expect(server.requests[0]!.path).toBe('/v1/embeddings')
  })
  test('a rerank model grades passages', async () => {
    const results = [
      { index: 1, relevance_score: 0.2 },
      { index: 0, relevance_score: 0.9 },
    ]
    server.script(json({ results, usage: { total_tokens: 30 } }))
    const { scores, input_tokens } = (await done({ ...form(), type: 2 })) as { scores: object[]; input_tokens: number }
    expect([scores, input_tokens]).toEqual([
      [
        { text: expect.stringContaining('orrery'), score: 0.9 },
        { text: expect.stringContaining('Bread'), score: 0.2 },
      ],
      30,
    ])
    expect(server.requests[0]!.path).toBe('/v1/rerank')
    server.script(json({ results: [] }))
    expect((await tryOut({ ...form(), type: 2 })).at(-1)!.data).toMatchObject({ code: ErrorCode.provider.noRanking })
  })
  test('a speech model speaks, with a voice of its list', async () => {
    server.script(json({ voices: ['ann'] }), { headers: { 'content-type': 'audio/mpeg' }, body: 'sound' })
    const sound = Buffer.from('sound').toString('base64')
    expect(await done({ ...form(), type: 3 })).toMatchObject({ audio_url: `data:audio/mpeg;base64,${sound}` })
    expect(server.requests.map(({ path }) => path.split('?')[0])).toEqual(['/v1/audio/voices', '/v1/audio/speech'])
    expect(server.requests[1]!.body).toMatchObject({ voice: 'ann' })
  })
  test('an image model makes a picture', async () => {
    server.script(json({ data: [{ b64_json: 'aGk=' }] }))
    expect(await done({ ...form(), type: 4 })).toMatchObject({ image_url: 'data:image/png;base64,aGk=' })
    expect(server.requests[0]!.path).toBe('/v1/images/generations')
    server.script(json({ data: [] }))
    expect((await tryOut({ ...form(), type: 4 })).at(-1)!.data).toMatchObject({ code: ErrorCode.provider.noPicture })
  })
  test('a transcription model gets some sound, and its answer must be a transcript', async () => {
    server.script(json({ text: ' hello ' }))
    expect(await done({ ...form(), type: 5 })).toMatchObject({ text: 'hello' })
    expect(server.requests[0]!.path).toBe('/v1/audio/transcriptions')
    expect(server.requests[0]!.headers['content-type']).toMatch(/^multipart\/form-data/)
    server.script(json({ words: [] }))
    expect((await tryOut({ ...form(), type: 5 })).at(-1)!.data).toMatchObject({
      code: ErrorCode.provider.noTranscript,
    })
  })
  test('of a provider that lacks the kind is refused, with advice', async () => {
    const claude = { kind: 'anthropic' as const, base_url: server.baseUrl, api_key: 'k-123456', model: 'x' }
    await expect(
      owner.api.instanceModel.test({ ...claude, type: 4 }).then(async (answer) => answer.json()),
    ).resolves.toMatchObject({ code: ErrorCode.model.wrongKind })
    const { model: _, ...provider } = claude
    const { id } = await owner.api.instanceModel.createProvider({ ...provider, name: 'Claude' })
    const wrong = { provider_id: id, name: 'Voice', model: 'voice', type: 3 as const }
    await expect(owner.api.instanceModel.createModel(wrong)).rejects.toMatchObject({
      code: ErrorCode.model.wrongKind,
      message: expect.stringMatching(/^type: .*Claude/),
    })
    expect(server.requests).toEqual([])
  })
  test('a saved model is tested as its own kind', async () => {
    const { model: _, ...provider } = form()
    const { id } = await owner.api.instanceModel.createProvider({ ...provider, name: 'Kinds' })
    const image = { provider_id: id, name: 'Painter', model: 'paint', type: 4 as const }
    const { id: modelId } = await owner.api.instanceModel.createModel(image)
    // Some providers return a URL: the picture is downloaded, since pages show none from other hosts.
    const address = `http://${server.host}/pictures/1.png`
    server.script(json({ data: [{ url: address }] }), { headers: { 'content-type': 'image/png' }, body: 'hi' })
    expect(await done({ model_id: modelId })).toMatchObject({ image_url: 'data:image/png;base64,aGk=' })
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/images/generations', '/pictures/1.png'])
    const chat = await owner.api.model.typeList({ space_id: spaceId })
    expect(chat.model_list.map(({ name }) => name)).not.toContain('Painter')
    const pictures = await owner.api.model.typeList({ space_id: spaceId, model_type: 4 })
    expect(pictures.model_list.map(({ name }) => name)).toEqual(['Painter'])
  })
})

test('a disabled model is listed, as offline, only if it is the chosen one', async () => {
  const { model: _, ...provider } = form()
  const { id } = await owner.api.instanceModel.createProvider({ ...provider, name: 'Switched' })
  const made = await owner.api.instanceModel.createModel({ provider_id: id, name: 'Resting', model: 'rest' })
  await owner.api.instanceModel.updateModel({ model_id: made.id, enabled: false })
  const names = async (chosen: object) =>
    (await owner.api.model.typeList({ space_id: spaceId, ...chosen })).model_list.map((item) => [
      item.name,
      item.is_offline,
    ])
  expect(await names({})).not.toContainEqual(['Resting', true])
  expect(await names({ cur_model_id: made.id })).toContainEqual(['Resting', true])
  expect(await names({ cur_model_ids: [made.id] })).toContainEqual(['Resting', true])
})
