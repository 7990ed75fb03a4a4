import { expect, it } from 'vitest'
import { fromPosition, toPosition } from './background-place.ts'

it('a picture without a position fills the chat', () => {
  expect(fromPosition(undefined)).toEqual({ size: 100, across: 50, down: 50 })
  expect(toPosition({ size: 100, across: 50, down: 50 })).toEqual({ width: 1, height: 1, left: 0, top: 0 })
})

it.each([
  { size: 40, across: 100, down: 0 },
  { size: 75, across: 50, down: 25 },
])('settings are the same after conversion to a position and back: %o', (settings) => {
  const position = toPosition(settings)
  expect(position.left + position.width).toBeLessThanOrEqual(1)
  expect(fromPosition(position)).toEqual(settings)
})

it('invalid positions are shown as the nearest valid one', () => {
  expect(fromPosition({ width: 0, height: 0, left: 9, top: -1 })).toEqual({ size: 100, across: 50, down: 50 })
  expect(fromPosition({ width: 0.5, left: 9, top: -1 })).toEqual({ size: 50, across: 100, down: 0 })
})
