import { expect, it } from 'vitest'
import { cutVisible, visibleLength } from './text-length.ts'

it('counts visible characters', () => {
  expect(visibleLength('')).toBe(0)
  expect(visibleLength('行程管家')).toBe(4)
  expect(visibleLength('👩‍👩‍👧 ok')).toBe(4)
  expect(visibleLength('e\u0301')).toBe(1)
})

it('cuts between characters, never inside one', () => {
  expect(cutVisible('a👩‍👩‍👧b', 2)).toBe('a👩‍👩‍👧')
  expect(cutVisible('abc', 5)).toBe('abc')
})
