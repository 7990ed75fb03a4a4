import { Readable } from 'node:stream'
import { readableSound } from '../../audio/recorded-samples.ts'
import { resampled } from '../../audio/resample.ts'
import { RECORDING_RATE, MAX_DURATION_S } from '../../audio/sample-sink.ts'
import { soundErrors } from '../../audio/sound-errors.ts'
import { createAnswer } from '../../egress/answer.ts'
import { modelErrors } from '../../models/model-errors.ts'
import type { SpeechDriver } from '../speech-types.ts'
import { createHelper, HelperExited, HelperRefusal } from './helper.ts'
import { createListeners } from './listeners.ts'
import { canTranscribe, MANDARIN, speakers, speaksMandarin } from './offline-voices.ts'
import { isOffered, soundTypes } from './sound-encoder.ts'
import type { SpeakOrder } from './speaker-child.ts'

const isEnglish = (language: string) => /^en\b/i.test(language)

/** Converts a failure of a helper to an error for the caller. */
function explained(cause: unknown, provider: string): unknown {
  if (cause instanceof HelperRefusal) {
    if (cause.message === 'tooLong') return soundErrors.tooLong({ minutes: MAX_DURATION_S / 60 })
    if (cause.message === 'noDecoder') return soundErrors.noDecoder({ readable: readableSound })
    return modelErrors.unreadableSound({ provider, readable: readableSound })
  }
  return cause instanceof HelperExited ? modelErrors.engineFailed({ provider }) : cause
}

/** Built-in speech: no network, no account. Each program runs in a process of its own, started with its first use. */
export function createOfflineSpeech({ ffmpeg = '' } = {}) {
  const speaker = createHelper('speaker-child.ts')
  const listeners = createListeners()

  const driver: SpeechDriver = {
    listVoices: async () => speakers.filter(({ id }) => id !== MANDARIN || speaksMandarin()),
    async speak({ providerName: provider }, _, { voice, text, format = 'mp3', speed = 1, signal }) {
      if (!isOffered(format))
        throw modelErrors.noSuchFormat({ provider, format, offered: Object.keys(soundTypes).join(', ') })
      if (/\p{Script=Han}/u.test(text) && !speaksMandarin()) throw modelErrors.noMandarin({ provider })
      const sound = speaker.ask<Uint8Array>('speak', { text, voice, speed, format } satisfies SpeakOrder, signal)
      // Text that cannot be spoken at all is refused before the answer begins.
      const first = await sound.next().catch((cause: unknown) => {
        throw explained(cause, provider)
      })
      async function* bytes() {
        try {
          if (!first.done) yield Buffer.from(first.value)
          for await (const piece of sound) if (piece.length) yield Buffer.from(piece)
        } finally {
          await sound.return(undefined)
        }
      }
      const headers = new Headers({ 'content-type': soundTypes[format] })
      return createAnswer(
        { status: 200, statusText: 'OK', url: 'offline:', redirected: false, headers },
        Readable.from(bytes(), { objectMode: false }),
      )
    },
    async transcribe({ providerName: provider }, _, { recording, language, likely, signal }) {
      const spoken = language || likely || 'en'
      if (!isEnglish(spoken)) throw modelErrors.onlyEnglish({ provider })
      const parts: string[] = []
      try {
        for await (const part of listeners.next().ask<string>('words', { bytes: recording.bytes, ffmpeg }, signal))
          parts.push(part)
      } catch (cause) {
        signal?.throwIfAborted()
        throw explained(cause, provider)
      }
      return parts.filter(Boolean).join(' ')
    },
  }
  return {
    driver,
    canTranscribe,
    /** How many milliseconds of speech the samples contain. Undefined when the detector is not installed. */
    async speechMs(samples: Int16Array, rate: number, signal?: AbortSignal): Promise<number | undefined> {
      if (!canTranscribe()) return undefined
      try {
        const sound = { samples: resampled(samples, rate, RECORDING_RATE) }
        for await (const ms of listeners.next().ask<number>('speech', sound, signal)) return ms
      } catch (cause) {
        if (!(cause instanceof HelperExited)) throw cause
      }
      return undefined
    },
    /** Announces a speaker until the signal is aborted, so that the models are loaded. */
    attend: (signal: AbortSignal) => void (canTranscribe() && listeners.attend(signal)),
    close() {
      speaker.close()
      listeners.close()
    },
  }
}
export type OfflineSpeech = ReturnType<typeof createOfflineSpeech>
