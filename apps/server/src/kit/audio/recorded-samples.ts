import { amrSeconds } from './amr.ts'
import { decodeForeign, isForeign } from './ffmpeg.ts'
import { createOggReader } from './ogg.ts'
import { createOpusDecoder, DECODED_RATE } from './opus.ts'
import { createAmrDecoder, createMp3Decoder, decodePacked } from './packed-sound.ts'
import { createSampleSink, MAX_DURATION_S, type SampleSink, UnreadableSound } from './sample-sink.ts'
import { soundTypeOf } from './sound-type.ts'
import { wavSamples } from './wav-samples.ts'
import { webmPackets } from './webm.ts'

/** The formats that are read without another program, as text for messages. */
export const readableSound = 'WAV, MP3, Ogg Opus, WebM Opus, AMR'

async function decodeOpus(packets: readonly Buffer[] = [], sink: SampleSink): Promise<void> {
  if (packets.length === 0) throw new UnreadableSound('unreadable')
  const decoder = await createOpusDecoder()
  try {
    for (const packet of packets) sink.push(decoder.decode(packet), DECODED_RATE)
  } finally {
    decoder.free()
  }
}
function decodeWav(bytes: Buffer, sink: SampleSink): void {
  const wav = wavSamples(bytes)
  if (!wav) throw new UnreadableSound('unreadable')
  sink.push(wav.samples, wav.rate)
}
function decodeAmr(bytes: Buffer, sink: SampleSink): Promise<void> {
  if (amrSeconds(bytes) > MAX_DURATION_S) throw new UnreadableSound('tooLong')
  return decodePacked(bytes, createAmrDecoder, sink)
}
async function decode(bytes: Buffer, ffmpeg: string, sink: SampleSink): Promise<void> {
  const type = soundTypeOf(bytes)?.extension ?? ''
  if (type === 'wav') return decodeWav(bytes, sink)
  if (type === 'ogg') return decodeOpus(createOggReader()(bytes), sink)
  if (type === 'webm') return decodeOpus(webmPackets(bytes), sink)
  if (type === 'mp3') return decodePacked(bytes, createMp3Decoder, sink)
  if (type === 'amr') return decodeAmr(bytes, sink)
  if (isForeign(type)) return decodeForeign(bytes, type, ffmpeg, sink)
  throw new UnreadableSound('unreadable')
}
/**
 * Decodes a recording to one channel at 16 kHz. `ffmpeg`: its path, for formats not decoded here.
 * Throws `UnreadableSound`.
 */
export async function recordedSamples(bytes: Buffer, ffmpeg = ''): Promise<Int16Array> {
  const sink = createSampleSink()
  try {
    await decode(bytes, ffmpeg, sink)
    return sink.end()
  } catch (cause) {
    // The bytes are not of the type they claim to be.
    throw cause instanceof UnreadableSound ? cause : new UnreadableSound('unreadable')
  }
}
