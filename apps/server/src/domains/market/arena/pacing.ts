const TICK_MS = 50
/** Characters sent per tick: faster models are slowed down, so that speed reveals less. */
const CHARS_PER_TICK = 48
/** How long the first text of a side waits for that of the other. */
const MAX_WAIT_MS = 4000

/** Makes both sides of a round start sending together. */
export function createStartGate() {
  const rounds = new Map<string, { ready: Set<number>; both: PromiseWithResolvers<void>; timer: NodeJS.Timeout }>()
  function leave(key: string) {
    const round = rounds.get(key)
    if (!round) return
    rounds.delete(key)
    clearTimeout(round.timer)
    round.both.resolve()
  }
  return {
    /** Reports that a side has text or has finished. Resolves when the other side has too, or after a timeout. */
    ready(key: string, side: number): Promise<void> {
      const round = rounds.get(key) ?? {
        ready: new Set<number>(),
        both: Promise.withResolvers<void>(),
        timer: setTimeout(() => leave(key), MAX_WAIT_MS).unref(),
      }
      rounds.set(key, round)
      round.ready.add(side)
      if (round.ready.size > 1) leave(key)
      return round.both.promise
    },
  }
}

/** Passes text on in even chunks, on a clock shared by all battles. */
export function createPacer(send: (text: string) => void, begin: () => Promise<void>) {
  let waiting = ''
  let begun: Promise<void> | undefined
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  let idle = Promise.withResolvers<void>()
  idle.resolve()
  function tick() {
    timer = undefined
    if (!isOpen) return
    // Never split a surrogate pair.
    const cut =
      waiting.length > CHARS_PER_TICK && /[\uD800-\uDBFF]/.test(waiting[CHARS_PER_TICK - 1]!)
        ? CHARS_PER_TICK + 1
        : CHARS_PER_TICK
    if (waiting) send(waiting.slice(0, cut))
    waiting = waiting.slice(cut)
    if (waiting) schedule()
    else idle.resolve()
  }
  function schedule() {
    timer ??= setTimeout(tick, TICK_MS - (Date.now() % TICK_MS))
  }
  const open = () =>
    (begun ??= begin().then(() => {
      isOpen = true
      if (waiting) schedule()
    }))
  return {
    take(text: string) {
      if (!waiting) idle = Promise.withResolvers<void>()
      waiting += text
      void open()
      if (isOpen) schedule()
    },
    /** Resolves when all text has been passed on. */
    async end() {
      await open()
      await idle.promise
    },
    /** Discards the remaining text, because the side was stopped. */
    cut(): string {
      const left = waiting
      waiting = ''
      clearTimeout(timer)
      timer = undefined
      idle.resolve()
      return left
    },
  }
}
