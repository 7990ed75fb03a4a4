import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, text } from '#shared/fields.ts'

const MB = 1024 * 1024
const s = z.string()
const n = z.number()
/** The numbers that clients of the platform use. */
export const VoiceState = { init: 0, cloned: 10, deleted: 20, pending: 30 } as const
const voiceDetail = z.object({
  voice_id: s,
  space_id: s,
  voice_name: s,
  voice_desc: s,
  icon_url: s,
  icon_uri: s,
  total_training_times: n,
  available_training_times: n,
  preview_text: s,
  language_name: s,
  language_code: s,
  is_system_voice: z.boolean(),
  create_user_info: z.object({ id: s, name: s, nickname: s, avatar_url: s }).optional(),
  speaker_id: s,
  state: n,
  last_clone_time_unix: n,
  create_time: n,
  update_time: n,
  model_type: n,
  model_provider: s,
})
export type VoiceDetail = z.output<typeof voiceDetail>
const languageCode = () =>
  z.string().regex(/^([a-z]{2,3}(-[A-Za-z]{2,4})?)?$/, 'must be the code of a language, such as en or zh')
const language = () => languageCode().default('')
/** `webm` is the format that browsers record in. */
const format = z.enum(['wav', 'mp3', 'ogg', 'm4a', 'aac', 'pcm', 'webm'])
const limit = { by: 'user', max: 20, seconds: 60 } as const
const file = z.instanceof(Blob, { message: 'must be a file' })
const voiceFields = { voice_name: name(50), description: text(500).default(''), language: language() }

/** Voices cloned from recordings. The caller confirms that the speaker has agreed. */
export const clonedVoice = {
  clone: op('POST /v1/audio/voices/clone', {
    summary: 'Clone a voice from a recording; the speaker must have agreed',
    summaryZh: '根据录音克隆音色，须事先征得说话人同意',
    scope: 'Audio.createVoice',
    body: 'form',
    bodyLimit: 11 * MB,
    limit,
    input: () =>
      z.object({
        ...voiceFields,
        file,
        audio_format: format,
        voice_id: idOrNone(),
        preview_text: text(500).optional(),
        text: text(2000).default(''),
        space_id: idOrNone(),
      }),
    output: () => z.object({ voice_id: s }),
  }),
  check: op('POST /api/resource/audio/check_create_voice', {
    summary: 'Get whether you can create another voice',
    summaryZh: '查询是否可以创建音色',
    reply: 'flat',
    output: () => z.object({ message: s, data: z.object({ has_perm: z.boolean(), total_quota: n, used_quota: n }) }),
  }),
  create: op('POST /api/resource/audio/create_voice', {
    summary: 'Create a voice that is then cloned from a recording',
    summaryZh: '创建待克隆的音色',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        voice_name: voiceFields.voice_name,
        voice_desc: voiceFields.description,
        icon_uri: z.string().max(500).default(''),
        language_code: language(),
      }),
    output: () => z.object({ message: s, data: z.object({ voice_id: s }) }),
  }),
  train: op('POST /api/resource/audio/clone_voice', {
    summary: 'Train a voice with a recording; the speaker must have agreed',
    summaryZh: '用录音训练音色，须事先征得说话人同意',
    reply: 'flat',
    bodyLimit: 15 * MB,
    limit,
    input: () =>
      z.object({
        voice_id: id(),
        audio_format: format,
        audio_bytes: z.base64().max(14 * MB),
        compare_text: text(2000).default(''),
        preview_text: text(500).optional(),
      }),
    output: () => z.object({ message: s, data: z.object({ voice: voiceDetail }) }),
  }),
  update: op('POST /api/resource/audio/update_voice', {
    summary: 'Change the name, description, icon or language of a voice',
    summaryZh: '修改音色的名称、描述、图标或语言',
    reply: 'flat',
    input: () =>
      z.object({
        voice_id: id(),
        voice_name: voiceFields.voice_name.optional(),
        voice_desc: text(500).optional(),
        icon_uri: z.string().max(500).optional(),
        language_code: languageCode().optional(),
      }),
    output: () => z.object({ message: s, data: z.object({}) }),
  }),
  remove: op('POST /api/resource/audio/delete_voice', {
    summary: 'Delete a voice here and at its provider',
    summaryZh: '删除音色，并从服务商处删除',
    reply: 'flat',
    input: () => z.object({ voice_id: id() }),
    output: () => z.object({ message: s }),
  }),
  list: op('POST /api/resource/audio/voices', {
    summary: 'List voices of providers and cloned ones',
    summaryZh: '列出系统音色和克隆音色',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: idOrNone(),
        voice_ids: z.array(z.string().max(300)).max(200).optional(),
        prefix_voice_name: z.string().max(100).default(''),
        language_code: z.string().max(20).default(''),
        self_created: z.boolean().default(false),
        /** 1 voices of providers, 2 cloned voices. */
        voice_type: z.literal([1, 2]).optional(),
        voice_state: z.literal([0, 10, 20, 30]).optional(),
        model_type: z.literal([0, 1]).optional(),
        page_index: z.number().int().min(1).default(1),
        page_size: z.number().int().min(1).max(100).default(50),
      }),
    output: () => z.object({ message: s, data: z.object({ voices: z.array(voiceDetail), has_more: z.boolean() }) }),
  }),
  menu: op('POST /api/resource/audio/voice_menu', {
    summary: 'Get the languages and kinds of the voices there are',
    summaryZh: '获取现有音色的语言和类型',
    reply: 'flat',
    output: () =>
      z.object({
        message: s,
        data: z.object({
          scenes: z.array(s),
          languages: z.array(z.object({ language_code: s, language_name: s })),
          genders: z.array(s),
          ages: z.array(s),
          model_types: z.array(n),
        }),
      }),
  }),
  features: op('POST /api/resource/audio/voice/fg', {
    summary: 'Get what can be done with voices here',
    summaryZh: '查询语音相关功能是否可用',
    reply: 'flat',
    output: () =>
      z.object({
        message: s,
        data: z.object({
          enable: z.boolean(),
          voice_clone_enable: z.boolean(),
          voice_print_enable: z.boolean(),
        }),
      }),
  }),
  addQuota: op('POST /api/resource/audio/purchase_voice_clone_package', {
    summary: 'Allow a person more voices',
    summaryZh: '为用户增加音色额度',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ number: z.number().int().min(1).max(10_000), coze_account_id: idOrNone() }),
    output: () => z.object({ message: s }),
  }),
}
