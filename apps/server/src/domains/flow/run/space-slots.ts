import type { ActiveRun } from './active-run.ts'
import { runErrors } from './run.errors.ts'

const MAX_ACTIVE_OF_SPACE = 500

/** Limits the concurrent runs of a space in this process, so that one space cannot use it up. */
export function createSpaceSlots() {
  const used = new Map<string, number>()
  function release(spaceId: string): void {
    const left = used.get(spaceId)! - 1
    if (left) used.set(spaceId, left)
    else used.delete(spaceId)
  }
  /** Throws if the space has no free slot. The slot is released when the run ends. */
  return async function withSlot(spaceId: string, start: () => ActiveRun | Promise<ActiveRun>): Promise<ActiveRun> {
    const count = used.get(spaceId) ?? 0
    if (count >= MAX_ACTIVE_OF_SPACE) throw runErrors.tooManyAtOnce({ max: MAX_ACTIVE_OF_SPACE })
    used.set(spaceId, count + 1)
    const leave = () => release(spaceId)
    try {
      const active = await start()
      active.outcome.then(leave, leave)
      return active
    } catch (cause) {
      leave()
      throw cause
    }
  }
}
