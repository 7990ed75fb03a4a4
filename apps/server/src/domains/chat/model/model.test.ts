import { ModelFunction, OFFLINE_MODEL_ID } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openScriptedModel, refuses, says } from '#testing/scripted-model.ts'
import { readEvents } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

const server = await openScriptedModel()
const other = await openScriptedModel()
let t: TestApp
let owner: Person
let lead: Person
let member: Person
let outsider: Person
let spaceId: string
const key = 'sk-abcdefghijklmnop1234'

beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host, other.host] } })
  owner = await t.register('owner')
  lead = await t.register('lead')
  member = await t.register('member')
  outsider = await t.register('outsider')
  spaceId = (await lead.api.space.create({ name: 'Team' })).id
  await lead.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
beforeEach(() => {
  server.reset()
  other.reset()
})

const provide = async (name = 'Scripted') => {
  const { id } = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name,
    base_url: server.baseUrl,
    api_key: key,
  })
  const model = await owner.api.instanceModel.createModel({ provider_id: id, name: `${name} tiny`, model: 'tiny' })
  return { providerId: id, modelId: model.id }
}
const listed = async (person: Person, space?: string) =>
  (await person.api.model.typeList({ model: true, space_id: space })).model_list

describe('from the first start', () => {
  test('the offline model is available, with parameters and support levels', async () => {
    const [offline] = await listed(member, spaceId)
    expect(offline).toMatchObject({ model_type: Number(OFFLINE_MODEL_ID), name: 'Orrery Offline' })
    expect(offline!.func_config[ModelFunction.plugin]).toBe(1)
    const temperature = offline!.model_params.find(({ name }) => name === 'temperature')!
    expect(temperature.default_val).toEqual({ default_val: '0.8', creative: '1', balance: '0.8', precise: '0.3' })
    expect((await member.api.model.typeList({})).default_model_id).toBe(OFFLINE_MODEL_ID)
  })
})

