import type { OutputAudio } from '@orrery/contract'
import { encodeG711 } from '#kit/audio/g711.ts'
import { bytesOf, createResampler } from '#kit/audio/samples.ts'
import { spokenSamples } from '#kit/audio/spoken-samples.ts'
import type { OpenVoices } from '#domains/reach/voice/voice.service.ts'

/** G.711 knows no other. */
const TELEPHONE_RATE = 8000
/** Of sound, before base64. */
const CHUNK_BYTES = 24_000

export interface Mouth {
  /** A text as encoded sound, while it comes, with how long each piece lasts. */
  say(text: string, signal: AbortSignal): AsyncGenerator<{ bytes: Buffer; ms: number }>
}
export interface MouthDeps {
  voices: Pick<OpenVoices, 'speak' | 'voiceFor'>
  /** Whose providers speak. */
  spaceIds: readonly string[]
  /** The voices of the bot, by language. */
  chosen: Readonly<Record<string, string>>
  audio(): OutputAudio
}

/** Speaks with the voice that was asked for, the one of the bot, or any that knows the language. */
export function createMouth({ voices, spaceIds, chosen, audio }: MouthDeps): Mouth {
  return {
    async *say(text, signal) {
      const { codec, pcm_config: pcm, speech_rate: pace, voice_id: asked } = audio()
      const rate = codec === 'pcm' ? pcm.sample_rate : TELEPHONE_RATE
      const voiceId = asked || (await voices.voiceFor(spaceIds, chosen, text))
      const manner = { format: 'pcm' as const, speed: 1 + pace / 100 }
      const answer = await voices.speak(spaceIds, { voiceId, model: '', voice: '', text, manner, signal })
      let resample: ((samples: Int16Array) => Int16Array) | undefined
      for await (const { samples, rate: given } of spokenSamples(answer)) {
        resample ??= createResampler(given, rate)
        const made = resample(samples)
        const bytes = codec === 'pcm' ? bytesOf(made) : encodeG711(codec, made)
        const width = codec === 'pcm' ? 2 : 1
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
          const piece = bytes.subarray(at, at + CHUNK_BYTES)
          yield { bytes: piece, ms: (piece.length / width / rate) * 1000 }
        }
      }
    },
  }
}
