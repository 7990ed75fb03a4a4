import { Readable } from 'node:stream'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf } from '#kit/audio/samples.ts'
import { toWav } from '#kit/audio/wav.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import type { Person } from '#testing/test-app.ts'
import { anna, bruno, humming, hummingFile } from '#testing/voices.ts'

let lab: OpenLab
let stranger: Person
let groupId: string
let annaId: string
let brunoId: string

/** A file as the official client accepts it in Node; a stream can be read once. */
const file = (bytes: Buffer, path = 'voice.wav') => Object.assign(Readable.from([bytes]), { path }) as unknown as File
const blob = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'voice.wav')
const identify = async (bytes: Buffer, more: object = {}) => {
  const { coze } = lab
  const found = await coze.audio.voiceprintGroups.features.speakerIdentify(groupId, { file: file(bytes), ...more })
  return found.feature_score_list!
}

beforeAll(async () => {
  lab = await openOpenLab()
  stranger = await lab.t.register('stranger')
})

test('a group is created, found, changed and deleted with the official client', async () => {
  const { coze } = lab
  groupId = (await coze.audio.voiceprintGroups.create({ name: 'Family', desc: 'At home' })).id
  const { id: other } = await coze.audio.voiceprintGroups.create({ name: 'Office' })
  await coze.audio.voiceprintGroups.update(other, { desc: 'At work' })
  const { items, total } = await coze.audio.voiceprintGroups.list({})
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { id: other, name: 'Office', desc: 'At work', feature_count: 0, user_info: { id: lab.owner.id } },
    { id: groupId, name: 'Family', desc: 'At home' },
  ])
  expect((await coze.audio.voiceprintGroups.list({ name: 'fam' })).items).toMatchObject([{ id: groupId }])
  expect((await coze.audio.voiceprintGroups.list({ group_id: other })).items).toMatchObject([{ id: other }])
  expect((await coze.audio.voiceprintGroups.list({ page_num: 2, page_size: 1 })).items).toMatchObject([{ id: groupId }])
  expect((await coze.audio.voiceprintGroups.list({ user_id: stranger.id })).total).toBe(0)
  await coze.audio.voiceprintGroups.delete(other)
  expect((await coze.audio.voiceprintGroups.list({})).total).toBe(1)
})

describe('the people of a group', () => {
  test('are identified by their voices, the most similar first', async () => {
    const { features } = lab.coze.audio.voiceprintGroups
    annaId = (await features.create(groupId, { name: 'Anna', desc: 'Aunt', file: file(hummingFile(anna)) })).id
    const { coze } = lab
    const pcm = bytesOf(humming(bruno, 3, 24_000))
    const samples = { file: file(pcm, 'bruno.pcm'), sample_rate: 24_000, channel: 1 }
    brunoId = (await coze.audio.voiceprintGroups.features.create(groupId, { name: 'Bruno', ...samples })).id
    const her = await identify(hummingFile(anna, 7))
    expect(her.map(({ feature_id }) => feature_id)).toEqual([annaId, brunoId])
    expect(her[0]).toMatchObject({ feature_name: 'Anna', feature_desc: 'Aunt' })
    expect(her[0]!.score).toBeGreaterThan(70)
    expect(her[1]!.score).toBeLessThan(30)
    expect((await identify(hummingFile(bruno, 5, 48_000), { top_k: 1 })).map(({ feature_id }) => feature_id)).toEqual([
      brunoId,
    ])
  })
  test('are listed with their recordings', async () => {
    const { coze } = lab
    const { items, total } = await coze.audio.voiceprintGroups.features.list(groupId, { page_size: 1 })
    expect([total, items!.length]).toEqual([2, 1])
    const [first] = items! as { name: string; audio_url: string; group_id: string }[]
    expect(first).toMatchObject({ name: 'Anna', group_id: groupId })
    const { pathname } = new URL(first!.audio_url)
    const sound = await fetch(lab.baseURL + pathname, { headers: { authorization: `Bearer ${lab.token}` } })
    expect(Buffer.from(await sound.arrayBuffer()).equals(hummingFile(anna))).toBe(true)
    expect((await fetch(lab.baseURL + pathname)).status).toBe(401)
  })
  test('are recognised by their newest recording', async () => {
    const { coze } = lab
    await coze.audio.voiceprintGroups.features.update(groupId, annaId, { name: 'Ann', file: file(hummingFile(bruno)) })
    await coze.audio.voiceprintGroups.features.update(groupId, brunoId, { desc: 'Uncle' })
    const scores = await identify(hummingFile(bruno, 3))
    expect(scores.every(({ score }) => score! > 70)).toBe(true)
    expect(scores.map(({ feature_name: who, feature_desc: desc }) => `${who} ${desc}`).toSorted()).toEqual([
      'Ann Aunt',
      'Bruno Uncle',
    ])
  })
  test('are forgotten when they are deleted', async () => {
    const { coze } = lab
    await coze.audio.voiceprintGroups.features.delete(groupId, annaId)
    expect(await identify(hummingFile(anna))).toHaveLength(1)
  })
})

describe('these are refused:', () => {
  const { voiceprint: code } = ErrorCode
  const add = (bytes: Buffer, name = 'Carl') =>
    lab.owner.api.voiceprint.createFeature({ group_id: groupId, name, file: blob(bytes) })
  test('recordings without speech, and invalid recordings', async () => {
    await expect(add(toWav(Buffer.alloc(64_000), 16_000))).rejects.toMatchObject({ code: code.noSpeech })
    await expect(add(Buffer.from('no sound'))).rejects.toMatchObject({ code: code.notSamples })
    await expect(add(Buffer.from('OggS and more'))).rejects.toThrow(/WAV/)
    await expect(add(toWav(Buffer.alloc(4 * 1024 * 1024), 16_000))).rejects.toMatchObject({ code: code.tooLarge })
    expect((await lab.owner.api.voiceprint.listFeatures({ group_id: groupId })).total).toBe(1)
  })
  test('more people than a group may have, also if added concurrently', async () => {
    const sound = hummingFile(anna)
    const tried = await Promise.allSettled(Array.from({ length: 11 }, (_, at) => add(sound, `P${at}`)))
    expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    await expect(add(sound)).rejects.toMatchObject({ code: code.full })
  })
  test('groups of other accounts, with the same error as missing ones', async () => {
    const { voiceprint } = stranger.api
    const ids = { group_id: groupId, feature_id: brunoId }
    for (const attempt of [
      () => voiceprint.updateGroup({ group_id: groupId, name: 'Mine' }),
      () => voiceprint.removeGroup({ group_id: groupId }),
      () => voiceprint.listFeatures({ group_id: groupId }),
      () => voiceprint.removeFeature(ids),
      () => voiceprint.updateFeature({ ...ids, name: 'Mine' }),
      () => voiceprint.identify({ group_id: groupId, file: blob(hummingFile(anna)) }),
      () => lab.owner.api.voiceprint.removeFeature({ ...ids, group_id: '999999' }),
      () => voiceprint.createGroup({ name: 'Theirs', coze_account_id: lab.owner.id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
    expect(await voiceprint.listGroups({})).toEqual({ items: [], total: 0 })
  })
})
