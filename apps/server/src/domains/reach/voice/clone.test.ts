import { Readable } from 'node:stream'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tone } from '#kit/audio/wav.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { openElevenLabsServer } from '#testing/speech-server.ts'
import type { Person } from '#testing/test-app.ts'

const far = await openElevenLabsServer()
let lab: OpenLab
let modelId: string
let mate: Person
const sound = tone(1, 16_000)
/** A file as the official client accepts it in Node; a stream can be read once. */
const file = () => Object.assign(Readable.from([sound]), { path: 'voice.wav' }) as unknown as File
const audio_bytes = sound.toString('base64')

beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host] })
  mate = await lab.t.register('mate')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: mate.id }] })
})
beforeEach(() => {
  far.reset()
  far.hears = 'the quick brown fox'
})
const voicesOf = async (person: Person, filter: object = {}) =>
  (await person.api.clonedVoice.list({ voice_type: 2, ...filter })).data.voices
const clone = (more: object = {}) =>
  lab.coze.audio.voices.clone({ voice_name: 'Mine', file: file(), audio_format: 'wav', space_id: lab.spaceId, ...more })
const said = () => far.requests.filter(({ path }) => path.endsWith('/stream'))

test('without a provider that can clone, the error says what to add', async () => {
  await expect(clone()).rejects.toThrow(/ElevenLabs/)
  const { api } = lab.owner
  expect((await api.clonedVoice.check({})).data).toEqual({ has_perm: false, total_quota: 100, used_quota: 0 })
  expect((await api.clonedVoice.features({})).data).toMatchObject({ enable: true, voice_clone_enable: false })
  await expect(api.clonedVoice.create({ space_id: lab.spaceId, voice_name: 'Mine' })).rejects.toMatchObject({
    code: ErrorCode.clone.noCloner,
  })
})

