import { answerTasks } from '../documents/worker-answers.ts'
import { estimate, spreadOf } from './intervals.ts'
import { comparePairs } from './paired.ts'

answerTasks({
  estimate: ({ values, seed }: { values: Float64Array; seed: string }) => estimate([...values], seed) ?? null,
  spread: ({ values, seed }: { values: Float64Array; seed: string }) => spreadOf([...values], seed) ?? null,
  compare: ({ values, seed }: { values: Float64Array; seed: string }) => {
    const half = values.length / 2
    const pairs = Array.from({ length: half }, (_, at) => [values[at]!, values[half + at]!] as const)
    return comparePairs(pairs, seed) ?? null
  },
})
