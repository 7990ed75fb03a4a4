import { describe, expect, test } from 'vitest'
import { bool, id, idOrNone, name, pageNumber, pageSize, visibleLength } from './fields.ts'

describe('ids are strings and never rounded', () => {
  test.each(['1', '9007199254740993', '9223372036854775807'])('%s is accepted unchanged', (text) =>
    expect(id().parse(text)).toBe(text),
  )
  test('a small JSON number is accepted', () => expect(id().parse(42)).toBe('42'))
  test.each(['0', '-1', '1.5', '007', '9223372036854775808', '1'.repeat(40), '', 'x', 2 ** 53, 1.5, -3, null])(
    '%s is refused',
    (value) => {
      expect(id().safeParse(value).success).toBe(false)
    },
  )
  test.each(['', '0', 0, null, undefined])('%s means no id where the id is optional', (value) =>
    expect(idOrNone().parse(value)).toBeUndefined(),
  )
})

describe('page numbers and sizes are clamped', () => {
  test.each([
    [0, 1],
    [-1, 1],
    [1e9, 100],
    ['50', 50],
    [undefined, 20],
    ['', 20],
    ['x', 20],
    [2.9, 2],
  ])('page_size %s becomes %s', (value, expected) => expect(pageSize().catch(20).parse(value)).toBe(expected))
  test('page 0 becomes page 1', () => expect(pageNumber().parse(0)).toBe(1))
})

test('the limit of a name counts visible characters, not code units', () => {
  expect(visibleLength('e\u0301')).toBe(1)
  expect(visibleLength('👩‍👩‍👧‍👦')).toBe(1)
  expect(name(20).safeParse('👩‍👩‍👧‍👦'.repeat(20)).success).toBe(true)
  expect(name(20).safeParse('字'.repeat(21)).success).toBe(false)
  // A combining accent counts with the letter before it.
  expect(name(20).safeParse(`${'e'.repeat(20)}\u0301`).success).toBe(true)
  expect(name(20).safeParse(`${'e'.repeat(21)}\u0301`).success).toBe(false)
  // A prepended mark counts with the letter after it.
  expect(name(20).safeParse(`${'\u0600'.repeat(20)}${'e'.repeat(20)}`).success).toBe(true)
  expect(name(20).safeParse('a\r\n'.repeat(10) + 'a').success).toBe(false)
  expect(name(21).safeParse('a\r\n'.repeat(10) + 'a').success).toBe(true)
  expect(name(20).safeParse('x'.repeat(1 << 20)).success).toBe(false)
  expect(name(20).safeParse('   ').success).toBe(false)
})
test('a boolean can be given as text or as a number', () => {
  expect([bool().parse('true'), bool().parse('0'), bool().safeParse('maybe').success]).toEqual([true, false, false])
})
