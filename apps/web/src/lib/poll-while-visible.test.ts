import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollWhileVisible } from './poll-while-visible.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
const browserWindow = new EventTarget()
beforeEach(() => {
  page.hidden = false
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', browserWindow)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const look = vi.fn()
/** The number of calls since the last count. */
const count = () => {
  const { length } = look.mock.calls
  look.mockClear()
  return length
}

it('looks at once, from time to time, and when the person returns; not while the window is hidden', () => {
  const stop = pollWhileVisible(look, 15_000)
  expect(count()).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(count()).toBe(2)
  browserWindow.dispatchEvent(new Event('focus'))
  expect(count()).toBe(1)
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(60_000)
  expect(count()).toBe(0)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(count()).toBe(1)
  stop()
  vi.advanceTimersByTime(60_000)
  browserWindow.dispatchEvent(new Event('focus'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(count()).toBe(0)
})
