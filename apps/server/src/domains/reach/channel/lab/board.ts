import { answer, CUT, noFaults, type PlatformAnswer, type ShownMessage } from './simulator.ts'

/** Shared state of the simpler simulators: shown messages and faults. */
export function createBoard() {
  const faults = noFaults()
  const shown: ShownMessage[] = []
  const typing: string[] = []
  let counter = 100
  const next = () => (counter += 1)
  return {
    faults,
    shown,
    typing,
    next,
    /** Shows a message; its response is lost while the `cut` fault is set. */
    show(chatId: string, text: string, reply: (id: string) => PlatformAnswer, more: Partial<ShownMessage> = {}) {
      const id = more.id ?? `m${next()}`
      shown.push({ id, chatId, threadKey: '', text, buttons: [], versions: [text], ...more })
      if (faults.cut === 0) return reply(id)
      faults.cut -= 1
      return CUT
    },
    /** Whether this call exceeds the rate limit. */
    isTooMany() {
      if (faults.tooMany === 0) return false
      faults.tooMany -= 1
      return true
    },
    busy: () => answer({ error: { code: 130429, message: 'rate limit hit' } }, 429, { 'retry-after': '1' }),
  }
}
