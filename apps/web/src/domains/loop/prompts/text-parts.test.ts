import { expect, test } from 'vitest'
import { partsOf } from './text-parts.ts'

test.each([
  ['words', 'word and '.repeat(300)],
  ['no space at all', '提示词'.repeat(500)],
  ['characters of two halves', `x${'😀'.repeat(900)}`],
  ['lines', 'a\n'.repeat(1200)],
])('parts do not change while a text grows: %s', (_, text) => {
  const whole = partsOf(text)
  expect(whole.join('')).toBe(text)
  expect(whole.length).toBeGreaterThan(2)
  expect(whole.every((part) => part.isWellFormed())).toBe(true)
  for (let length = 1; length < text.length; length += 37) {
    const parts = partsOf(text.slice(0, length))
    expect(parts.join('')).toBe(text.slice(0, length))
    expect(parts.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, parts.length - 1)))
  }
})

test('an empty text has no parts', () => expect(partsOf('')).toEqual([]))
