import type { Child } from './child.ts'

export interface PoolOptions {
  /** Processes that may work at the same time. */
  size: number
  /** Processes kept ready while nothing runs, once the pool has been used. */
  spare: number
  /** After this number of runs, a process is replaced. */
  runsPerChild: number
  maxQueue: number
  /** Processes unused for this long are ended. */
  idleMs: number
  start(): Promise<Child>
  errors: { busy(): Error; stopped(): Error; closed(): Error }
}
export interface Pool {
  /** Waits for a free process and lends it to the job. A job that no longer trusts its process kills it. */
  use<T>(job: (child: Child) => Promise<T>, turn?: Turn): Promise<T>
  /** Waits until a first process has started, if there is none. */
  ready(turn?: Turn): Promise<void>
  /** Starts the first process in advance. */
  warm(): Promise<void>
  close(): Promise<void>
}
export interface Turn {
  owner?: string | undefined
  signal?: AbortSignal | undefined
}
interface Waiter {
  lend(child: Child): void
  fail(cause: unknown): void
}

/** Owners take turns, so that the long queue of one does not delay the single run of another. */
function createQueue() {
  const byOwner = new Map<string, Waiter[]>()
  let length = 0
  return {
    get length() {
      return length
    },
    add(owner: string, waiter: Waiter) {
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), waiter])
      length++
    },
    remove(owner: string, waiter: Waiter) {
      const left = byOwner.get(owner)?.filter((other) => other !== waiter) ?? []
      if (left.length === (byOwner.get(owner)?.length ?? 0)) return false
      if (left.length) byOwner.set(owner, left)
      else byOwner.delete(owner)
      length--
      return true
    },
    take(): Waiter | undefined {
      for (const [owner, [first, ...rest]] of byOwner) {
        byOwner.delete(owner)
        if (rest.length) byOwner.set(owner, rest)
        length--
        return first
      }
      return undefined
    },
  }
}

export function createPool(options: PoolOptions): Pool {
  const queue = createQueue()
  const children = new Set<Child>()
  const starting = new Set<Promise<unknown>>()
  let idle: Child[] = []
  let active = 0
  let spare = 0
  let closed = false
  let reaper: NodeJS.Timeout | undefined

  const reap = () => {
    spare = 0
    for (const child of idle.splice(0)) drop(child)
  }
  const drop = (child: Child) => {
    children.delete(child)
    void child.kill()
  }
  const begin = () => {
    const attempt = options.start().then(
      (child) => {
        if (closed) return child.kill()
        children.add(child)
        idle.push(child)
        return undefined
      },
      // Without a process no request can run; the oldest waiting one gets the error.
      (cause: unknown) => {
        spare = 0
        queue.take()?.fail(cause)
      },
    )
    starting.add(attempt)
    void attempt.finally(() => {
      starting.delete(attempt)
      pump()
    })
  }
  const pump = () => {
    clearTimeout(reaper)
    if (closed) return
    idle = idle.filter((child) => child.alive || void children.delete(child))
    while (queue.length > 0 && active < options.size && idle.length > 0) {
      active++
      queue.take()!.lend(idle.pop()!)
    }
    // Spare processes are started only while no run is active.
    const wanted = Math.min(queue.length, options.size - active) + (active === 0 ? spare : 0)
    for (let missing = wanted - idle.length - starting.size; missing > 0; missing--) begin()
    reaper = setTimeout(reap, options.idleMs).unref()
  }
  const giveBack = (child: Child) => {
    active--
    if (child.alive && child.runs < options.runsPerChild && !closed) idle.push(child)
    else drop(child)
    pump()
  }
  const wait = (owner: string, signal: AbortSignal | undefined) =>
    new Promise<Child>((resolve, reject) => {
      if (closed) throw options.errors.closed()
      if (signal?.aborted) throw options.errors.stopped()
      if (queue.length >= options.maxQueue) throw options.errors.busy()
      const stop = () => {
        if (queue.remove(owner, waiter)) reject(options.errors.stopped())
      }
      const done = () => signal?.removeEventListener('abort', stop)
      const waiter: Waiter = {
        lend: (child) => (done(), resolve(child)),
        fail: (cause) => (done(), reject(cause)),
      }
      signal?.addEventListener('abort', stop, { once: true })
      queue.add(owner, waiter)
      pump()
    })

  async function use<T>(job: (child: Child) => Promise<T>, { owner = '', signal }: Turn = {}): Promise<T> {
    const child = await wait(owner, signal)
    spare = options.spare
    try {
      return await job(child)
    } finally {
      giveBack(child)
    }
  }
  return {
    use,
    async ready(turn) {
      if (![...children].some(({ alive }) => alive)) await use(async () => undefined, turn)
    },
    async warm() {
      spare = Math.max(1, options.spare)
      pump()
      await Promise.all(starting)
    },
    async close() {
      closed = true
      clearTimeout(reaper)
      for (let waiter = queue.take(); waiter; waiter = queue.take()) waiter.fail(options.errors.closed())
      await Promise.all([...[...children].map((child) => child.kill()), ...starting])
    },
  }
}
