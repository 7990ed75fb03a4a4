import { PACKET_MS } from './paced-sound.ts'
import type { RtpSound } from './packet-order.ts'

const TICKS = 48 * PACKET_MS
/** Browsers that leave silence out send a packet every 400 ms. Shorter gaps are packets that were lost, or a sender that was busy. */
const LEAST_GAP = 15
/** More silence than this says nothing more: it ends a sentence. */
const MOST_FILLED = 60
/** Who sends nothing for so long has stopped: a microphone that the system muted sends no packets at all. */
const STOPPED_MS = 2000
const CLOCK = 2 ** 32
/** A packet of Opus of 20 ms in which nothing is heard. */
const silence = new Uint8Array([0xf8, 0xff, 0xfe])

/**
 * Senders may leave silence out; the clock of the sound tells where. Without it a sentence would never end. Not the clock of the machine:
 * when that is busy, packets come late and are none the less spoken in one breath. It decides only where no packet comes any more.
 */
export function createFilledGaps(give: (packet: Uint8Array) => void) {
  let last: number | undefined
  let stopped: NodeJS.Timeout | undefined
  let isFilled = false
  const fill = (count: number) => {
    for (let n = 0; n < Math.min(count, MOST_FILLED); n += 1) give(silence)
  }
  return {
    take({ timestamp, packet }: RtpSound) {
      const gap = last === undefined ? 0 : Math.round(((timestamp - last + CLOCK) % CLOCK) / TICKS) - 1
      last = timestamp
      if (gap >= LEAST_GAP && !isFilled) fill(gap)
      isFilled = false
      give(packet)
      stopped ??= setTimeout(() => {
        isFilled = true
        fill(MOST_FILLED)
      }, STOPPED_MS)
      stopped.refresh()
    },
    close: () => clearTimeout(stopped),
  }
}