describe('the key of a provider', () => {
  test('is never returned except for its last characters', async () => {
    const { providerId } = await provide('Masked')
    const answers = [
      await owner.api.instanceModel.providers({}),
      await owner.api.model.adminList({}),
      await owner.api.model.typeList({ raw_model: true }),
    ]
    expect(JSON.stringify(answers)).not.toContain(key)
    const { providers } = await owner.api.instanceModel.providers({})
    expect(providers.find(({ id }) => id === providerId)).toMatchObject({ key_hint: '••••1234', has_key: true })
  })
  test('is encrypted at rest and appears neither in the log nor in the audit', async () => {
    const { rows } = await t.infra.database.pool.query<{ all: string }>(
      'SELECT (SELECT json_agg(p) FROM model_provider p)::text || (SELECT json_agg(a) FROM audit_event a)::text AS all',
    )
    expect(rows[0]!.all).not.toContain(key)
    expect(t.logLines.join('')).not.toContain(key)
  })
  test('is bound to its host: anyone who changes the URL must enter it again', async () => {
    const { providerId } = await provide('Moved')
    const move = { provider_id: providerId, base_url: other.baseUrl }
    await expect(owner.api.instanceModel.updateProvider(move)).rejects.toMatchObject({
      code: ErrorCode.model.keyNeeded,
    })
    const trial = await owner.api.instanceModel.test({ ...move, model: 'tiny' })
    expect(trial.status).toBe(400)
    expect(other.requests).toHaveLength(0)
    await owner.api.instanceModel.updateProvider({ ...move, api_key: 'sk-another-key-5678' })
    other.script(says('moved'))
    await readEvents(await owner.api.instanceModel.test({ provider_id: providerId, model: 'tiny' }))
    expect(other.requests[0]!.headers.authorization).toBe('Bearer sk-another-key-5678')
  })
  test('is kept if only the name changes', async () => {
    const { providerId, modelId } = await provide('Renamed')
    await owner.api.instanceModel.updateProvider({ provider_id: providerId, name: 'New name' })
    server.script(says('hi'))
    await readEvents(await owner.api.instanceModel.test({ model_id: modelId }))
    expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${key}`)
  })
})

describe('the trial of a model', () => {
  test('streams the answer and reports its duration', async () => {
    const { modelId } = await provide('Tested')
    server.script(says('Hel', 'lo'))
    const events = await readEvents(await owner.api.instanceModel.test({ model_id: modelId }))
    expect(events.map(({ event }) => event)).toEqual(['delta', 'delta', 'done'])
    expect(events[2]!.data).toMatchObject({ text: 'Hello', input_tokens: 11, output_tokens: 7 })
  })
  test('works with a form that is not saved', async () => {
    server.script(says('fresh'))
    const form = {
      kind: 'openai-compatible' as const,
      base_url: server.baseUrl,
      api_key: 'sk-form-key-0000',
      model: 'm',
    }
    const events = await readEvents(await owner.api.instanceModel.test(form))
    expect(events.at(-1)!.data).toMatchObject({ text: 'fresh' })
    expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-form-key-0000')
  })
  test('reports a failure in the language of the caller', async () => {
    const { modelId } = await provide('Failing')
    server.script(refuses(401, 'nope'))
    const events = await readEvents(
      await owner.api.instanceModel.test({ model_id: modelId }, { headers: { 'accept-language': 'zh-CN' } }),
    )
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ event: 'error', data: { code: ErrorCode.provider.badKey } })
    expect((events[0]!.data as { msg: string }).msg).toContain('拒绝了密钥')
  })
  test('refuses an address inside the network, also for a space', async () => {
    const form = { kind: 'openai-compatible' as const, base_url: 'http://169.254.169.254/v1', model: 'm', api_key: 'k' }
    expect((await owner.api.instanceModel.test(form)).status).toBe(403)
    expect((await lead.api.spaceModel.test({ ...form, space_id: spaceId })).status).toBe(403)
    const create = { space_id: spaceId, kind: 'openai-compatible' as const, name: 'x', base_url: 'http://10.0.0.8/v1' }
    await expect(lead.api.spaceModel.createProvider(create)).rejects.toMatchObject({ status: 403 })
  })
})

describe('models of a space', () => {
  test('are managed by its admins, used by its members, and hidden from others', async () => {
    const input = { space_id: spaceId, kind: 'openai-compatible' as const, name: 'Ours', base_url: server.baseUrl }
    await expect(member.api.spaceModel.createProvider(input)).rejects.toMatchObject({ status: 403 })
    const { id } = await lead.api.spaceModel.createProvider(input)
    const created = await lead.api.spaceModel.createModel({
      space_id: spaceId,
      provider_id: id,
      name: 'Ours',
      model: 'o',
    })
    const own = (list: { model_type: number }[]) => list.some((model) => model.model_type === Number(created.id))
    expect(own(await listed(member, spaceId))).toBe(true)
    expect(own(await listed(outsider))).toBe(false)
    await expect(outsider.api.model.typeList({ space_id: spaceId })).rejects.toMatchObject({ status: 404 })
  })
  test('cannot be reached from another space or through the instance', async () => {
    const { id } = await lead.api.spaceModel.createProvider({
      space_id: spaceId,
      kind: 'openai-compatible',
      name: 'Private',
      base_url: server.baseUrl,
      api_key: key,
    })
    const otherSpace = (await outsider.api.space.create({ name: 'Other' })).id
    const foreign = { space_id: otherSpace, provider_id: id }
    await expect(outsider.api.spaceModel.updateProvider({ ...foreign, name: 'mine' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(outsider.api.spaceModel.createModel({ ...foreign, name: 'a', model: 'b' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await outsider.api.spaceModel.test({ ...foreign, model: 'b' })).status).toBe(404)
    await expect(owner.api.instanceModel.deleteProvider({ provider_id: id })).rejects.toMatchObject({ status: 404 })
    await expect(t.services.models.resolve(id, otherSpace)).rejects.toMatchObject({ code: ErrorCode.model.modelGone })
  })
})

describe('a model', () => {
  test('can be changed, disabled, made the default and deleted, and every process notices', async () => {
    const { modelId } = await provide('Lively')
    await owner.api.instanceModel.updateModel({
      model_id: modelId,
      name: 'Renamed',
      capabilities: { tools: false, vision: true, reasoning: true, json: false },
      func_config: { [ModelFunction.plugin]: 2 },
      price_in: 2,
      price_out: 10,
    })
    const found = (await listed(member, spaceId)).find(({ model_type }) => model_type === Number(modelId))!
    expect(found).toMatchObject({
      name: 'Renamed',
      model_ability: { function_call: false, image_understanding: true, cot_display: true },
      func_config: { [ModelFunction.plugin]: 2 },
      model_input_price: 2,
    })
    await owner.api.instanceModel.setDefault({ model_id: modelId })
    expect((await member.api.model.typeList({ space_id: spaceId })).default_model_id).toBe(modelId)
    expect((await t.services.models.resolve('', spaceId)).id).toBe(modelId)
    await owner.api.instanceModel.updateModel({ model_id: modelId, enabled: false })
    await expect(t.services.models.resolve(modelId, spaceId)).rejects.toMatchObject({ code: ErrorCode.model.modelOff })
    await owner.api.instanceModel.deleteModel({ model_id: modelId })
    await expect(t.services.models.resolve(modelId, spaceId)).rejects.toMatchObject({ code: ErrorCode.model.modelGone })
    expect((await member.api.model.typeList({ space_id: spaceId })).default_model_id).not.toBe(modelId)
  })
  test('without tools supports nothing that needs them, unless its administrator enables it', async () => {
    const { providerId } = await provide('Plain')
    await owner.api.instanceModel.createModel({
      provider_id: providerId,
      name: 'No tools',
      model: 'plain',
      capabilities: { tools: false },
    })
    const found = (await listed(owner)).find(({ name }) => name === 'No tools')!
    expect(found.func_config).toMatchObject({ [ModelFunction.plugin]: 2, [ModelFunction.knowledgeOnDemandCall]: 2 })
  })
})

describe('administration calls of the original platform', () => {
  test('create, list and delete models', async () => {
    const { id } = await owner.api.model.adminCreate({
      model_class: 3,
      model_name: 'Sonnet',
      connection: { base_conn_info: { base_url: server.baseUrl, api_key: key, model: 'claude' } },
    })
    const { provider_model_list } = await owner.api.model.adminList({})
    const found = provider_model_list.flatMap(({ model_list }) => model_list).find((model) => model.id === Number(id))!
    expect(found).toMatchObject({ status: 1, type: 0, provider: { model_class: 3 } })
    expect(found.connection.base_conn_info).toMatchObject({ model: 'claude', api_key: '••••1234' })
    await owner.api.model.adminDelete({ id })
    expect(JSON.stringify(await owner.api.model.adminList({}))).not.toContain(`"id":${id}`)
    await expect(owner.api.model.adminDelete({ id })).rejects.toMatchObject({ status: 404 })
  })
  test('read and change the registration rules', async () => {
    await owner.api.model.basicSave({
      configuration: { disable_user_registration: true, allow_registration_email: 'a@example.test, example.org' },
    })
    const { configuration } = await owner.api.model.basicGet({})
    expect(configuration).toMatchObject({
      disable_user_registration: true,
      allow_registration_email: 'example.test,example.org',
      code_runner_type: 1,
      admin_emails: owner.email,
    })
    expect((await owner.api.instance.settings({})).registration).toBe('closed')
    await expect(owner.api.model.basicSave({ configuration: { code_runner_type: 0 } })).rejects.toMatchObject({
      code: ErrorCode.model.codeInSandbox,
    })
  })
})

test('the limits of a turn can be changed by the instance owner', async () => {
  expect(await owner.api.model.limits({})).toMatchObject({ first_chunk_ms: 120_000, turn_steps: 20 })
  await owner.api.model.saveLimits({ turn_steps: 5 })
  expect(await owner.api.model.limits({})).toMatchObject({ first_chunk_ms: 120_000, turn_steps: 5 })
  expect((await t.services.modelLimits.get()).steps).toBe(5)
  await expect(owner.api.model.saveLimits({ first_chunk_ms: 900_000 })).rejects.toMatchObject({ status: 400 })
})

describe('the models that a provider lists', () => {
  const list = (models: object[]) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: models }),
  })
  test('can be chosen from for a saved provider or a form; models that were added are marked', async () => {
    const { providerId } = await provide('Shelf')
    server.reset()
    server.script(list([{ id: 'tiny' }, { id: 'big', display_name: 'Big one', context_length: 9000 }, { x: 1 }]))
    const { models } = await owner.api.instanceModel.remoteModels({ provider_id: providerId })
    expect(models).toMatchObject([
      { model: 'big', name: 'Big one', context_tokens: 9000, max_output_tokens: 0, is_added: false },
      { model: 'tiny', name: 'tiny', context_tokens: 0, max_output_tokens: 0, is_added: true },
    ])
    expect(server.requests[0]).toMatchObject({ path: '/v1/models', headers: { authorization: `Bearer ${key}` } })
    server.script(list([{ id: 'tiny' }]))
    const form = { kind: 'openai-compatible' as const, base_url: server.baseUrl, api_key: 'other' }
    expect((await lead.api.spaceModel.remoteModels({ ...form, space_id: spaceId })).models).toHaveLength(1)
    expect(server.requests[1]!.headers.authorization).toBe('Bearer other')
  })
  test('are read in the format of each kind of provider', async () => {
    server.script({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ models: [{ name: 'models/flash', displayName: 'Flash', inputTokenLimit: 5 }] }),
    })
    const form = { base_url: server.baseUrl, api_key: 'k-123456' }
    const google = await owner.api.instanceModel.remoteModels({ kind: 'google', ...form })
    expect(google.models[0]).toMatchObject({ model: 'flash', name: 'Flash', context_tokens: 5 })
    expect(server.requests[0]!.headers['x-goog-api-key']).toBe('k-123456')
    server.script(list([{ id: 'sonnet', display_name: 'Sonnet' }]))
    await owner.api.instanceModel.remoteModels({ kind: 'anthropic', ...form })
    expect(server.requests[1]!.headers).toMatchObject({ 'x-api-key': 'k-123456', 'anthropic-version': '2023-06-01' })
  })
  test('report a failure', async () => {
    const form = { kind: 'openai-compatible' as const, base_url: server.baseUrl }
    server.script(refuses(401, 'no'), { headers: { 'content-type': 'application/json' }, body: '<html>' })
    await expect(owner.api.instanceModel.remoteModels(form)).rejects.toMatchObject({ code: ErrorCode.provider.badKey })
    await expect(owner.api.instanceModel.remoteModels(form)).rejects.toMatchObject({
      code: ErrorCode.provider.brokenChunk,
    })
    await expect(
      owner.api.instanceModel.remoteModels({ ...form, base_url: 'http://127.0.0.9:1/v1' }),
    ).rejects.toMatchObject({ status: 403 })
  })
  test('are never requested from another host with the key of a saved provider', async () => {
    const { providerId } = await provide('Mine')
    const move = { provider_id: providerId, base_url: other.baseUrl }
    await expect(owner.api.instanceModel.remoteModels(move)).rejects.toThrow()
    expect(other.requests).toEqual([])
  })
})

describe('voices', () => {
  const voices = async (person = lead) => person.api.model.typeList({ voice: true, space_id: spaceId })
  test('are empty without a speech model, and the answer explains why', async () => {
    expect(await voices()).toMatchObject({ voice_list: [], voice_note: expect.stringMatching(/No speech model/) })
  })
  test('come from the speech models, and can speak', async () => {
    const { id } = await lead.api.spaceModel.createProvider({
      space_id: spaceId,
      kind: 'openai-compatible',
      name: 'Voices',
      base_url: server.baseUrl,
      api_key: key,
    })
    const speech = { space_id: spaceId, provider_id: id, type: 3 as const, name: 'Reader', model: 'tts-1' }
    const { id: modelId } = await lead.api.spaceModel.createModel(speech)
    expect((await listed(lead, spaceId)).map(({ name }) => name)).not.toContain('Reader')
    const answer = { voices: ['ann', { id: 'bo', name: 'Bo', language: 'en' }] }
    server.script({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) })
    const { voice_list, voice_note } = await voices()
    expect(voice_note).toBe('')
    expect(voice_list).toEqual([
      { id: `${modelId}:ann`, model_name: 'Reader', name: 'ann', language: '', style_id: '', style_name: '' },
      { id: `${modelId}:bo`, model_name: 'Reader', name: 'Bo', language: 'en', style_id: '', style_name: '' },
    ])
    // Voices are cached: the server is not called again for each list.
    await voices(member)
    expect(server.requests).toHaveLength(1)
    server.script({ headers: { 'content-type': 'audio/mpeg' }, body: 'sound' })
    const sound = await member.api.openVoice.speech({ space_id: spaceId, voice_id: `${modelId}:bo`, input: 'Hello' })
    expect([sound.headers.get('content-type'), await sound.text()]).toEqual(['audio/mpeg', 'sound'])
    expect(server.requests[1]!.body).toMatchObject({ model: 'tts-1', voice: 'bo', input: 'Hello' })
    server.script({ headers: { 'content-type': 'application/json' }, body: '{}' })
    const silent = await member.api.openVoice.speech({ space_id: spaceId, voice_id: `${modelId}:bo`, input: 'Hello' })
    expect(await silent.json()).toMatchObject({ code: ErrorCode.provider.notSound })
    const foreign = await outsider.api.openVoice.speech({
      space_id: spaceId,
      voice_id: `${modelId}:bo`,
      input: 'Hello',
    })
    expect(foreign.status).toBe(404)
    t.clock.advance(3600_000)
    server.script(refuses(500, 'down'))
    expect(await voices()).toMatchObject({ voice_list: [], voice_note: expect.stringMatching(/has an outage/) })
  })
})
