/** The duration of one packet. */
export const PACKET_MS = 20
/** How far ahead of playback packets may be sent: the clock of the machine is not exact. */
const LEAD_MS = 60

interface PacedSoundDeps {
  /** Plays a packet after a silence of that many packets. */
  play(packet: Uint8Array, silence: number): void
  tell(text: string): void
  now(): number
}
type Item = { packet: Uint8Array } | { text: string }

/** Sends sound in real time. A text queued after some sound is sent once that sound has been sent. */
export function createPacedSound({ play, tell, now }: PacedSoundDeps) {
  let items: Item[] = []
  let timer: NodeJS.Timeout | undefined
  /** The time at which the next packet will be played. */
  let at = 0
  let isStill = true

  function work() {
    timer = undefined
    let done = 0
    for (const item of items) {
      if ('text' in item) tell(item.text)
      else {
        if (at - now() > LEAD_MS) break
        send(item.packet)
      }
      done += 1
    }
    items.splice(0, done)
    if (items.length > 0) timer = setTimeout(work, PACKET_MS)
    else isStill = true
  }
  function send(packet: Uint8Array) {
    const time = now()
    // Late by more than a packet: there was silence on the line.
    const silence = at === 0 || time - at < PACKET_MS ? 0 : Math.round((time - at) / PACKET_MS)
    if (at === 0 || silence > 0) at = time
    play(packet, silence)
    at += PACKET_MS
  }
  function add(item: Item) {
    items.push(item)
    if (!isStill) return
    isStill = false
    work()
  }
  return {
    play: (packet: Uint8Array) => add({ packet }),
    tell: (text: string) => add({ text }),
    stopSound() {
      clearTimeout(timer)
      items = []
      isStill = true
    },
    close: () => clearTimeout(timer),
  }
}
