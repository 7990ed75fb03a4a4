import { toWav } from '#kit/audio/wav.ts'

export const LIVE_RATE = 16_000
/** A minute of sound: a player that is so far behind has gone. */
const MOST_WAITING = 60 * LIVE_RATE * 2

/** A WAV file whose length nobody knows yet: players read on until it ends. */
function endlessHeader(): Buffer {
  const head = toWav(Buffer.alloc(0), LIVE_RATE)
  head.writeUInt32LE(0xff_ff_ff_ff, 4)
  head.writeUInt32LE(0xff_ff_ff_ff, 40)
  return head
}

/** What is published from now on, until an empty piece ends it or nobody listens any more. */
export function liveSound(
  subscribe: (listener: (piece: string) => void) => () => void,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false
        const leave = subscribe((piece) => {
          // The bus says that pieces were missed.
          if (piece === '*') return
          if (piece === '' || (controller.desiredSize ?? 0) <= 0) return end()
          controller.enqueue(new Uint8Array(Buffer.from(piece, 'base64')))
        })
        stop = () => {
          isOver = true
          leave()
          signal.removeEventListener('abort', end)
        }
        function end() {
          if (isOver) return
          stop()
          controller.close()
        }
        signal.addEventListener('abort', end, { once: true })
        controller.enqueue(new Uint8Array(endlessHeader()))
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
}
