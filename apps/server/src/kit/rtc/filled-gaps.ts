import { PACKET_MS } from './paced-sound.ts'
import type { RtpSound } from './packet-order.ts'

const TICKS = 48 * PACKET_MS
/** Browsers that omit silence send a packet every 400 ms. Shorter gaps are lost packets or a busy sender. */
const MIN_GAP = 15
/** This much silence ends a sentence, so more is not needed. */
const MAX_FILLED = 60
/** A sender that sends nothing for this long has stopped: a microphone muted by the system sends no packets at all. */
const STOPPED_MS = 2000
const CLOCK = 2 ** 32
/** An Opus packet with 20 ms of silence. */
const silence = new Uint8Array([0xf8, 0xff, 0xfe])

/**
 * Inserts the silence that senders may omit, by the RTP timestamps; without it, a sentence would never end. The clock
 * of the machine is used only when no packets arrive at all: on a busy machine, packets of continuous speech may arrive
 * late.
 */
export function createFilledGaps(give: (packet: Uint8Array) => void) {
  let last: number | undefined
  let stopped: NodeJS.Timeout | undefined
  let isFilled = false
  const fill = (count: number) => {
    for (let n = 0; n < Math.min(count, MAX_FILLED); n += 1) give(silence)
  }
  return {
    take({ timestamp, packet }: RtpSound) {
      const gap = last === undefined ? 0 : Math.round(((timestamp - last + CLOCK) % CLOCK) / TICKS) - 1
      last = timestamp
      if (gap >= MIN_GAP && !isFilled) fill(gap)
      isFilled = false
      give(packet)
      stopped ??= setTimeout(() => {
        isFilled = true
        fill(MAX_FILLED)
      }, STOPPED_MS)
      stopped.refresh()
    },
    close: () => clearTimeout(stopped),
  }
}
