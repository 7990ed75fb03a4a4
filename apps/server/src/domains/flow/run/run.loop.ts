import type pg from 'pg'
import type { Log } from '#kit/log.ts'
import type { ActiveRuns } from './active-run.ts'
import type { RunRepo } from './run.repo.ts'
import type { Runner } from './runner.ts'

export interface LoopDeps {
  repo: RunRepo
  runs: ActiveRuns
  runner: Pick<Runner, 'takeOver'>
  pool: pg.Pool
  log: Log
  owner: string
  /** Maximum number of concurrent background runs in this process. */
  slots?: number
  /** Further work in every round, such as schedules. */
  eachRound?: () => Promise<unknown>
}
const ROUND_MS = 1000
const RENEW_EVERY = 8
const SWEEP_EVERY = 5
const SWEEP_BATCH = 50

/** Renews the leases of this process, starts queued runs, and takes over runs whose process has died. */
export function createRunLoop({ repo, runs, runner, pool, log, owner, slots = 16, eachRound }: LoopDeps) {
  let background = 0
  let round = 0
  let claiming: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined

  async function takeQueued(): Promise<void> {
    while (slots > background) {
      const rows = await repo.claimQueued(owner, slots - background)
      if (!rows.length) return
      for (const row of rows) {
        background += 1
        void runner
          .takeOver(row)
          .then((active) => active.outcome)
          .catch((cause: unknown) => log.error({ err: cause, run: row.id }, 'a background run failed'))
          .finally(() => {
            background -= 1
            wake()
          })
      }
    }
  }
  function wake(): void {
    if (claiming) return void (again = true)
    claiming = takeQueued()
      .catch((cause: unknown) => logUnlessClosing(cause, 'queued runs could not be taken'))
      .finally(() => {
        claiming = undefined
        if (again) {
          again = false
          wake()
        }
      })
  }
  async function renew(): Promise<void> {
    const stored = [...runs.byId.values()].filter((item) => item.fence > 0)
    if (!stored.length) return
    const { held, cancelled } = await repo.renew(
      owner,
      stored.map((item) => item.id),
    )
    for (const id of cancelled) runs.byId.get(id)?.run?.cancel()
    for (const found of stored) if (!held.has(found.id) && runs.isCurrent(found)) runs.abandon(found)
  }
  async function sweep(): Promise<number> {
    const rows = await repo.claimAbandoned(owner, SWEEP_BATCH)
    for (const row of rows) {
      log.info({ run: row.id, fence: row.fence }, 'going on with a run that another process left')
      await runner.takeOver(row)
    }
    return rows.length
  }
  function logUnlessClosing(cause: unknown, what: string): void {
    // The pool is closed at shutdown, so errors are expected then.
    if (pool.ending || pool.ended) return stop()
    log.warn({ err: cause }, what)
  }
  function tick(): void {
    round += 1
    if (pool.ending || pool.ended) return stop()
    wake()
    eachRound?.().catch((cause: unknown) => logUnlessClosing(cause, 'schedules could not be looked at'))
    if (round % RENEW_EVERY === 0)
      renew().catch((cause: unknown) => logUnlessClosing(cause, 'leases could not be renewed'))
    if (round % SWEEP_EVERY === 1)
      sweep().catch((cause: unknown) => logUnlessClosing(cause, 'abandoned runs could not be taken'))
  }
  function stop(): void {
    clearInterval(timer)
  }
  return {
    wake,
    sweep,
    renew,
    stop,
    begin() {
      timer = setInterval(tick, ROUND_MS)
      timer.unref()
    },
  }
}
