export interface RtpSound {
  number: number
  /** In units of the Opus clock. */
  timestamp: number
  packet: Uint8Array
}
/** Packets that wait for an earlier one: 100 ms of sound. */
const MAX_WAITING = 5
const SPACE = 65_536
/** By how much one sequence number is ahead of another; the numbers wrap around. */
const ahead = (number: number, of: number) => ((number - of + SPACE + SPACE / 2) % SPACE) - SPACE / 2

/** Passes packets on in the order of their numbers, each once. A missing packet is not waited for very long. */
export function createPacketOrder(give: (sound: RtpSound) => void) {
  let next: number | undefined
  let waiting: RtpSound[] = []
  function release() {
    for (;;) {
      const found = waiting.findIndex(({ number }) => number === next)
      if (found < 0) return
      const [sound] = waiting.splice(found, 1) as [RtpSound]
      next = (next! + 1) % SPACE
      give(sound)
    }
  }
  return (sound: RtpSound) => {
    const { number } = sound
    next ??= number
    // Too late, or a duplicate.
    if (ahead(number, next) < 0 || waiting.some((other) => other.number === number)) return
    waiting.push(sound)
    release()
    if (waiting.length < MAX_WAITING) return
    waiting = waiting.toSorted((a, b) => ahead(a.number, b.number))
    next = waiting[0]!.number
    release()
  }
}
