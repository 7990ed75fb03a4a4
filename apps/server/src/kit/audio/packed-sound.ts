import { mixChannels, type SampleSink, UnreadableSound } from './sample-sink.ts'

/** Bytes decoded at a time: even when a few bytes decode to much sound, it fits into memory. */
const PIECE = 16 * 1024
function* piecesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
interface Decoded {
  channelData: Float32Array[]
  sampleRate: number
}
interface Decoder {
  decode(piece: Uint8Array): Decoded
  free(): void
}

/** Both decoders are loaded when a recording first needs them. */
export async function createMp3Decoder(): Promise<Decoder> {
  const { MPEGDecoder } = await import('mpg123-decoder')
  const decoder = new MPEGDecoder()
  await decoder.ready
  return decoder
}
export async function createAmrDecoder(): Promise<Decoder> {
  const { decoder } = await import('@audio/decode-amr')
  return decoder()
}

/** Decodes a file in pieces. A file without any sound is unreadable. */
export async function decodePacked(bytes: Buffer, create: () => Promise<Decoder>, sink: SampleSink): Promise<void> {
  const decoder = await create()
  let isSound = false
  try {
    for (const piece of piecesOf(bytes)) {
      const { channelData, sampleRate } = decoder.decode(piece)
      if (!channelData[0]?.length) continue
      isSound = true
      sink.push(mixChannels(channelData), sampleRate)
    }
  } finally {
    decoder.free()
  }
  if (!isSound) throw new UnreadableSound('unreadable')
}
