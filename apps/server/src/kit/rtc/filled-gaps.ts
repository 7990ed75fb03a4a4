import { PACKET_MS } from './paced-sound.ts'
import type { RtpSound } from './packet-order.ts'

const TICKS = 48 * PACKET_MS
/** Browsers that leave silence out send a packet every 400 ms. Shorter gaps are packets that were lost, or a sender that was busy. */
const LEAST_GAP = 15
/** More silence than this says nothing more: it ends a sentence. */
const MOST_FILLED = 60
const CLOCK = 2 ** 32
/** A packet of Opus of 20 ms in which nothing is heard. */
const silence = new Uint8Array([0xf8, 0xff, 0xfe])

/**
 * Senders may leave silence out; the clock of the sound tells where. Without it a sentence would never end. Not the clock of the machine:
 * when that is busy, packets come late and are none the less spoken in one breath.
 */
export function createFilledGaps(give: (packet: Uint8Array) => void) {
  let last: number | undefined
  return ({ timestamp, packet }: RtpSound) => {
    const gap = last === undefined ? 0 : Math.round(((timestamp - last + CLOCK) % CLOCK) / TICKS) - 1
    last = timestamp
    if (gap >= LEAST_GAP) for (let count = 0; count < Math.min(gap, MOST_FILLED); count += 1) give(silence)
    give(packet)
  }
}
