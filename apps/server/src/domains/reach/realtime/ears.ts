import type { InputAudio } from '@orrery/contract'
import { decodeG711 } from '#kit/audio/g711.ts'
import { bytesOf, createSampleReader, toMono } from '#kit/audio/samples.ts'
import { soundTypeOf } from '#kit/audio/sound-type.ts'
import { readWav } from '#kit/audio/spoken-samples.ts'
import { toWav } from '#kit/audio/wav.ts'
import type { Recording, TranscriptionRequest } from '#kit/speech/speech-types.ts'
import type { OpenVoices } from '#domains/reach/voice/voice.service.ts'
import { realtimeErrors } from './realtime.errors.ts'

const MAX_MB = 10
/** The language, and words that are likely to occur. */
export type Hints = Pick<TranscriptionRequest, 'language' | 'prompt'>

export interface EarsDeps {
  voices: Pick<OpenVoices, 'transcribe'>
  spaceIds: readonly string[]
}
/** What one connection has heard and not yet been asked about. */
export function createEars({ voices, spaceIds }: EarsDeps) {
  let bytes: Buffer[] = []
  let size = 0
  const clear = () => {
    bytes = []
    size = 0
  }
  return {
    clear,
    append(piece: Buffer) {
      size += piece.length
      if (size > MAX_MB * 1024 * 1024) {
        clear()
        throw realtimeErrors.tooMuchSound({ max: MAX_MB })
      }
      bytes.push(piece)
    },
    /** Everything since the last time. Empty: nothing was sent. */
    take(audio: InputAudio): Recording | undefined {
      const all = Buffer.concat(bytes)
      clear()
      return all.length ? recordingOf(all, audio) : undefined
    },
    words: (recording: Recording, signal: AbortSignal, hints: Hints = {}) =>
      voices.transcribe(spaceIds, '', { recording, signal, ...hints }),
  }
}
export type Ears = ReturnType<typeof createEars>

export const wavOf = (samples: Int16Array, rate: number): Recording => ({
  bytes: toWav(bytesOf(samples), rate),
  fileName: 'recording.wav',
  mime: 'audio/wav',
})
/** As a file that providers know. */
function recordingOf(bytes: Buffer, audio: InputAudio): Recording {
  const type = audio.format === 'pcm' ? undefined : soundTypeOf(bytes)
  if (type) return { bytes, fileName: `recording.${type.extension}`, mime: type.mime }
  if (audio.format === 'ogg') throw realtimeErrors.notAsSaid({ format: 'Ogg' })
  const samples = createDecoder(audio)(bytes)
  return wavOf(samples, audio.sample_rate)
}

/** Pieces as samples of one channel. A header at the beginning is skipped. */
export function createDecoder({ format, codec, channel }: InputAudio): (piece: Buffer) => Int16Array {
  if (format === 'ogg' || codec === 'opus') throw realtimeErrors.needsSamples()
  const read = createSampleReader()
  let isFirst = format === 'wav'
  return (piece) => {
    const start = isFirst && piece.toString('latin1', 0, 4) === 'RIFF' ? (readWav(piece)?.start ?? 0) : 0
    isFirst = false
    const bytes = piece.subarray(start)
    return toMono(codec === 'pcm' ? read(bytes) : decodeG711(codec, bytes), channel)
  }
}
/** What can be told apart from the beginning: a recording of Opus must be one file. */
export function requireDecodable({ format, codec }: InputAudio, isDetected: boolean) {
  if (codec === 'opus' && (format !== 'ogg' || isDetected)) throw realtimeErrors.needsSamples()
  if (format === 'ogg' && isDetected) throw realtimeErrors.needsSamples()
}
