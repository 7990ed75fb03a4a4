const TICK_MS = 50
/** Signs that leave at one tick: faster models wait, so that speed tells less. */
const A_TICK = 48
/** How long the first words of a side wait for those of the other. */
const PATIENCE_MS = 4000

/** Lets the two sides of a round begin to speak together. */
export function createStarts() {
  const rounds = new Map<string, { ready: Set<number>; both: PromiseWithResolvers<void>; timer: NodeJS.Timeout }>()
  function leave(key: string) {
    const round = rounds.get(key)
    if (!round) return
    rounds.delete(key)
    clearTimeout(round.timer)
    round.both.resolve()
  }
  return {
    /** This side has something to say, or is over. Resolves when the other one has too, or took too long. */
    ready(key: string, side: number): Promise<void> {
      const round = rounds.get(key) ?? {
        ready: new Set<number>(),
        both: Promise.withResolvers<void>(),
        timer: setTimeout(() => leave(key), PATIENCE_MS).unref(),
      }
      rounds.set(key, round)
      round.ready.add(side)
      if (round.ready.size > 1) leave(key)
      return round.both.promise
    },
  }
}

/** Hands on what it is given in even portions, on a clock that all battles share. */
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
    // Never between the halves of one sign.
    const cut = waiting.length > A_TICK && /[\uD800-\uDBFF]/.test(waiting[A_TICK - 1]!) ? A_TICK + 1 : A_TICK
    if (waiting) send(waiting.slice(0, cut))
    waiting = waiting.slice(cut)
    if (waiting) plan()
    else idle.resolve()
  }
  function plan() {
    timer ??= setTimeout(tick, TICK_MS - (Date.now() % TICK_MS))
  }
  const open = () =>
    (begun ??= begin().then(() => {
      isOpen = true
      if (waiting) plan()
    }))
  return {
    take(text: string) {
      if (!waiting) idle = Promise.withResolvers<void>()
      waiting += text
      void open()
      if (isOpen) plan()
    },
    /** Resolves when everything has been handed on. */
    async end() {
      await open()
      await idle.promise
    },
    /** What was not handed on yet is dropped: the side was stopped. */
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
