import { createLane } from '../documents/worker-lane.ts'
import { type Estimate, estimate, spreadOf } from './intervals.ts'
import { numbersIn } from './number-list.ts'
import { compareLists, type PairedResult } from './paired.ts'

/** Above this number of rows, figures are computed in a worker, so that other requests are served meanwhile. */
const MAX_INLINE_ROWS = 500
const TIMEOUT_MS = 60_000
/** Numbers as comma-separated text, as the database returns them: cheap to transfer to the worker. */
export interface NumberList {
  count: number
  list: string
}
/** The scores of the same items before and after. */
export interface PairLists {
  count: number
  before: string
  after: string
}

/** The functions of `intervals` and `paired`, run in a worker for many rows. */
export function createStats() {
  const lane = createLane('stats/stats-child.ts', { memoryMb: 512 })
  const apart = async <T>(task: string, input: object): Promise<T | undefined> =>
    (await lane.run<T | null>(task, input, { timeoutMs: TIMEOUT_MS })) ?? undefined
  return {
    estimate: async ({ count, list }: NumberList, seed: string): Promise<Estimate | undefined> =>
      count > MAX_INLINE_ROWS ? apart('estimate', { list, seed }) : estimate(numbersIn(list), seed),
    spread: async ({ count, list }: NumberList, seed: string): Promise<ReturnType<typeof spreadOf>> =>
      count > MAX_INLINE_ROWS ? apart('spread', { list, seed }) : spreadOf(numbersIn(list), seed),
    compare: async ({ count, before, after }: PairLists, seed: string): Promise<PairedResult | undefined> =>
      count > MAX_INLINE_ROWS
        ? apart('compare', { before, after, seed })
        : compareLists(numbersIn(before), numbersIn(after), seed),
    close: () => lane.close(),
  }
}
export type Stats = ReturnType<typeof createStats>
