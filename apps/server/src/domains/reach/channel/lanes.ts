import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { AccountStatus } from './channel.table.ts'
import type { LaneWork } from './lane-work.ts'
import type { LaneRepo } from './lane.repo.ts'
import type { Outbox, Sending } from './outbox.ts'
import type { Places } from './places.ts'
import { loadAdapter } from './registry.ts'

export interface LanesDeps {
  lanes: LaneRepo
  outbox: Outbox
  step: LaneWork
  places: Places
  /** The accounts whose connection this process holds. */
  connections: ReadonlyMap<string, unknown>
  bus: Bus
  jobs: Jobs
  clock: Clock
  log: Log
}
const MAX_RUNNING = 24
const ELSEWHERE = 'channel.lane'
const ELSEWHERE_MS = 5000
const SWEEP = 'channel.sweep'
const CLOSE_MS = 5000
const AFTER_LEASES_MS = 21_000
const FORGET_EVERY_MS = 3600_000
const KEEP = { bodies: 7 * 24 * 3600_000, ids: 30 * 24 * 3600_000 }

/** Processes threads: one process at a time for each, events in order, and messages one after the other. */
export function createLanes(deps: LanesDeps) {
  const { lanes, outbox, step, places, connections, bus, clock, log } = deps
  const timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  const waiting = new Set<string>()
  const working = new Set<Promise<unknown>>()
  let isClosed = false
  let forgotAt = 0
  let second: NodeJS.Timeout | undefined
  const leased = createLeasedWork({ ...deps, name: 'channel.lane', store: lanes.leases, work })

  /** Schedules a thread in this process. The sweep finds the threads of dead processes. */
  function schedule(threadId: string, at: number) {
    const known = timers.get(threadId)
    // An overdue timer was set before the clock was changed, so replace it.
    const isSooner = known !== undefined && known.at <= at && known.at > clock.now()
    if (isClosed || isSooner) return
    if (known) clearTimeout(known.timer)
    const begin = () => {
      timers.delete(threadId)
      enter(threadId)
    }
    timers.set(threadId, { at, timer: setTimeout(begin, Math.max(0, at - clock.now())).unref() })
  }
  function enter(threadId: string) {
    if (isClosed) return
    if (working.size >= MAX_RUNNING) return void waiting.add(threadId)
    const run: Promise<unknown> = leased
      .run(threadId)
      .catch((cause: unknown) => log.warn({ err: cause, thread: threadId }, 'a lane of a channel stopped'))
      .finally(() => {
        working.delete(run)
        const [next] = waiting
        if (next === undefined) return
        waiting.delete(next)
        enter(next)
      })
    working.add(run)
  }

  async function work(threadId: string, fence: number): Promise<void> {
    for (;;) {
      const found = await lanes.lane(threadId)
      if (!found || found.thread.fence !== fence) return
      const next = await once(found, fence)
      if (next === 'again') continue
      const dueAt = next === 'elsewhere' ? clock.now() + ELSEWHERE_MS : next
      // Not released if something has arrived meanwhile: then there is more to do.
      if (!(await lanes.release(found.thread, fence, dueAt))) continue
      // The lane is released, so the process that can send may claim it.
      if (next === 'elsewhere') await bus.publish(ELSEWHERE, `${found.account.id} ${threadId}`)
      if (dueAt !== null) schedule(threadId, dueAt)
      return
    }
  }
  /**
   * Processes one message or one batch of events. Messages first, so that an answer is sent before the next question is
   * handled.
   */
  async function once({ account, thread }: NonNullable<Awaited<ReturnType<LaneRepo['lane']>>>, fence: number) {
    if (isClosed) return clock.now()
    // The thread is woken when the account serves again.
    if (account.status !== AccountStatus.serving || account.isPaused) return null
    const adapter = await loadAdapter(account.connectorId)!
    if (adapter.sendsByConnection && account.mode === 'long' && !connections.has(account.id)) return 'elsewhere'
    const sending: Sending = { account, thread, fence, adapter, place: places.open(account) }
    const send = await lanes.nextSend(thread.id)
    if (!send) return step(sending)
    if (send.nextAt > clock.now()) return send.nextAt
    await outbox.attempt(send, sending)
    return 'again'
  }

  // Another process found a thread that only the holder of the connection can process.
  bus.subscribe(ELSEWHERE, (told) => {
    const [accountId = '', threadId = ''] = told.split(' ')
    if (connections.has(accountId)) schedule(threadId, clock.now())
  })
  async function sweep(): Promise<void> {
    const now = clock.now()
    for (const id of await lanes.due(now, 500)) enter(id)
    if (now - forgotAt < FORGET_EVERY_MS) return
    forgotAt = now
    await lanes.forget(now - KEEP.bodies, now - KEEP.ids, now)
  }
  return {
    schedule,
    sweep,
    /** After an outage of a platform, retries the failed messages at once. */
    async retryNow(accountId: string) {
      for (const id of await lanes.retryNow(accountId, clock.now())) schedule(id, clock.now())
    },
    /** Wakes all threads of an account that serves again. */
    async wakeAll(accountId: string) {
      for (const id of await lanes.wakeAll(accountId, clock.now())) schedule(id, clock.now())
    },
    async start() {
      await deps.jobs.define(SWEEP, sweep)
      await deps.jobs.schedule(SWEEP, 'all', '* * * * *', {})
      await sweep()
      // By then, the leases of a process that died just before the start have expired.
      const again = () => void sweep().catch((cause: unknown) => log.warn({ err: cause }, 'lanes of channels'))
      second = setTimeout(again, AFTER_LEASES_MS).unref()
    },
    /** Waits for running sends to finish; the next process sends the rest. */
    async close() {
      isClosed = true
      clearTimeout(second)
      for (const { timer } of timers.values()) clearTimeout(timer)
      timers.clear()
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([Promise.allSettled(working), late])
    },
  }
}
export type Lanes = ReturnType<typeof createLanes>
