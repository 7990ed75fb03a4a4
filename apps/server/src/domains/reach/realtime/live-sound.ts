import { createOggWriter, OPUS_RATE } from '#kit/audio/ogg.ts'
import { createOpusEncoder } from '#kit/audio/opus.ts'
import { createFramer, createSampleReader } from '#kit/audio/samples.ts'
import { toWav } from '#kit/audio/wav.ts'

export const LIVE_RATE = 16_000
/** A player that is this far behind is disconnected. */
const MAX_LAG_S = 60
const FRAME_MS = 20
const BITRATE = 32_000

/** How sound is encoded for a player. */
export interface LiveFormat {
  type: string
  /** Maximum rate, used to detect players that are behind. */
  bytesPerSecond: number
  begin(): Buffer
  /** Encodes samples as they were published. */
  push(bytes: Buffer): Buffer
  end(): Buffer
  free(): void
}
const none = Buffer.alloc(0)

/** A WAV file of unknown length: players read until it ends. */
function endlessWav(): LiveFormat {
  const head = toWav(none, LIVE_RATE)
  head.writeUInt32LE(0xff_ff_ff_ff, 4)
  head.writeUInt32LE(0xff_ff_ff_ff, 40)
  const bytesPerSecond = LIVE_RATE * 2
  return { type: 'audio/wav', bytesPerSecond, begin: () => head, push: (bytes) => bytes, end: () => none, free() {} }
}
/** Ogg needs no length: pages follow until the last. */
async function endlessOpus(): Promise<LiveFormat> {
  const settings = { rate: LIVE_RATE, frameMs: FRAME_MS, bitrate: BITRATE, isConstant: false } as const
  const encoder = await createOpusEncoder(settings)
  const writer = createOggWriter(LIVE_RATE)
  const framer = createFramer(encoder.frame)
  const read = createSampleReader()
  const span = (FRAME_MS * OPUS_RATE) / 1000
  const pages = (frames: Int16Array[]) => frames.map((frame) => writer.packet(encoder.encode(frame), span))
  return {
    type: 'audio/ogg; codecs=opus',
    bytesPerSecond: (2 * BITRATE) / 8,
    begin: () => writer.begin(),
    push: (bytes) => Buffer.concat(pages(framer.push(read(bytes)))),
    end() {
      const [last] = framer.end()
      return writer.packet(encoder.encode(last ?? new Int16Array(encoder.frame)), span, true)
    },
    free: () => encoder.free(),
  }
}
export const liveFormats = { ogg_opus: endlessOpus, wav: async () => endlessWav() }

/** The sound published from now on, until an empty piece ends it or the player disconnects. */
export function liveSound(
  subscribe: (listener: (piece: string) => void) => () => void,
  signal: AbortSignal,
  format: LiveFormat,
): ReadableStream<Uint8Array> {
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false
        const give = (bytes: Buffer) => {
          if (bytes.length) controller.enqueue(new Uint8Array(bytes))
        }
        const leave = subscribe((piece) => {
          // The bus sends `*` when pieces may have been lost.
          if (piece === '*') return
          if (piece === '' || (controller.desiredSize ?? 0) <= 0) return end()
          give(format.push(Buffer.from(piece, 'base64')))
        })
        stop = () => {
          if (isOver) return
          isOver = true
          leave()
          signal.removeEventListener('abort', end)
          format.free()
        }
        function end() {
          if (isOver) return
          give(format.end())
          stop()
          controller.close()
        }
        signal.addEventListener('abort', end, { once: true })
        give(format.begin())
        if (signal.aborted) end()
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_LAG_S * format.bytesPerSecond }),
  )
}
