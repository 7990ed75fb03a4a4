import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linearPattern } from './linear-pattern.ts'

const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  String.raw`\d`,
  String.raw`\w`,
  '(a|b)',
  '(?:ab)',
  'a|b',
  '^',
  '$',
  String.raw`\b`,
  String.raw`\B`,
)
const repeated = fc
  .tuple(piece, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{0,}'))
  .map(([one, times]) => (/^(\^|\$|a\|b|\\[bB])$/.test(one) ? one : one + times))
test("agrees with JavaScript's own regular expressions", () => {
  fc.assert(
    fc.property(
      fc.array(repeated, { maxLength: 5 }).map((list) => list.join('')),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '\n'), maxLength: 8 }),
      (source, text) => {
        expect([source, text, linearPattern(source)!.test(text)]).toEqual([
          source,
          text,
          new RegExp(source, 'u').test(text),
        ])
      },
    ),
    { numRuns: 2000 },
  )
})

test('33: patterns that backtrack forever elsewhere finish at once', () => {
  const text = `${'a'.repeat(20_000)}!`
  for (const source of ['^(a+)+$', '^(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect(linearPattern(source)!.test(text)).toBe(false)
})

test('supports classes, named groups and characters of every kind', () => {
  for (const [source, text] of [
    [String.raw`^[A-Z]{2}-\d{4}$`, 'AB-2024'],
    [String.raw`^\p{Script=Han}+$`, '数据集'],
    ['^(?<name>x)y$', 'xy'],
    [String.raw`^[\]\\]+$`, String.raw`]\ `.trim()],
    [String.raw`\u{1F600}`, '😀'],
  ] as const)
    expect([source, linearPattern(source)!.test(text)]).toEqual([source, true])
})

test('refuses what it does not support', () => {
  for (const source of ['(a)\\1', '(?=a)b', '(?<!a)b', '(', 'a{2000}'])
    expect([source, linearPattern(source)]).toEqual([source, undefined])
})