describe('a voice', () => {
  let id: string
  beforeAll(async () => {
    const { instanceModel } = lab.owner.api
    const connection = { kind: 'elevenlabs' as const, name: 'Eleven', base_url: far.baseUrl, api_key: 'xi-secret-0001' }
    const { id: provider_id } = await instanceModel.createProvider(connection)
    modelId = (await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'eleven_v9' })).id
    await instanceModel.createModel({ provider_id, type: 5, name: 'Hears', model: 'scribe_v9' })
    far.voices = [{ id: 'rachel', name: 'Rachel', language: 'en' }]
  })

  test('is created from a recording by the official client, and can speak at once', async () => {
    id = (await clone({ text: 'The quick brown fox.', language: 'en', preview_text: 'Hello' })).voice_id
    const order = far.requests.find(({ path }) => path === '/v1/voices/add')!
    const [told] = (await lab.owner.api.notice.list({})).items
    expect(told).toMatchObject({ kind: 'voice', en: { title: 'The voice Mine is ready' } })
    expect(order.fields).toMatchObject({ name: 'Mine', labels: `{"language":"en","orrery_voice":"${id}"}` })
    expect((order.fields.files as File).size).toBe(sound.length)
    expect(Buffer.from(await lab.coze.audio.speech.create({ input: 'Good day', voice_id: id })).toString()).toBe(
      'made1: Good day',
    )
    const { voice_list } = await lab.coze.audio.voices.list({ filter_system_voice: true })
    expect(voice_list).toMatchObject([{ voice_id: id, name: 'Mine', is_system_voice: false, preview_text: 'Hello' }])
    expect(voice_list[0]!.available_training_times).toBe(9)
    expect((await lab.coze.audio.voices.list()).voice_list.map(({ name }) => name)).toEqual(['Rachel', 'Mine'])
    expect((await lab.owner.api.clonedVoice.check({})).data).toMatchObject({ has_perm: true, used_quota: 1 })
  })
  test('is refused if another text was read, and nothing is stored', async () => {
    far.hears = 'completely different words were spoken here'
    await expect(clone({ text: 'The quick brown fox.' })).rejects.toMatchObject({ code: 1109 })
    expect(far.requests.map(({ path }) => path)).not.toContain('/v1/voices/add')
    expect(await voicesOf(lab.owner)).toHaveLength(1)
  })
  test('can be trained again and edited by every member of its space', async () => {
    const { data } = await mate.api.clonedVoice.train({ voice_id: id, audio_format: 'wav', audio_bytes })
    expect(data.voice).toMatchObject({ available_training_times: 8, state: 10, speaker_id: 'made1' })
    expect(far.requests.map(({ path }) => path)).toContain('/v1/voices/made1/edit')
    await mate.api.clonedVoice.update({ voice_id: id, voice_name: 'Ours', voice_desc: 'For the team' })
    expect(await voicesOf(mate, { space_id: lab.spaceId })).toMatchObject([
      {
        voice_name: 'Ours',
        voice_desc: 'For the team',
        language_name: 'English',
        create_user_info: { id: lab.owner.id },
      },
    ])
    expect(await voicesOf(mate, { self_created: true })).toEqual([])
    expect(await voicesOf(mate, { prefix_voice_name: 'mine' })).toEqual([])
    expect((await mate.api.clonedVoice.menu({})).data.languages).toEqual([
      { language_code: 'en', language_name: 'English' },
    ])
  })
  test('stays unchanged if the provider fails', async () => {
    far.fails(503)
    await expect(
      lab.owner.api.clonedVoice.train({ voice_id: id, audio_format: 'wav', audio_bytes }),
    ).rejects.toMatchObject({ code: ErrorCode.provider.serverError })
    far.fails(undefined)
    expect(await voicesOf(lab.owner)).toMatchObject([{ state: 10, available_training_times: 8 }])
    const text = Buffer.from('no sound').toString('base64')
    await expect(
      lab.owner.api.clonedVoice.train({ voice_id: id, audio_format: 'wav', audio_bytes: text }),
    ).rejects.toThrow(/^file/)
  })
  test('is hidden from other spaces, even if they use the same provider', async () => {
    const stranger = await lab.t.register('stranger')
    expect(await voicesOf(stranger, {})).toEqual([])
    const all = (await stranger.api.clonedVoice.list({})).data.voices
    expect(all.map(({ speaker_id }) => speaker_id)).toEqual(['rachel'])
    const theirs = { authorization: `Bearer ${await lab.tokenOf(stranger)}` }
    for (const voice_id of [id, `${modelId}:made1`])
      expect((await lab.call('POST', '/v1/audio/speech', { input: 'Hello', voice_id }, theirs)).status).toBe(404)
    expect(said()).toEqual([])
    for (const attempt of [
      () => stranger.api.clonedVoice.update({ voice_id: id, voice_name: 'Stolen' }),
      () => stranger.api.clonedVoice.remove({ voice_id: id }),
      () => stranger.api.clonedVoice.train({ voice_id: id, audio_format: 'wav', audio_bytes }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
  })
  test('is deleted here and at the provider, by its creator', async () => {
    await expect(mate.api.clonedVoice.remove({ voice_id: id })).rejects.toMatchObject({ status: 403 })
    await lab.owner.api.clonedVoice.remove({ voice_id: id })
    expect(far.voices).toMatchObject([{ id: 'rachel' }])
    expect((await lab.call('POST', '/v1/audio/speech', { input: 'Hello', voice_id: id })).status).toBe(404)
    expect(await voicesOf(lab.owner)).toEqual([])
  })
  test('whose process died is adopted if the provider has created it, and otherwise can be trained again', async () => {
    const { data: made } = await lab.owner.api.clonedVoice.create({ space_id: lab.spaceId, voice_name: 'Made' })
    const { data: asked } = await lab.owner.api.clonedVoice.create({ space_id: lab.spaceId, voice_name: 'Asked' })
    const die = (ago: number) =>
      lab.t.infra.database.pool.query('UPDATE voice_clone SET pending_since = $1', [lab.t.clock.now() - ago])
    const states = async () => (await voicesOf(lab.owner)).map(({ voice_name, state }) => [voice_name, state])
    far.voices.push({ id: 'left1', name: 'Made', language: 'en', labels: { orrery_voice: made.voice_id! } })
    await die(1000)
    await lab.t.services.clones.sweep()
    expect(await states()).toEqual([
      ['Made', 30],
      ['Asked', 30],
    ])
    await expect(lab.owner.api.clonedVoice.train({ ...asked, audio_format: 'wav', audio_bytes })).rejects.toMatchObject(
      { code: ErrorCode.clone.pending },
    )
    await die(31_000)
    // Other spaces with the same provider do not see the unfinished voice.
    const stranger = await lab.t.register('onlooker')
    const offered = (await stranger.api.clonedVoice.list({})).data.voices
    expect(offered.map(({ speaker_id }) => speaker_id)).toEqual(['rachel'])
    await lab.t.services.clones.sweep()
    expect(await states()).toEqual([
      ['Made', 10],
      ['Asked', 0],
    ])
    expect(Buffer.from(await lab.coze.audio.speech.create({ input: 'Hi', voice_id: made.voice_id! })).toString()).toBe(
      'left1: Hi',
    )
    await lab.owner.api.clonedVoice.train({ ...asked, audio_format: 'wav', audio_bytes })
    expect(far.requests.filter(({ path }) => path === '/v1/voices/add')).toHaveLength(1)
    for (const voice of [made, asked]) await lab.owner.api.clonedVoice.remove(voice)
    expect(far.voices).toHaveLength(1)
  })
  test('is deleted at the provider once it is reachable; until then nobody can use it', async () => {
    const { data } = await lab.owner.api.clonedVoice.create({ space_id: lab.spaceId, voice_name: 'Later' })
    expect((await voicesOf(lab.owner))[0]).toMatchObject({ voice_id: data.voice_id, state: 0 })
    await lab.owner.api.clonedVoice.train({ ...data, audio_format: 'wav', audio_bytes })
    far.fails(503)
    await lab.owner.api.clonedVoice.remove(data)
    far.fails(undefined)
    expect(far.voices).toHaveLength(2)
    expect((await lab.owner.api.clonedVoice.list({})).data.voices.map(({ speaker_id }) => speaker_id)).toEqual([
      'rachel',
    ])
    await lab.t.services.clones.sweep()
    expect(far.voices).toHaveLength(1)
  })
})

test('the instance owner raises the number of voices of a person', async () => {
  await expect(mate.api.clonedVoice.addQuota({ number: 5 })).rejects.toMatchObject({ status: 403 })
  await lab.owner.api.clonedVoice.addQuota({ number: 5, coze_account_id: mate.id })
  await lab.owner.api.clonedVoice.addQuota({ number: 2, coze_account_id: mate.id })
  expect((await mate.api.clonedVoice.check({})).data.total_quota).toBe(107)
})
