import { createOggReader } from './ogg.ts'
import { createOpusDecoder, DECODED_RATE } from './opus.ts'
import { resampled } from './resample.ts'
import { joinSamples } from './samples.ts'
import { soundTypeOf } from './sound-type.ts'
import { wavSamples } from './wav-samples.ts'
import { webmPackets } from './webm.ts'

/** What `recordedSamples` reads, in words. */
export const readableSound = 'WAV, Ogg Opus, WebM Opus'

async function decoded(packets: readonly Buffer[] = []): Promise<Int16Array | undefined> {
  if (packets.length === 0) return undefined
  const decoder = await createOpusDecoder()
  try {
    return joinSamples(packets.map((packet) => decoder.decode(packet)))
  } finally {
    decoder.free()
  }
}
/** A recording as samples of one channel at 16 kHz. Undefined: it is of a kind that is not read here, or broken. */
export async function recordedSamples(bytes: Buffer): Promise<Int16Array | undefined> {
  try {
    const type = soundTypeOf(bytes)?.extension
    if (type === 'ogg') return await decoded(createOggReader()(bytes))
    if (type === 'webm') return await decoded(webmPackets(bytes))
    const wav = type === 'wav' ? wavSamples(bytes) : undefined
    return wav && resampled(wav.samples, wav.rate, DECODED_RATE)
  } catch {
    // Bytes that are not what they say.
    return undefined
  }
}
