/** What one packet lasts. */
export const PACKET_MS = 20
/** As much as may be on its way before it is heard: the clock of the machine is not exact. */
const LEAD_MS = 60

interface PacedSoundDeps {
  /** After a silence as long as so many packets. */
  play(packet: Uint8Array, silence: number): void
  tell(text: string): void
  now(): number
}
type Item = { packet: Uint8Array } | { text: string }

/** Sound goes out as fast as it is heard. Words that follow it wait for their turn. */
export function createPacedSound({ play, tell, now }: PacedSoundDeps) {
  let items: Item[] = []
  let timer: NodeJS.Timeout | undefined
  /** When the next packet is heard, of those that went out. */
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
    // Late by more than a packet: the line was still.
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
    hush() {
      clearTimeout(timer)
      items = []
      isStill = true
    },
    close: () => clearTimeout(timer),
  }
}
