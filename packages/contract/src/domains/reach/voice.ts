import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'

const MB = 1024 * 1024
/** Above the 1,024 characters of other servers, because answers of bots are longer. */
const SPEECH_CHARS = 4096
const s = z.string()
const n = z.number()
const voice = z.object({
  voice_id: s,
  name: s,
  is_system_voice: z.boolean(),
  preview_text: s,
  preview_audio: s,
  language_name: s,
  language_code: s,
  available_training_times: n,
  speaker_id: s,
  model_type: s,
  state: s,
  support_emotions: z.array(z.object({ emotion: s, display_name: s })),
  create_time: n,
  update_time: n,
})
const sampleRates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const
/** Clients of the OpenAI protocol send a name, or an object with an id. */
const voiceName = z.union([z.string().max(300), z.object({ id: z.string().max(300) }).transform(({ id }) => id)])

/**
 * Speech for programs. The same paths serve clients of the OpenAI protocol: these send a `model`, and get answers in
 * the format of that protocol.
 */
export const openVoice = {
  list: op('GET /v1/audio/voices', {
    summary: 'List voices',
    summaryZh: '列出音色',
    scope: 'Audio.listVoice',
    input: () =>
      z.object({
        filter_system_voice: bool().default(false),
        model_type: z.enum(['', 'big', 'small']).default(''),
        voice_state: z.enum(['', 'init', 'cloned', 'all']).default(''),
        page_num: pageNumber(),
        page_size: pageSize(100, 100),
      }),
    output: () => z.object({ voice_list: z.array(voice), has_more: z.boolean() }),
  }),
  speech: op('POST /v1/audio/speech', {
    summary: 'Convert text to speech',
    summaryZh: '将文本转为语音',
    scope: 'Audio.createSpeech',
    reply: 'raw',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        input: z.string().trim().min(1).max(SPEECH_CHARS),
        /** The space whose voices are used; defaults to all spaces of the caller. */
        space_id: idOrNone(),
        voice_id: z.string().max(300).default(''),
        voice: voiceName.default(''),
        model: z.string().max(200).default(''),
        response_format: z.enum(['mp3', 'wav', 'pcm', 'ogg', 'opus', 'ogg_opus', 'aac', 'flac']).default('mp3'),
        speed: z.number().min(0.2).max(3).default(1),
        sample_rate: z.literal(sampleRates).optional(),
        emotion: z.string().max(50).default(''),
        emotion_scale: z.number().min(1).max(5).optional(),
        loudness_rate: z.number().min(-50).max(100).default(0),
      }),
  }),
  /** For pages of the studio; the field with the audio has the name that the platform's clients use. */
  speechData: op('POST /api/audio/speech', {
    summary: 'Convert text to speech, as data or as a link',
    summaryZh: '将文本转为语音，返回数据或链接',
    reply: 'flat',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        input: z.string().trim().min(1).max(SPEECH_CHARS),
        voice_id: z.string().min(1).max(300),
        response_format: z.enum(['mp3', 'wav', 'ogg']).default('mp3'),
        /** 1 Base64 data, 2 a link that works for a day. */
        response_data_type: z.literal([1, 2]).default(1),
        speed: z.number().min(0.2).max(3).default(1),
        emotion: z.string().max(50).default(''),
        emotion_scale: z.number().min(1).max(5).optional(),
      }),
    output: () =>
      z.object({
        message: s,
        data: z.object({ bas464_content: s.optional(), audio_url: s.optional(), audio_uri: s.optional() }),
      }),
  }),
  hear: op('POST /api/audio/transcriptions', {
    summary: 'Convert what was spoken into the input of a chat to text',
    summaryZh: '将聊天输入框录制的语音转为文本',
    reply: 'flat',
    body: 'form',
    bodyLimit: 11 * MB,
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () => z.object({ space_id: idOrNone(), file: z.instanceof(Blob, { message: 'must be a file' }) }),
    output: () => z.object({ message: s, data: z.object({ text: s }) }),
  }),
  transcribe: op('POST /v1/audio/transcriptions', {
    summary: 'Convert speech to text',
    summaryZh: '将语音转为文本',
    scope: 'Audio.createTranscription',
    reply: 'raw',
    body: 'form',
    bodyLimit: 11 * MB,
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        file: z.instanceof(Blob, { message: 'must be a file' }),
        model: z.string().max(200).default(''),
        language: z
          .string()
          .regex(/^([a-z]{2,3})?$/, 'must be the code of a language, such as en or zh')
          .default(''),
        prompt: z.string().max(2000).default(''),
        response_format: z.enum(['json', 'text']).default('json'),
        stream: bool()
          .refine((asks) => !asks, 'transcripts are not streamed: leave it out')
          .optional(),
      }),
  }),
}
