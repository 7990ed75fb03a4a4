import type { InputAudio } from '@orrery/contract'
import { decodeG711 } from '#kit/audio/g711.ts'
import { createOggReader } from '#kit/audio/ogg.ts'
import { DECODED_RATE, type OpusDecoder } from '#kit/audio/opus.ts'
import { bytesOf, createSampleReader, joinSamples, toMono } from '#kit/audio/samples.ts'
import { soundTypeOf } from '#kit/audio/sound-type.ts'
import { readWav } from '#kit/audio/spoken-samples.ts'
import { wavSamples } from '#kit/audio/wav-samples.ts'
import { toWav } from '#kit/audio/wav.ts'
import { AppError } from '#kit/errors.ts'
import type { Sound } from '#kit/speech/dialogue/dialogue-types.ts'
import type { Recording, TranscriptionRequest } from '#kit/speech/speech-types.ts'
import type { OpenVoices } from '#domains/reach/voice/voice.service.ts'
import { realtimeErrors } from './realtime.errors.ts'

const MAX_MB = 10
/** The language, and words that are likely to occur. */
export type Hints = Pick<TranscriptionRequest, 'language' | 'prompt'>

export interface TranscriberDeps {
  voices: Pick<OpenVoices, 'attend' | 'transcribesBuiltIn' | 'speechMs' | 'transcribe'>
  spaceIds: readonly string[]
  /** The language of the screen, for people who call from a page. */
  likely?: string | undefined
  opus: OpusDecoder
  /** Fallback that transcribes if all other models fail. */
  transcribeFallback?: ((sound: Sound, signal: AbortSignal) => Promise<string | undefined>) | undefined
}
/** A sound with less speech than this counts as noise. */
const MIN_SPEECH_MS = 100

/** Collects the sound of one connection, and transcribes it. */
export function createTranscriber({ voices, spaceIds, likely, opus, transcribeFallback }: TranscriberDeps) {
  let pieces: Buffer[] = []
  let size = 0
  const clear = () => {
    pieces = []
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
      pieces.push(piece)
    },
    /** Takes everything since the last call. Undefined if nothing was sent. */
    take(audio: InputAudio): Recording | undefined {
      const all = pieces
      clear()
      return all.length ? recordingOf(all, audio, opus) : undefined
    },
    decoder: (audio: InputAudio) => createDecoder(audio, opus),
    /** Decodes a recording that `take` returned. */
    samplesOf({ bytes, mime }: Recording, audio: InputAudio): { samples: Int16Array; rate: number } {
      const wav = mime === 'audio/wav' ? wavSamples(bytes) : undefined
      if (wav) return wav
      const { decode, rate } = createDecoder(audio, opus)
      return { samples: decode(bytes), rate }
    },
    /** Whether a sound contains speech. Without a detector, every sound counts. */
    async isSpeech(samples: Int16Array, rate: number, signal: AbortSignal): Promise<boolean> {
      const ms = await voices.speechMs(samples, rate, signal)
      return ms === undefined || ms >= MIN_SPEECH_MS
    },
    /** Loads built-in transcription in advance if it will be used. */
    async prepare(signal: AbortSignal) {
      if ((await voices.transcribesBuiltIn(spaceIds)) && !signal.aborted) voices.attend(signal)
    },
    /** Whether transcription is built in, so that it costs nothing and needs no provider. */
    isBuiltIn: () => voices.transcribesBuiltIn(spaceIds),
    async words(recording: Recording, signal: AbortSignal, hints: Hints = {}): Promise<string> {
      try {
        return await voices.transcribe(spaceIds, '', { recording, likely, signal, ...hints })
      } catch (cause) {
        signal.throwIfAborted()
        const sound = cause instanceof AppError && transcribeFallback ? wavSamples(recording.bytes) : undefined
        const words = sound && (await transcribeFallback!(sound, signal))
        if (words === undefined) throw cause
        return words
      }
    },
  }
}
export type Transcriber = ReturnType<typeof createTranscriber>

export const wavOf = (samples: Int16Array, rate: number): Recording => ({
  bytes: toWav(bytesOf(samples), rate),
  fileName: 'recording.wav',
  mime: 'audio/wav',
})
/** Converts the pieces to a file in a format that providers accept. */
function recordingOf(pieces: Buffer[], audio: InputAudio, opus: OpusDecoder): Recording {
  const bytes = Buffer.concat(pieces)
  const isFile = audio.format === 'ogg' || (audio.format === 'wav' && audio.codec !== 'opus')
  const type = isFile ? soundTypeOf(bytes) : undefined
  if (type) return { bytes, fileName: `recording.${type.extension}`, mime: type.mime }
  const { decode, rate } = createDecoder(audio, opus)
  return wavOf(joinSamples(pieces.map(decode)), rate)
}

export interface Decoder {
  /** Decodes a piece to samples of one channel. */
  decode(piece: Buffer): Int16Array
  rate: number
}
function createDecoder({ format, codec, channel, sample_rate }: InputAudio, opus: OpusDecoder): Decoder {
  if (format === 'ogg') return opusDecoder(createOggReader(), opus, 'Ogg Opus')
  if (codec === 'opus') return opusDecoder((packet) => [packet], opus, 'Opus')
  const read = createSampleReader()
  let isFirst = format === 'wav'
  const decode = (piece: Buffer) => {
    const start = isFirst && piece.toString('latin1', 0, 4) === 'RIFF' ? (readWav(piece)?.start ?? 0) : 0
    isFirst = false
    const bytes = piece.subarray(start)
    return toMono(codec === 'pcm' ? read(bytes) : decodeG711(codec, bytes), channel)
  }
  return { decode, rate: sample_rate }
}
/** Decodes Opus, where each piece is one packet or a part of an Ogg file. */
function opusDecoder(packetsOf: (piece: Buffer) => Buffer[], opus: OpusDecoder, format: string): Decoder {
  const decode = (piece: Buffer) => {
    try {
      return joinSamples(packetsOf(piece).map((packet) => opus.decode(packet)))
    } catch {
      throw realtimeErrors.notAsSaid({ format })
    }
  }
  return { decode, rate: DECODED_RATE }
}
