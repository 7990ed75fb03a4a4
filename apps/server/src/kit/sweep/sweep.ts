import { createLeasedWork, type LeasedWorkOptions } from '../work/leased-work.ts'
import type { Finished, Pass } from './pass.ts'
import { runPass } from './run-pass.ts'

interface SweepOptions<Item, Result> extends Omit<LeasedWorkOptions, 'work'> {
  /** The pass for a row; undefined when there is nothing to do. Its writes check the fencing number. */
  open(id: string, fence: number): Promise<Pass<Item, Result> | undefined>
  /** Records the outcome, unless the fencing number is no longer valid. */
  finish(id: string, fence: number, outcome: Finished): Promise<void>
}

/**
 * Passes over many items as held work. When the process dies, another one resumes the pass: items with a result are
 * skipped, and an item in progress is processed again.
 */
export function createSweep<Item, Result>({ open, finish, ...held }: SweepOptions<Item, Result>) {
  const leased = createLeasedWork({
    ...held,
    async work(id, fence) {
      const pass = await open(id, fence)
      if (!pass) return
      const outcome = await runPass(pass, { clock: held.clock })
      // Another process continues the pass, and will record its outcome.
      if (outcome.end === 'lost') return
      if (outcome.end !== 'gave way') return finish(id, fence, outcome)
      await held.store.renew(id, fence, 0)
      await leased.requeue(id)
    },
  })
  return leased
}
