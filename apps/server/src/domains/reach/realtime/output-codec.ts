import type { OutputAudio } from '@orrery/contract'
import { encodeG711 } from '#kit/audio/g711.ts'
import { createOpusEncoder } from '#kit/audio/opus.ts'
import { bytesOf, createFramer } from '#kit/audio/samples.ts'

/** G.711 supports only this rate. */
const TELEPHONE_RATE = 8000
/** Maximum size of a piece without frames, so that no message gets too large. */
const MAX_SAMPLES = 12_000

/** How sound is split and encoded for a client. */
export interface OutputCodec {
  rate: number
  cut(samples: Int16Array): Int16Array[]
  /** The last frames, once no more samples follow. */
  rest(): Int16Array[]
  encode(samples: Int16Array): Buffer
  free(): void
}

function plainCodec(rate: number, encode: (samples: Int16Array) => Buffer): OutputCodec {
  const cut = (samples: Int16Array) =>
    Array.from({ length: Math.ceil(samples.length / MAX_SAMPLES) }, (_, at) =>
      samples.slice(at * MAX_SAMPLES, (at + 1) * MAX_SAMPLES),
    )
  return { rate, cut, rest: () => [], encode, free: () => {} }
}
export async function openOutputCodec({
  codec,
  pcm_config: pcm,
  opus_config: opus,
}: OutputAudio): Promise<OutputCodec> {
  if (codec === 'pcm') return plainCodec(pcm.sample_rate, bytesOf)
  if (codec !== 'opus') return plainCodec(TELEPHONE_RATE, (samples) => encodeG711(codec, samples))
  const { sample_rate: rate, bitrate, use_cbr: isConstant, frame_size_ms: frameMs } = opus
  const encoder = await createOpusEncoder({ rate, bitrate, isConstant, frameMs })
  const { push, end } = createFramer(encoder.frame)
  return { rate, cut: push, rest: end, encode: (frame) => Buffer.from(encoder.encode(frame)), free: encoder.free }
}
