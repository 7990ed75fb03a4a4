import type { OpusDecoderHandle, OpusEncoderHandle, SampleRate } from 'libopus-wasm'

/** Loaded on first use: most processes never need Opus. */
const load = () => import('libopus-wasm')
/** The sample rate of decoded speech. */
export const DECODED_RATE = 16_000

export interface OpusDecoder {
  /** Decodes one packet to samples of one channel. Throws when it is not a valid packet. */
  decode(packet: Uint8Array): Int16Array
  free(): void
}
export async function createOpusDecoder(): Promise<OpusDecoder> {
  const { createDecoder } = await load()
  const decoder: OpusDecoderHandle = await createDecoder({ channels: 1, sampleRate: DECODED_RATE })
  // Copied: the decoder reuses its memory for the next packet.
  return { decode: (packet) => Int16Array.from(decoder.decode(packet)), free: () => decoder.free() }
}

export interface OpusSettings {
  rate: SampleRate
  frameMs: number
  bitrate: number
  isConstant: boolean
}
export interface OpusEncoder {
  /** Samples in each packet. */
  frame: number
  /** Encodes exactly one frame as a packet. */
  encode(frame: Int16Array): Uint8Array
  free(): void
}
export async function createOpusEncoder({ rate, frameMs, bitrate, isConstant }: OpusSettings): Promise<OpusEncoder> {
  const { Application, createEncoder } = await load()
  const frame = (rate * frameMs) / 1000
  const encoder: OpusEncoderHandle = await createEncoder({
    channels: 1,
    sampleRate: rate,
    application: Application.Voip,
    frameSize: frame,
    bitrate,
    vbr: !isConstant,
  })
  return { frame, encode: (samples) => Uint8Array.from(encoder.encode(samples)), free: () => encoder.free() }
}
