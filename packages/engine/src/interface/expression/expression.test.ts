import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fill, fillTest, readsOf } from './template.ts'
import { ExpressionError } from './tree.ts'

const scope = {
  user: { name: 'Ada', age: 36 },
  orders: {
    data: [
      { city: 'Oslo', total: 20 },
      { city: 'Rome', total: 5 },
    ],
    loading: false,
  },
  note: { value: '' },
}
const faultOf = (text: string) => {
  try {
    fill(text, scope)
  } catch (cause) {
    return cause instanceof ExpressionError ? cause.fault : cause
  }
  return undefined
}

describe('expressions', () => {
  test.each([
    ['{{user.name}}', 'Ada'],
    ['Hello {{ user.name }}, {{user.age + 1}}', 'Hello Ada, 37'],
    ['{{user.age}}', 36],
    ['{{1 + 2 * 3 - 4 / 2}}', 5],
    ['{{-(2 + 3) % 3}}', -2],
    ['{{"a" + 1}}', 'a1'],
    ['{{user.age >= 18 and not orders.loading ? "yes" : "no"}}', 'yes'],
    ['{{note.value or "none"}}', 'none'],
    ['{{user.missing ?? 7}}', 7],
    ['{{orders.data[1].city}}', 'Rome'],
    ['{{map(orders.data, row => row.total * 2)}}', [40, 10]],
    ['{{sum(map(filter(orders.data, x => x.total > 9), x => x.total))}}', 20],
    ['{{join(sort(map(orders.data, x => x.city), x => x), "/")}}', 'Oslo/Rome'],
    ['{{ {a: 1, "b": [true, null]} }}', { a: 1, b: [true, null] }],
    ["{{upper('it\\'s') + \"}}\"}}", "IT'S}}"],
    ['{{date(addDays("2026-01-31", 1))}}', '2026-02-01'],
    ['{{1 / 0}}', null],
    ['{{nobody.here[3]}}', null],
    ['no braces', 'no braces'],
  ])('%s', (text, value) => expect(fill(text, scope)).toEqual(value))

  test.each([
    ['{{user.}}', 'unexpected'],
    ['{{(1}}', 'unclosed'],
    ['{{user', 'unclosed'],
    ['{{"open}}', 'unclosed'],
    ['{{alert(1)}}', 'unknownFunction'],
    ['{{a = 1}}', 'unexpected'],
    ['{{a; b}}', 'unexpected'],
    ['{{`x`}}', 'unexpected'],
    ['{{map([1], 2)}}', 'notAFunction'],
    ['{{/(a+)+$/}}', 'unexpected'],
    [`{{${'('.repeat(100)}1${')'.repeat(100)}}}`, 'tooDeep'],
    [`{{${'not '.repeat(200)}1}}`, 'tooDeep'],
    [`{{"${'x'.repeat(3000)}"}}`, 'tooLong'],
  ])('%s is refused: %s', (text, fault) => expect(faultOf(text)).toBe(fault))

  test('inherited properties cannot be read', () => {
    for (const path of ['constructor', 'user.constructor', 'user.__proto__', 'user["toString"]', 'orders.data.length'])
      expect(fill(`{{${path}}}`, scope)).toBeNull()
  })
  test('an expression that takes too many steps or grows too large is stopped', () => {
    const list = Array.from({ length: 200 }, (_, n) => n)
    const faultIn = (text: string, names: object) => {
      try {
        fill(text, names as Record<string, unknown>)
      } catch (cause) {
        return (cause as ExpressionError).fault
      }
      return undefined
    }
    expect(faultIn('{{map(a, x => map(a, y => x + y))}}', { a: list })).toBe('tooManySteps')
    const long = 'x'.repeat(150_000)
    expect(faultIn('{{a + a}}', { a: long })).toBe('tooLarge')
  })
  test('patterns are plain text: replace uses no regular expressions', () => {
    expect(fill('{{replace(a, "(x+)+$", "")}}', { a: `${'x'.repeat(50_000)}!` })).toHaveLength(50_001)
    expect(fill('{{replace(a, ".*", "b")}}', { a: 'a.*c' })).toBe('abc')
  })
  test('the paths that an expression reads are known before it is evaluated', () => {
    const reads = (text: string) => readsOf(text).map((path) => path.join('.'))
    expect(reads('{{name.value}} {{map(orders.data, x => x.total + var.tax)}}')).toEqual([
      'name.value',
      'orders.data',
      'var.tax',
    ])
    expect(readsOf([{ a: '{{user.name}}' }, 3])).toEqual([['user', 'name']])
  })
  test('a test is an expression without braces', () => expect(fillTest('user.age > 3', scope)).toBe(true))

  test('any input gives a value or an ExpressionError', () => {
    const words = fc.constantFrom(
      'a',
      '1',
      '"t"',
      '+',
      '-',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '.',
      ',',
      '?',
      ':',
      '??',
      '=>',
      'map',
      'not',
      'and',
      '==',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), (parts) => {
        try {
          fill(`{{${parts.join('')}}}`, { a: [1, { b: 2 }] })
        } catch (cause) {
          expect(cause).toBeInstanceOf(ExpressionError)
        }
      }),
      { numRuns: 500 },
    )
  })
  test('arithmetic agrees with JavaScript', () => {
    const small = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        expect(fill(`{{${a} + ${b} * ${c}}}`, {})).toBe(a + b * c)
        expect(fill(`{{(${a} - ${b}) * ${c}}}`, {})).toBe((a - b) * c)
        expect(fill(`{{${a} < ${b} or ${b} <= ${c}}}`, {})).toBe(a < b || b <= c)
      }),
    )
  })
})
