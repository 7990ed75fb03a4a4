import { expect, test } from 'vitest'
import { similarity, tokenF1 } from '../shared/similarity.ts'
import { meets } from './text-rules.ts'
import { compareCalls } from './trajectory.ts'

test.each([
  ['equals', 'a', ['a'], true],
  ['equals', 'a ', ['a'], false],
  ['contains', 'abc', ['b'], true],
  ['icontains', 'ABC', ['b'], true],
  ['starts_with', 'abc', ['b'], false],
  ['contains_any', 'abc', ['x', 'c'], true],
  ['contains_all', 'abc', ['a', 'x'], false],
  ['icontains_any', 'ABC', ['c'], true],
  ['icontains_all', 'ABC', ['a', 'c'], true],
  ['is_json', '[1]', [], true],
  ['is_json', 'x', [], false],
  ['is_json_object', '[1]', [], false],
  ['is_json_object', '{"a":1}', [], true],
  ['contains_json', 'Sure: {"a": 1} there', [], true],
  ['contains_json', 'no {braces', [], false],
] as const)('%s of %j with %j is %j', (rule, text, contents, isMet) => {
  expect(meets(rule, text, contents)).toBe(isMet)
})

test('every metric scores identical texts 1, and texts without a common word 0', () => {
  for (const metric of ['exact', 'edit_distance', 'token_f1', 'rouge_l', 'bleu', 'trigrams'] as const) {
    expect(similarity(metric, 'the cat sat on the mat', 'the cat sat on the mat')).toBeCloseTo(1, 12)
    expect(similarity(metric, 'aaaa', 'zzzz')).toBe(0)
    expect(similarity(metric, '', '')).toBe(1)
  }
})
test('known values: kitten and sitting, the example of the ROUGE-L paper, token F1 in Chinese', () => {
  expect(similarity('edit_distance', 'kitten', 'sitting')).toBeCloseTo(1 - 3 / 7, 12)
  // Lin 2004: police killed the gunman / police kill the gunman.
  expect(similarity('rouge_l', 'police kill the gunman', 'police killed the gunman')).toBeCloseTo(0.75, 12)
  expect(tokenF1('今天天气很好', '今天天气不好')).toBeCloseTo(10 / 12, 12)
})

test('tool calls are compared by name, by order, and by their arguments', () => {
  const made = JSON.stringify([
    { name: 'search', arguments: '{"q":"cats","n":3}' },
    { name: 'mail', arguments: '{}' },
  ])
  expect(compareCalls('tools', made, '["mail","search"]').score).toBe(1)
  expect(compareCalls('order', made, '["mail","search"]').score).toBe(0.5)
  expect(compareCalls('order', made, '["search","mail"]').score).toBe(1)
  const wanted = (q: string) => JSON.stringify([{ name: 'search', arguments: { q } }])
  expect(compareCalls('parameters', made, wanted('cats')).score).toBe(1)
  expect(compareCalls('parameters', made, wanted('dogs')).score).toBe(0)
  expect(compareCalls('tools', made, '[]').score).toBe(0)
  expect(compareCalls('tools', '[]', '').score).toBe(1)
  expect(() => compareCalls('tools', 'nonsense', '[]')).toThrow('trajectory')
})
