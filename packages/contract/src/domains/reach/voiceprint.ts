import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'

const MB = 1024 * 1024
const s = z.string()
const n = z.number()
const person = z.object({ id: s, name: s, nickname: s, avatar_url: s })
const group = z.object({
  id: s,
  name: s,
  desc: s,
  created_at: n,
  updated_at: n,
  icon_url: s,
  user_info: person.optional(),
  feature_count: n,
})
export type VoiceprintGroup = z.output<typeof group>
const feature = z.object({
  id: s,
  group_id: s,
  name: s,
  audio_url: s,
  created_at: n,
  updated_at: n,
  desc: s,
  icon_url: s,
  user_info: person.optional(),
})
export type VoiceprintFeature = z.output<typeof feature>
const file = z.instanceof(Blob, { message: 'must be a file' })
/** Only for raw samples; audio files specify these values in their header. */
const samples = { sample_rate: int().min(8000).max(48_000).default(16_000), channel: int().min(1).max(2).default(1) }
const audioUpload = { body: 'form', bodyLimit: 5 * MB, limit: { by: 'user', max: 60, seconds: 60 } } as const
const inGroup = { group_id: id() }
const inFeature = { group_id: id(), feature_id: id() }
const emptyOutput = () => z.object({})

/** Recognition of speakers. Never used for sign-in, since a recording of a voice can be played back. */
export const voiceprint = {
  createGroup: op('POST /v1/audio/voiceprint_groups', {
    summary: 'Create a voiceprint group',
    summaryZh: '创建声纹组',
    scope: 'Audio.createVoiceprintGroup',
    input: () => z.object({ name: name(20), desc: text(500).default(''), coze_account_id: idOrNone() }),
    output: () => z.object({ id: s }),
  }),
  listGroups: op('GET /v1/audio/voiceprint_groups', {
    summary: 'List your voiceprint groups',
    summaryZh: '列出你的声纹组',
    scope: 'Audio.listVoiceprintGroup',
    input: () =>
      z.object({
        page_num: pageNumber(),
        page_size: pageSize(10, 100),
        name: z.string().max(100).default(''),
        user_id: idOrNone(),
        group_id: idOrNone(),
        coze_account_id: idOrNone(),
      }),
    output: () => z.object({ items: z.array(group), total: n }),
  }),
  updateGroup: op('PUT /v1/audio/voiceprint_groups/{group_id}', {
    summary: 'Change the name or description of a voiceprint group',
    summaryZh: '修改声纹组的名称或描述',
    scope: 'Audio.updateVoiceprintGroup',
    input: () => z.object({ ...inGroup, name: name(20).optional(), desc: text(500).optional() }),
    output: emptyOutput,
  }),
  removeGroup: op('DELETE /v1/audio/voiceprint_groups/{group_id}', {
    summary: 'Delete a voiceprint group with everyone in it',
    summaryZh: '删除声纹组及其中的所有声纹',
    scope: 'Audio.deleteVoiceprintGroup',
    input: () => z.object(inGroup),
    output: emptyOutput,
  }),
  listFeatures: op('GET /v1/audio/voiceprint_groups/{group_id}/features', {
    summary: 'List the voiceprints of a group',
    summaryZh: '列出声纹组中的声纹',
    scope: 'Audio.listVoiceprintFeature',
    input: () => z.object({ ...inGroup, page_num: pageNumber(), page_size: pageSize(10, 100) }),
    output: () => z.object({ items: z.array(feature), total: n }),
  }),
  createFeature: op('POST /v1/audio/voiceprint_groups/{group_id}/features', {
    summary: 'Add the voice of a person to a group; the person must have agreed',
    summaryZh: '向声纹组添加声纹，须事先征得本人同意',
    scope: 'Audio.createVoiceprintFeature',
    ...audioUpload,
    input: () => z.object({ ...inGroup, file, name: name(20), desc: text(500).default(''), ...samples }),
    output: () => z.object({ id: s }),
  }),
  updateFeature: op('PUT /v1/audio/voiceprint_groups/{group_id}/features/{feature_id}', {
    summary: 'Change the name, description or recording of a voiceprint',
    summaryZh: '修改声纹的名称、描述或录音',
    scope: 'Audio.updateVoiceprintFeature',
    ...audioUpload,
    input: () =>
      z.object({
        ...inFeature,
        file: file.optional(),
        name: name(20).optional(),
        desc: text(500).optional(),
        ...samples,
      }),
    output: emptyOutput,
  }),
  removeFeature: op('DELETE /v1/audio/voiceprint_groups/{group_id}/features/{feature_id}', {
    summary: 'Delete a voiceprint with its recording',
    summaryZh: '删除声纹及其录音',
    scope: 'Audio.deleteVoiceprintFeature',
    input: () => z.object(inFeature),
    output: emptyOutput,
  }),
  playFeature: op('GET /v1/audio/voiceprint_groups/{group_id}/features/{feature_id}/audio', {
    summary: 'Get the recording of a voiceprint',
    summaryZh: '获取声纹的录音',
    scope: 'Audio.listVoiceprintFeature',
    reply: 'raw',
    input: () => z.object(inFeature),
  }),
  identify: op('POST /v1/audio/voiceprint_groups/{group_id}/speaker_identify', {
    summary: 'Find out who of a group is speaking, best match first; not suited for signing in',
    summaryZh: '识别说话人是声纹组中的哪一位，按匹配度排序；不可用于登录验证',
    scope: 'Audio.identifyInVoiceprintGroup',
    ...audioUpload,
    input: () => z.object({ ...inGroup, file, top_k: int().min(1).max(10).default(3), ...samples }),
    output: () =>
      z.object({
        feature_score_list: z.array(z.object({ feature_id: s, feature_name: s, feature_desc: s, score: n })),
      }),
  }),
}
