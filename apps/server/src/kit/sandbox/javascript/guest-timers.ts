export interface GuestTimers {
  /** Milliseconds until the next timer is due; undefined without a timer. */
  next(): number | undefined
  /** Runs the earliest timer that is due, if any. */
  fire(): void
}

/** Runs inside the isolate. Timers are only a list here: the process outside sleeps, and calls back when one is due. */
export function guestTimers(maxTimers: number): GuestTimers {
  interface Timer {
    id: number
    due: number
    every: number | undefined
    run: () => void
  }
  const { now } = Date
  const timers: Timer[] = []
  let lastId = 0
  const add = (callback: unknown, delay: unknown, args: unknown[], repeats: boolean) => {
    if (typeof callback !== 'function') throw new TypeError('The callback of a timer must be a function')
    if (timers.length >= maxTimers) throw new RangeError(`More than ${maxTimers} timers`)
    const wait = Math.max(1, Number(delay) || 0)
    timers.push({
      id: ++lastId,
      due: now() + wait,
      every: repeats ? wait : undefined,
      run: () => void callback(...args),
    })
    return lastId
  }
  const clear = (id: unknown) => {
    const at = timers.findIndex((timer) => timer.id === id)
    if (at >= 0) timers.splice(at, 1)
  }
  const first = () =>
    timers.reduce<Timer | undefined>((best, timer) => (best && best.due <= timer.due ? best : timer), undefined)
  Object.assign(globalThis, {
    setTimeout: (callback: unknown, delay?: unknown, ...args: unknown[]) => add(callback, delay, args, false),
    setInterval: (callback: unknown, delay?: unknown, ...args: unknown[]) => add(callback, delay, args, true),
    setImmediate: (callback: unknown, ...args: unknown[]) => add(callback, 0, args, false),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    queueMicrotask: (callback: () => void) => void Promise.resolve().then(callback),
  })
  return {
    next: () => {
      const timer = first()
      return timer && Math.max(0, timer.due - now())
    },
    fire: () => {
      const timer = first()
      if (!timer || timer.due > now()) return
      if (timer.every === undefined) clear(timer.id)
      else timer.due = now() + timer.every
      timer.run()
    },
  }
}
