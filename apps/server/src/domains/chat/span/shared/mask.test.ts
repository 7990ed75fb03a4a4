import { expect, test } from 'vitest'
import { maskBatch, maskKinds, maskText, noMasks } from './mask.ts'
import type { NewSpan } from './span-types.ts'

const all = { ...noMasks, kinds: [...maskKinds] }
test.each([
  ['write to ann@example.test today', 'write to [email] today'],
  ['call 13812345678 or +44 20 7946 0958', 'call [phone] or [phone]'],
  ['pay with 4111 1111 1111 1111', 'pay with [card]'],
  ['my ID is 11010519491231002X', 'my ID is [id]'],
  ['order 1234567890 of 2026-11-17, 3.14159265', 'order 1234567890 of 2026-11-17, 3.14159265'],
  ['not a card: 4111 1111 1111 1112', 'not a card: 4111 1111 1111 1112'],
])('%s', (text, masked) => expect(maskText(text, all)).toBe(masked))

test('only the selected kinds are masked, and words of the space in any case', () => {
  expect(maskText('ann@example.test', noMasks)).toBe('ann@example.test')
  expect(maskText('Project FALCON (a.b)', { ...noMasks, words: ['falcon', 'a.b'] })).toBe('Project […] ([…])')
})
test('a text crafted to be slow is masked in linear time', () => {
  const text = `${'a.'.repeat(200_000)}@`
  expect(maskText(text, all)).toBe(text)
  const digits = '1 '.repeat(200_000)
  expect(maskText(digits, all).length).toBeGreaterThan(0)
})
test('values inside attributes are masked, and content-free spans keep only their structure', () => {
  const span = {
    name: 'ask',
    input: 'ann@example.test',
    output: 'x',
    errorMsg: '',
    errorZh: '',
    attributes: { a: { b: ['ann@example.test'] } },
  }
  const batch = { spans: [span as unknown as NewSpan], heads: [] }
  expect(maskBatch(batch, all).spans[0]).toMatchObject({ input: '[email]', attributes: { a: { b: ['[email]'] } } })
  expect(maskBatch(batch, { ...noMasks, isContentFree: true }).spans[0]).toMatchObject({
    name: 'ask',
    input: '',
    output: '',
    attributes: {},
  })
})
