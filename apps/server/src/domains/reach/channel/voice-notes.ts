import { chooseVoice, SPOKEN_CHARS, spoken } from '@orrery/contract/shared/voice-choice'
import { soundTypeOf } from '#kit/audio/sound-type.ts'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Log } from '#kit/log.ts'
import type { VoiceService } from '#domains/chat/model/voice.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { OutgoingFile } from './adapter.ts'

export interface VoiceNotesDeps {
  voices: Pick<VoiceService, 'speak' | 'transcribe' | 'transcriptionModels'>
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
  publicUrl: string
  log: Log
}
const TRY_MS = 60_000
const WEEK = 7 * 24 * 3600_000

/**
 * Transcribes voice messages, and speaks answers in the voice of the bot. Without speech models, messages still work.
 */
export function createVoiceNotes({ voices, uploads, links, publicUrl, log }: VoiceNotesDeps) {
  /** The transcript of a voice message; empty if no model can transcribe it. */
  async function hear(bot: RunnableBot, bytes: Buffer, likely: Locale): Promise<string> {
    const type = soundTypeOf(bytes)
    const ears = type ? await voices.transcriptionModels(bot.spaceId) : []
    if (!type || ears.length === 0) return ''
    const recording = { bytes, fileName: `recording.${type.extension}`, mime: type.mime }
    const signal = AbortSignal.timeout(TRY_MS)
    return voices.transcribe(ears, { recording, likely, signal }).catch((cause: unknown) => {
      log.debug({ err: cause, bot: bot.id }, 'a voice note could not be understood')
      return ''
    })
  }
  /** Speaks an answer in the voice chosen for its language. Undefined if the bot is muted or has no voice here. */
  async function speak(bot: RunnableBot, answer: string): Promise<OutgoingFile | undefined> {
    const { muted, i18n_lang_voice_str: chosen } = bot.config.voices_info
    const text = spoken(answer).slice(0, SPOKEN_CHARS)
    const voice = muted || !text ? '' : chooseVoice(chosen, text)
    if (!voice) return undefined
    try {
      const sound = await voices.speak(bot.spaceId, voice, text, AbortSignal.timeout(TRY_MS), { format: 'mp3' })
      const file = { name: 'voice.mp3', bytes: await sound.bytes() }
      const { key } = await uploads.store({ userId: bot.ownerId, scene: 'file', ...file })
      const url = new URL(links.make(key, WEEK), publicUrl).href
      return { kind: 'audio', key, name: file.name, contentType: 'audio/mpeg', url }
    } catch (cause) {
      log.debug({ err: cause, bot: bot.id }, 'an answer could not be spoken')
      return undefined
    }
  }
  return { hear, speak }
}
export type VoiceNotes = ReturnType<typeof createVoiceNotes>
