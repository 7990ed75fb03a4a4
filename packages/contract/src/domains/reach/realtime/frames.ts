import { z } from 'zod'
import { id, idOrNone } from '#shared/fields.ts'
import { endUser, metaData } from '../open/shapes.ts'

const rates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const
const rate = () => z.literal(rates).default(24_000)
const codec = () => z.enum(['pcm', 'opus', 'g711a', 'g711u'])
const words = () => z.string().max(100_000)

const inputAudio = () =>
  z.object({
    format: z.enum(['pcm', 'wav', 'ogg']).default('pcm'),
    /** Opus comes as an Ogg file in chunks; with the other formats as one packet per message. */
    codec: codec().default('pcm'),
    sample_rate: rate(),
    channel: z.number().int().min(1).max(2).default(1),
    bit_depth: z.literal(16).default(16),
  })
export type InputAudio = z.output<ReturnType<typeof inputAudio>>

const outputAudio = () =>
  z.object({
    codec: codec().default('pcm'),
    pcm_config: z.object({ sample_rate: rate() }).default({ sample_rate: 24_000 }),
    /** One packet per message. */
    opus_config: z
      .object({
        sample_rate: z.literal([8000, 12_000, 16_000, 24_000, 48_000]).default(24_000),
        bitrate: z.number().int().min(6000).max(510_000).default(48_000),
        use_cbr: z.boolean().default(false),
        frame_size_ms: z.literal([5, 10, 20, 40, 60]).default(10),
      })
      .prefault({}),
    /** −50 is half the speed, 100 is double. */
    speech_rate: z.number().int().min(-50).max(100).default(0),
    voice_id: z.string().max(300).default(''),
  })
export type OutputAudio = z.output<ReturnType<typeof outputAudio>>

const turnDetection = () =>
  z.object({
    type: z.enum(['client_interrupt', 'server_vad']).default('client_interrupt'),
    prefix_padding_ms: z.number().int().min(0).max(2000).default(600),
    silence_duration_ms: z.number().int().min(200).max(3000).default(500),
  })
/** Recognises the speaker in a voiceprint group of the account, if the score is high enough. */
const voicePrintConfig = () =>
  z.object({
    group_id: idOrNone(),
    score: z.number().min(0).max(100).default(60),
    /** Attributes audio that is too short for recognition to the last speaker. */
    reuse_voice_info: z.boolean().default(false),
  })
export type VoicePrintConfig = z.output<ReturnType<typeof voicePrintConfig>>
const chatConfig = () =>
  z.object({
    conversation_id: idOrNone(),
    user_id: endUser,
    meta_data: metaData.default({}),
    custom_variables: z.record(z.string().max(100), z.string().max(64_000)).default({}),
    auto_save_history: z.boolean().default(true),
    parameters: z.record(z.string().max(200), z.unknown()).optional(),
  })

/** The schema of one type of frame, with its payload. */
const frame = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({ id: z.string().max(200).optional(), event_type: z.literal(type), data })
const emptyFrame = <T extends string>(type: T) => frame(type, z.unknown().optional())
const audioFrame = () => frame('input_audio_buffer.append', z.object({ delta: z.base64().max(250_000) }))

export const speechFrames = () =>
  z.discriminatedUnion('event_type', [
    frame('speech.update', z.object({ output_audio: outputAudio().prefault({}) }).prefault({})),
    frame('input_text_buffer.append', z.object({ delta: words() })),
    emptyFrame('input_text_buffer.complete'),
  ])
export type SpeechFrame = z.output<ReturnType<typeof speechFrames>>

export const transcriptionFrames = () =>
  z.discriminatedUnion('event_type', [
    frame('transcriptions.update', z.object({ input_audio: inputAudio().prefault({}) })),
    audioFrame(),
    emptyFrame('input_audio_buffer.complete'),
    emptyFrame('input_audio_buffer.clear'),
  ])
export type TranscriptionFrame = z.output<ReturnType<typeof transcriptionFrames>>

export const chatFrames = () =>
  z.discriminatedUnion('event_type', [
    frame(
      'chat.update',
      z
        .object({
          chat_config: chatConfig().prefault({}),
          input_audio: inputAudio().prefault({}),
          output_audio: outputAudio().prefault({}),
          turn_detection: turnDetection().prefault({}),
          voice_print_config: voicePrintConfig().prefault({}),
          event_subscriptions: z.array(z.string().max(100)).max(100).default([]),
          need_play_prologue: z.boolean().default(false),
          prologue_content: z.string().max(4000).default(''),
        })
        .prefault({}),
    ),
    audioFrame(),
    emptyFrame('input_audio_buffer.complete'),
    emptyFrame('input_audio_buffer.clear'),
    /** Still pictures, in the order in which they were taken; the next question is sent with the latest one. */
    frame('input_image_buffer.append', z.object({ delta: z.base64().max(250_000) })),
    frame(
      'conversation.message.create',
      z.object({
        role: z.enum(['user', 'assistant']),
        content_type: z.enum(['text', 'object_string']).default('text'),
        content: words(),
      }),
    ),
    emptyFrame('conversation.clear'),
    emptyFrame('conversation.chat.cancel'),
    frame(
      'conversation.chat.submit_tool_outputs',
      z.object({
        chat_id: id(),
        tool_outputs: z.array(z.object({ tool_call_id: z.string().max(200), output: words() })).min(1),
      }),
    ),
  ])
export type ChatFrame = z.output<ReturnType<typeof chatFrames>>
/** Language codes such as `zh` or `en-US`. */
const language = () =>
  z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'must be the code of a language, such as en or zh')
const translateConfig = () =>
  z.object({
    from: language(),
    to: language(),
    hot_words: z.array(z.string().max(100)).max(200).default([]),
    glossary: z
      .array(z.object({ original: z.string().min(1).max(200), translation: z.string().min(1).max(200) }))
      .max(500)
      .default([]),
  })
export type TranslateConfig = z.output<ReturnType<typeof translateConfig>>

export const interpretationFrames = () =>
  z.discriminatedUnion('event_type', [
    frame(
      'simult_interpretation.update',
      z.object({
        input_audio: inputAudio().prefault({}),
        output_audio: outputAudio().prefault({}),
        translate_config: translateConfig(),
      }),
    ),
    audioFrame(),
    emptyFrame('input_audio_buffer.complete'),
  ])
export type InterpretationFrame = z.output<ReturnType<typeof interpretationFrames>>
export type InterpretationSettings = Extract<
  InterpretationFrame,
  { event_type: 'simult_interpretation.update' }
>['data']

/** A room accepts the frames of both chats and interpretation. */
export const roomFrames = () => z.union([chatFrames(), interpretationFrames()])

export type ChatSettings = Extract<ChatFrame, { event_type: 'chat.update' }>['data']
