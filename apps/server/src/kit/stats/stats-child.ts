import { answerTasks } from '../documents/worker-answers.ts'
import { estimate, spreadOf } from './intervals.ts'
import { numbersIn } from './number-list.ts'
import { compareLists } from './paired.ts'

interface List {
  list: string
  seed: string
}
answerTasks({
  estimate: ({ list, seed }: List) => estimate(numbersIn(list), seed) ?? null,
  spread: ({ list, seed }: List) => spreadOf(numbersIn(list), seed) ?? null,
  compare: ({ before, after, seed }: { before: string; after: string; seed: string }) =>
    compareLists(numbersIn(before), numbersIn(after), seed) ?? null,
})
