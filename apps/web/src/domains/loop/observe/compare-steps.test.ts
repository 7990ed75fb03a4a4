import { expect, test } from 'vitest'
import type { TraceSpan } from '#domains/chat/trace/index.ts'
import { compareSteps } from './compare-steps.ts'

const step = (span_id: string, parent_id: string, name: string, offset_ms: number) =>
  ({ span_id, parent_id, name, offset_ms, kind: 'function' }) as TraceSpan
const shown = (left: TraceSpan[], right: TraceSpan[]) =>
  compareSteps(left, right).map(
    ({ level, left: own, right: other }) => `${level} ${own?.span_id ?? '-'} ${other?.span_id ?? '-'}`,
  )

test('steps of one name below the same step are taken for the same', () => {
  const left = [step('a', '', 'ask', 0), step('b', 'a', 'search', 1), step('c', 'a', 'write', 2)]
  const right = [step('A', '', 'other name', 0), step('C', 'A', 'write', 3), step('B', 'A', 'search', 1)]
  expect(shown(left, right)).toEqual(['0 a A', '1 b B', '1 c C'])
})

test('what one of them has alone stands where it happened there, with what lies below it', () => {
  const left = [
    step('a', '', 'ask', 0),
    step('b', 'a', 'search', 1),
    step('d', 'b', 'page', 2),
    step('c', 'a', 'write', 3),
  ]
  const right = [step('A', '', 'ask', 0), step('C', 'A', 'write', 1), step('E', 'A', 'check', 2)]
  expect(shown(left, right)).toEqual(['0 a A', '1 b -', '2 d -', '1 c C', '1 - E'])
})

test('a step that is there more often is paired as often as it can be', () => {
  const left = [step('a', '', 'ask', 0), step('b', 'a', 'try', 1)]
  const right = [step('A', '', 'ask', 0), step('B', 'A', 'try', 1), step('C', 'A', 'try', 2)]
  expect(shown(left, right)).toEqual(['0 a A', '1 b B', '1 - C'])
})

test('a span whose parent never came stands beside the root', () => {
  expect(shown([step('a', '', 'ask', 0), step('b', 'gone', 'lost', 1)], [step('A', '', 'ask', 0)])).toEqual([
    '0 a A',
    '0 b -',
  ])
})
