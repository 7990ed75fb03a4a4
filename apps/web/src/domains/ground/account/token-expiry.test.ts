import { describe, expect, it } from 'vitest'
import { endOfDay, expiryState, firstDay } from './token-expiry.ts'

const day = 24 * 3600_000
const now = new Date('2026-03-10T12:00:00').getTime()

describe('the expiry of a token', () => {
  it('is at the end of its last day in the local time zone', () => {
    expect(endOfDay('2026-03-10')).toBe(new Date('2026-03-10T23:59:59').getTime() / 1000)
  })

  it.each(['', '10.3.2026', '2026-13-40', '2026-03'])('is not read from %j', (text) => {
    expect(endOfDay(text)).toBeUndefined()
  })

  it('can be tomorrow at the earliest', () => {
    expect(firstDay(now)).toBe('2026-03-11')
  })

  it('is never, past, within a week, or later', () => {
    const at = (left: number) => expiryState((now + left) / 1000, now)
    expect(expiryState(-1, now)).toBe('never')
    expect(at(0)).toBe('expired')
    expect(at(-day)).toBe('expired')
    expect(at(1000)).toBe('soon')
    expect(at(7 * day - 1000)).toBe('soon')
    expect(at(7 * day)).toBe('later')
  })
})
