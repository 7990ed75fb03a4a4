import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './render-queue.ts'

let frames: (() => void)[] = []
const nextFrame = () => frames.shift()?.()

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (step: () => void) => frames.push(step))
})
afterEach(() => vi.unstubAllGlobals())

test('what comes into sight during a move is drawn one in a frame, in the order in which it came', () => {
  const turns = createTurns()
  const drawn: string[] = []
  turns.begin()
  for (const name of ['first', 'second', 'third']) turns.wait(() => drawn.push(name))
  expect(drawn).toEqual([])
  nextFrame()
  expect(drawn).toEqual(['first'])
  nextFrame()
  nextFrame()
  expect(drawn).toEqual(['first', 'second', 'third'])
  expect(frames).toEqual([])
})

test('where the canvas comes to stand all of it is drawn at once', () => {
  const turns = createTurns()
  const drawn: string[] = []
  turns.begin()
  for (const name of ['first', 'second']) turns.wait(() => drawn.push(name))
  turns.end()
  expect(drawn).toEqual(['first', 'second'])
  expect(turns.isMoving()).toBe(false)
  nextFrame()
  expect(drawn).toHaveLength(2)
})

test('what went out of sight again is not drawn', () => {
  const turns = createTurns()
  const drawn: string[] = []
  turns.begin()
  const leave = turns.wait(() => drawn.push('gone'))
  turns.wait(() => drawn.push('here'))
  leave()
  nextFrame()
  expect(drawn).toEqual(['here'])
})
