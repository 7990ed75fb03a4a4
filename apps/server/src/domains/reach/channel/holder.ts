import { sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { AccountState } from './account-state.ts'
import type { Sink } from './adapter.ts'
import type { ChannelRepo } from './channel.repo.ts'
import { type AccountRow, AccountStatus, channelAccount } from './channel.table.ts'
import type { Intake } from './intake.ts'
import { faultOf } from './outbox.ts'
import type { Places } from './places.ts'
import { loadAdapter } from './registry.ts'

/** State of a connection of ours. */
export type Connection = 'connecting' | 'live' | 'waiting'
/** The accounts whose connections this process holds. */
export type Connections = Map<string, { key: string; stop: AbortController; at: Connection }>
export interface HolderDeps {
  db: Db
  repo: ChannelRepo
  state: AccountState
  intake: Pick<Intake, 'take'>
  places: Places
  connections: Connections
  /** A connection that messages are sent over is live: waiting messages can be sent. */
  onLive(accountId: string): Promise<void>
  bus: Bus
  jobs: Jobs
  clock: Clock
  log: Log
}
const SCAN_MS = 10_000
const MAX_HELD = 200
const BACK_OFF = { first: 1000, most: 60_000 }

/**
 * Holds our connections to platforms. One process holds each account; if it dies, another takes over within half a
 * minute.
 */
export function createHolder(deps: HolderDeps) {
  const { repo, state, intake, places, connections: held, clock, log } = deps
  const isOpen = sql`mode = 'long' AND status = ${AccountStatus.serving} AND NOT is_paused`
  const leased = createLeasedWork({
    ...deps,
    name: 'channel.connection',
    store: createLeaseStore(deps.db, channelAccount, isOpen),
    work,
  })
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const isStill = (row: AccountRow | undefined, fence: number): row is AccountRow =>
    row !== undefined &&
    row.fence === fence &&
    row.mode === 'long' &&
    row.status === AccountStatus.serving &&
    !row.isPaused

  async function work(id: string, fence: number): Promise<void> {
    let failures = 0
    try {
      for (;;) {
        const account = await repo.byId(id)
        if (isClosed || !isStill(account, fence)) return
        const stop = new AbortController()
        held.set(id, { key: account.pathKey, stop, at: 'connecting' })
        const wasLive = await hold(account, fence, stop)
        if (stop.signal.aborted) continue
        failures = wasLive ? 0 : failures + 1
        held.set(id, { key: account.pathKey, stop, at: 'waiting' })
        await pause(backOff(failures), stop.signal)
      }
    } finally {
      held.delete(id)
      await repo.releaseLease(id, fence).catch(() => {})
    }
  }
  /** Returns true if the connection was live. */
  async function hold(account: AccountRow, fence: number, stop: AbortController): Promise<boolean> {
    let isLive = false
    const adapter = await loadAdapter(account.connectorId)!
    const sink: Sink = {
      take: (events) => intake.take(events, account),
      cursor: async (value) => void (await repo.saveCursor(account.id, fence, value)),
      live() {
        isLive = true
        const entry = held.get(account.id)
        if (entry) entry.at = 'live'
        if (adapter.sendsByConnection)
          deps.onLive(account.id).catch((cause: unknown) => log.warn({ err: cause }, 'messages of a channel wait on'))
      },
    }
    // A process that has lost its lease notices it here, and closes the connection.
    const watch = setInterval(() => {
      void repo.byId(account.id).then(
        (row) => void (!isStill(row, fence) && stop.abort()),
        () => {},
      )
    }, SCAN_MS).unref()
    try {
      await adapter.connect!(places.open(account), account.cursor, sink, stop.signal)
    } catch (cause) {
      if (stop.signal.aborted) return isLive
      const fault = faultOf(cause)
      log.debug({ account: account.id, cause: fault.message }, 'a connection of a channel was lost')
      if (fault.kind === 'refused' || fault.kind === 'missing') await state.refused(account, fault, true)
    } finally {
      clearInterval(watch)
    }
    return isLive
  }

  async function scan(): Promise<void> {
    if (isClosed || held.size >= MAX_HELD) return
    for (const id of await repo.withoutConnection(clock.now(), MAX_HELD - held.size))
      if (!held.has(id))
        leased.run(id).catch((cause: unknown) => log.warn({ err: cause, account: id }, 'a channel connection stopped'))
  }
  deps.bus.subscribe('channel', (key) => {
    for (const { key: own, stop } of held.values()) if (own === key) stop.abort()
  })
  return {
    scan,
    /** Undefined if this process does not hold the account. */
    at: (id: string): Connection | undefined => held.get(id)?.at,
    async start() {
      timer = setInterval(() => {
        scan().catch((cause: unknown) => log.warn({ err: cause }, 'channel connections'))
      }, SCAN_MS).unref()
      await scan()
    },
    close() {
      isClosed = true
      clearInterval(timer)
      for (const { stop } of held.values()) stop.abort()
    },
  }
}
export type Holder = ReturnType<typeof createHolder>

/** Exponential backoff with 20 % jitter, so that many accounts do not reconnect at the same time. */
const backOff = (failures: number) =>
  Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** Math.min(failures, 10)) * (0.8 + Math.random() * 0.4)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
