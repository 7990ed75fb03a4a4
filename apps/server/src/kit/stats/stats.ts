import { createLane } from '../documents/worker-lane.ts'
import { type Estimate, estimate, spreadOf } from './intervals.ts'
import { numbersIn } from './number-list.ts'
import { compareLists, type PairedResult } from './paired.ts'

/** More rows than this are counted in a worker: others are served meanwhile. */
const MOST_HERE = 500
const TIMEOUT_MS = 60_000
/** The scores of the same items before and after, as lists of numbers in a text: many of them reach the worker in no time. */
export interface PairLists {
  count: number
  before: string
  after: string
}

/** The figures of `intervals` and `paired`, beside the server where there are many rows. */
export function createStats() {
  const lane = createLane('stats/stats-child.ts', { memoryMb: 512 })
  const apart = async <T>(task: string, input: object, transfer: ArrayBuffer[] = []): Promise<T | undefined> =>
    (await lane.run<T | null>(task, input, { timeoutMs: TIMEOUT_MS, transfer })) ?? undefined
  const ofValues = <T>(task: string, given: readonly number[], seed: string) => {
    const values = Float64Array.from(given)
    return apart<T>(task, { values, seed }, [values.buffer])
  }
  const isMany = (values: readonly unknown[]) => values.length > MOST_HERE
  return {
    estimate: async (values: readonly number[], seed: string): Promise<Estimate | undefined> =>
      isMany(values) ? ofValues('estimate', values, seed) : estimate(values, seed),
    /** Of numbers in a text. */
    estimateList: async (list: string, count: number, seed: string): Promise<Estimate | undefined> =>
      count > MOST_HERE ? apart('estimateList', { list, seed }) : estimate(numbersIn(list), seed),
    spread: async (values: readonly number[], seed: string): Promise<ReturnType<typeof spreadOf>> =>
      isMany(values) ? ofValues('spread', values, seed) : spreadOf(values, seed),
    compare: async ({ count, before, after }: PairLists, seed: string): Promise<PairedResult | undefined> =>
      count > MOST_HERE
        ? apart('compare', { before, after, seed })
        : compareLists(numbersIn(before), numbersIn(after), seed),
    close: () => lane.close(),
  }
}
export type Stats = ReturnType<typeof createStats>
