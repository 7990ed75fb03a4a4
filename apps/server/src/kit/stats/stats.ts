import { createLane } from '../documents/worker-lane.ts'
import { type Estimate, estimate, spreadOf } from './intervals.ts'
import { comparePairs, type PairedResult } from './paired.ts'

type Pairs = readonly (readonly [number, number])[]
/** More rows than this are counted in a worker: others are served meanwhile. */
const MOST_HERE = 2000
const TIMEOUT_MS = 60_000

/** The figures of `intervals` and `paired`, beside the server where there are many rows. */
export function createStats() {
  const lane = createLane('stats/stats-child.ts', { memoryMb: 512 })
  async function apart<T>(task: string, values: Float64Array<ArrayBuffer>, seed: string): Promise<T | undefined> {
    const found = await lane.run<T | null>(task, { values, seed }, { timeoutMs: TIMEOUT_MS, transfer: [values.buffer] })
    return found ?? undefined
  }
  const isMany = (values: readonly unknown[]) => values.length > MOST_HERE
  return {
    estimate: async (values: readonly number[], seed: string): Promise<Estimate | undefined> =>
      isMany(values) ? apart('estimate', Float64Array.from(values), seed) : estimate(values, seed),
    spread: async (values: readonly number[], seed: string): Promise<ReturnType<typeof spreadOf>> =>
      isMany(values) ? apart('spread', Float64Array.from(values), seed) : spreadOf(values, seed),
    async compare(pairs: Pairs, seed: string): Promise<PairedResult | undefined> {
      if (!isMany(pairs)) return comparePairs(pairs, seed)
      const values = new Float64Array(pairs.length * 2)
      for (const [at, [a, b]] of pairs.entries()) {
        values[at] = a
        values[pairs.length + at] = b
      }
      return apart('compare', values, seed)
    },
    close: () => lane.close(),
  }
}
export type Stats = ReturnType<typeof createStats>
