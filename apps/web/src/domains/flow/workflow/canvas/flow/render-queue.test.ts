import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

let frames: (() => void)[] = []
const nextFrame = () => frames.shift()?.()

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (step: () => void) => frames.push(step))
})
afterEach(() => vi.unstubAllGlobals())

test('cards that become visible during a move render one per frame, in order', () => {
  const queue = createRenderQueue()
  const drawn: string[] = []
  queue.begin()
  for (const name of ['first', 'second', 'third']) queue.wait(() => drawn.push(name))
  expect(drawn).toEqual([])
  nextFrame()
  expect(drawn).toEqual(['first'])
  nextFrame()
  nextFrame()
  expect(drawn).toEqual(['first', 'second', 'third'])
  expect(frames).toEqual([])
})

test('all cards render at once when the canvas stops moving', () => {
  const queue = createRenderQueue()
  const drawn: string[] = []
  queue.begin()
  for (const name of ['first', 'second']) queue.wait(() => drawn.push(name))
  queue.end()
  expect(drawn).toEqual(['first', 'second'])
  expect(queue.isMoving()).toBe(false)
  nextFrame()
  expect(drawn).toHaveLength(2)
})

test('cards that are no longer visible do not render', () => {
  const queue = createRenderQueue()
  const drawn: string[] = []
  queue.begin()
  const leave = queue.wait(() => drawn.push('gone'))
  queue.wait(() => drawn.push('here'))
  leave()
  nextFrame()
  expect(drawn).toEqual(['here'])
})
