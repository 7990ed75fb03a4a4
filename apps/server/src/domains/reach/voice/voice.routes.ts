import { buffer } from 'node:stream/consumers'
import type { contract } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { SoundFormat } from '#kit/speech/speech-types.ts'
import { soundAnswer } from '#domains/chat/model/shared/sound-answer.ts'
import { TRAININGS } from '#domains/chat/clone/shared/trainings.ts'
import type { CloneRow } from '#domains/chat/clone/clone.table.ts'
import type { CloneService } from '#domains/chat/clone/clone.service.ts'
import type { KnownVoice } from '#domains/chat/model/voice.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { languageName } from './shared/language-name.ts'
import { readRecording } from './shared/recording.ts'
import { voiceErrors } from './voice.errors.ts'
import { type OpenVoices, voiceIdOf } from './voice.service.ts'

export interface OpenVoiceRoutesDeps {
  voices: OpenVoices
  clones: Pick<CloneService, 'ofSpaces'>
  /** Spaces that the caller may access, their own first. */
  reached(ctx: Ctx): Promise<string[]>
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
  publicUrl: string
}
const DAY = 24 * 3600_000
/** Sample rate of PCM from servers with the OpenAI protocol. */
const RATE = 24_000
/** All three names mean Opus in Ogg. */
const formats: Record<string, SoundFormat> = { ogg: 'opus', ogg_opus: 'opus' }

const shown = (voice: KnownVoice, locale: Locale, clone?: CloneRow) => ({
  voice_id: clone?.id ?? voiceIdOf(voice),
  name: clone?.name ?? voice.name,
  is_system_voice: clone === undefined,
  preview_text: clone?.previewText ?? '',
  preview_audio: '',
  language_name: languageName(voice.language, locale),
  language_code: voice.language,
  available_training_times: clone ? TRAININGS - clone.trainings : 0,
  speaker_id: voice.id,
  model_type: 'big',
  state: 'cloned',
  support_emotions: [],
  create_time: clone ? seconds(clone.createdAt) : 0,
  update_time: clone ? seconds(clone.updatedAt) : 0,
})

/** The likely language: that of the person's screen. Unknown for programs. */
const likelyLanguage = ({ actor, locale }: Ctx) => (actor?.token ? undefined : locale)

function refuseFeelings({ emotion, emotion_scale: scale }: { emotion: string; emotion_scale?: number | undefined }) {
  if (emotion) throw voiceErrors.notOffered({ field: 'emotion' })
  if (scale !== undefined) throw voiceErrors.notOffered({ field: 'emotion_scale' })
}

export function openVoiceRoutes(deps: OpenVoiceRoutesDeps): Handlers<typeof contract.openVoice> {
  const { voices, clones, reached, uploads, links, publicUrl } = deps
  /** The given space, or all spaces that the caller may access. */
  async function spacesOf(spaceId: string | undefined, ctx: Ctx): Promise<string[]> {
    if (!spaceId) return reached(ctx)
    await ctx.access.require(ctx.actor!, 'space', spaceId, 'view')
    return [spaceId]
  }
  return {
    list: async (input, ctx) => {
      // All voices are ready and of type big, so other filters match none.
      const isAskedFor = input.model_type !== 'small' && input.voice_state !== 'init'
      const spaceIds = isAskedFor ? await reached(ctx) : []
      const own = new Map((await clones.ofSpaces(spaceIds)).map((clone) => [clone.speakerId, clone]))
      const known = await voices.list(spaceIds, ctx.locale)
      const all = input.filter_system_voice ? known.filter(({ id }) => own.has(id)) : known
      const from = (input.page_num - 1) * input.page_size
      const page = all.slice(from, from + input.page_size)
      return {
        voice_list: page.map((voice) => shown(voice, ctx.locale, own.get(voice.id))),
        has_more: from + page.length < all.length,
      }
    },
    speech: async (input, ctx) => {
      refuseFeelings(input)
      if (input.loudness_rate) throw voiceErrors.notOffered({ field: 'loudness_rate' })
      if ((input.sample_rate ?? RATE) !== RATE) throw voiceErrors.onlyRate({ rate: RATE })
      const format = formats[input.response_format] ?? (input.response_format as SoundFormat)
      const sound = await voices.speak(await spacesOf(input.space_id, ctx), {
        voiceId: input.voice_id,
        model: input.model,
        voice: input.voice,
        text: input.input,
        manner: { format, speed: input.speed },
        signal: ctx.signal,
      })
      return soundAnswer(sound)
    },
    speechData: async (input, ctx) => {
      refuseFeelings(input)
      const sound = await voices.speak(await reached(ctx), {
        voiceId: input.voice_id,
        model: '',
        voice: '',
        text: input.input,
        manner: { format: input.response_format === 'ogg' ? 'opus' : input.response_format, speed: input.speed },
        signal: ctx.signal,
      })
      const bytes = await buffer(sound.body)
      if (input.response_data_type === 1) return { message: '', data: { bas464_content: bytes.toString('base64') } }
      const file = { userId: ctx.userId, scene: 'file' as const, name: `speech.${input.response_format}`, bytes }
      const { key } = await uploads.store(file)
      return { message: '', data: { audio_url: new URL(links.make(key, DAY), publicUrl).href, audio_uri: key } }
    },
    hear: async (input, ctx) => {
      const spaceIds = await spacesOf(input.space_id, ctx)
      const recording = await readRecording(input.file)
      return {
        message: '',
        data: {
          text: await voices.transcribe(spaceIds, '', { recording, likely: likelyLanguage(ctx), signal: ctx.signal }),
        },
      }
    },
    transcribe: async (input, ctx) => {
      const recording = await readRecording(input.file)
      const { language, prompt } = input
      const request = { recording, language, prompt, signal: ctx.signal }
      const text = await voices.transcribe(await reached(ctx), input.model, request)
      if (input.response_format === 'text')
        return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
      // Only clients of the OpenAI protocol name a model, and they read the text at the top level.
      if (input.model) return Response.json({ text })
      return Response.json({ code: 0, msg: '', data: { text }, detail: { logid: ctx.logId } })
    },
  }
}
