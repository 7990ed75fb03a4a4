import type { Clock } from './clock.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'

/** Where pieces of work are written down. */
export interface HeldStore {
  /** Takes a piece, unless it is finished or somebody holds it. The number that comes back goes up with every taker. */
  claim(id: string, now: number, until: number): Promise<number | undefined>
  renew(id: string, fence: number, until: number): Promise<unknown>
  /** Until when an unfinished piece is held; undefined when it is finished or gone. */
  heldUntil(id: string): Promise<number | undefined>
  unfinished(): Promise<string[]>
}
export interface HeldWorkDeps {
  /** Of the queue. */
  name: string
  store: HeldStore
  jobs: Jobs
  clock: Clock
  log: Log
  /** Does the piece. Whatever it writes has to name its number, so that who was thought dead changes nothing. */
  work(id: string, fence: number): Promise<void>
}
const LEASE_MS = 20_000
const WATCH_SECONDS = 30

/** Work that one process does at a time, and another one takes up when that one falls silent. */
export function createHeldWork({ name, store, jobs, clock, log, work }: HeldWorkDeps) {
  /** False when there is nothing to do, or somebody else does it. */
  async function run(id: string): Promise<boolean> {
    const now = clock.now()
    const fence = await store.claim(id, now, now + LEASE_MS)
    if (fence === undefined) return false
    const renew = () =>
      store
        .renew(id, fence, clock.now() + LEASE_MS)
        .catch((cause: unknown) => log.warn({ err: cause, id, name }, 'held work'))
    const timer = setInterval(() => void renew(), LEASE_MS / 4).unref()
    try {
      await work(id, fence)
    } finally {
      clearInterval(timer)
    }
    return true
  }
  const send = (id: string, startAfter: number) =>
    jobs
      .send(name, { id }, { startAfter })
      .catch((cause: unknown) => log.warn({ err: cause, id, name }, 'work could not be handed over'))
  async function look({ id }: { id: string }): Promise<void> {
    if (await run(id)) return
    const until = await store.heldUntil(id)
    if (until !== undefined) await send(id, Math.max(1, Math.ceil((until - clock.now()) / 1000) + 1))
  }
  return {
    run,
    /** For any process to do; looked after once more later, when whoever took it may be gone. */
    async hand(id: string): Promise<void> {
      await send(id, 0)
      await send(id, WATCH_SECONDS)
    },
    /** Somebody begins with it at once: only looked after. */
    watch: (id: string) => send(id, WATCH_SECONDS),
    async start(): Promise<void> {
      await jobs.define<{ id: string }>(name, look, { retries: 5, concurrency: 2, expireInSeconds: 300 })
      for (const id of await store.unfinished()) await send(id, 0)
    },
  }
}
