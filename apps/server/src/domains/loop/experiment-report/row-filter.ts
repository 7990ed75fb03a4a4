import type { FilterNode } from '@orrery/contract'
import { reportErrors } from './experiment-report.errors.ts'

/** Properties of a score that filters test. */
export interface FilterSubject {
  score: number | null
  value: string
  tags: string[]
  ruleId: string
}
const Field = { score: 1, value: 2, option: 3, text: 4, tag: 5, rule: 6 } as const
const Or = 2

const compared: Record<number, (left: string, right: string) => boolean> = {
  1: (left, right) => left === right || (left !== '' && right !== '' && Number(left) === Number(right)),
  2: (left, right) => !compared[1]!(left, right),
  3: (left, right) => left.includes(right),
  4: (left, right) => !left.includes(right),
  5: (left, right) => left !== '' && Number(left) > Number(right),
  6: (left, right) => left !== '' && Number(left) >= Number(right),
  7: (left, right) => left !== '' && Number(left) < Number(right),
  8: (left, right) => left !== '' && Number(left) <= Number(right),
  9: (left) => left === '',
  10: (left) => left !== '',
}
function valuesOf(field: number, { score, value, tags, ruleId }: FilterSubject): string[] {
  switch (field) {
    case Field.score:
      return [score === null ? '' : String(score)]
    case Field.value:
      return [value || (score === null ? '' : String(score))]
    case Field.tag:
      return tags.length ? tags : ['']
    case Field.rule:
      return [ruleId]
    default:
      return [value]
  }
}
const isNegative = (operator: number) => operator === 2 || operator === 4

/** Whether a score meets a tree of conditions. An empty tree matches everything. */
export function meetsFilter(node: FilterNode | undefined, subject: FilterSubject): boolean {
  if (!node) return true
  const tests = (node.children ?? []).map((child) => () => meetsFilter(child, subject))
  const { filter_conditions: of } = node
  if (of?.field) {
    const { field, operator = 1, value = '' } = of
    const test = compared[operator]
    if (!test)
      throw reportErrors.badFilter({
        problem: 'operator must be a number from 1 to 10',
        problemZh: 'operator 须为 1 至 10',
      })
    const values = valuesOf(field, subject)
    tests.push(() =>
      isNegative(operator) ? values.every((one) => test(one, value)) : values.some((one) => test(one, value)),
    )
  }
  if (!tests.length) return true
  return node.logic_op === Or ? tests.some((test) => test()) : tests.every((test) => test())
}
