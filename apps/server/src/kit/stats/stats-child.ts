import { answerTasks } from '../documents/worker-answers.ts'
import { estimate, spreadOf } from './intervals.ts'
import { numbersIn } from './number-list.ts'
import { compareLists } from './paired.ts'

interface Values {
  values: Float64Array
  seed: string
}
answerTasks({
  estimate: ({ values, seed }: Values) => estimate([...values], seed) ?? null,
  estimateList: ({ list, seed }: { list: string; seed: string }) => estimate(numbersIn(list), seed) ?? null,
  spread: ({ values, seed }: Values) => spreadOf([...values], seed) ?? null,
  compare: ({ before, after, seed }: { before: string; after: string; seed: string }) =>
    compareLists(numbersIn(before), numbersIn(after), seed) ?? null,
})
