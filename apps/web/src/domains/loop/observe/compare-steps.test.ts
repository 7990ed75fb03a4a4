import { expect, test } from 'vitest'
import type { TraceSpan } from '#domains/chat/trace/index.ts'
import { compareSteps } from './compare-steps.ts'

const step = (span_id: string, parent_id: string, name: string, offset_ms: number) =>
  ({ span_id, parent_id, name, offset_ms, kind: 'function' }) as TraceSpan
const shown = (left: TraceSpan[], right: TraceSpan[]) =>
  compareSteps(left, right).map(
    ({ level, left: own, right: other }) => `${level} ${own?.span_id ?? '-'} ${other?.span_id ?? '-'}`,
  )

test('steps with the same name under the same parent are paired', () => {
  const left = [step('a', '', 'ask', 0), step('b', 'a', 'search', 1), step('c', 'a', 'write', 2)]
  const right = [step('A', '', 'other name', 0), step('C', 'A', 'write', 3), step('B', 'A', 'search', 1)]
  expect(shown(left, right)).toEqual(['0 a A', '1 b B', '1 c C'])
})

test('a step of one trace alone is placed at its time, together with its children', () => {
  const left = [
    step('a', '', 'ask', 0),
    step('b', 'a', 'search', 1),
    step('d', 'b', 'page', 2),
    step('c', 'a', 'write', 3),
  ]
  const right = [step('A', '', 'ask', 0), step('C', 'A', 'write', 1), step('E', 'A', 'check', 2)]
  expect(shown(left, right)).toEqual(['0 a A', '1 b -', '2 d -', '1 c C', '1 - E'])
})

test('repeated steps are paired as far as the other trace has them too', () => {
  const left = [step('a', '', 'ask', 0), step('b', 'a', 'try', 1)]
  const right = [step('A', '', 'ask', 0), step('B', 'A', 'try', 1), step('C', 'A', 'try', 2)]
  expect(shown(left, right)).toEqual(['0 a A', '1 b B', '1 - C'])
})

test('a span whose parent is missing is placed beside the root', () => {
  expect(shown([step('a', '', 'ask', 0), step('b', 'gone', 'lost', 1)], [step('A', '', 'ask', 0)])).toEqual([
    '0 a A',
    '0 b -',
  ])
})
