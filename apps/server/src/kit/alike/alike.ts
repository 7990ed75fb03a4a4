import { createLane } from '../documents/worker-lane.ts'
import type { FoundPair, PairQuestion } from './find-pairs.ts'

const HOUR_MS = 3600_000

/**
 * Compares texts in a worker. Polls `isOver`; once it returns true, the worker is closed and the result is undefined.
 */
export async function alikePairs(
  question: PairQuestion,
  isOver: () => Promise<boolean>,
  everyMs = 500,
): Promise<FoundPair[] | undefined> {
  const lane = createLane('alike/alike-child.ts', { memoryMb: 1024 })
  let wasEnded = false
  const timer = setInterval(() => {
    isOver().then(
      (over) => {
        if (!over) return
        wasEnded = true
        return lane.close()
      },
      () => {},
    )
  }, everyMs).unref()
  try {
    return await lane.run<FoundPair[]>('pairs', question, { timeoutMs: HOUR_MS })
  } catch (cause) {
    if (wasEnded) return undefined
    throw cause
  } finally {
    clearInterval(timer)
    await lane.close()
  }
}
