import { createOggWriter, OPUS_RATE } from '../../audio/ogg.ts'
import { createOpusEncoder } from '../../audio/opus.ts'
import { bytesOf, createFramer } from '../../audio/samples.ts'
import { toWav } from '../../audio/wav.ts'

/** Output formats with their types. */
export const soundTypes = { mp3: 'audio/mpeg', wav: 'audio/wav', pcm: 'audio/pcm', opus: 'audio/ogg' } as const
export type OfflineFormat = keyof typeof soundTypes
export const isOffered = (format: string): format is OfflineFormat => format in soundTypes

/** The same rate as that of providers. */
export const SPOKEN_RATE = 24_000
const MP3_KBIT = 48
const FRAME_MS = 20

interface Encoder {
  push(samples: Int16Array): Uint8Array
  end(): Uint8Array
}
const nothing = new Uint8Array(0)

async function createMp3(): Promise<Encoder> {
  const { createMp3Encoder } = await import('wasm-media-encoders')
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SPOKEN_RATE, channels: 1, bitrate: MP3_KBIT })
  return {
    push: (samples) => Uint8Array.from(encoder.encode([Float32Array.from(samples, (sample) => sample / 32_768)])),
    end: () => Uint8Array.from(encoder.finalize()),
  }
}
async function createOpus(): Promise<Encoder> {
  const encoder = await createOpusEncoder({ rate: SPOKEN_RATE, frameMs: FRAME_MS, bitrate: 32_000, isConstant: false })
  const writer = createOggWriter(SPOKEN_RATE)
  const span = (FRAME_MS * OPUS_RATE) / 1000
  let hasBegun = false
  const framer = createFramer(encoder.frame)
  const written = (frames: Int16Array[], isLast: boolean) => {
    const pages = frames.map((frame, at) =>
      writer.packet(encoder.encode(frame), span, isLast && at === frames.length - 1),
    )
    const head = hasBegun ? [] : [writer.begin()]
    hasBegun = true
    return new Uint8Array(Buffer.concat([...head, ...pages]))
  }
  return { push: (samples) => written(framer.push(samples), false), end: () => written(framer.end(), true) }
}
/** The header contains the length, so all of the sound is collected first. */
function createWav(): Encoder {
  const pieces: Buffer[] = []
  return {
    push(samples) {
      pieces.push(bytesOf(samples))
      return nothing
    },
    end: () => new Uint8Array(toWav(Buffer.concat(pieces), SPOKEN_RATE)),
  }
}
/** Encodes samples at 24 kHz while they arrive. */
export async function createEncoder(format: OfflineFormat): Promise<Encoder> {
  if (format === 'mp3') return createMp3()
  if (format === 'opus') return createOpus()
  if (format === 'wav') return createWav()
  return { push: (samples) => new Uint8Array(bytesOf(samples)), end: () => nothing }
}
