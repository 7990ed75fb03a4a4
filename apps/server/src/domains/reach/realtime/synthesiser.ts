import type { OutputAudio } from '@orrery/contract'
import { createResampler, type Resampler } from '#kit/audio/resample.ts'
import { spokenSamples } from '#kit/audio/spoken-samples.ts'
import type { Sound } from '#kit/speech/dialogue/dialogue-types.ts'
import type { OpenVoices } from '#domains/reach/voice/voice.service.ts'
import { openOutputCodec } from './output-codec.ts'

/** A piece of speech: encoded, and as samples. */
interface Spoken {
  bytes: Buffer
  ms: number
  samples: Int16Array
  rate: number
}
export interface Synthesiser {
  /** Streams a text as encoded speech. `isSecond` selects another voice than usual. */
  say(text: string, signal: AbortSignal, isSecond?: boolean): AsyncGenerator<Spoken>
  /** Encodes existing sound for the client. */
  play(sounds: AsyncIterable<Sound>): AsyncGenerator<Spoken>
}
export interface SynthesiserDeps {
  voices: Pick<OpenVoices, 'besides' | 'speak' | 'voiceFor'>
  /** The spaces whose providers speak. */
  spaceIds: readonly string[]
  /** The voices of the bot, by language. */
  chosen: Readonly<Record<string, string>>
  audio(): OutputAudio
}

/** Speaks with the requested voice, that of the bot, or any voice for the language. */
export function createSynthesiser({ voices, spaceIds, chosen, audio }: SynthesiserDeps): Synthesiser {
  async function* play(sounds: AsyncIterable<Sound>): AsyncGenerator<Spoken> {
    const codec = await openOutputCodec(audio())
    const { rate } = codec
    const spoken = (samples: Int16Array): Spoken => ({
      bytes: codec.encode(samples),
      ms: (samples.length / rate) * 1000,
      samples,
      rate,
    })
    try {
      let resampler: Resampler | undefined
      for await (const { samples, rate: given } of sounds) {
        resampler ??= createResampler(given, rate)
        for (const piece of codec.cut(resampler.push(samples))) yield spoken(piece)
      }
      for (const piece of codec.cut(resampler?.end() ?? new Int16Array(0))) yield spoken(piece)
      for (const piece of codec.rest()) yield spoken(piece)
    } finally {
      codec.free()
    }
  }
  return {
    play,
    async *say(text, signal, isSecond = false) {
      const { speech_rate: pace, voice_id: asked } = audio()
      const usual = asked || (await voices.voiceFor(spaceIds, chosen, text))
      const voiceId = isSecond ? await voices.besides(spaceIds, usual, text) : usual
      const manner = { format: 'pcm' as const, speed: 1 + pace / 100 }
      const answer = await voices.speak(spaceIds, { voiceId, model: '', voice: '', text, manner, signal })
      yield* play(spokenSamples(answer))
    },
  }
}
